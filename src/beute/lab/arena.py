"""Bots against each other: who wins how often, by how much, and how certain that is.

Every bot sits equally often in every seat, and with the same luck as the others of its block (`rotations`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

import beute
from beute.bots import Budget
from beute.bots.entrants import Entrant
from beute.lab.estimates import UNKNOWN, Estimate, difference, mean, share
from beute.lab.ledger import Ledger
from beute.lab.ratings import ratings
from beute.lab.results import Results
from beute.lab.rotations import Rotations
from beute.lab.runs import Work, cores, lineup, local, played
from beute.lab.workers import Workers
from beute.play.errors import BeuteError
from beute.play.setup import Setup

LOOKS: Final = 10  # times at which a run may stop because the ranking is certain
ENOUGH: Final = 20  # blocks before the first look
CERTAINTY: Final = 0.95


@dataclass(frozen=True)
class Arena:
    """Who plays what, and how many games: rounded up, so that every bot sits equally often in every seat."""

    setup: Setup
    entrants: tuple[Entrant, ...]
    asked: int
    seed: int = 0

    @classmethod
    def of(cls, setup: Setup, said: Sequence[Any], games: int, seed: int = 0, budget: Budget | None = None) -> Arena:
        """An arena of bots, named or given as objects; `name@budget` gives a bot its own budget."""
        entrants = tuple(Entrant.read(one, budget) for one in said)
        names = [entrant.name for entrant in entrants]
        if len(names) < 2:
            raise BeuteError("an arena needs at least two bots", "wrong_bots", bots=names)
        for name in names:
            if names.count(name) > 1:
                raise BeuteError(
                    f"bot {name!r} is named twice; give one another budget: {name}@100", "wrong_bots", bots=names
                )
        return cls(setup, entrants, games, seed)

    @cached_property
    def seatings(self) -> Rotations:
        return Rotations(len(self.entrants), self.setup.players)

    @property
    def games(self) -> int:
        return -(-self.asked // self.seatings.round) * self.seatings.round

    @property
    def looks(self) -> list[int]:
        """After how many games it is tested whether the ranking is certain; the last is the end."""
        rounds = self.games // self.seatings.round
        each = [-(-rounds * (n + 1) // LOOKS) * self.seatings.round for n in range(LOOKS)]
        return sorted({games for games in each if games >= ENOUGH * self.setup.players} | {self.games})

    def about(self) -> dict[str, Any]:
        """What the games of this arena depend on."""
        return {
            "version": beute.__version__,
            "game": self.setup.game,
            "players": self.setup.players,
            "options": self.setup.chosen,
            "seed": self.seed,
            "bots": [[entrant.name, str(entrant.budget)] for entrant in self.entrants],
        }

    def run(
        self,
        workers: Workers | None = None,
        until_sure: bool = False,
        keep: Path | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Standing:
        """Play the games that are not in the file `keep` yet. An interrupted run returns the standing so far."""
        ready = lineup(self.setup, self.entrants)
        ready.warm_up()
        workers = workers or local(cores(), ready.compiled)
        ledger = Ledger(keep, self.about()) if keep else None
        with closing(ledger) if ledger else nullcontext():
            run = _Run(self, ledger, progress)
            run.go(workers, until_sure)
        return run.standing(until_sure)


class _Run:
    """The games of an arena that are played, and those that are to be."""

    def __init__(self, arena: Arena, ledger: Ledger | None, progress: Callable[[int], None] | None) -> None:
        self.arena, self.ledger = arena, ledger
        self.progress = progress or (lambda games: None)
        self.parts = [Results.empty(0, arena.setup.players)]
        self.done = np.zeros(arena.games, bool)
        self.looks = list(arena.looks)
        self.sure_after: int | None = None
        self.stopped = False
        self.seconds = 0.0
        if ledger:
            self._add(ledger.results.rows(ledger.results.numbers < arena.games))

    def go(self, workers: Workers, until_sure: bool) -> None:
        arena, begun = self.arena, perf_counter()
        work = Work(arena.setup, arena.entrants, arena.seed)
        left = (game for game in range(arena.games) if not self.done[game])
        parts = played(work, left, arena.seatings.block, arena.seatings.seating, workers)
        try:
            with closing(parts):  # type: ignore[type-var]
                while not (until_sure and self._sure()):
                    part = next(parts, None)
                    if part is None:
                        break
                    if self.ledger:
                        self.ledger.add(part)
                    self._add(part)
        except KeyboardInterrupt:
            self.stopped = True
        self.seconds = perf_counter() - begun

    def _add(self, part: Results) -> None:
        self.parts.append(part)
        self.done[part.numbers] = True
        self.progress(len(part))

    def _sure(self) -> bool:
        """Test at each of the fixed numbers of games, once all games up to it are done."""
        while self.looks and self.done[: self.looks[0]].all():
            games = self.looks.pop(0)
            if self._table(games).sure(len(self.arena.looks)):
                self.sure_after = games
                return True
        return False

    def _table(self, games: int) -> Standing:
        results = Results.joined(self.parts)
        return Standing(self.arena, results.rows(results.numbers < games))

    def standing(self, until_sure: bool) -> Standing:
        standing = self._table(self.sure_after or self.arena.games)
        standing.until_sure, standing.sure_after = until_sure, self.sure_after
        standing.stopped, standing.seconds = self.stopped, self.seconds
        return standing


@dataclass
class Standing:
    """The results of an arena. Blocks with missing games are left out, and games that were given up."""

    arena: Arena
    results: Results
    until_sure: bool = False
    sure_after: int | None = None
    stopped: bool = False
    seconds: float = 0.0
    _sums: _Sums = field(init=False)

    def __post_init__(self) -> None:
        blocks, sizes = np.unique(self.results.deals, return_counts=True)
        whole = np.isin(self.results.deals, blocks[sizes == self.arena.setup.players])
        self.results = self.results.rows(whole)
        self._sums = _Sums.of(self.results, len(self.arena.entrants))

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.arena.entrants]

    @cached_property
    def wins(self) -> list[Estimate]:
        """Each bot's share of a win, for each seat it had."""
        return [share(wins, seats) for wins, seats in zip(self._sums.wins.T, self._sums.seats.T, strict=True)]

    @cached_property
    def scores(self) -> list[Estimate]:
        return [mean(scores, seats) for scores, seats in zip(self._sums.scores.T, self._sums.seats.T, strict=True)]

    @cached_property
    def margins(self) -> list[Estimate]:
        """How much more each bot scored than the mean of the other bots at its table."""
        return [mean(margins, seats) for margins, seats in zip(self._sums.margins.T, self._sums.seats.T, strict=True)]

    @cached_property
    def pairs(self) -> list[list[Estimate]]:
        """How often each bot scored more than each other, ties half."""
        above = self._sums.above
        met = above + above.transpose(0, 2, 1)
        bots = range(len(self.names))
        return [[UNKNOWN if a == b else share(above[:, a, b], met[:, a, b]) for b in bots] for a in bots]

    @cached_property
    def ratings(self) -> list[Estimate]:
        return ratings(self._sums.above) if len(self._sums.above) else [UNKNOWN] * len(self.names)

    @property
    def ranking(self) -> list[int]:
        """The bots by their share of wins, the best first."""
        return sorted(range(len(self.names)), key=lambda bot: -(self.wins[bot].mean or 0))

    def sure(self, looks: int) -> bool:
        """Whether the ranking is certain: the shares of each bot and the next differ.

        Every pair at each of the looks may be wrong with its part of 5 % (Bonferroni), so that all together are wrong
        with at most 5 %.
        """
        pairs = len(self.names) * (len(self.names) - 1) // 2
        certainty = 1 - (1 - CERTAINTY) / (pairs * looks)
        wins, seats = self._sums.wins, self._sums.seats
        for better, worse in zip(self.ranking, self.ranking[1:], strict=False):
            gap = difference(wins[:, better], seats[:, better], wins[:, worse], seats[:, worse], certainty)
            if gap.low is None or gap.low <= 0:
                return False
        return True

    def data(self) -> dict[str, Any]:
        """As one JSON object."""
        names, arena, games = self.names, self.arena, len(self.results)
        endings = ("unfinished", *arena.setup.about.ENDINGS)
        return {
            **arena.about(),
            "games": games,
            "asked": arena.asked,
            "round": arena.seatings.round,
            "every_seating_equally": games > 0 and games % arena.seatings.all == 0,
            "until_sure": self.until_sure,
            "sure_after": self.sure_after,
            "looks": arena.looks if self.until_sure else None,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "fair_share": round(1 / arena.setup.players, 6),
            "ranking": [names[bot] for bot in self.ranking],
            "standing": [
                {
                    "bot": names[bot],
                    "seats": int(self._sums.seats[:, bot].sum()),
                    "wins": self.wins[bot].data(),
                    "score": self.scores[bot].data(),
                    "margin": self.margins[bot].data(),
                    "rating": self.ratings[bot].data(),
                    "decisions": round(float(self.results.decisions[self.results.seatings == bot].mean()), 2),
                    "absurd": int(self.results.absurd[self.results.seatings == bot].sum()),
                }
                for bot in self.ranking
                if games
            ],
            "pairs": [
                {"bot": names[a], "against": names[b], "scores_more": self.pairs[a][b].data()}
                for a in self.ranking
                for b in self.ranking
                if a != b and self.pairs[a][b].mean is not None
            ],
            "endings": {
                name: times
                for name, times in zip(endings, np.bincount(self.results.endings, minlength=1).tolist(), strict=False)
                if times
            },
        }


@dataclass(frozen=True)
class _Sums:
    """What the finished games of each block add up to, by bot."""

    seats: Any
    wins: Any
    scores: Any
    margins: Any
    above: Any  # by two bots: how often the first scored more, ties half

    @classmethod
    def of(cls, results: Results, bots: int) -> _Sums:
        blocks, block = np.unique(results.deals, return_inverse=True)
        finished = results.endings > 0
        block, seatings, points = block[finished], results.seatings[finished], results.scores[finished]
        wins, players = results.wins[finished], seatings.shape[1]
        sums = [np.zeros((len(blocks), bots)) for _ in range(4)]
        above = np.zeros((len(blocks), bots, bots))
        for seat in range(players):
            bot, score = seatings[:, seat], points[:, seat]
            others = seatings != bot[:, None]
            margin = score - (points * others).sum(axis=1) / others.sum(axis=1)
            for total, value in zip(sums, (1, wins[:, seat], score, margin), strict=True):
                np.add.at(total, (block, bot), value)
            for other in range(players):
                apart = others[:, other]
                more = (score > points[:, other]) + 0.5 * (score == points[:, other])
                np.add.at(above, (block[apart], bot[apart], seatings[apart, other]), more[apart])
        seats, shares, scores, margins = sums
        return cls(seats, shares, scores, margins, above)
