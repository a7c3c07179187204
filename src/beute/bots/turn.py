"""Sneaky's turn solved exactly: every roll and every placement, for the best value of the position after the turn.

How far a turn has come is how many dice lie on each open bandit; that also tells how many are left to roll. So a turn
is a few thousand such placements at most. They are valued from the fullest down: what stopping there is worth, what
rolling on is worth (the average over all rolls of the best placement that the roll allows), and the better of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.value import weights as weights_of
from beute.bots.value.sneaky import value
from beute.games.kernel import Rng, State, batch, lowest, rule, seldom, size
from beute.games.sneaky import rules
from beute.games.sneaky.rules import (
    AGAIN,
    SPOTS,
    STOP,
    TOP,
    TOP_KIND,
    distinct,
    to_lay,
)

GAMES: Final = ("sneaky",)
PLACEMENTS: Final = 4096  # three centre bandits and three tops, all of value 3
ROLLS: Final = 792  # of seven dice
OPEN: Final = 6  # bandits that lie open at most
EACH_TOP_BIT: Final = 0x808080808080
NEVER: Final = -1.0

SOLVED: Final = np.dtype(
    (
        np.record,
        [
            ("stop", np.float64, PLACEMENTS),  # what stopping there is worth
            ("roll", np.float64, PLACEMENTS),  # what rolling on is worth; NEVER if that is not possible
            ("best", np.float64, PLACEMENTS),  # the better of both
            ("bust", np.float64, PLACEMENTS),  # from there on, with best play
            ("captured", np.float64, (PLACEMENTS, OPEN)),  # each bandit, likewise
            ("needs", np.int64, PLACEMENTS),  # dice on the bandits by colour, a byte each, as the rules count dice
            ("dice", np.int8, PLACEMENTS),  # dice on the bandits
            ("spot", np.int8, OPEN),  # the bandits that lie open, by their spots
            ("stride", np.int64, OPEN + 1),  # the placement with one die more on a bandit is that much further
            ("open", np.int8),  # how many lie open
        ],
    )
)


# ---------------------------------------------------------------- deciding


def choose(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    return int(decide(np.array([known]), seat, weights_of("sneaky"), np.zeros(1, SOLVED)))


@batch
def decide(table: Any, seat: int, weights: Any, solved: Any) -> int:
    """The best decision now: which bandit goes on top, the next die of the best placement, or whether to roll on."""
    s, turn = table[0], solved[0]
    if is_laying(s):
        return TOP_KIND + best_top(table, seat, weights)
    solve(table, seat, weights, turn)
    goal = best_placement(s, turn)
    if goal == 0:
        return AGAIN if turn.roll[0] > turn.stop[0] else STOP
    for n in range(int(turn.open)):
        if digit(turn, goal, n) > 0:
            return int(turn.spot[n])
    return STOP


@rule
def best_placement(s: State, turn: Any) -> int:
    """Of all that the dice of this roll allow; to leave it as it is only if one was placed."""
    goal = 0
    best = turn.best[0] if s.placed else NEVER
    for placement in range(1, int(turn.stride[turn.open])):
        if fits(int(s.dice), int(turn.needs[placement])) and turn.best[placement] > best:
            goal, best = placement, turn.best[placement]
    return goal


@rule
def fits(dice: int, needed: int) -> bool:
    """Whether there are enough dice of every colour."""
    return ((dice | EACH_TOP_BIT) - needed) & EACH_TOP_BIT == EACH_TOP_BIT


@seldom
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own play, compiled once for all who need it here."""
    rules.play(s, seat, a)


@seldom
def best_top(table: Any, seat: int, weights: Any) -> int:
    """SN-15: the bandit that is best seen on top, the others below as they come."""
    twin = np.empty_like(table)
    kinds = distinct(to_lay(table[0]))
    best, best_kind = NEVER, lowest(kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        twin[0] = table[0]
        lay_on_top(twin[0], seat, kind)
        worth = value(twin, seat, weights)
        if worth > best:
            best, best_kind = worth, kind
    return best_kind


@rule
def is_laying(s: State) -> bool:
    return s.step == TOP and int(s.due) > 0


@seldom
def lay_on_top(s: State, seat: int, kind: int) -> None:
    """SN-15: this one, and the others below as they come."""
    carry_out(s, seat, TOP_KIND + kind)
    while is_laying(s):
        carry_out(s, seat, TOP_KIND + lowest(distinct(to_lay(s))))


# ---------------------------------------------------------------- solving


@seldom
def solve(table: Any, seat: int, weights: Any, turn: Any) -> None:
    """The value of every placement that can still be reached, and the odds from there on."""
    s = table[0]
    find_open(s, turn)
    stops = np.full(1 << OPEN, NEVER)
    worth_of_bust = worth_of_stopping(table, seat, 0, weights)
    by_worth = np.empty(PLACEMENTS, np.int64)  # the placements solved so far, the best first
    later = np.empty(PLACEMENTS, np.int64)  # those of them that have all the dice of the one being solved
    rolls, ways = np.empty(ROLLS, np.int64), np.empty(ROLLS, np.int64)
    solved = 0
    for placement in range(int(turn.stride[turn.open]) - 1, -1, -1):
        if turn.dice[placement] > s.dice_left:
            continue
        full = full_ones(turn, placement)
        if stops[full] == NEVER:
            stops[full] = worth_of_stopping(table, seat, int(s.filled) | spots_of(turn, full), weights)
        turn.stop[placement] = stops[full]
        turn.roll[placement] = NEVER
        dice = int(s.dice_left) - int(turn.dice[placement])
        if dice > 0 and size(full) < turn.open:
            found = 0
            for n in range(solved):
                if has_all(turn, by_worth[n], placement):
                    later[found] = by_worth[n]
                    found += 1
            roll_on(turn, placement, dice, later, found, rolls, ways, worth_of_bust)
        if turn.roll[placement] > turn.stop[placement]:
            turn.best[placement] = turn.roll[placement]
        else:
            turn.best[placement] = turn.stop[placement]
            turn.bust[placement] = 0.0
            for n in range(OPEN):
                turn.captured[placement, n] = full >> n & 1
        n = solved
        while n > 0 and turn.best[by_worth[n - 1]] < turn.best[placement]:
            by_worth[n] = by_worth[n - 1]
            n -= 1
        by_worth[n] = placement
        solved += 1


@rule
def find_open(s: State, turn: Any) -> None:
    """The bandits that still want dice, and all ways to place some on them."""
    turn.open = 0
    turn.stride[0] = 1
    turn.needs[0] = 0
    turn.dice[0] = 0
    for spot in range(SPOTS):
        wants = int(s.wants) >> 8 * spot & 255
        if wants > 0:
            n = int(turn.open)
            turn.spot[n] = spot
            turn.open = n + 1
            stride = int(turn.stride[n])
            turn.stride[n + 1] = stride * (wants + 1)
            for placement in range(stride, stride * (wants + 1)):
                turn.needs[placement] = turn.needs[placement - stride] + (1 << int(s.byte[spot]))
                turn.dice[placement] = turn.dice[placement - stride] + 1


@rule
def digit(turn: Any, placement: int, n: int) -> int:
    """The dice on one of the bandits."""
    return placement // int(turn.stride[n]) % (int(turn.stride[n + 1]) // int(turn.stride[n]))


@rule
def full_ones(turn: Any, placement: int) -> int:
    """The set of bandits that are full."""
    full = 0
    for n in range(int(turn.open)):
        most = int(turn.stride[n + 1]) // int(turn.stride[n]) - 1
        full |= int(digit(turn, placement, n) == most) << n
    return full


@rule
def has_all(turn: Any, more: int, less: int) -> bool:
    for n in range(int(turn.open)):
        if digit(turn, more, n) < digit(turn, less, n):
            return False
    return True


@rule
def spots_of(turn: Any, full: int) -> int:
    """A set of bandits by their spots."""
    spots = 0
    for n in range(int(turn.open)):
        spots |= (full >> n & 1) << int(turn.spot[n])
    return spots


@seldom
def worth_of_stopping(table: Any, seat: int, filled: int, weights: Any) -> float:
    """The position after stopping with these spots filled; with none it is that after a bust (SN-10, SN-18)."""
    twin = np.empty_like(table)
    twin[0] = table[0]
    twin[0].filled = filled
    carry_out(twin[0], seat, STOP)
    if is_laying(twin[0]):
        lay_on_top(twin[0], seat, best_top(twin, seat, weights))
    return value(twin, seat, weights)


@seldom
def roll_on(
    turn: Any, placement: int, dice: int, later: Any, found: int, rolls: Any, ways: Any, worth_of_bust: float
) -> None:
    """The average over all rolls of the best placement that each allows."""
    outcomes = rules.rolls(dice, rolls, ways)
    needed = int(turn.needs[placement])
    total, worth, bust = 0.0, 0.0, 0.0
    for n in range(OPEN):
        turn.captured[placement, n] = 0.0
    for k in range(outcomes):
        total += ways[k]
        goal = -1
        for n in range(found):
            if fits(int(rolls[k]), int(turn.needs[later[n]]) - needed):
                goal = later[n]
                break
        if goal < 0:
            worth += ways[k] * worth_of_bust
            bust += ways[k]
            continue
        worth += ways[k] * turn.best[goal]
        bust += ways[k] * turn.bust[goal]
        for n in range(int(turn.open)):
            turn.captured[placement, n] += ways[k] * turn.captured[goal, n]
    turn.roll[placement] = worth / total
    turn.bust[placement] = bust / total
    for n in range(OPEN):
        turn.captured[placement, n] /= total
