"""Absurd moves of Sneaky: they are about when to stop, when to roll, and dice that are thrown away."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.absurd.entries import Absurd
from beute.games.bits import lowest, size
from beute.games.compiling import called, rule
from beute.games.layout import State
from beute.games.sneaky.rules import (
    AGAIN,
    CENTRE,
    KINDS,
    MAX_SEATS,
    NONE,
    SPOTS,
    STATE,
    STOP,
    TOP,
    VALUE,
    capture,
    scores,
)

GOES_ON, LOST, SHARED, WON = range(4)  # what a stop comes to

# ---------------------------------------------------------------- what is to be seen


@rule
def wanted(s: State, spot: int) -> int:
    """Dice that a bandit still wants; 0 for a full one and where none lies."""
    return int(s.wants) >> 8 * spot & 255


@rule
def shown(s: State, spot: int) -> int:
    """Dice of the latest roll in the colour of a bandit."""
    return int(s.dice) >> int(s.byte[spot]) & 255


@rule
def can_roll(s: State) -> bool:
    """SN-11"""
    return s.dice_left > 0 and s.spots != 0


@called
def can_still_fill(s: State) -> bool:
    """Whether the dice that are left are enough for one more bandit."""
    for spot in range(SPOTS):
        if 0 < wanted(s, spot) <= int(s.dice_left):
            return True
    return False


@called
def filled_by_this_roll(s: State, first: int) -> bool:
    """Whether the dice that lie there fill one more bandit, of those from this spot on."""
    for spot in range(first, SPOTS):
        if 0 < wanted(s, spot) <= shown(s, spot):
            return True
    return False


@rule
def result_with(s: State, seat: int, more: int) -> int:
    """What a stop would come to, with these spots filled as well."""
    table = np.empty(1, STATE)
    table[0] = s
    table[0].filled |= more
    return result_of_stop(table, seat)


@called
def result_of_stop(table: Any, seat: int) -> int:
    """SN-20 to SN-24, on a table of its own: whether the game ends by it, and who has won then."""
    s = table[0]
    capture(s)
    empty = s.centre[0] == NONE and s.centre[1] == NONE and s.centre[2] == NONE
    if s.turns_left == NONE or (s.turns_left > 1 and not empty):
        return GOES_ON
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    for kind in range(KINDS):
        points[seat] += VALUE[kind] * size(int(s.laying) >> kind & 1 | int(s.laying) >> KINDS - 1 + kind & 2)
    result = WON
    for other in range(int(s.players)):
        if points[other] > points[seat]:
            return LOST
        if other != seat and points[other] == points[seat]:
            result = SHARED
    return result


@called
def could_win(s: State, seat: int) -> bool:
    """Whether any bandits that the dice left are enough for would make the stop more than a loss."""
    for more in range(1, 1 << SPOTS):
        dice, spots = 0, more
        while spots:
            want = wanted(s, lowest(spots))
            dice += want if want > 0 else SPOTS * SPOTS
            spots &= spots - 1
        if dice <= int(s.dice_left) and result_with(s, seat, more) >= SHARED:
            return True
    return False


# ---------------------------------------------------------------- the list


@rule
def stops_empty_handed(s: State, seat: int, a: int) -> bool:
    """A stop with nothing filled is what a bust is (SN-10, SN-18): rolling again loses nothing more."""
    return a == STOP and s.filled == 0 and can_roll(s) and can_still_fill(s)


@rule
def leaves_a_full_bandit(s: State, seat: int, a: int) -> bool:
    """One who stops does not need the dice any more. With the last bandits of the pile it may be wise to take less.

    Those of the centre would then bring about the last round (SN-20).
    """
    if a != STOP:
        return False
    ends_soon = s.turns_left == NONE and size(int(s.pile)) <= CENTRE
    return filled_by_this_roll(s, CENTRE if ends_soon else 0)


@rule
def stops_beaten(s: State, seat: int, a: int) -> bool:
    """The game would end lost, and dice that are left could still win it: there is nothing to lose."""
    return a == STOP and can_roll(s) and result_with(s, seat, 0) == LOST and could_win(s, seat)


@rule
def risks_a_won_game(s: State, seat: int, a: int) -> bool:
    """Stopping wins at once; a bust would only lose what was filled."""
    return a == AGAIN and s.filled != 0 and result_with(s, seat, 0) == WON


@rule
def rolls_for_nothing(s: State, seat: int, a: int) -> bool:
    """Every bandit wants more dice than are left, so another roll can capture nothing."""
    return a == AGAIN and not can_still_fill(s)


@rule
def wastes_a_die(s: State, seat: int, a: int) -> bool:
    """The bandit wants more dice than are left, and the die need not lie there: one lies, or fills another."""
    if a >= SPOTS or wanted(s, a) <= int(s.dice_left):
        return False
    return s.placed != 0 or (s.turns_left == NONE and filled_by_this_roll(s, 0))


LIST: Final = (
    Absurd(
        "stops_empty_handed",
        "SN-11",
        "Stops with nothing captured, though another roll costs nothing more than that.",
        stops_empty_handed,
    ),
    Absurd(
        "leaves_a_full_bandit",
        "SN-12",
        "Stops and leaves a bandit that the dice of this roll fill.",
        leaves_a_full_bandit,
    ),
    Absurd(
        "stops_beaten",
        "SN-24",
        "Ends the game by a stop that loses it, though the dice left could still win it.",
        stops_beaten,
    ),
    Absurd(
        "risks_a_won_game",
        "SN-24",
        "Rolls again and risks what is filled, though stopping wins the game at once.",
        risks_a_won_game,
    ),
    Absurd(
        "rolls_for_nothing",
        "SN-12",
        "Rolls again though every bandit wants more dice than are left.",
        rolls_for_nothing,
    ),
    Absurd(
        "wastes_a_die",
        "SN-9",
        "Puts a die on a bandit that cannot be filled any more, without need or instead of filling another.",
        wastes_a_die,
    ),
)


@called
def absurdity(s: State, seat: int, a: int) -> int:
    """In the order of LIST."""
    if s.step == TOP:
        return 0
    if stops_empty_handed(s, seat, a):
        return 1
    if leaves_a_full_bandit(s, seat, a):
        return 2
    if stops_beaten(s, seat, a):
        return 3
    if risks_a_won_game(s, seat, a):
        return 4
    if rolls_for_nothing(s, seat, a):
        return 5
    return 6 if wastes_a_die(s, seat, a) else 0
