"""Sneaky: the turn solved exactly, on what the positions after it are worth when the next turn is solved as well.

A turn can end with one of at most 64 sets of full bandits, or with a bust. Each likely end is simulated again and
again: the centre is refilled, and the turn of the next seat is solved. All ends are simulated with the same luck, so
that their differences are not luck. The value expected of an end beforehand counts like some such rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.thinking import think
from beute.bots.turn import (
    BUST,
    ENDS,
    NEVER,
    NOWHERE,
    SOLVED,
    better,
    can_end,
    carry_out,
    digit,
    end_turn,
    find_open,
    fits,
    full_ones,
    is_laying,
    roll_out,
    solve,
    value_ends,
    weigh_ends,
    with_loot,
)
from beute.bots.turn import weigh as weigh_turn
from beute.bots.value import weights as weights_of
from beute.bots.value.sneaky import expect
from beute.games import contract
from beute.games.bits import index, members
from beute.games.compiling import batch, called, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below, reseed
from beute.games.layout import State
from beute.games.sneaky import rules
from beute.games.sneaky.rules import AGAIN, KINDS, MAX_SEATS, ROLL, SPOTS

TEMPERATURE: Final = 0.0
DOUBT: Final = 2.0  # the value expected beforehand counts as much as so many rounds
TRIES: Final = 40  # of each decision, to find how the turn may end


def weigh(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """For each legal decision the share of the win that can be expected; of equal ones, stopping comes first."""
    estimates = EndEstimates(known, seat, below(rng, 1 << 62))
    estimates.think(budget)
    decisions = sorted(members(contract.legal(known, seat)), reverse=True)
    return {decision: float(np.clip(estimates.worth[decision], 0, 1)) for decision in decisions}


class EndEstimates:
    """What the ends of a turn are worth; every round simulates each of the likely ones once."""

    def __init__(self, known: State, seat: int, seed: int) -> None:
        self.table, self.seat, self.seed = np.array([known]), seat, seed
        self.weights = weights_of("sneaky")
        self.solved, self.others = np.zeros(1, SOLVED), np.zeros(1, SOLVED)
        self.ends, self.worth = weigh_turn(self.table, seat, self.weights, self.solved)
        self.likely, self.totals = np.zeros(ENDS, np.bool_), np.zeros(ENDS)
        self.rounds = 0

    def think(self, budget: Budget) -> None:
        """A simulation is one end simulated once; if there are too few for all ends, none is done."""
        most = 1 << 62 if budget.simulations is None else budget.simulations
        if most > 1:
            ends = self.find_likely()
            if 1 < ends <= most:
                think(self.run, budget, each=ends, first=1)
                self.weigh()

    def find_likely(self) -> int:
        """Find the likely ends; return how many they are."""
        find_likely(self.table, self.solved, self.seed, self.likely)
        return int(self.likely.sum())

    def run(self, rounds: int) -> None:
        """So many more rounds."""
        known = self.table, self.seat, self.weights, self.solved, self.others
        follow(*known, self.seed, self.rounds, rounds, self.likely, self.totals)
        self.rounds += rounds

    def weigh(self) -> None:
        """Rate the decisions again, with the results so far."""
        ends = self.ends.copy()
        ends[:, self.seat] = corrected(ends[:, self.seat], self.totals, self.rounds, self.likely)
        self.worth = weigh_ends(self.table, self.seat, with_loot(self.table, self.seat, ends, self.solved), self.solved)


# ---------------------------------------------------------------- ends that may come about


@batch
def find_likely(table: Any, solved: Any, seed: int, likely: Any) -> None:
    """The ends that some samples reached: each decision, then the best play. The turn must have been solved."""
    s, turn = table[0], solved[0]
    if is_laying(s):
        for kind in range(KINDS):
            likely[kind] = can_end(s, turn, kind)
        return
    twin = np.empty_like(table)
    luck = np.zeros(1, np.uint64)
    reseed(luck, seed, 0)
    likely[BUST] = True
    likely[0] = s.placed != 0
    for decision in range(SPOTS + 1):
        goal = best_with(s, turn, decision)
        if decision == AGAIN and s.placed:
            goal = 0
        if goal == NOWHERE:
            continue
        if decision != AGAIN and turn.stop[goal] >= turn.roll[goal]:
            likely[full_ones(turn, goal)] = True
        elif turn.roll[goal] != NEVER:
            for _ in range(TRIES):
                twin[0] = table[0]
                likely[roll_out(twin, solved, goal, luck)] = True


@rule
def best_with(s: State, turn: Any, spot: int) -> int:
    """The best placement of this roll that has a die on this spot."""
    goal = NOWHERE
    for n in range(int(turn.open)):
        if turn.spot[n] == spot:
            for placement in range(1, int(turn.stride[turn.open])):
                if digit(turn, placement, n) > 0 and fits(int(s.dice), int(turn.needs[placement])):
                    goal = better(turn, goal, placement)
    return goal


# ---------------------------------------------------------------- what comes of them


@batch
def follow(
    table: Any,
    seat: int,
    weights: Any,
    solved: Any,
    others: Any,
    seed: int,
    first: int,
    rounds: int,
    likely: Any,
    totals: Any,
) -> None:
    """Simulate the likely ends for some rounds; `first` is the number of the first round.

    For each end it adds up the share of the win that the seat can expect after the next turn, which is solved.
    """
    here = np.empty_like(table)
    shares = np.empty(MAX_SEATS)
    ends = np.empty((ENDS, MAX_SEATS))
    luck = np.zeros(1, np.uint64)
    s = here[0]
    for end in range(ENDS):
        if not likely[end]:
            continue
        for n in range(first, first + rounds):
            reseed(luck, seed, 1 + n)
            here[0] = table[0]
            end_turn(here, seat, solved[0], end, weights)
            refill(s, luck)
            if s.due == OVER:
                expect(s, weights, shares)
                totals[end] += shares[seat]
            else:
                find_open(s, others[0])
                value_ends(here, index(s.seat), weights, others, ends)
                solve(here, index(s.seat), ends, others)
                totals[end] += others[0].shares[0, seat]


@called
def refill(s: State, luck: Rng) -> None:
    """SN-19: until somebody rolls, or the game is over."""
    while s.due == CHANCE and s.step != ROLL:
        carry_out(s, CHANCE, rules.draw(s, luck))


def corrected(expected: Any, totals: Any, rounds: int, likely: Any) -> Any:
    """The expected values of the ends corrected by the simulated ones; of unlikely ends by the mean error."""
    seen = (DOUBT * expected + totals) / (DOUBT + rounds)
    wrong = (seen - expected)[likely].mean()
    return np.where(likely, seen, expected + wrong)
