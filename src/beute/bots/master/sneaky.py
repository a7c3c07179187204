"""Sneaky: the turn solved exactly, on what the positions after it are worth when the next turn is solved as well.

The ends of a turn are at most 64 sets of full bandits, and a bust. Each that may come about is followed again and
again: the centre is refilled, and the turn of the next seat is solved. All ends are followed with the same luck, so
that their differences are not luck. What was expected of an end before counts like some such rounds.
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
    weigh_by_ends,
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

WHIM: Final = 0.0
DOUBT: Final = 2.0  # rounds that count as much as what was expected before them
TRIES: Final = 40  # of each decision, to see how the turn may end


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """For each legal decision the share of the win that can be expected; of equal ones, stopping comes first."""
    thoughts = Thoughts(known, seat, below(rng, 1 << 62))
    thoughts.think(budget)
    decisions = sorted(members(contract.legal(known, seat)), reverse=True)
    return {decision: float(np.clip(thoughts.worth[decision], 0, 1)) for decision in decisions}


class Thoughts:
    """What is known of the ends of a turn; every round more follows all of them once."""

    def __init__(self, known: State, seat: int, seed: int) -> None:
        self.table, self.seat, self.seed = np.array([known]), seat, seed
        self.weights = weights_of("sneaky")
        self.solved, self.others = np.zeros(1, SOLVED), np.zeros(1, SOLVED)
        self.ends, self.worth = weigh_turn(self.table, seat, self.weights, self.solved)
        self.likely, self.totals = np.zeros(ENDS, np.bool_), np.zeros(ENDS)
        self.rounds = 0

    def think(self, budget: Budget) -> None:
        """A simulation is one end followed once; so few that not all can be followed are none."""
        most = 1 << 62 if budget.simulations is None else budget.simulations
        if most > 1:
            ends = self.find_likely()
            if 1 < ends <= most:
                think(self.run, budget, each=ends, first=1)
                self.weigh()

    def find_likely(self) -> int:
        """Tell how many ends are worth to be followed."""
        find_likely(self.table, self.solved, self.seed, self.likely)
        return int(self.likely.sum())

    def run(self, rounds: int) -> None:
        """So many rounds more."""
        known = self.table, self.seat, self.weights, self.solved, self.others
        follow(*known, self.seed, self.rounds, rounds, self.likely, self.totals)
        self.rounds += rounds

    def weigh(self) -> None:
        """Make use of what was seen."""
        weigh_again(self.table, self.seat, self.ends, self.totals, self.rounds, self.likely, self.solved, self.worth)


# ---------------------------------------------------------------- ends that may come about


@batch
def find_likely(table: Any, solved: Any, seed: int, likely: Any) -> None:
    """The ends that came of some tries: each decision, and then the best play. The turn was solved."""
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
    """Follow the likely ends for some rounds, the first of them having this number.

    Of each end it is summed up which share of the win the seat can expect when the next turn is solved.
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


@batch
def weigh_again(
    table: Any, seat: int, ends: Any, totals: Any, rounds: int, likely: Any, solved: Any, worth: Any
) -> None:
    """Write what each decision is worth by what was expected of the ends, and by what came of them."""
    corrected = ends.copy()
    mix(seat, totals, rounds, likely, corrected)
    weigh_by_ends(table, seat, corrected, solved, worth)


@rule
def mix(seat: int, totals: Any, rounds: int, likely: Any, ends: Any) -> None:
    """What was expected of the ends, corrected by what came of them; of the others, by what it was wrong on average."""
    wrong, followed = 0.0, 0
    for end in range(ENDS):
        if likely[end]:
            corrected = (DOUBT * ends[end, seat] + totals[end]) / (DOUBT + rounds)
            wrong += corrected - ends[end, seat]
            followed += 1
            ends[end, seat] = corrected
    for end in range(ENDS):
        if not likely[end]:
            ends[end, seat] += wrong / followed
