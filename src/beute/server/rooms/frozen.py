"""What was played at a table that can no longer be carried out: its events as they were written, without the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import orjson

from beute.play.record import Record
from beute.server.store.base import Row


def records_of_log(rows: Iterable[Row]) -> list[Record]:
    """The records of all games, as far as they went, and as far as the log can be read."""
    games = list[_Played]()
    with suppress(ValueError, LookupError, TypeError, AttributeError):  # whatever a damaged entry brings about
        for row in rows:
            _carry_out(orjson.loads(row.data), games)
    return [game.record() for game in games]


def _carry_out(entry: Mapping[str, Any], games: list[_Played]) -> None:
    kind = entry["entry"]
    if kind in ("opened", "continued"):
        names = [seat["name"] for seat in entry["seats"]]
        games.append(_Played(entry["game"], len(names), entry["options"], names))
        games[-1].events += entry.get("events", [])
        games[-1].chance(entry["chance"])
    elif kind == "next_game":
        games.append(games[-1].anew())
        games[-1].chance(entry["chance"])
    elif kind in ("played", "changed", "undone"):
        games[-1].decide(kind, entry)


class _Played:
    """One game as its log has it."""

    def __init__(self, game: str, players: int, options: dict[str, object], names: list[str]) -> None:
        self.game, self.players, self.options, self.names = game, players, options, names
        self.events: list[str] = []

    def anew(self) -> _Played:
        return _Played(self.game, self.players, self.options, self.names)

    def chance(self, words: Iterable[str]) -> None:
        self.events += [f"* {word}" for word in words]

    def decide(self, kind: str, entry: Mapping[str, Any]) -> None:
        seat = f"{entry['seat']} "
        if kind == "played":
            self.events.append(f"{seat}{entry['word']}")
            self.chance(entry["chance"])
            return
        latest = max(n for n, event in enumerate(self.events) if event.startswith(seat))
        if kind == "changed":
            self.events[latest] = f"{seat}{entry['word']}"
            return
        del self.events[latest]
        while len(self.events) > latest and self.events[latest].startswith("* "):
            del self.events[latest]

    def record(self) -> Record:
        return Record(self.game, self.players, tuple(self.events), self.options, about={"seats": self.names})
