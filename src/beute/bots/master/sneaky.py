"""Sneaky: the turn solved exactly, on what the positions after it are worth when the next turn is solved as well.

The ends of a turn are at most 64 sets of full bandits, and a bust. Each that may come about is followed again and
again: the centre is refilled, and the turn of the next seat is solved. All ends are followed with the same luck, so
that their differences are not luck. What was expected of an end before counts like some such rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.turn import (
    BUST,
    DECISIONS,
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
from beute.bots.value import weights as weights_of
from beute.bots.value.sneaky import expect
from beute.games import contract
from beute.games.contract import CHANCE, OVER
from beute.games.kernel import Rng, State, batch, below, members, number, reseed, rule, seldom
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
        self.totals = np.zeros(ENDS)
        self.worth = np.empty(DECISIONS)
        self.rounds = 0

    def think(self, budget: Budget) -> None:
        """A simulation is one end followed once; so few that not all can be followed are none."""
        ends = self.run(0)
        begun = now = perf_counter()
        limit = float("inf") if budget.milliseconds is None else begun + budget.milliseconds / 1000
        left = 1 << 62 if budget.simulations is None else budget.simulations // ends
        some = min(1, left)
        while some > 0 and ends > 1:
            self.run(some)
            left -= some
            before, now = now, perf_counter()
            pace = (now - before) / some  # seconds a round
            some = int(min(left, 2 * some, (limit - now) / pace))

    def run(self, rounds: int) -> int:
        """So many rounds more; tell how many ends were followed in each."""
        self.rounds += rounds
        return int(
            look_ahead(
                self.table,
                self.seat,
                self.weights,
                self.solved,
                self.others,
                self.seed,
                self.rounds - rounds,
                rounds,
                self.totals,
                self.worth,
            )
        )


@batch
def look_ahead(
    table: Any,
    seat: int,
    weights: Any,
    solved: Any,
    others: Any,
    seed: int,
    first: int,
    rounds: int,
    totals: Any,
    worth: Any,
) -> int:
    """Follow the ends of the turn for some rounds, the first of them having this number, and weigh the decisions."""
    ends = np.empty((ENDS, MAX_SEATS))
    likely = np.zeros(ENDS, np.bool_)
    find_open(table[0], solved[0])
    value_ends(table, seat, weights, solved, ends)
    if is_laying(table[0]):
        for kind in range(KINDS):
            likely[kind] = can_end(table[0], solved[0], kind)
    else:
        solve(table, seat, ends, solved)
        find_likely(table, solved, seed, likely)
    for end in range(ENDS):
        if likely[end]:
            totals[end] += follow(table, seat, end, weights, solved, others, seed, first, rounds)
    mix(seat, totals, first + rounds, likely, ends)
    weigh_by_ends(table, seat, ends, solved, worth)
    return likely.sum()


# ---------------------------------------------------------------- ends that may come about


@seldom
def find_likely(table: Any, solved: Any, seed: int, likely: Any) -> None:
    """The ends that came of some tries: each decision, and then the best play."""
    s, turn = table[0], solved[0]
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


@seldom
def follow(
    table: Any,
    seat: int,
    end: int,
    weights: Any,
    solved: Any,
    others: Any,
    seed: int,
    first: int,
    rounds: int,
) -> float:
    """The sum over rounds of the share of the win that the seat can expect when the next turn is solved."""
    here = np.empty_like(table)
    shares = np.empty(MAX_SEATS)
    ends = np.empty((ENDS, MAX_SEATS))
    luck = np.zeros(1, np.uint64)
    s = here[0]
    total = 0.0
    for n in range(first, first + rounds):
        reseed(luck, seed, 1 + n)
        here[0] = table[0]
        end_turn(here, seat, solved[0], end, weights)
        refill(s, luck)
        if s.due == OVER:
            expect(s, weights, shares)
            total += shares[seat]
        else:
            find_open(s, others[0])
            value_ends(here, number(s.seat), weights, others, ends)
            solve(here, number(s.seat), ends, others)
            total += others[0].shares[0, seat]
    return total


@seldom
def refill(s: State, luck: Rng) -> None:
    """SN-19: until somebody rolls, or the game is over."""
    while s.due == CHANCE and s.step != ROLL:
        carry_out(s, CHANCE, rules.draw(s, luck))


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
