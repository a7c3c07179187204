"""What all sections of a report use, and what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from beute.lab.estimates import Estimate, mean, share
from beute.lab.report.counted import Row, Switch
from beute.lab.report.luck import LuckShare, luck
from beute.lab.report.numbers import Numbers
from beute.lab.report.plots import Plot, Series
from beute.lab.report.study import AS_IS, Study
from beute.lab.report.watch import Watched, watcher
from beute.texts import texts


@dataclass(frozen=True)
class Figure:
    """A plot, or none, with its caption and its numbers. A cell that starts with a star is bold."""

    code: str
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    plot: Plot | None = None


@dataclass(frozen=True)
class Section:
    code: str
    title: str
    lead: str
    figures: Sequence[Figure] = ()
    items: Sequence[str] = ()


SURE = "*"  # before a cell whose interval does not contain 0


class Writer:
    """A study, and the language of its report."""

    def __init__(self, study: Study, language: str) -> None:
        self.study, self.plan, self.game = study, study.plan, study.plan.game
        self.texts, self.numbers = texts(language), Numbers(language)
        self.module: ModuleType = watcher(self.game)

    def __call__(self, code: str, /, **data: Any) -> str:
        """A sentence of the report; the game's own where it has one."""
        own = f"{self.game}.report.{code}"
        return self.texts(own if own in self.texts else f"report.{code}", **data)

    @cached_property
    def title(self) -> str:
        return self.texts(f"{self.game}.title")

    @cached_property
    def unit(self) -> str:
        return self("unit")

    @cached_property
    def finished(self) -> dict[int, Watched]:
        """The games that came to an end, by the number of players."""
        return {players: table.rows(table.finished) for players, table in self.study.tables.items()}

    @cached_property
    def gains(self) -> dict[int, tuple[Any, Any]]:
        """Of each game and seat the share of the win, and the points above the table's mean."""
        results = {players: table.results for players, table in self.finished.items()}
        return {n: (one.wins, one.scores - one.scores.mean(axis=1, keepdims=True)) for n, one in results.items()}

    @cached_property
    def lucks(self) -> dict[int, tuple[LuckShare, LuckShare]]:
        """A bot against a slightly worse one, and the best against the worst of those compared."""
        standings = {players: self.study.standings[AS_IS, players] for players in self.plan.players}
        return {players: (luck(self.study.slips[players]), luck(one)) for players, one in standings.items()}

    @property
    def middle(self) -> int:
        """The middle number of players, used where only one can be shown."""
        return self.plan.players[len(self.plan.players) // 2]

    def players(self, number: int) -> str:
        return self("players", number=number)

    def series(self, numbers: Sequence[int]) -> list[Series]:
        """A series for each number of players, which always looks the same."""
        return [Series(self.players(number), self.plan.players.index(number)) for number in numbers]

    @property
    def few(self) -> tuple[int, ...]:
        """Three numbers of players at most, for plots with many rows."""
        players = self.plan.players
        return players if len(players) <= 3 else (players[0], self.middle, players[-1])

    @cached_property
    def endings(self) -> list[str]:
        """How games can end, in words."""
        names = self.plan.setup(self.middle).about.ENDINGS
        return [self.texts(f"{self.game}.endings.{name}").rstrip(".") for name in names]

    def row(self, row: Row) -> str:
        return self(f"rows.{row.code}", value=row.value)

    def switch(self, switch: Switch) -> str:
        if switch == AS_IS:
            return self("as_is")
        return self(f"switches.{switch.code}") if switch.code else f"{switch.option} = {switch.value}"

    def sure(self, cell: str, estimate: Estimate) -> str:
        return SURE + cell if is_sure(estimate) else cell


def is_sure(estimate: Estimate) -> bool:
    """Whether the interval does not contain 0."""
    return estimate.low is not None and estimate.high is not None and not estimate.low <= 0 <= estimate.high


def of_games(values: Any, certainty: float = 0.95) -> Estimate:
    """The mean of a number that each game has."""
    return mean(np.asarray(values, float), np.ones(len(values)), certainty)


def share_of_games(values: Any, certainty: float = 0.95) -> Estimate:
    """The same of shares."""
    return share(np.asarray(values, float), np.ones(len(values)), certainty)


def ranked(table: Watched) -> Any:
    """The scores of each game, the highest first."""
    return -np.sort(-table.results.scores, axis=1)


def lead_of_winner(table: Watched) -> Any:
    scores = ranked(table)
    return scores[:, 0] - scores[:, 1]


def wins_by_turn(table: Watched) -> Any:
    """Shares of the win in the order of turns, from the starting player on."""
    players = table.results.scores.shape[1]
    order = (table.first[:, None] + np.arange(players)) % players
    return np.take_along_axis(table.results.wins, order, axis=1)


def at_half_time(table: Watched) -> Any:
    """Which share of the leaders wins in the end."""
    return table.led[:, table.led.shape[1] // 2]
