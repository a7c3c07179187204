"""Finished games of an arena in a file, a line of JSON each, so that a run that was interrupted can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.lab.results import Results
from beute.play.errors import BeuteError

VERSION: Final = 1


class Ledger:
    """A file that begins with what the games are about, and has a line for every game that was finished."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path = path
        self.about = {"beute_arena": VERSION, **about}
        try:
            self.results = self._read()
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise BeuteError(f"cannot write {path}: {error.strerror}", "cannot_write") from None
        if path.stat().st_size == 0:
            self._write([self.about])

    def add(self, results: Results) -> None:
        columns = results.numbers, results.deals, results.seatings, results.scores, results.endings, results.decisions
        self._write(
            dict(zip(NAMES, row, strict=True)) for row in zip(*(column.tolist() for column in columns), strict=True)
        )

    def close(self) -> None:
        self._file.close()

    def _write(self, lines: Any) -> None:
        self._file.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
        self._file.flush()

    def _read(self) -> Results:
        """The games in the file; a last line that was cut off while it was written is removed."""
        players = int(self.about["players"])
        if not self.path.exists():
            return Results.empty(0, players)
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        try:
            lines = [json.loads(line) for line in whole.decode().splitlines()]
            if lines:
                self._check(lines[0])
            return _results(lines[1:], players)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, BeuteError):
                raise
            raise BeuteError(f"{self.path} does not hold the games of an arena ({error})", "wrong_ledger") from None

    def _check(self, there: Mapping[str, Any]) -> None:
        for name, value in self.about.items():
            if name not in there:
                raise BeuteError(f"{self.path} does not hold the games of an arena", "wrong_ledger")
            if there[name] != value:
                raise BeuteError(
                    f"{self.path} holds games of another arena: its {name} is {there[name]!r}, not {value!r}",
                    "other_ledger",
                    name=name,
                )


NAMES: Final = ("game", "deal", "bots", "scores", "ending", "decisions")


def _results(lines: Sequence[Mapping[str, Any]], players: int) -> Results:
    results = Results.empty(len(lines), players)
    columns = results.numbers, results.deals, results.seatings, results.scores, results.endings, results.decisions
    for name, column in zip(NAMES, columns, strict=True):
        if lines:
            column[:] = [line[name] for line in lines]
    _, first = np.unique(results.numbers, return_index=True)
    return results.rows(first)
