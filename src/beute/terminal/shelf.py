"""Where tables are kept: unfinished matches to go on with, and the records of finished ones."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from beute.play.errors import BeuteError, BrokenRecord, did_you_mean
from beute.play.record import Record


class Shelf:
    """A folder: `tables/` has a file for each unfinished match, `finished/` the records of the others."""

    def __init__(self, folder: Path | None = None) -> None:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        self.folder = folder or home / "beute"

    def new_name(self, game: str) -> str:
        """A name that nothing on the shelf has: the game, the day and the time."""
        name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
        taken = {*self.tables(), *self.finished()}
        return next(each for each in (name, *(f"{name}-{n}" for n in range(2, 1000))) if each not in taken)

    def tables(self) -> list[str]:
        """The names of the unfinished matches, the latest first."""
        return self._names("tables", ".json")

    def finished(self) -> list[str]:
        """The names of the finished matches, the latest first."""
        return self._names("finished", ".jsonl")

    def path(self, name: str) -> Path:
        return self.folder / "tables" / f"{name}.json"

    def finished_path(self, name: str) -> Path:
        return self.folder / "finished" / f"{name}.jsonl"

    def read(self, name: str) -> dict[str, Any]:
        """What was written; BeuteError if there is no such table, or it cannot be read."""
        if name not in self.tables():
            there = ", ".join(self.tables()[:5]) or "none"
            hint = did_you_mean(name, self.tables())
            raise BeuteError(f"no table {name!r} to resume; there are {there}{hint}", "unknown_table", table=name)
        try:
            data = json.loads(self.path(name).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise BrokenRecord(f"the table {name} cannot be read: {error}", "broken_table") from None
        if not isinstance(data, dict):
            raise BrokenRecord(f"the table {name} cannot be read: it is not a JSON object", "broken_table")
        return data

    def records(self, name: str) -> list[Record]:
        """The games of a finished match, at least one."""
        path = self.finished_path(name)
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BeuteError(f"cannot read {path}: {error}", "cannot_read") from None
        return [Record.read(line) for line in lines or [""]]

    def write(self, name: str, data: Mapping[str, Any]) -> None:
        """All or nothing: a crash leaves what was there before."""
        self._replace(self.path(name), json.dumps(data, ensure_ascii=False) + "\n")

    def finish(self, name: str, records: Sequence[Record]) -> None:
        """Keep the records, and take the table off the shelf."""
        self._replace(self.finished_path(name), "".join(record.text() + "\n" for record in records))
        self.path(name).unlink(missing_ok=True)

    def _names(self, kind: str, ending: str) -> list[str]:
        files = (self.folder / kind).glob(f"*{ending}")
        return [file.name.removesuffix(ending) for file in sorted(files, key=lambda f: f.stat().st_mtime, reverse=True)]

    def _replace(self, path: Path, text: str) -> None:
        written = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
                written = Path(file.name)
                file.write(text)
            written.replace(path)
        except OSError as error:
            if written is not None:
                written.unlink(missing_ok=True)
            raise BeuteError(f"cannot keep the game in {path}: {error.strerror}", "cannot_write") from None
