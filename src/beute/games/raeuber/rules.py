"""Räuber, in the order of the rulebook.

A kind of card is a number: 0 the robber, 1 to 9 the loot from 2 to 10. What can be said of every sack at once
is packed into two words, ten bits for each sack (six sacks in the first, three in the second): the kinds a sack
still takes, one bit a kind, and its owner, one bit a seat. So the moves of a turn are three operations, and a
move is a bit of the result. Counts of cards are packed four bits a kind.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, either, highest, index, lowest, size
from beute.games.compiling import called, entry, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below
from beute.games.layout import State, layout
from beute.games.raeuber import components
from beute.games.raeuber.components import COPIES

# ---------------------------------------------------------------- components

WORTH: Final = np.array([sack.worth for sack in components.SACKS])  # RB-1
SEALED_WORTH: Final = np.array([sack.sealed_worth for sack in components.SACKS])  # RB-16
SACKS: Final = len(WORTH)
KINDS: Final = len(COPIES)
ROBBER: Final = 0
CARDS: Final = sum(COPIES)
HAND: Final = 6
ASIDE: Final = np.array([0, 0, 0, 0, 2, 1])  # RB-3, by the number of players
DECK: Final = sum(n << 4 * kind for kind, n in enumerate(COPIES))

MAX_SEATS: Final = 5
CENTRE: Final = 5  # the owner of a sack in the centre
NO_CARD: Final = -1
NO_SACK: Final = -1

# ---------------------------------------------------------------- state

START, DEAL, TURN, DRAW, LAST = range(5)  # step; `seat` is dealt to, is asked, or draws

STATE: Final = layout(
    ("first", np.uint8),  # the starting player
    ("left", np.int8),  # cards in the pile
    ("open_sums", np.int8),  # RB-18
    ("unknown", np.int8, MAX_SEATS),  # in a concealed state: cards of a hand that are not seen
    ("counted", np.int8, MAX_SEATS),  # RB-11: the sack a seat may count since its robber was laid there
    ("last", np.int8, MAX_SEATS),  # RB-14: one more than the kind that a seat revealed
    ("top", np.int8, SACKS),  # the kind on top of each sack
    ("loot", np.int16, SACKS),
    (
        "stale",
        np.int16,
        (MAX_SEATS, HAND),
    ),  # RB-12: which kinds a card can be that fitted nowhere, as everybody knows; oldest first
    ("stales", np.int8, MAX_SEATS),  # how many such cards a hand has
    ("stuck", np.int8),  # whether anybody ever had such cards
    ("hand", np.int64, MAX_SEATS),  # kinds held once or more, ten bits; twice or more, the next ten; ...
    ("unseen", np.int64),  # counts of the cards in the pile and aside, four bits a kind
    ("takes", np.int64, 2),  # the kinds each sack still takes, ten bits a sack
    ("owner", np.int64, 2),  # one of six bits in each sack's ten
)

# ---------------------------------------------------------------- packing

LANE: Final = 10
PER_WORD: Final = 6
ALL_KINDS: Final = (1 << KINDS) - 1
EACH_SACK: Final = (
    sum(1 << LANE * k for k in range(PER_WORD)),
    sum(1 << LANE * k for k in range(SACKS - PER_WORD)),
)
EACH_COPY: Final = sum(1 << LANE * n for n in range(HAND))
OUT: Final = SACKS  # where a card goes by RB-12: a tenth place after the sacks

PLACE_OF_MOVE: Final = np.array([PER_WORD * (a >> 6) + (a & 63) // LANE for a in range(128)], np.uint8)
KIND_OF_MOVE: Final = np.array([(a & 63) % LANE for a in range(128)], np.uint8)

EVEN_KINDS: Final = 0x0F0F0F0F0F  # the counts of every other kind, a byte each
EACH_BYTE: Final = 0x0101010101
EACH_TOP_BIT: Final = 0x8080808080

KIND_OF_OUTCOME: Final = 15  # an outcome: the kind (or the starting seat), then the seat, then the step
SEAT_OF_OUTCOME: Final = 4
STEP_OF_OUTCOME: Final = 8


@rule
def value(kind: int) -> int:
    """RB-2"""
    return kind + int(kind > 0)


# ---------------------------------------------------------------- set-up


def deal(s: State, players: int, options: dict[str, Any]) -> None:
    """RB-1 to RB-3: the table before the first event."""
    s.players = players
    s.due = CHANCE
    s.step = START
    s.left = CARDS - ASIDE[players]
    s.open_sums = options["open_sums"]
    s.counted = NO_SACK
    s.top = NO_CARD
    s.unseen = DECK
    s.takes = [ALL_KINDS * each for each in EACH_SACK]
    s.owner = [each << CENTRE for each in EACH_SACK]


@rule
def begin(s: State, first: int) -> None:
    """RB-3: who starts; dealing begins with seat 0."""
    s.first = first
    s.seat = 0
    s.step = DEAL


@rule
def dealt(s: State, kind: int) -> None:
    """RB-3: six times round."""
    seat = index(s.seat)
    give(s, seat, kind)
    s.seat = seat + 1
    if seat + 1 == s.players:
        s.seat = 0
        if size(int(s.hand[0])) == HAND:
            ask(s, index(s.first))


@rule
def give(s: State, seat: int, kind: int) -> None:
    """RB-4: a card from the pile."""
    s.unseen -= 1 << 4 * kind
    s.left -= 1
    free = ~int(s.hand[seat]) & EACH_COPY << kind
    s.hand[seat] |= free & -free


# ---------------------------------------------------------------- a turn


@rule
def ask(s: State, seat: int) -> None:
    """RB-4, RB-13: the next turn; with the pile empty and one card left all cards are revealed."""
    s.seat = seat
    s.step = TURN
    s.due = 1 << seat
    if s.left == 0 and size(int(s.hand[seat])) == 1:
        reveal(s)


@entry
def legal(s: State, seat: int) -> Moves:
    """RB-4, RB-12"""
    first, second = fitting(s, seat)
    if first | second == 0:
        second = (int(s.hand[seat]) & ALL_KINDS) << LANE * (OUT - PER_WORD)
    return first, second


@rule
def fitting(s: State, seat: int) -> Moves:
    """RB-6, RB-7: the kinds in hand on the sacks that take them, but no robber on the seat's own sacks."""
    kinds = int(s.hand[seat]) & ALL_KINDS
    own_first = int(s.owner[0]) >> seat & EACH_SACK[0]
    own_second = int(s.owner[1]) >> seat & EACH_SACK[1]
    first = kinds * EACH_SACK[0] & int(s.takes[0]) & ~own_first
    second = kinds * EACH_SACK[1] & int(s.takes[1]) & ~own_second
    return first, second


@entry
def play(s: State, seat: int, a: int) -> None:
    if seat == CHANCE:
        if s.step == DRAW:
            give(s, index(s.seat), a & KIND_OF_OUTCOME)
            ask(s, after(s, index(s.seat)))
        elif s.step == DEAL:
            dealt(s, a & KIND_OF_OUTCOME)
        else:
            begin(s, a & KIND_OF_OUTCOME)
    else:
        lay(s, seat, index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a]))


@rule
def lay(s: State, seat: int, kind: int, place: int) -> None:
    """RB-4: one card from the hand onto a sack (or out: RB-12), then a card from the pile while it lasts."""
    s.hand[seat] ^= 1 << highest(int(s.hand[seat]) & EACH_COPY << kind)
    s.counted[seat] = place if kind == ROBBER else NO_SACK  # RB-11
    if place == OUT:
        notice_stuck(s, seat)
    else:
        put(s, seat, kind, place)
    if s.stuck:
        forget_stale(s, seat, kind)
    if s.step == LAST:
        next_last(s)
    elif s.left > 0:
        s.step = DRAW
        s.due = CHANCE
    else:
        ask(s, after(s, seat))


@rule
def put(s: State, seat: int, kind: int, sack: int) -> None:
    """RB-5, RB-8, RB-9, RB-10: whose the sack is when the card lies on it, and what it still takes."""
    word = int(sack >= PER_WORD)
    lane = LANE * (sack - PER_WORD * word)
    loot = int(s.loot[sack]) + value(kind)
    room = int(WORTH[sack]) - loot
    owner = int(s.owner[word]) >> lane & 63
    wins = (owner == 1 << CENTRE) | (kind == int(s.top[sack])) | (room == 0)
    s.owner[word] ^= ((1 << seat if wins else owner) ^ owner) << lane
    s.takes[word] = int(s.takes[word]) & ~(ALL_KINDS << lane) | ((1 << min(room, KINDS)) - 1) << lane
    s.loot[sack] = loot
    s.top[sack] = kind


@called
def notice_stuck(s: State, seat: int) -> None:
    """RB-12: a seat that lays a card out shows that no card of its hand fits anywhere."""
    fits = 0
    for sack in range(SACKS):
        word = int(sack >= PER_WORD)
        own = int(owner_of(s, sack) == seat)
        fits |= int(s.takes[word]) >> LANE * (sack - PER_WORD * word) & ALL_KINDS & ~own
    cards = size(int(s.hand[seat])) + 1
    for n in range(cards):
        could_be = int(s.stale[seat, n]) if n < int(s.stales[seat]) else ALL_KINDS
        s.stale[seat, n] = could_be & ~fits
    s.stales[seat] = cards
    s.stuck = 1


@called
def forget_stale(s: State, seat: int, kind: int) -> None:
    """Assume that the card that leaves is the oldest of those it could be: then least is known about the rest."""
    for n in range(int(s.stales[seat])):
        if int(s.stale[seat, n]) >> kind & 1:
            for later in range(n + 1, int(s.stales[seat])):
                s.stale[seat, later - 1] = s.stale[seat, later]
            s.stales[seat] -= 1
            s.stale[seat, s.stales[seat]] = 0
            return


@rule
def after(s: State, seat: int) -> int:
    """RB-3: the seat to the left."""
    return seat + 1 if seat + 1 < int(s.players) else 0


# ---------------------------------------------------------------- the end


@rule
def reveal(s: State) -> None:
    """RB-14: the last cards are shown; equal ones leave the game."""
    seen = 0
    equal = 0
    for seat in range(int(s.players)):
        equal |= seen & int(s.hand[seat])
        seen |= int(s.hand[seat])
        s.last[seat] = 1 + lowest(int(s.hand[seat]))
    for seat in range(MAX_SEATS):
        if int(s.hand[seat]) & equal:
            s.hand[seat] = 0
    s.step = LAST
    next_last(s)


@rule
def next_last(s: State) -> None:
    """RB-15: the highest last card that fits somewhere is played next; what fits nowhere leaves."""
    while True:
        seat = 0
        for other in range(1, MAX_SEATS):
            if int(s.hand[other]) > int(s.hand[seat]):
                seat = other
        if s.hand[seat] == 0:
            s.due = OVER
            s.ending = 1
            return
        first, second = fitting(s, seat)
        if first | second:
            s.seat = seat
            s.due = 1 << seat
            return
        s.hand[seat] = 0


@entry
def scores(s: State, out: Any) -> None:
    """RB-16: sealed sacks by their worth, the small ones twice; open sacks by their loot."""
    for seat in range(int(s.players)):
        out[seat] = 0
    for sack in range(SACKS):
        owner = owner_of(s, sack)
        if owner != CENTRE:
            sealed = int(s.loot[sack]) == int(WORTH[sack])
            out[owner] += int(SEALED_WORTH[sack]) if sealed else int(s.loot[sack])


@rule
def owner_of(s: State, sack: int) -> int:
    word = int(sack >= PER_WORD)
    return lowest(int(s.owner[word]) >> LANE * (sack - PER_WORD * word) & 63)


@entry
def endless(s: State) -> bool:
    return False


# ---------------------------------------------------------------- chance


@entry
def chances(s: State, out: Any, weights: Any) -> int:
    """RB-3: the starting player by lot; every unseen card equally likely."""
    n = 0
    if s.step == START:
        for seat in range(int(s.players)):
            out[n], weights[n] = seat, 1
            n += 1
        return n
    for kind in range(KINDS):
        copies = int(s.unseen) >> 4 * kind & 15
        if copies:
            out[n], weights[n] = outcome(s, kind), copies
            n += 1
    return n


@entry
def draw(s: State, rng: Rng) -> int:
    if s.step == START:
        return below(rng, int(s.players))
    return outcome(s, any_of(int(s.unseen), below(rng, int(s.left) + int(ASIDE[s.players]))))


@rule
def outcome(s: State, kind: int) -> int:
    return kind | index(s.seat) << SEAT_OF_OUTCOME | index(s.step) << STEP_OF_OUTCOME


@rule
def any_of(counts: int, r: int) -> int:
    """The kind of card number r among packed counts: sums of bytes so far, compared with r all at once."""
    even = (counts & EVEN_KINDS) * EACH_BYTE
    odd = (counts >> 4 & EVEN_KINDS) * EACH_BYTE
    evens = even >> 32 & 255
    is_odd = int(r >= evens)
    return 2 * size((r - evens * is_odd + 128) * EACH_BYTE - either(is_odd, even, odd) & EACH_TOP_BIT) + is_odd
