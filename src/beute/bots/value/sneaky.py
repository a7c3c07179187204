"""What a position of Sneaky between two turns is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.bots.value.points import share_chances, share_win
from beute.games.contract import OVER
from beute.games.kernel import State, number, rule, seldom, size
from beute.games.sneaky.rules import MAX_SEATS, NONE, ROLL, STACKS, VALUE, after, owner_of, scores

LATE_DOUBT, DOUBT, CUFF, BONUS, EXPOSED_2, EXPOSED_3, BURIED, TO_MOVE = range(8)  # in the order of sneaky.toml
FULL_PILE = 21
NO_CUFFS = 2  # SN-23
MOST_CUFFS = 5


@seldom
def value(table: Any, seat: int, weights: Any) -> float:
    """The share of the win that a seat can expect.

    The table is the array of a state: a compiled record alone does not keep its array alive.
    """
    shares = np.empty(MAX_SEATS)
    expect(table[0], weights, shares)
    return float(shares[seat])


@seldom
def expect(s: State, weights: Any, shares: Any) -> None:
    """Scores as they may become, compared with doubt."""
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    if s.due == OVER:
        share_win(points, int(s.players), shares)
        return
    time_left = turns_to_come(s)
    prospects = np.empty(MAX_SEATS)
    for seat in range(int(s.players)):
        prospects[seat] = prospect(s, seat, points[seat], time_left, weights)
    share_chances(prospects, int(s.players), weights[LATE_DOUBT] + weights[DOUBT] * time_left, shares)


@rule
def turns_to_come(s: State) -> float:
    """How much of the game is left, in bandits of the pile; the last round is worth less than one."""
    if s.turns_left != NONE:
        return 0.25 * int(s.turns_left)
    return 1.0 + size(int(s.pile))


@rule
def prospect(s: State, seat: int, points: int, time_left: float, weights: Any) -> float:
    """The points of a seat as they may become: handcuffs may still change hands, open bandits owners."""
    early = min(1.0, time_left / FULL_PILE)
    found = float(points)
    bonus = standing_bonus(s, seat)
    found -= bonus * early * (1.0 - weights[BONUS])
    found += weights[CUFF] * early * int(s.cuffs[seat])
    exposure = min(1.0, time_left / 4)
    for stack in range(STACKS):
        height = int(s.height[stack])
        if height > 0 and owner_of(s, stack) == seat:
            top = VALUE[s.stack[stack, height - 1]]
            found -= exposure * (weights[EXPOSED_2] if top == 2 else weights[EXPOSED_3])
            found -= exposure * weights[BURIED] * (height - 1)
    if seat == (number(s.seat) if s.step == ROLL else after(s)):
        found += weights[TO_MOVE]
    return found


@rule
def standing_bonus(s: State, seat: int) -> int:
    """SN-23 as it stands now."""
    most = 1
    for other in range(int(s.players)):
        most = max(most, int(s.cuffs[other]))
    if s.cuffs[seat] == 0:
        return -NO_CUFFS
    return MOST_CUFFS if s.cuffs[seat] == most else 0
