"""The public text form of a game: one JSON object, everything that happened in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from beute.play.errors import BrokenRecord

VERSION = 1
KEYS = ("beute", "game", "players", "options", "events", "scores", "winners", "ending")
OPTIONAL = ("legal", "about", "match")


@dataclass(frozen=True)
class Record:
    """A game as data; `scores`, `winners` and `ending` are None while it is unfinished."""

    game: str
    players: int
    events: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    ending: str | None = None
    legal: tuple[tuple[str, ...] | None, ...] | None = None
    about: Mapping[str, Any] | None = None
    match: Mapping[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """The JSON object, as plain data."""
        data: dict[str, Any] = {
            "beute": VERSION,
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "events": list(self.events),
            "scores": None if self.scores is None else list(self.scores),
            "winners": None if self.winners is None else list(self.winners),
            "ending": self.ending,
        }
        if self.legal is not None:
            data["legal"] = [None if words is None else list(words) for words in self.legal]
        for key, value in ("about", self.about), ("match", self.match):
            if value is not None:
                data[key] = dict(value)
        return data

    def text(self) -> str:
        """One line of a .jsonl file."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, source: Record | Mapping[str, Any] | str) -> Record:
        """A record from plain data or its text; what it says is checked when it is replayed."""
        if isinstance(source, Record):
            return source
        if isinstance(source, str):
            try:
                source = json.loads(source)
            except json.JSONDecodeError as error:
                raise BrokenRecord(f"not JSON: {error}", "not_json") from None
        if not isinstance(source, Mapping):
            raise BrokenRecord(f"a record is a JSON object, not {type(source).__name__}", "not_an_object")
        return cls._from_data(source)

    @classmethod
    def _from_data(cls, data: Mapping[str, Any]) -> Record:
        if data.get("beute") != VERSION:
            raise BrokenRecord(f'"beute" must be {VERSION}, not {data.get("beute")!r}', "wrong_version")
        for key in data:
            if key not in KEYS + OPTIONAL:
                known = ", ".join(KEYS + OPTIONAL)
                raise BrokenRecord(f"unknown key {key!r}; a record has {known}", "unknown_key")
        for key, (wanted, is_right) in FORMS.items():
            if key not in data and key in ("game", "players", "events"):
                raise BrokenRecord(f'"{key}" is missing', "missing_key")
            if not is_right(data.get(key)):
                raise BrokenRecord(f'"{key}" must be {wanted}, not {data[key]!r:.60}', "wrong_form")
        legal = data.get("legal")
        if legal is not None and len(legal) != len(data["events"]):
            message = f'"legal" has {len(legal)} lists for {len(data["events"])} events'
            raise BrokenRecord(message, "wrong_form")
        return cls(
            game=data["game"],
            players=data["players"],
            events=tuple(data["events"]),
            options=dict(data.get("options") or {}),
            scores=_tuple(data.get("scores")),
            winners=_tuple(data.get("winners")),
            ending=data.get("ending"),
            legal=None if legal is None else tuple(_tuple(words) for words in legal),
            about=data.get("about"),
            match=data.get("match"),
        )


def _tuple(values: Iterable[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


def _list_of(kind: type) -> Any:
    return lambda value: isinstance(value, list | tuple) and all(type(one) is kind for one in value)


def _or_none(is_right: Any) -> Any:
    return lambda value: value is None or is_right(value)


_numbers, _words = _list_of(int), _list_of(str)
FORMS: dict[str, tuple[str, Any]] = {
    "game": ("the name of a game", lambda value: isinstance(value, str)),
    "players": ("a number", lambda value: type(value) is int),
    "options": ("an object", _or_none(lambda value: isinstance(value, Mapping))),
    "events": ("a list of texts", _words),
    "scores": ("a list of numbers or null", _or_none(_numbers)),
    "winners": ("a list of seats or null", _or_none(_numbers)),
    "ending": ("a text or null", _or_none(lambda value: isinstance(value, str))),
    "legal": (
        "a list of lists of texts and nulls",
        _or_none(lambda value: isinstance(value, list | tuple) and all(map(_or_none(_words), value))),
    ),
    "about": ("an object", _or_none(lambda value: isinstance(value, Mapping))),
    "match": ("an object", _or_none(lambda value: isinstance(value, Mapping))),
}


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines of a .jsonl file that hold records, numbered from 1."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line
