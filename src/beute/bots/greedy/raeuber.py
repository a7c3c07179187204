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
    PER_WORD,
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

MOVES: Final = len(PLACE_OF_MOVE)
LOST: Final = CENTRE + 1  # whose points count as those that one loses to any opponent

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


@seldom
def threats(players: int, held: Any, danger: Any) -> None:
    """The chance, for each kind of card, that it is played where it robs or seals; none for KINDS, no kind at all."""
    will = somebody_will(players - 1)
    for kind in range(KINDS):
        danger[kind] = will * held[kind]
    danger[KINDS] = 0.0


@rule
def somebody_will(opponents: int) -> float:
    """The chance that one of so many opponents does what can be done to a sack."""
    return 1 - (1 - WILL) ** opponents


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
    weight[LOST] = -RIVALRY / (int(s.players) - 1)


@rule
def full(sack: int) -> int:
    """A sealed sack: the small ones count twice."""
    return int(WORTH[sack]) << int(int(WORTH[sack]) < 30)


@rule
def outlook(
    sack: int, loot: int, owner: int, top: int, seat: int, kinds: int, danger: Any, weight: Any, reach: float
) -> float:
    """What a sack with that loot, owner and top card means to the seat, holding these kinds, until it plays again."""
    room = int(WORTH[sack]) - loot
    if room == 0:
        return weight[owner] * full(sack)
    if owner == CENTRE:
        return 0.0
    robbing = robbing_kind(top, room)
    sealing = sealing_kind(room)
    if owner == seat:
        return own_sack(sack, loot, danger[robbing], danger[sealing], kinds >> sealing & 1 == 1, weight[LOST], reach)
    return foreign_sack(sack, loot, robbing, sealing, kinds, weight[owner], reach)


@rule
def robbing_kind(top: int, room: int) -> int:
    """The kind of card that robs a sack with this card on top, or KINDS if it would not fit."""
    return top if value(top) <= room else KINDS


@rule
def sealing_kind(room: int) -> int:
    """The kind of card that seals a sack, or KINDS if no card does."""
    return room - 1 if 2 <= room <= KINDS else KINDS


@rule
def own_sack(sack: int, loot: int, robbed: float, sealed: float, ready: bool, lost: float, reach: float) -> float:
    """The loot, the more the nearer it is to being sealed, unless somebody robs or seals it before the next turn."""
    prize = full(sack) - loot
    hope = GROWTH * prize * loot / int(WORTH[sack])
    if ready:
        hope = max(hope, reach * prize)
    stays = (1 - robbed) * (1 - sealed)
    taken = sealed * full(sack) + (1 - sealed) * robbed * loot
    return stays * (loot + hope) + taken * lost


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
    gains = np.empty(MOVES)
    weigh(s, seat, gains)
    best = -1
    most = -1e9
    for word in range(2):
        moves = legal(s, seat)[word]
        while moves:
            a = 64 * word + lowest(moves)
            moves &= moves - 1
            gain = gains[a] + WHIM * below(rng, 1024) / 1024
            if gain > most:
                best, most = a, gain
    return best


@seldom
def weigh(s: State, seat: int, gains: Any) -> None:
    """For each legal move how all sacks look together after it, less what the card was worth in the hand."""
    held = np.empty(KINDS)
    danger = np.empty(KINDS + 1)
    weight = np.empty(LOST + 1)
    now = np.empty(SACKS)
    then = np.empty(1, STATE)
    then[0] = s
    fear(s, seat, held)
    threats(int(s.players), held, danger)
    rivals(s, seat, weight)
    first, second = legal(s, seat)
    cards = int(s.hand[seat]) & ALL_KINDS
    while cards:
        kind = lowest(cards)
        cards &= cards - 1
        kinds = kinds_without(int(s.hand[seat]), kind)
        reach = plans(s, seat, kinds, held)
        stands = -holding(kind)
        for sack in range(SACKS):
            now[sack] = looks(s, sack, seat, kinds, danger, weight, reach)
            stands += now[sack]
        for word in range(2):
            moves = (second if word else first) >> kind & EACH_SACK[0]
            while moves:
                a = 64 * word + lowest(moves) + kind
                moves &= moves - 1
                place = number(PLACE_OF_MOVE[a])
                gains[a] = stands
                if place != OUT:
                    put(then[0], seat, kind, place)
                    gains[a] += looks(then[0], place, seat, kinds, danger, weight, reach) - now[place]
                    take_back(then[0], s, place)


@rule
def take_back(then: State, s: State, sack: int) -> None:
    """The sack as it was before a card was put on it: quicker than another copy of all."""
    word = int(sack >= PER_WORD)
    then.owner[word] = s.owner[word]
    then.takes[word] = s.takes[word]
    then.loot[sack] = s.loot[sack]
    then.top[sack] = s.top[sack]


@rule
def looks(s: State, sack: int, seat: int, kinds: int, danger: Any, weight: Any, reach: float) -> float:
    """The outlook of a sack as it is."""
    return outlook(sack, int(s.loot[sack]), owner_of(s, sack), int(s.top[sack]), seat, kinds, danger, weight, reach)


@rule
def kinds_without(hand: int, kind: int) -> int:
    """The kinds that are still in the hand when one card is gone."""
    return hand & ALL_KINDS if hand >> (KINDS + kind) & 1 else hand & ALL_KINDS & ~(1 << kind)
