"""Räuber: what a trained policy likes is tried side by side in likely worlds, the worse half left behind each time.

Moves are tried in the same worlds with the same draws, so that luck is the same for all and few worlds tell much.
What a move is worth is told as a difference to the best one in the worlds that both were tried in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log2
from time import perf_counter
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.master.raeuber import judgement, policy
from beute.bots.master.raeuber.beliefs import remember
from beute.bots.master.raeuber.lookahead import look_ahead
from beute.bots.thinking import as_record, next_piece
from beute.games import contract
from beute.games.kernel import Rng, State, batch, below, members
from beute.games.raeuber.rules import KIND_OF_MOVE, OUT, PLACE_OF_MOVE, SACKS, WORTH, owner_of
from beute.games.raeuber.words import move

WHIM: Final = 0.0
NOISE: Final = 0.04  # the usual variance of a difference between two moves in one world
SOME: Final = 2  # worlds that this is believed for, whatever is seen
NEVER: Final = 1e-6  # how seldom the policy chooses a move at least, when it comes to opinions
GLIMPSES: Final = 8  # worlds in which every move is looked at, before those are tried that the policy likes


@dataclass(frozen=True)
class Settings:
    """How far and how wide it looks; its numbers are read by compiled code as a record of these names."""

    horizon: float = 5
    """Decisions by the policy after the first move, until it is judged what the position is worth."""

    near: float = 6
    """With so many cards left or fewer the policy plays to the end."""

    blunder: float = 0.2
    """How often others are believed to do anything at all."""

    belief_care: float = 1.0
    """How careful others are believed to be: a move that feels worse by this they choose e times less often."""

    opinion: float = 0.015
    """A move that the policy chooses e times less often is thought to be worth this much less, at first."""

    first: float = 20.0
    """The first opinion of a move counts as much as so many worlds with the usual noise."""


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    return weigh_by(Settings(), known, seen, seat, rng, budget)


def weigh_by(
    settings: Settings, known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget
) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it."""
    twins = same_moves(known, members(contract.legal(known, seat)))
    trial = Trial(known, seen, seat, below(rng, 1 << 62), sorted(set(twins.values())), settings)
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
    simulations: int = 0
    worlds: int = 0  # imagined so far; the last one is `dealt`

    def __post_init__(self) -> None:
        self._known, self.dealt, self._world = (np.array([self.known]) for _ in range(3))
        self._memory, self._past = remember(
            self.known,
            self.seen,
            self.seat,
            self.settings.blunder,
            self.settings.belief_care,
        )
        players = int(self.known.players)
        self._policy, self._mind = policy.trained(players), np.zeros(1, policy.MIND)
        self._judge, self._seeing = judgement.trained(players), np.zeros(1, judgement.MIND)
        self.shares = np.zeros((len(self.moves), 64))
        self.tried = np.zeros(len(self.moves), np.int64)  # worlds that each move was tried in: the first ones
        self.chances = self.impressions()
        self.opinion = np.zeros(len(self.moves))
        self.alive = np.nonzero(self.chances >= policy.SELDOM)[0]

    def impressions(self) -> Any:
        """How likely the policy is to choose each move."""
        n = first_impression(self._known, self.seat, self._policy, self._mind)
        chances = dict(zip(self._mind["numbers"][0, :n].tolist(), self._mind["chances"][0, :n], strict=True))
        return np.array([chances[move] for move in self.moves])

    def think(self, budget: Budget) -> None:
        """In each round the worse half is left behind; all rounds take as long."""
        self.try_out(0)  # loads what is compiled, or compiles it, before the clock is started
        if len(self.alive) == 1:
            budget = Budget(simulations=1)  # only one is worth a look
        begun = perf_counter()
        self.form_opinion()
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

    def form_opinion(self) -> None:
        """By what the policy thinks; of what it would never choose also by how positions right after it are judged."""
        self.opinion = self.settings.opinion * np.log(np.maximum(self.chances / self.chances.max(), NEVER))
        glimpses = np.zeros((len(self.moves), GLIMPSES))
        self.look(replace(self.settings, horizon=0), np.arange(len(self.moves)), glimpses, 0, GLIMPSES)
        judged = glimpses.mean(1) - glimpses[self.alive].mean(1).max()
        never = self.chances < policy.SELDOM
        self.opinion[never] = np.minimum(self.opinion, judged)[never]

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
        self.look(self.settings, self.alive, self.shares, self.worlds, worlds)
        self.worlds += worlds
        self.tried[self.alive] += worlds
        self.simulations += worlds * len(self.alive)

    def look(self, settings: Settings, some: Any, shares: Any, first: int, worlds: int) -> None:
        """Some moves in so many worlds from the first on; what they come to is written."""
        look_ahead(
            self._known,
            self.dealt,
            self._world,
            self.seat,
            np.array(self.moves),
            some,
            self._memory,
            self._past,
            as_record(settings),
            self._policy,
            self._mind,
            self._judge,
            self._seeing,
            shares,
            self.seed,
            first,
            worlds,
        )

    def best_first(self, some: Any) -> Any:
        """Moves that were tried in the same worlds, by what they came to and a first opinion."""
        sums = self.shares[some, : self.worlds].sum(1) + self.settings.first * self.opinion[some]
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
            doubt = noise / NOISE * self.settings.first
            total = float(behind.sum() + doubt * (self.opinion[best] - self.opinion[n]))
            found[a] = top if n == best else max(0.0, top - max(1e-6, total / (worlds + doubt)))
        return found


@batch
def first_impression(known: Any, seat: int, policies: Any, minds: Any) -> int:
    """What the policy thinks of the moves; tell how many it may choose."""
    return policy.consider(known[0], seat, policies[0], minds[0])
