"""Räuber: the moves that feel best side by side in likely worlds, the worse half left behind again and again.

They are tried in the same worlds with the same draws, so that luck is the same for all and few worlds tell much.
What a move is worth is told as a difference to the best one in the worlds that both were tried in.
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
from beute.bots.master.raeuber.judgement import MIND, trained
from beute.bots.master.raeuber.lookahead import look_ahead
from beute.bots.search.tree import Tree
from beute.bots.thinking import as_record, next_piece
from beute.games import contract
from beute.games.bits import members
from beute.games.compiling import batch
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import KIND_OF_MOVE, OUT, PLACE_OF_MOVE, SACKS, WORTH, owner_of
from beute.games.raeuber.words import move

WHIM: Final = 0.0
NARROW: Final = 10  # moves that are tried at least: those that feel best
FOR_A_MOVE: Final = 60  # simulations for which one more is tried
IN_A_MILLISECOND: Final = 40  # simulations, more or less; only to know how many moves there is time for
POINT: Final = 0.01  # share of a win for each 1 that a move feels better by rules of thumb
NOISE: Final = 0.04  # the usual variance of a difference between two moves in one world
SOME: Final = 2  # worlds that this is believed for, whatever is seen
ROOM: Final = 2  # more than a simulation adds to the tree


@dataclass(frozen=True)
class Settings:
    """How far and how wide it looks; its numbers are read by compiled code as a record of these names."""

    horizon: float = 5
    """Decisions after the first move, until it is asked again what the position is worth; the tree may go deeper."""

    trust: float = 0.5
    """How much of what is expected is what the position is worth where the tree ends; the rest is what it is later."""

    careless: float = 0.1
    """How often a decision is any, where the tree has ended."""

    exploration: float = 0.3
    """How much a move is favoured in the tree that `greedy` likes and that was rarely tried; 0 for no tree."""

    care: float = 1.5
    """A move that feels worse by this is looked at e times less."""

    blunder: float = 0.2
    """How often others are believed to do anything at all."""

    belief_care: float = 1.0
    """How careful others are believed to be: a move that feels worse by this they choose e times less often."""

    thumb: float = 4.0
    """The first opinion of a move, by rules of thumb, counts as much as so many worlds with the usual noise."""


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    return weigh_by(Settings(), trained(int(known.players)), known, seen, seat, rng, budget)


def weigh_by(
    settings: Settings, net: Any, known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget
) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it, as this network judges."""
    twins = same_moves(known, members(contract.legal(known, seat)))
    trial = Trial(known, seen, seat, below(rng, 1 << 62), sorted(set(twins.values())), settings, net)
    trial.think(budget)
    shares = trial.expected
    return {decision: shares[twin] for decision, twin in twins.items()}


def same_moves(known: State, decisions: list[int]) -> dict[int, int]:
    """For each decision the first one that comes to the same, as two sacks are alike."""
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
    """Moves tried side by side."""

    known: State
    seen: Sequence[str]
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
            self.seen,
            self.seat,
            self.settings.blunder,
            self.settings.belief_care,
        )
        self._settings = as_record(self.settings)
        self._mind = np.zeros(1, MIND)
        self.shares = np.zeros((len(self.moves), 64))
        self.tried = np.zeros(len(self.moves), np.int64)  # worlds that each move was tried in: the first ones
        self.thumb = first_opinion(self._known, self.seat, self.moves)
        self.alive = np.arange(len(self.moves))

    def think(self, budget: Budget) -> None:
        """In each round the worse half is left behind; all rounds take as long."""
        self.alive = self.feel_best(most_moves(budget))
        self.try_out(0)  # loads what is compiled, or compiles it, before the clock is started
        begun = perf_counter()
        rounds = max(1, ceil(log2(len(self.alive))))
        for number in range(rounds):
            part = (number + 1) / rounds
            self.think_round(
                begun + part * budget.milliseconds / 1000 if budget.milliseconds is not None else float("inf"),
                int(part * budget.simulations) if budget.simulations is not None else 1 << 62,
            )
            if number < rounds - 1:
                self.alive = self.best_first(self.alive)[: max(2, (len(self.alive) + 1) // 2)]
                self.alive.sort()

    def feel_best(self, most: int) -> Any:
        """So many moves at most, by first opinion."""
        return np.sort(np.argsort(-self.thumb, kind="stable")[:most])

    def think_round(self, end: float, most: int) -> None:
        """Try the moves that are left until the round's time or simulations are used up; once at least."""
        pace, now = 1, perf_counter()
        while True:
            some = max(1, min(pace, (most - self.simulations) // len(self.alive)))
            if self.worlds and (now >= end or self.simulations + some * len(self.alive) > most):
                return
            self.try_out(some)
            before, now = now, perf_counter()
            pace = next_piece(some, now - before, pace)

    def try_out(self, worlds: int) -> None:
        """The moves that are left in so many more worlds."""
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
            self._mind,
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
        """Moves that were tried in the same worlds, by what they came to and a first opinion."""
        sums = self.shares[some, : self.worlds].sum(1) + self.settings.thumb * self.thumb[some]
        return some[np.argsort(-sums, kind="stable")]

    @property
    def expected(self) -> dict[int, float]:
        """For each move what the best one came to, less what the move fell short of it in the worlds of both."""
        best = int(self.best_first(self.alive)[0])
        top = float(self.shares[best, : self.worlds].mean())
        found = {}
        for n, a in enumerate(self.moves):
            worlds = int(self.tried[n])
            behind = self.shares[best, :worlds] - self.shares[n, :worlds]
            noise = (((behind - behind.sum() / max(1, worlds)) ** 2).sum() + SOME * NOISE) / (worlds + SOME)
            doubt = noise / NOISE * self.settings.thumb
            total = float(behind.sum() + doubt * (self.thumb[best] - self.thumb[n]))
            found[a] = top if n == best else max(0.0, top - max(1e-6, total / (worlds + doubt)))
        return found


def most_moves(budget: Budget) -> int:
    """How many moves there is time for."""
    simulations = 1 << 62 if budget.simulations is None else budget.simulations
    if budget.milliseconds is not None:
        simulations = min(simulations, int(IN_A_MILLISECOND * budget.milliseconds))
    return max(NARROW, simulations // FOR_A_MOVE)


def first_opinion(table: Any, seat: int, moves: list[int]) -> Any:
    """What rules of thumb say of each move, as a share of the win less than that of the best."""
    gains = np.zeros(MOVES)
    opinions(table, seat, gains)
    return POINT * (gains[moves] - gains[moves].max())


@batch
def opinions(table: Any, seat: int, gains: Any) -> None:
    """The door to the rules of thumb."""
    weigh_by_thumb(table[0], seat, gains)
