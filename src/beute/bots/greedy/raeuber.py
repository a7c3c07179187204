"""Räuber by rules of thumb: what a sack is worth with one's card on it, seeing what others may do to it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.kernel import Rng, State, below, entry, lowest, number, rule, seldom, size
from beute.games.raeuber.rules import (
    ALL_KINDS,
    CENTRE,
    EACH_COPY,
    EACH_SACK,
    KINDS,
    LAST,
    MAX_SEATS,
    OUT,
    PLACE_OF_MOVE,
    SACKS,
    STATE,
    WORTH,
    legal,
    owner_of,
    put,
    scores,
    value,
)

# ---------------------------------------------------------------- what a player feels

WILL: Final = 0.35  # an opponent who can rob or seal a sack does so this often, with other things to do
REACH: Final = 0.3  # a plan of one's own for the next turn comes off this often
GROWTH: Final = 0.3  # an own sack is worth this part of what sealing it would add, by how full it is
HOLD: Final = 0.5  # each point of a card is worth this in the hand
HOLD_ROBBER: Final = 2.0  # a robber in the hand
RIVALRY: Final = 0.7  # each point of all opponents together, against a point of one's own
LEADER: Final = 0.2  # each point of the leading opponent, in addition
WHIM: Final = 0.5  # two moves that are this close are the same: any of them, so that nobody can reckon with it

# ---------------------------------------------------------------- chances


@seldom
def fear(s: State, seat: int, held: Any) -> None:
    """The chance, for each kind of card, that an opponent holds one: certain with the last cards, else by count."""
    hidden = 0
    in_hands = 0
    for kind in range(KINDS):
        held[kind] = unseen(s, seat, kind)
        hidden += int(held[kind])
    for other in range(int(s.players)):
        if other != seat:
            in_hands += size(int(s.hand[other])) + int(s.unknown[other])
    for kind in range(KINDS):
        if s.step == LAST:
            held[kind] = 1.0 if others_hold(s, seat, kind) else 0.0
        else:
            held[kind] = 1 - none_dealt(int(held[kind]), hidden, in_hands)


@rule
def unseen(s: State, seat: int, kind: int) -> int:
    """Cards of a kind that the seat has not seen: in the pile, aside, or with the others."""
    return (int(s.unseen) >> 4 * kind & 15) + others_hold(s, seat, kind)


@rule
def others_hold(s: State, seat: int, kind: int) -> int:
    """Only to be added to the unseen: a seat knows the sum, and the parts no sooner than the last cards are shown."""
    cards = 0
    for other in range(int(s.players)):
        if other != seat:
            cards += size(int(s.hand[other]) >> kind & EACH_COPY)
    return cards


@rule
def none_dealt(copies: int, hidden: int, in_hands: int) -> float:
    """The chance that none of so many copies is among the hidden cards that are in hands."""
    chance = 1.0
    for n in range(copies):
        chance *= max(0, hidden - in_hands - n) / (hidden - n)
    return chance


@rule
def somebody_will(opponents: int) -> float:
    """The chance that one of so many opponents does what can be done to a sack."""
    nobody = 1.0
    for _ in range(opponents):
        nobody *= 1 - WILL
    return 1 - nobody


# ---------------------------------------------------------------- what sacks are worth


@seldom
def rivals(s: State, seat: int, weight: Any) -> None:
    """What a point of each owner counts: one's own 1, an opponent's against one, and the leader's most."""
    points = np.empty(MAX_SEATS, np.int64)
    scores(s, points)
    leader = -1
    for other in range(int(s.players)):
        weight[other] = -RIVALRY / (int(s.players) - 1)
        if other != seat and (leader < 0 or points[other] > points[leader]):
            leader = other
    weight[leader] -= LEADER
    weight[seat] = 1.0
    weight[CENTRE] = 0.0


@rule
def full(sack: int) -> int:
    """A sealed sack: the small ones count twice."""
    return int(WORTH[sack]) << int(int(WORTH[sack]) < 30)


@seldom
def outlook(s: State, sack: int, seat: int, kinds: int, held: Any, weight: Any, reach: float) -> float:
    """What a sack means to the seat, holding these kinds, until it can play again."""
    loot = int(s.loot[sack])
    room = int(WORTH[sack]) - loot
    owner = owner_of(s, sack)
    if room == 0:
        return weight[owner] * full(sack)
    if owner == CENTRE:
        return 0.0
    robbing = robbing_kind(s, sack, room)
    sealing = sealing_kind(room)
    if owner == seat:
        return own_sack(s, sack, robbing, sealing, kinds, held, reach)
    return foreign_sack(sack, loot, robbing, sealing, kinds, weight[owner], reach)


@rule
def robbing_kind(s: State, sack: int, room: int) -> int:
    """The kind of card that robs a sack, or KINDS if it would not fit."""
    top = number(s.top[sack])
    return top if value(top) <= room else KINDS


@rule
def sealing_kind(room: int) -> int:
    """The kind of card that seals a sack, or KINDS if no card does."""
    return room - 1 if 2 <= room <= KINDS else KINDS


@rule
def own_sack(s: State, sack: int, robbing: int, sealing: int, kinds: int, held: Any, reach: float) -> float:
    """The loot, the more the nearer it is to being sealed, unless somebody robs or seals it before the next turn."""
    loot = int(s.loot[sack])
    will = somebody_will(int(s.players) - 1)
    robbed = will * held[robbing] if robbing < KINDS else 0.0
    sealed = will * held[sealing] if sealing < KINDS else 0.0
    prize = full(sack) - loot
    hope = GROWTH * prize * loot / int(WORTH[sack])
    if kinds >> sealing & 1:
        hope = max(hope, reach * prize)
    stays = (1 - robbed) * (1 - sealed)
    taken = sealed * full(sack) + (1 - sealed) * robbed * loot
    return stays * (loot + hope) - taken * RIVALRY / (int(s.players) - 1)


@rule
def foreign_sack(sack: int, loot: int, robbing: int, sealing: int, kinds: int, weight: float, reach: float) -> float:
    """What its owner has counts against one, less what one is able to rob or seal in the next turn."""
    plan = 0.0
    if kinds >> robbing & 1:
        plan = loot * (1 - weight)
    if kinds >> sealing & 1:
        plan = max(plan, full(sack) - weight * loot)
    return weight * loot + reach * plan


@rule
def holding(kind: int) -> float:
    """What a card is worth in the hand."""
    return HOLD * value(kind) if kind else HOLD_ROBBER


@rule
def plans(s: State, seat: int, kinds: int, held: Any) -> float:
    """How often a plan for the next turn comes off: with the last card only if nobody else has kept its like."""
    if s.step == LAST:
        return 0.0
    if s.left == 0 and size(int(s.hand[seat])) == 2:
        return 1 - held[lowest(kinds)]
    return REACH


# ---------------------------------------------------------------- decisions


@entry
def greedy(s: State, seat: int, rng: Rng) -> int:
    """The best move by what others may hold and how the players stand."""
    held = np.empty(KINDS)
    weight = np.empty(CENTRE + 1)
    then = np.empty(1, STATE)
    fear(s, seat, held)
    rivals(s, seat, weight)
    return best_move(s, seat, rng, held, weight, then)


@rule
def best_move(s: State, seat: int, rng: Rng, held: Any, weight: Any, then: Any) -> int:
    """The card and the sack after which all sacks look best together, and what stays in the hand."""
    first, second = legal(s, seat)
    best = -1
    most = -1e9
    cards = int(s.hand[seat]) & ALL_KINDS
    while cards:
        kind = lowest(cards)
        cards &= cards - 1
        kinds = kinds_without(int(s.hand[seat]), kind)
        reach = plans(s, seat, kinds, held)
        all_sacks = 0.0
        for sack in range(SACKS):
            all_sacks += outlook(s, sack, seat, kinds, held, weight, reach)
        for word in range(2):
            moves = (second if word else first) >> kind & EACH_SACK[0]
            while moves:
                a = 64 * word + lowest(moves) + kind
                moves &= moves - 1
                place = number(PLACE_OF_MOVE[a])
                gain = all_sacks - holding(kind) + WHIM * below(rng, 1024) / 1024
                if place != OUT:
                    then[0] = s
                    put(then[0], seat, kind, place)
                    gain += outlook(then[0], place, seat, kinds, held, weight, reach)
                    gain -= outlook(s, place, seat, kinds, held, weight, reach)
                if gain > most:
                    best, most = a, gain
    return best


@rule
def kinds_without(hand: int, kind: int) -> int:
    """The kinds that are still in the hand when one card is gone."""
    return hand & ALL_KINDS if hand >> (KINDS + kind) & 1 else hand & ALL_KINDS & ~(1 << kind)
