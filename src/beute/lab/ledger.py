"""Finished games of an arena in a file, a line of JSON each, so that an interrupted run can be continued."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from beute import games
from beute.lab.results import COLUMNS, Results
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.forms import NUMBER, Form, check_forms, list_of
from beute.play.json_text import parse

VERSION: Final = 2


class Ledger:
    """A file that starts with what the games depend on, and has a line for every finished game."""

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
        columns = [getattr(results, name) for name in COLUMNS]
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
        lines = [self._line(number, line) for number, line in enumerate(whole.split(b"\n")[:-1], start=1)]
        if lines:
            self._check(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            self._check_game(number, line, players)
        if len(whole) < len(text):
            if not lines and not text.startswith(b'{"beute_arena"'):
                raise self._wrong(1, "it is not one of ours")  # and nothing of it is to be lost
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        return _results(lines[1:], players)

    def _line(self, number: int, text: bytes) -> dict[str, Any]:
        try:
            line = parse(text)
        except BeuteError as error:
            raise self._wrong(number, str(error)) from None
        if not isinstance(line, dict):
            raise self._wrong(number, f"it must be an object, not {line!r:.60}")
        return line

    def _check_game(self, number: int, line: Mapping[str, Any], players: int) -> None:
        """What a game was about and what it came to, and that there are such seats, bots and endings."""
        try:
            check_forms(line, FORMS)
        except BrokenRecord as error:
            raise self._wrong(number, str(error)) from None
        for name in "bots", "scores", "decisions":
            if len(line[name]) != players:
                raise self._wrong(number, f'"{name}" has {len(line[name])} numbers for {players} players')
        for name, values, there in (
            ("bots", line["bots"], len(self.about["bots"])),
            ("ending", [line["ending"]], 1 + len(games.about(self.about["game"]).ENDINGS)),
        ):
            if max(values) >= there:
                raise self._wrong(number, f'"{name}" has {max(values)}, and numbers go from 0 to {there - 1}')

    def _wrong(self, number: int, why: str) -> BeuteError:
        return BeuteError(f"{self.path} is not a file of an arena's games: line {number}: {why}", "wrong_ledger")

    def _check(self, there: Mapping[str, Any]) -> None:
        for name, value in self.about.items():
            if name not in there:
                raise self._wrong(1, f'"{name}" is missing')
            if there[name] != value:
                raise BeuteError(
                    f"{self.path} has the games of another arena: its {name} is {there[name]!r}, not {value!r}",
                    "other_ledger",
                    name=name,
                )


WORD: Final = 1 << 63  # what a column has room for
COUNT: Final = Form("a number from 0", lambda value: NUMBER.fits(value) and 0 <= cast(int, value) < WORD)
COUNTS: Final = list_of(COUNT, "a list of numbers from 0")
POINTS: Final = Form("a number", lambda value: NUMBER.fits(value) and -WORD <= cast(int, value) < WORD)
FORMS: Final = {
    "game": COUNT,
    "deal": COUNT,
    "bots": COUNTS,
    "scores": list_of(POINTS, "a list of numbers"),
    "ending": COUNT,
    "decisions": COUNTS,
    "absurd": COUNTS,
}
NAMES: Final = tuple(FORMS)  # of COLUMNS


def _results(lines: Sequence[Mapping[str, Any]], players: int) -> Results:
    results = Results.empty(len(lines), players)
    columns = [getattr(results, name) for name in COLUMNS]
    for name, column in zip(NAMES, columns, strict=True):
        if lines:
            column[:] = [line[name] for line in lines]
    _, first = np.unique(results.numbers, return_index=True)
    return results.rows(first)
