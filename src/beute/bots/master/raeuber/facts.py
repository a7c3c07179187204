"""The features of each seat of a position of Räuber, as numbers of about one: the input of a network.

The position is an imagined one: all hands are read.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import full, robbing_kind, sealing_kind
from beute.bots.value.raeuber import FEATURES, cards_left, describe, lateness
from beute.games.bits import size
from beute.games.compiling import called, rule
from beute.games.contract import actor
from beute.games.layout import State
from beute.games.raeuber.rules import (
    ALL_KINDS,
    CENTRE,
    EACH_COPY,
    KINDS,
    MAX_SEATS,
    SACKS,
    WORTH,
    owner_of,
    scores,
)

# Of a seat: the features of `value`, cards in hand by kind, how soon it plays, points, and what sacks offer.
# Cards left, and points times them, are similar for all seats; EVERY is always 1 (the bias).
PLAIN: Final = 0
HELD: Final = PLAIN + FEATURES
TURN: Final = HELD + KINDS
POINTS, BEST, SECOND, LEFT, LATE, AHEAD = range(TURN + MAX_SEATS, TURN + MAX_SEATS + 6)
OF_SACKS: Final = AHEAD + 1
# The same again for each size of sacks, which count together: those of 26 to 29, of 45, of 70, and that of 100.
SIZE: Final = (0, 0, 0, 0, 1, 1, 2, 2, 3)
IN_CENTRE, OWN, OWN_LOOT, ROBBED, SEALED, READY, COMING, WAITING, THEIRS, SEAL, ROB, SHUT = range(12)
OF_A_SIZE: Final = SHUT + 1
EVERY: Final = OF_SACKS + OF_A_SIZE * (max(SIZE) + 1)
FACTS: Final = EVERY + 1

USUAL: Final = (50, 50, 50, 50, 50, 50, 50, 50, 50, 30, 2, 4, 1, 20, 2, 6)  # the scale of the features of `value`
POINT: Final = 1 / 50
PART: Final = 0.3  # factor for a chance that an earlier seat may take


@called
def look_at(s: State, facts: Any) -> None:
    """Write the features of every seat."""
    facts[:] = 0
    plain = np.empty((MAX_SEATS, FEATURES))
    describe(s, plain)
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    for seat in range(int(s.players)):
        for n in range(FEATURES):
            facts[seat, PLAIN + n] = plain[seat, n] / USUAL[n]
        look_at_seat(s, seat, points, facts[seat])
    for sack in range(SACKS):
        look_at_sack(s, sack, facts)


@rule
def look_at_seat(s: State, seat: int, points: Any, f: Any) -> None:
    left = cards_left(s)
    best = second = 0
    for other in range(int(s.players)):
        if other != seat:
            second = max(second, min(best, points[other]))
            best = max(best, points[other])
    for kind in range(KINDS):
        f[HELD + kind] = size(int(s.hand[seat]) >> kind & EACH_COPY)
    f[TURN + until(s, seat)] = 1
    f[POINTS] = POINT * points[seat]
    f[BEST] = POINT * best
    f[SECOND] = POINT * second
    f[LEFT] = left / 40
    f[LATE] = lateness(s)
    f[AHEAD] = POINT * (points[seat] - best) * lateness(s)
    f[EVERY] = 1


@rule
def until(s: State, seat: int) -> int:
    """How many seats play before this one."""
    players = int(s.players)
    return (seat - actor(s) + players) % players


@rule
def look_at_sack(s: State, sack: int, facts: Any) -> None:
    """What a sack offers to every seat: who can rob or seal it, and how soon."""
    owner = owner_of(s, sack)
    room = int(WORTH[sack]) - int(s.loot[sack])
    first = OF_SACKS + OF_A_SIZE * SIZE[sack]
    if owner == CENTRE:
        for seat in range(int(s.players)):
            facts[seat, first + IN_CENTRE] += 1
    elif room > 0:
        robbing = robbing_kind(int(s.top[sack]), room)
        sealing = sealing_kind(room)
        robbers, next_robber = who_has(s, robbing, owner)
        sealers, next_sealer = who_has(s, sealing, CENTRE)
        for seat in range(int(s.players)):
            f = facts[seat, first:]
            if seat == owner:
                look_at_own(s, sack, robbing, sealing, robbers, sealers - holds(s, seat, sealing), f)
                if holds(s, seat, sealing) and next_sealer >= until(s, seat) and next_robber > until(s, seat):
                    f[READY] += 1 - int(s.loot[sack]) / full(sack)
            else:
                look_at_theirs(s, sack, seat, robbing, sealing, next_robber, next_sealer, f)


@rule
def holds(s: State, seat: int, kind: int) -> int:
    """Whether the seat has a card of a kind; nobody has one of KINDS."""
    return (int(s.hand[seat]) & ALL_KINDS) >> kind & 1


@rule
def who_has(s: State, kind: int, but: int) -> tuple[int, int]:
    """How many seats except one have a card of a kind, and how soon the first of them plays."""
    seats, soonest = 0, int(s.players)
    for seat in range(int(s.players)):
        if seat != but and holds(s, seat, kind):
            seats += 1
            soonest = min(soonest, until(s, seat))
    return seats, soonest


@rule
def fullness(s: State, sack: int) -> float:
    return int(s.loot[sack]) / int(WORTH[sack])


@rule
def look_at_own(s: State, sack: int, robbing: int, sealing: int, robbers: int, sealers: int, f: Any) -> None:
    """What a sack means to its owner, given how many others can rob or seal it."""
    part = fullness(s, sack)
    to_seal = int(s.unseen) >> 4 * sealing & 15 if sealing < KINDS else 0
    to_rob = int(s.unseen) >> 4 * robbing & 15 if robbing < KINDS else 0
    f[OWN] += 1
    f[OWN_LOOT] += part
    f[ROBBED] += part * int(robbers > 0)
    f[SEALED] += part * int(sealers > 0)
    f[COMING] += part * (to_rob + to_seal) / 10
    f[WAITING] += to_seal / 10


@rule
def look_at_theirs(
    s: State, sack: int, seat: int, robbing: int, sealing: int, next_robber: int, next_sealer: int, f: Any
) -> None:
    """What a sack means to another seat: a card that seals or robs it counts less if somebody plays sooner."""
    part, soon = fullness(s, sack), until(s, seat)
    f[THEIRS] += part
    if holds(s, seat, sealing):
        f[SEAL] += 1.0 if next_sealer >= soon else PART
    elif holds(s, seat, robbing):
        f[ROB] += part if min(next_robber, next_sealer) >= soon else PART * part
    if int(WORTH[sack]) - int(s.loot[sack]) <= 1:
        f[SHUT] += part
