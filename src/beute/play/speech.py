"""The story of a game in a language, with the names of those who play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

from beute.texts import texts

THING = re.compile(r"([A-Z]*)(\d*)([a-z]?)")
SEATS = ("seat", "victim", "owner")  # data that are seats


class Said(Protocol):
    """A code of the game's texts with its data: Happening, Question, Line."""

    @property
    def code(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...


class Speech:
    """Says what a game tells, to people with names."""

    def __init__(self, language: str, game: str, names: Sequence[str]) -> None:
        self.texts = texts(language)
        self.language = language
        self.game = game
        self.names = tuple(names)

    def __call__(self, code: str, /, **data: Any) -> str:
        """A sentence of the game's own texts: `speech("board.centre")`."""
        return self.texts(f"{self.game}.{code}", **self._said(data))

    def say(self, said: Said, kind: str) -> str:
        """A happening (`tell`), a question (`ask`), a choice (`choice`) or a line of the scoring (`lines`)."""
        return self(f"{kind}.{said.code}", **said.data)

    def reason(self, code: str, clause: str | None) -> str:
        """Why something is not possible, with its clause."""
        text = self.texts(f"reasons.{code}")
        return f"{text} ({clause})" if clause else text

    def thing(self, name: str) -> str:
        """A card, die, bandit or sack, as people call it: `W7` is `watch 7`; nothing is `?`."""
        match = THING.fullmatch(name)
        code = f"{self.game}.things.{match[1] or 'number'}" if match else ""
        if match is None or code not in self.texts:
            return name
        return self.texts(code, value=match[2] + match[3]).strip()

    def things(self, names: Sequence[str]) -> str:
        """Things in a row, equal neighbours counted: `2 × yellow, red`."""
        counts = [(thing, len(list(same))) for thing, same in groupby(self.thing(name) for name in names)]
        return ", ".join(f"{n} × {thing}" if n > 1 else thing for thing, n in counts) or self.texts("shared.nothing")

    def seats(self, seats: Sequence[int]) -> str:
        """Names in a row: `Ada, Bob and Cleo`."""
        *some, last = [self.names[seat] for seat in seats]
        return self.texts("shared.and", some=", ".join(some), last=last) if some else last

    def _said(self, data: dict[str, Any]) -> dict[str, Any]:
        return {key: self._one(key, value) for key, value in data.items()}

    def _one(self, key: str, value: Any) -> Any:
        if key in SEATS and isinstance(value, int):
            return self.names[value]
        if key == "seats":
            return self.seats(value)
        if isinstance(value, str):
            return self.thing(value)
        if isinstance(value, Mapping):  # things by seat
            return ", ".join(f"{self.names[seat]} {self.thing(thing)}" for seat, thing in value.items())
        return self.things(value) if isinstance(value, list | tuple) else value
