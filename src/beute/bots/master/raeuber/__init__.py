"""Räuber: sequential halving of the moves that `greedy` rates best, in likely worlds.

Moves are tried in the same worlds with the same draws, so that luck is the same for all and few worlds are enough.
What a move is worth is its difference from the best one in the worlds that both were tried in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from time import perf_counter
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.greedy.raeuber import MOVES
from beute.bots.greedy.raeuber import weigh as weigh_by_thumb
from beute.bots.master.raeuber.beliefs import remember
from beute.bots.master.raeuber.judgement import WORK, trained
from beute.bots.master.raeuber.lookahead import look_ahead
from beute.bots.search.tree import Tree
from beute.bots.thinking import as_record, hurried, next_piece
from beute.games import contract
from beute.games.bits import members
from beute.games.compiling import batch
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import KIND_OF_MOVE, OUT, PLACE_OF_MOVE, SACKS, WORTH, owner_of
from beute.games.raeuber.words import move

TEMPERATURE: Final = 0.0
NARROW: Final = 10  # at least so many moves are tried: those that `greedy` rates best
FOR_A_MOVE: Final = 60  # one more move is tried for each 60 simulations
IN_A_MILLISECOND: Final = 40  # simulations, roughly; only to decide how many moves to try
POINT: Final = 0.01  # share of a win for each 1 that `greedy` rates a move higher
NOISE: Final = 0.04  # the usual variance of a difference between two moves in one world
SOME: Final = 2  # the usual variance counts as much as so many worlds
ROOM: Final = 2  # upper bound of what a simulation adds to the tree


@dataclass(frozen=True)
class Settings:
    """How deep and how wide the search is; compiled code reads the numbers as a record of these names."""

    horizon: float = 5
    """Decisions after the first move until the position is valued again; the tree may go deeper."""

    trust: float = 0.5
    """Weight of the value where the tree ends; the rest is the weight of the later value."""

    careless: float = 0.1
    """How often a decision is random, after the tree has ended."""

    exploration: float = 0.3
    """How much the tree favours moves that `greedy` rates high and that were rarely tried; 0 for no tree."""

    prior_temperature: float = 1.5
    """Temperature of the prior in the tree: a move that `greedy` rates lower by this gets e times less of it."""

    blunder: float = 0.2
    """How often others are believed to play at random."""

    belief_temperature: float = 1.0
    """Temperature of others: a move that `greedy` rates lower by this they choose e times less often."""

    prior_worlds: float = 4.0
    """The prior of a move, by `greedy`, counts as much as so many worlds with the usual noise."""


def weigh(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    return weigh_by(Settings(), trained(int(known.players)), known, heard, seat, rng, budget)


def weigh_by(
    settings: Settings, net: Any, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget
) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it, by this network.

    The best comes first; of equal ones, as in a game that is won or lost, the one with the better prior.
    """
    twins = same_moves(known, members(contract.legal(known, seat)))
    trial = Trial(known, heard, seat, below(rng, 1 << 62), sorted(set(twins.values())), settings, net)
    trial.think(budget)
    shares, prior = trial.expected, dict(zip(trial.moves, trial.prior.tolist(), strict=True))
    best_first = sorted(twins, key=lambda decision: (shares[twins[decision]], prior[twins[decision]]), reverse=True)
    return {decision: shares[twins[decision]] for decision in best_first}


def same_moves(known: State, decisions: list[int]) -> dict[int, int]:
    """For each decision the first equivalent one, as two sacks can be alike."""
    alike = {}
    for sack in range(SACKS):
        facts = int(WORTH[sack]), int(known.loot[sack]), owner_of(known, sack), int(known.top[sack])
        alike[sack] = next(
            other
            for other in range(SACKS)
            if facts == (int(WORTH[other]), int(known.loot[other]), owner_of(known, other), int(known.top[other]))
        )
    alike[OUT] = OUT
    return {a: move(int(KIND_OF_MOVE[a]), alike[int(PLACE_OF_MOVE[a])]) for a in decisions}


@dataclass
class Trial:
    """Moves tried in the same worlds."""

    known: State
    heard: Sequence[str]
    seat: int
    seed: int
    moves: list[int]
    settings: Settings
    net: Any
    simulations: int = 0
    worlds: int = 0  # imagined so far; the last one is `dealt`
    tree: Tree = field(default_factory=Tree)

    def __post_init__(self) -> None:
        self._known, self.dealt, self._world, self._shown = (np.array([self.known]) for _ in range(4))
        self._memory, self._past = remember(
            self.known,
            self.heard,
            self.seat,
            self.settings.blunder,
            self.settings.belief_temperature,
        )
        self._settings = as_record(self.settings)
        self._work = np.zeros(1, WORK)
        self.shares = np.zeros((len(self.moves), 64))
        self.tried = np.zeros(len(self.moves), np.int64)  # worlds that each move was tried in: the first ones
        self.prior = prior_of(self._known, self.seat, self.moves)
        self.alive = np.arange(len(self.moves))

    def think(self, budget: Budget) -> None:
        """Sequential halving: after each round the worse half is dropped; all rounds take equally long."""
        self.alive = self.best_by_prior(most_moves(budget))
        self.try_out(0)  # loads what is compiled, or compiles it, before the clock is started
        started = perf_counter()
        rounds = max(1, ceil(log2(len(self.alive))))
        for number in range(rounds):
            part = (number + 1) / rounds
            self.think_round(
                started,
                started + part * budget.milliseconds / 1000 if budget.milliseconds is not None else float("inf"),
                int(part * budget.simulations) if budget.simulations is not None else 1 << 62,
            )
            if number < rounds - 1:
                self.alive = self.best_first(self.alive)[: max(2, (len(self.alive) + 1) // 2)]
                self.alive.sort()

    def best_by_prior(self, most: int) -> Any:
        """At most so many moves, the best by their prior."""
        return np.sort(np.argsort(-self.prior, kind="stable")[:most])

    def think_round(self, started: float, end: float, most: int) -> None:
        """Try the moves that are left until the round's time or simulations are used up, or the answer is wanted now.

        Once at least.
        """
        pace, now = 1, perf_counter()
        while True:
            some = max(1, min(pace, (most - self.simulations) // len(self.alive)))
            used_up = now >= end or self.simulations + some * len(self.alive) > most
            if self.worlds and (used_up or hurried(started, now)):
                return
            self.try_out(some)
            before, now = now, perf_counter()
            pace = next_piece(some, now - before, pace)

    def try_out(self, worlds: int) -> None:
        """Try the remaining moves in so many more worlds."""
        while self.worlds + worlds > self.shares.shape[1]:
            self.shares = np.concatenate([self.shares, np.zeros_like(self.shares)], 1)
        self.tree.make_room(ROOM * (1 + worlds * len(self.alive)))
        look_ahead(
            self._known,
            self.dealt,
            self._world,
            self._shown,
            self._shown.view(np.uint64),
            self.seat,
            np.array(self.moves),
            self.alive,
            self._memory,
            self._past,
            self._settings,
            self.net,
            self._work,
            self.tree.nodes,
            self.tree.edges,
            self.tree.used,
            self.shares,
            self.seed,
            self.worlds,
            worlds,
        )
        self.worlds += worlds
        self.tried[self.alive] += worlds
        self.simulations += worlds * len(self.alive)

    def best_first(self, some: Any) -> Any:
        """Moves that were tried in the same worlds, sorted by results and prior."""
        sums = self.shares[some, : self.worlds].sum(1) + self.settings.prior_worlds * self.prior[some]
        return some[np.argsort(-sums, kind="stable")]

    @property
    def expected(self) -> dict[int, float]:
        """For each move the mean of the best one, less the difference between the two in the worlds of both."""
        best = int(self.best_first(self.alive)[0])
        top = float(self.shares[best, : self.worlds].mean())
        found = {}
        for n, a in enumerate(self.moves):
            worlds = int(self.tried[n])
            behind = self.shares[best, :worlds] - self.shares[n, :worlds]
            noise = (((behind - behind.sum() / max(1, worlds)) ** 2).sum() + SOME * NOISE) / (worlds + SOME)
            doubt = noise / NOISE * self.settings.prior_worlds
            total = float(behind.sum() + doubt * (self.prior[best] - self.prior[n]))
            found[a] = top if n == best else max(0.0, top - max(1e-6, total / (worlds + doubt)))
        return found


def most_moves(budget: Budget) -> int:
    """How many moves are tried with this budget."""
    simulations = 1 << 62 if budget.simulations is None else budget.simulations
    if budget.milliseconds is not None:
        simulations = min(simulations, int(IN_A_MILLISECOND * budget.milliseconds))
    return max(NARROW, simulations // FOR_A_MOVE)


def prior_of(table: Any, seat: int, moves: list[int]) -> Any:
    """How `greedy` rates each move, as a share of the win below that of the best."""
    gains = np.zeros(MOVES)
    rate_by_greedy(table, seat, gains)
    return POINT * (gains[moves] - gains[moves].max())


@batch
def rate_by_greedy(table: Any, seat: int, gains: Any) -> None:
    """Compiled entry to the ratings of `greedy`."""
    weigh_by_thumb(table[0], seat, gains)
