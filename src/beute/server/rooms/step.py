"""What came of what somebody did at a table: entries to store, and what is told to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from beute.play.hearing import Viewer
from beute.play.record import Record
from beute.server.rooms.log import Entry
from beute.table.table import Update

MOVES: Final = frozenset({"played", "changed", "refused", "undone"})


@dataclass(frozen=True)
class Notice:
    """Something that happened round the table, told to all who are there; it is not part of the game's story."""

    code: str
    seat: int | None = None
    name: str | None = None  # of whoever it is about


class Telling(NamedTuple):
    """What a step of the match brings to each viewer, and where in which game it begins, in events from 0."""

    match: int
    game: int
    start: int
    updates: Mapping[Viewer, Update]


@dataclass
class Step:
    """What came of what somebody did: to be stored first, and told then."""

    entries: list[Entry] = field(default_factory=list)
    tellings: list[Telling] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    records: list[Record] | None = None  # of all games of the match so far, if one is over now

    @property
    def has_only_moves(self) -> bool:
        """Whether nothing but the game has changed, if anything has."""
        for entry in self.entries:  # noqa: SIM110 - each move asks this several times
            if entry["entry"] not in MOVES:
                return False
        return True
