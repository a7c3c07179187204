"""Which games a run has, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from beute.play.record import Record


@dataclass(frozen=True)
class Part:
    """Some games of a run: their numbers, their deals, and for each seat the place of its bot among the entrants."""

    numbers: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    seatings: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Results:
    """Results of games, a row for each: arrays by game, and by game and seat."""

    numbers: Any  # of the games in their run
    deals: Any  # games of the same deal have the same luck
    seatings: Any  # for each seat the place of its bot among the entrants
    scores: Any  # 0 in a game that was given up
    endings: Any  # a number from 1 in the game's ENDINGS, 0 for a game that was given up (SN-25)
    decisions: Any
    absurd: Any  # decisions that are on the list of absurd moves (`bots/absurd`)
    records: tuple[Record, ...] = ()
    logs: tuple[Any, ...] = ()  # the events of each game: who (or CHANCE), and the number of what

    def __len__(self) -> int:
        return len(self.numbers)

    @classmethod
    def empty(cls, games: int, players: int) -> Results:
        by_game, by_seat = (games,), (games, players)
        shapes = by_game, by_game, by_seat, by_seat, by_game, by_seat, by_seat
        columns: list[Any] = [np.zeros(shape, np.int64) for shape in shapes]
        return cls(*columns)

    @classmethod
    def joined(cls, parts: Sequence[Results]) -> Results:
        """All of some results (at least one), in order of the games' numbers."""
        columns: list[Any] = [np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS]
        records = tuple(record for part in parts for record in part.records)
        logs = tuple(log for part in parts for log in part.logs)
        return replace(cls(*columns), records=records, logs=logs).rows(np.argsort(columns[0], kind="stable"))

    def rows(self, which: Any) -> Results:
        """Some of the games."""
        columns: list[Any] = [getattr(self, name)[which] for name in COLUMNS]
        games = np.arange(len(self))[which]
        records = tuple(self.records[n] for n in games) if self.records else ()
        logs = tuple(self.logs[n] for n in games) if self.logs else ()
        return replace(Results(*columns), records=records, logs=logs)

    @property
    def wins(self) -> Any:
        """Each seat's share of the win; 0 in a game that was given up."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        return best / best.sum(axis=1, keepdims=True) * (self.endings > 0)[:, None]


COLUMNS: Final = ("numbers", "deals", "seatings", "scores", "endings", "decisions", "absurd")
