"""What a position of Räuber is worth: what each player has and may gain or lose, weighted by how much is still to come.

The position is an imagined one: it reads all hands, as what can happen next depends most on them.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import full, robbing_kind, sealing_kind
from beute.bots.value.points import share_win
from beute.games.bits import index, size
from beute.games.compiling import called, rule
from beute.games.contract import OVER, actor
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
    value,
)

# In the order of raeuber.toml. STRIKE and LOSS have three each: the player who is next, the one after, and any later.
SEALED, OPEN, HOPE, STRIKE = 0, 1, 2, 3
LOSS, LOOT, ROBBERS, KINDS_HELD = 6, 9, 10, 11
NEXT, EXPOSED, SACKS_HELD, HELD = 12, 13, 14, 15
FEATURES: Final = 16
COUNTS: Final = 4  # numbers of players: each has a weight that always counts, then one for each that counts late
LATE_CARDS: Final = 8.0  # so many cards left count as late
ALL_LATE: Final = 4.0  # with so many fewer


@called
def expect(s: State, weights: Any, shares: Any) -> None:
    """Shares of the win by a softmax of the players' weighted features; the result when the game is over."""
    players = int(s.players)
    if s.due == OVER:
        share_result(s, shares)
        return
    features = np.empty((MAX_SEATS, FEATURES))
    describe(s, features)
    late = lateness(s)
    total = 0.0
    for seat in range(players):
        worth = 0.0
        for n in range(FEATURES):
            always = 2 * COUNTS * n + players - 2
            worth += features[seat, n] * (weights[always] + late * weights[always + COUNTS])
        shares[seat] = exp(worth)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@called
def share_result(s: State, shares: Any) -> None:
    """Of a game that is over."""
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    share_win(points, int(s.players), shares)


@rule
def whose_turn(s: State) -> int:
    return index(s.seat)


@rule
def lateness(s: State) -> float:
    """Up to 2, as the cards run out."""
    return LATE_CARDS / (ALL_LATE + cards_left(s))


@rule
def cards_left(s: State) -> int:
    """In the pile and in hands."""
    left = int(s.left)
    for seat in range(int(s.players)):
        left += size(int(s.hand[seat]))
    return left


@called
def describe(s: State, features: Any) -> None:
    """The features of every seat, in points or cards."""
    players = int(s.players)
    features[:] = 0.0
    gain = np.zeros(MAX_SEATS)
    loss = np.zeros(MAX_SEATS)
    victim = np.zeros(MAX_SEATS, np.int64)
    for sack in range(SACKS):
        owner = owner_of(s, sack)
        if owner != CENTRE:
            describe_sack(s, sack, owner, features, gain, loss, victim)
    for ahead in range(players):
        seat = (actor(s) + ahead) % players
        turn = min(ahead, 2)
        features[seat, STRIKE + turn] += gain[seat]
        features[victim[seat], LOSS + turn] += loss[seat]
        features[seat, NEXT] = int(ahead == 0)
        describe_hand(int(s.hand[seat]), features[seat])


@rule
def describe_sack(s: State, sack: int, owner: int, features: Any, gain: Any, loss: Any, victim: Any) -> None:
    """What the sack is worth to its owner, and the best that each player can do with it with one card."""
    loot = int(s.loot[sack])
    room = int(WORTH[sack]) - loot
    sealed = full(sack)
    if room == 0:
        features[owner, SEALED] += sealed
        return
    robbing = robbing_kind(int(s.top[sack]), room)
    sealing = sealing_kind(room)
    features[owner, OPEN] += loot
    features[owner, HOPE] += (sealed - loot) * loot / int(WORTH[sack])
    features[owner, SACKS_HELD] += 1
    if robbing < KINDS:
        features[owner, EXPOSED] += loot * others_have(s, owner, robbing) / 10
    for seat in range(int(s.players)):
        hand = int(s.hand[seat]) & ALL_KINDS
        got = 0.0
        lost = 0.0
        if hand >> sealing & 1:
            got = sealed - loot if seat == owner else sealed
            lost = 0.0 if seat == owner else loot
        elif seat != owner and hand >> robbing & 1:
            got = lost = loot
        if got + lost > gain[seat] + loss[seat]:
            gain[seat], loss[seat], victim[seat] = got, lost, owner


@rule
def others_have(s: State, seat: int, kind: int) -> int:
    """Cards of a kind in the pile or in others' hands."""
    cards = int(s.unseen) >> 4 * kind & 15
    for other in range(int(s.players)):
        if other != seat:
            cards += size(int(s.hand[other]) >> kind & EACH_COPY)
    return cards


@rule
def describe_hand(hand: int, features: Any) -> None:
    for kind in range(1, KINDS):
        features[LOOT] += value(kind) * size(hand >> kind & EACH_COPY)
    features[ROBBERS] = size(hand & EACH_COPY)
    features[KINDS_HELD] = size(hand & ALL_KINDS)
    features[HELD] = size(hand)
