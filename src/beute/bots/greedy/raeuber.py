"""Räuber by rules of thumb: what the sacks are worth after a move, given what others may do to them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber_weights import WEIGHTS
from beute.games.bits import index, lowest, size
from beute.games.compiling import called, entry, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.components import COPIES
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
    ROBBER,
    SACKS,
    SEALED_WORTH,
    STATE,
    WORTH,
    legal,
    owner_of,
    put,
    scores,
    value,
)

# ---------------------------------------------------------------- weights

# The features of sacks and cards, in the order of WEIGHTS, where each is described.
LOOT, HOPE, ROBBED, SEALED, READY, WAITING, SMALL, SACKS_HELD, FULL = range(9)
THEIRS, LEADER, ROB, SEAL, THEY_ROB, THEY_SEAL, SHUT = range(9, 16)
LAST_CARD, PLAYED, PLAYED_ROBBER, PAIR = range(16, 20)
FEATURES: Final = len(WEIGHTS)
ALWAYS, WHEN_LATE = range(2)  # each has two weights
WHIM: Final = 0.05  # two moves that are this close are the same: one is drawn at random, so that nobody can predict it
LATE: Final = 8.0  # with so many cards in the pile it is half late
MOVES: Final = len(PLACE_OF_MOVE)
MOST_COPIES: Final = max(COPIES)
SMALL_SACKS: Final = 4  # the first ones count twice

# ---------------------------------------------------------------- chances


@called
def chances_held(s: State, seat: int, waiting: Any, held: Any) -> None:
    """The unseen cards of each kind, and the chance that an opponent holds one; KINDS stands for no card at all.

    It is certain with the last cards, else by count.
    """
    hidden = 0
    in_hands = 0
    for kind in range(KINDS):
        waiting[kind] = unseen(s, seat, kind)
        hidden += int(waiting[kind])
    for other in range(int(s.players)):
        if other != seat:
            in_hands += size(int(s.hand[other])) + int(s.unknown[other])
    none = np.empty(MOST_COPIES + 1)
    none_dealt(hidden, in_hands, none)
    for kind in range(KINDS):
        if s.step == LAST:
            held[kind] = 1.0 if others_hold(s, seat, kind) else 0.0
        else:
            held[kind] = 1 - none[int(waiting[kind])]
    waiting[KINDS] = held[KINDS] = 0.0


@rule
def unseen(s: State, seat: int, kind: int) -> int:
    """Cards of a kind that the seat has not seen: in the pile, aside, or with the others."""
    return (int(s.unseen) >> 4 * kind & 15) + others_hold(s, seat, kind)


@rule
def others_hold(s: State, seat: int, kind: int) -> int:
    """Only to be added to the unseen: a seat knows the sum, but not the parts until the last cards are shown."""
    cards = 0
    for other in range(int(s.players)):
        if other != seat:
            cards += size(int(s.hand[other]) >> kind & EACH_COPY)
    return cards


@rule
def none_dealt(hidden: int, in_hands: int, none: Any) -> None:
    """By number of copies: the chance that none of them is among the hidden cards that are in hands."""
    none[0] = 1.0
    for copies in range(MOST_COPIES):
        none[copies + 1] = none[copies] * max(0, hidden - in_hands - copies) / max(1, hidden - copies)


# ---------------------------------------------------------------- what sacks are worth


@rule
def leader_of(s: State, seat: int) -> int:
    """The opponent with the most points."""
    points = np.empty(MAX_SEATS, np.int64)
    scores(s, points)
    leader = -1
    for other in range(int(s.players)):
        if other != seat and (leader < 0 or points[other] > points[leader]):
            leader = other
    return leader


@rule
def full(sack: int) -> int:
    """A sealed sack: the small ones count twice."""
    return int(SEALED_WORTH[sack])


@rule
def robbing_kind(top: int, room: int) -> int:
    """The kind of card that robs a sack with this card on top, or KINDS if it would not fit."""
    return top if value(top) <= room else KINDS


@rule
def sealing_kind(room: int) -> int:
    """The kind of card that seals a sack, or KINDS if no card does."""
    return room - 1 if 2 <= room <= KINDS else KINDS


@rule
def outlook(
    s: State, sack: int, seat: int, leader: int, waiting: Any, held: Any, weights: Any
) -> tuple[float, int, float, int, float]:
    """What a sack is worth to the seat, which kinds rob and seal it, and what holding such cards is worth."""
    owner = owner_of(s, sack)
    loot = int(s.loot[sack])
    room = int(WORTH[sack]) - loot
    if owner == CENTRE or room == 0:
        return (weights[FULL] * full(sack) if owner == seat else 0.0), KINDS, 0.0, KINDS, 0.0
    robbing = robbing_kind(int(s.top[sack]), room)
    sealing = sealing_kind(room)
    if owner == seat:
        prize = full(sack) - loot
        found = weights[SACKS_HELD] + prize * (
            weights[HOPE] * loot / int(WORTH[sack]) + weights[WAITING] * waiting[sealing]
        )
        found += loot * (weights[LOOT] + weights[ROBBED] * held[robbing] + weights[SEALED] * held[sealing])
        found += loot * (weights[SMALL] if sack < SMALL_SACKS else 0.0)
        return found, robbing, 0.0, sealing, weights[READY] * prize
    found = loot * (weights[THEIRS] + (weights[LEADER] if owner == leader else 0.0) + weights[THEY_ROB] * held[robbing])
    found += loot * weights[SHUT] if room == 1 else 0.0
    lost = weights[THEY_SEAL] * full(sack) * held[sealing]
    return found + lost, robbing, weights[ROB] * loot, sealing, weights[SEAL] * full(sack) - lost


@called
def last_chance(s: State, seat: int, kinds: int, held: Any) -> float:
    """RB-14, RB-15: the best that the one kind left could do as a last card, if nobody else keeps the same."""
    best = 0
    for sack in range(SACKS):
        loot = int(s.loot[sack])
        owner = owner_of(s, sack)
        room = int(WORTH[sack]) - loot
        if owner != CENTRE and room > 0:
            if kinds >> sealing_kind(room) & 1:
                best = max(best, full(sack) - (loot if owner == seat else 0))
            elif owner != seat and kinds >> robbing_kind(int(s.top[sack]), room) & 1:
                best = max(best, loot)
    return best * (1 - held[lowest(kinds)])


# ---------------------------------------------------------------- decisions


@entry
def greedy(s: State, seat: int, rng: Rng) -> int:
    """The move with the highest rating."""
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


@called
def weigh(s: State, seat: int, gains: Any) -> None:
    """Rate each legal move: one that is rated higher by 1 is chosen e times as often by a good player."""
    weights = np.empty(FEATURES)
    set_weights(s, weights)
    weigh_by(s, seat, weights, gains)


@rule
def set_weights(s: State, weights: Any) -> None:
    """The weights for this number of players and this stage of the game."""
    players = int(s.players)
    late = lateness(s)
    for n in range(FEATURES):
        weights[n] = WEIGHTS[n, ALWAYS, players - 2] + late * WEIGHTS[n, WHEN_LATE, players - 2]


@rule
def lateness(s: State) -> float:
    """From 0 to 1, as the cards run out."""
    return LATE / (LATE + int(s.left))


@called
def weigh_by(s: State, seat: int, weights: Any, gains: Any) -> None:
    """Rate each legal move by these weights: what the sacks are worth after it, and the card itself."""
    waiting, held = np.empty(KINDS + 1), np.empty(KINDS + 1)
    now, rob, seal = np.empty(SACKS), np.empty(SACKS), np.empty(SACKS)
    robbing, sealing = np.empty(SACKS, np.int64), np.empty(SACKS, np.int64)
    then = np.empty(1, STATE)
    then[0] = s
    chances_held(s, seat, waiting, held)
    leader = leader_of(s, seat)
    for sack in range(SACKS):
        now[sack], robbing[sack], rob[sack], sealing[sack], seal[sack] = outlook(
            s, sack, seat, leader, waiting, held, weights
        )
    first, second = legal(s, seat)
    last = s.left == 0 and size(int(s.hand[seat])) == 2
    cards = int(s.hand[seat]) & ALL_KINDS
    while cards:
        kind = lowest(cards)
        cards &= cards - 1
        kinds = kinds_without(int(s.hand[seat]), kind)
        stands = weights[PLAYED] * value(kind) + weights[PAIR] * (kinds >> kind & 1)
        stands += weights[PLAYED_ROBBER] if kind == ROBBER else 0.0
        for sack in range(SACKS):
            stands += rob[sack] * (kinds >> robbing[sack] & 1) + seal[sack] * (kinds >> sealing[sack] & 1)
        for word in range(2):
            moves = (second if word else first) >> kind & EACH_SACK[0]
            while moves:
                a = 64 * word + lowest(moves) + kind
                moves &= moves - 1
                sack = index(PLACE_OF_MOVE[a])
                gains[a] = stands
                if sack != OUT:
                    put(then[0], seat, kind, sack)
                    means, robs, could_rob, seals, could_seal = outlook(
                        then[0], sack, seat, leader, waiting, held, weights
                    )
                    means += could_rob * (kinds >> robs & 1) + could_seal * (kinds >> seals & 1)
                    was = rob[sack] * (kinds >> robbing[sack] & 1) + seal[sack] * (kinds >> sealing[sack] & 1)
                    gains[a] += means - now[sack] - was
                    if last:
                        gains[a] += weights[LAST_CARD] * last_chance(then[0], seat, kinds, held)
                    take_back(then[0], s, sack)


@rule
def take_back(then: State, s: State, sack: int) -> None:
    """Restore the sack as it was before a card was put on it: faster than copying the whole state again."""
    word = int(sack >= PER_WORD)
    then.owner[word] = s.owner[word]
    then.takes[word] = s.takes[word]
    then.loot[sack] = s.loot[sack]
    then.top[sack] = s.top[sack]


@rule
def kinds_without(hand: int, kind: int) -> int:
    """The kinds that are still in the hand when one card is gone."""
    return hand & ALL_KINDS if hand >> (KINDS + kind) & 1 else hand & ALL_KINDS & ~(1 << kind)
