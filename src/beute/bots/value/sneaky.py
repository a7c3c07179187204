"""What a position of Sneaky between two turns is worth.

Each seat has a prospect: its features times their weights at this stage of the game. The shares are a softmax of the
prospects: a seat whose prospect is greater by 1 has e times the chances.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.value.points import share_chances, share_win
from beute.games.bits import index, size
from beute.games.compiling import called, rule
from beute.games.contract import OVER
from beute.games.layout import State
from beute.games.sneaky.rules import (
    CENTRE,
    COLOUR,
    MAX_SEATS,
    NONE,
    REFILL,
    STACKS,
    VALUE,
    after,
    owner_of,
    scores,
)

FEATURES: Final = (
    "points",  # the values of all bandits owned (SN-22)
    "next",  # 1 for the seat that plays next
    "second",  # 1 for the seat after that
    "third",  # 1 for the seat after that one
    "cuffs",  # handcuffs
    "most",  # 1 for having more handcuffs than all others
    "shared_most",  # 1 for having the most together with others
    "lead",  # how many more handcuffs than one the next best would need
    "one_behind",  # 1 for having one less than the best
    "one_cuff",  # 1 for having a single one
    "no_cuffs",  # 1 for having none
    "top_2",  # 2s on top of the seat's own stacks
    "top_3",  # 3s there
    "hidden_top",  # own tops whose colour another open bandit has too
    "below_2",  # 2s just below an own top
    "below_3",  # 3s there
    "deeper",  # the values of all that lies deeper
    "steal_2",  # only for the seat that plays next: 2s on top of others' stacks
    "steal_3",  # 3s there
    "centre_1",  # 1s in the centre, before it is refilled
    "centre_2",
    "centre_3",
    "colours",  # different colours there
)
(
    POINTS, NEXT, SECOND, THIRD, CUFFS, MOST, SHARED_MOST, LEAD, ONE_BEHIND, ONE_CUFF, NO_CUFFS, TOP_2, TOP_3,
    HIDDEN_TOP, BELOW_2, BELOW_3, DEEPER, STEAL_2, STEAL_3, CENTRE_1, CENTRE_2, CENTRE_3, IN_CENTRE,
) = range(len(FEATURES))  # fmt: skip

# The columns of sneaky.toml: one to four turns left in the last round, and so many bandits in the pile before it.
LAST_ROUND: Final = MAX_SEATS
PILE: Final = np.array([1, 6, 12, 18])
TIMES: Final = LAST_ROUND + len(PILE)

FEWEST: Final = 2  # players
NO_DOUBT: Final = 1.0  # prospects are in the right unit already


@called
def expect(s: State, weights: Any, shares: Any) -> None:
    """The share of the win that each seat can expect."""
    players = int(s.players)
    prospects = np.zeros(MAX_SEATS)
    if s.due == OVER:
        scores(s, prospects)
        share_win(prospects, players, shares)
        return
    features = np.zeros((MAX_SEATS, len(FEATURES)))
    describe(s, features)
    times = np.zeros(TIMES)
    tell_time(s, times)
    for time in range(TIMES):
        if times[time] > 0:
            for feature in range(len(FEATURES)):
                weight = times[time] * weights[((players - FEWEST) * len(FEATURES) + feature) * TIMES + time]
                for seat in range(players):
                    prospects[seat] += weight * features[seat, feature]
    share_chances(prospects, players, NO_DOUBT, shares)


@rule
def whose_turn(s: State) -> int:
    """A turn is over before the centre is refilled: that is where the value was fitted."""
    return after(s) if s.step == REFILL else index(s.seat)


# ---------------------------------------------------------------- time


@rule
def tell_time(s: State, times: Any) -> None:
    """The weight of each of the TIMES: of one of them, or of the two that the game is between."""
    if s.turns_left != NONE:
        times[int(s.turns_left) - 1] = 1.0
        return
    pile = size(int(s.pile))
    for slot in range(CENTRE):
        pile -= int(s.centre[slot] == NONE)
    if pile <= 0:
        times[int(s.players) - 1] = 1.0  # SN-20: the refill that is due begins the last round
        return
    pile = min(pile, PILE[-1])
    later = 0
    while pile > PILE[later + 1]:
        later += 1
    early = (pile - PILE[later]) / (PILE[later + 1] - PILE[later])
    times[LAST_ROUND + later] = 1.0 - early
    times[LAST_ROUND + later + 1] = early


# ---------------------------------------------------------------- features


@rule
def describe(s: State, features: Any) -> None:
    """Write the FEATURES of every seat."""
    players = int(s.players)
    to_move = whose_turn(s)
    for seat in range(players):
        features[seat, POINTS] = size(int(s.safe[seat]))
        waits = (seat - to_move) % players
        if waits < players - 1:
            features[seat, NEXT + waits] = 1.0
        describe_cuffs(s, seat, features[seat])
    for stack in range(STACKS):
        if s.height[stack] > 0:
            describe_stack(s, stack, owner_of(s, stack), to_move, features)
    describe_centre(s, features[to_move])


@rule
def describe_cuffs(s: State, seat: int, features: Any) -> None:
    """SN-23: how the handcuffs stand."""
    cuffs = int(s.cuffs[seat])
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, int(s.cuffs[other]))
    features[CUFFS] = cuffs
    features[MOST] = int(cuffs > most)
    features[SHARED_MOST] = int(cuffs == most and cuffs > 0)
    features[LEAD] = max(0, min(cuffs - most - 1, 3))
    features[ONE_BEHIND] = int(cuffs == most - 1)
    features[ONE_CUFF] = int(cuffs == 1)
    features[NO_CUFFS] = int(cuffs == 0)


@rule
def describe_stack(s: State, stack: int, seat: int, to_move: int, features: Any) -> None:
    """A stack is its owner's points, and its top what others can steal (SN-8)."""
    height = int(s.height[stack])
    top = int(s.stack[stack, height - 1])
    for h in range(height):
        value = int(VALUE[s.stack[stack, h]])
        features[seat, POINTS] += value
        if h < height - 2:
            features[seat, DEEPER] += value
    features[seat, TOP_2 + int(VALUE[top]) - 2] += 1.0
    if height > 1:
        features[seat, BELOW_2 + int(VALUE[s.stack[stack, height - 2]]) - 2] += 1.0
    if has_twin(s, seat, int(COLOUR[top])):
        features[seat, HIDDEN_TOP] += 1.0
    if seat != to_move:
        features[to_move, STEAL_2 + int(VALUE[top]) - 2] += 1.0


@rule
def has_twin(s: State, seat: int, colour: int) -> bool:
    """Whether another open bandit has the colour of a stack's top: one in the centre, or a top of somebody else."""
    for slot in range(CENTRE):
        if s.centre[slot] != NONE and COLOUR[s.centre[slot]] == colour:
            return True
    for other in range(STACKS):
        top = int(s.stack[other, s.height[other] - 1]) if s.height[other] > 0 else NONE
        if top != NONE and owner_of(s, other) != seat and COLOUR[top] == colour:
            return True
    return False


@rule
def describe_centre(s: State, features: Any) -> None:
    """What the centre still offers the seat that plays next."""
    colours = 0
    for slot in range(CENTRE):
        if s.centre[slot] != NONE:
            features[CENTRE_1 + int(VALUE[s.centre[slot]]) - 1] += 1.0
            colours |= 1 << int(COLOUR[s.centre[slot]])
    features[IN_CENTRE] = size(colours)
