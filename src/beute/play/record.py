"""The public text form of a game: one JSON object, everything that happened in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from beute.play.errors import BrokenRecord
from beute.play.forms import NUMBER, NUMBERS, OBJECT, TEXT, TEXTS, Form, check_forms, list_of, or_null
from beute.play.json_text import parse

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
    def read(cls, source: Record | Mapping[str, Any] | str | bytes) -> Record:
        """A record from plain data or its text; what it says is checked when it is replayed."""
        if isinstance(source, Record):
            return source
        data = parse(source) if isinstance(source, str | bytes) else source
        if not isinstance(data, Mapping):
            raise BrokenRecord(f"a record is a JSON object, not {data!r:.60}", "not_an_object")
        return cls._from_data(data)

    @classmethod
    def _from_data(cls, data: Mapping[str, Any]) -> Record:
        if data.get("beute") != VERSION:
            message = f'"beute" must be {VERSION}, not {data.get("beute")!r:.60}'
            raise BrokenRecord(message, "wrong_version", version=VERSION)
        for key in data:
            if key not in KEYS + OPTIONAL:
                known = ", ".join(KEYS + OPTIONAL)
                message = f"unknown key {key!r:.60}; a record has {known}"
                raise BrokenRecord(message, "unknown_key", key=str(key)[:60], known=known)
        check_forms(data, FORMS, optional=FORMS.keys() - {"game", "players", "events"})
        legal = data.get("legal")
        if legal is not None and len(legal) != len(data["events"]):
            message = f'"legal" has {len(legal)} lists for {len(data["events"])} events'
            raise BrokenRecord(message, "wrong_form", key="legal")
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


FORMS: dict[str, Form] = {
    "game": Form("the name of a game", TEXT.fits),
    "players": NUMBER,
    "options": or_null(OBJECT, "an object"),
    "events": TEXTS,
    "scores": or_null(NUMBERS),
    "winners": or_null(NUMBERS, "a list of seats or null"),
    "ending": or_null(TEXT),
    "legal": or_null(list_of(or_null(TEXTS), "a list of lists of texts and nulls")),
    "about": or_null(OBJECT, "an object"),
    "match": or_null(OBJECT, "an object"),
}


def read_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines of a .jsonl file that hold records, numbered from 1."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, line
