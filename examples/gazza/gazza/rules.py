"""Gazza, in the order of the rulebook. Hands, nests and the pile are counts by kind of trinket."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, index
from beute.games.compiling import called, entry, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below
from beute.games.layout import State, layout
from gazza.components import COPIES, TRINKETS

# ---------------------------------------------------------------- components

KINDS: Final = len(TRINKETS)
ALL: Final = KINDS * COPIES  # GZ-1
MAX_SEATS: Final = 4
WORTH: Final = np.array([trinket.worth for trinket in TRINKETS])
ALL_LAID: Final = 1  # the ending, by its place in ENDINGS

# ---------------------------------------------------------------- state

START, DEAL, TURN, DRAW = range(4)  # step; `seat` is dealt to, plays or draws

STATE: Final = layout(
    ("goal", np.int8),  # GZ-3: how many trinkets a hand has
    ("left", np.int8),  # in the pile
    ("unknown", np.int8, MAX_SEATS),  # trinkets in a hand that are not seen, in what a seat knows
    ("unseen", np.int8, KINDS),  # in the pile; in what a seat knows also those in others' hands
    ("hand", np.int8, (MAX_SEATS, KINDS)),
    ("single", np.int8, (MAX_SEATS, KINDS)),  # lying alone in a nest: 1 or 0
    ("pairs", np.int8, (MAX_SEATS, KINDS)),
)

# A decision: the kind that is laid; from KINDS on with the seat from whose nest one alike is taken.
# An outcome: the kind that is drawn, and the seat that draws it; or BEGINS, and the seat that does.
BEGINS: Final = KINDS
SEAT_OF_OUTCOME: Final = 3  # the bit from which on it stands


# ---------------------------------------------------------------- set-up


def deal(s: State, players: int, options: dict[str, Any]) -> None:
    """GZ-1 to GZ-3: the table before the first event."""
    s.players = players
    s.goal = options["hand"]
    s.unseen[:] = COPIES
    s.left = ALL
    s.step = START
    s.due = CHANCE


@rule
def drawn(s: State, kind: int) -> None:
    """GZ-3, GZ-6: a trinket from the pile; the deal goes round until all hands are full."""
    s.unseen[kind] -= 1
    s.left -= 1
    s.hand[index(s.seat), kind] += 1
    if s.step == DRAW:
        next_turn(s)
    else:
        s.seat = left_of(s)
        if held(s, index(s.seat)) == s.goal:
            begin_turn(s)


@rule
def left_of(s: State) -> int:
    return (index(s.seat) + 1) % int(s.players)


@rule
def held(s: State, seat: int) -> int:
    number = 0
    for kind in range(KINDS):
        number += int(s.hand[seat, kind])
    return number


# ---------------------------------------------------------------- a turn


@rule
def begin_turn(s: State) -> None:
    s.step = TURN
    s.due = 1 << index(s.seat)


@entry
def legal(s: State, seat: int) -> Moves:
    """GZ-5, GZ-7: any trinket of the hand, alone or with one alike that lies alone in another nest."""
    moves = 0
    for kind in range(KINDS):
        if s.hand[seat, kind]:
            moves |= 1 << kind
            for other in range(int(s.players)):
                if other != seat and s.single[other, kind]:
                    moves |= 1 << KINDS * (1 + other) + kind
    return moves, 0


@entry
def play(s: State, seat: int, a: int) -> None:
    if seat == CHANCE:
        happen(s, a & (1 << SEAT_OF_OUTCOME) - 1, a >> SEAT_OF_OUTCOME)
        return
    kind = a % KINDS
    s.hand[seat, kind] -= 1
    if a < KINDS:
        keep(s, seat, kind)
    else:
        steal(s, seat, a // KINDS - 1, kind)
    if s.left:
        s.step = DRAW
        s.due = CHANCE
    else:
        next_turn(s)


@rule
def happen(s: State, what: int, seat: int) -> None:
    """GZ-4: who begins is dealt to first. Anything else is a trinket that is drawn."""
    if what == BEGINS:
        s.seat = seat
        s.step = DEAL
    else:
        drawn(s, what)


@rule
def keep(s: State, seat: int, kind: int) -> None:
    """GZ-5, GZ-8: into the own nest, where it makes a pair with one alike that lies alone."""
    if s.single[seat, kind]:
        s.single[seat, kind] = 0
        s.pairs[seat, kind] += 1
    else:
        s.single[seat, kind] = 1


@rule
def steal(s: State, seat: int, victim: int, kind: int) -> None:
    """GZ-7, GZ-8: with one alike from another nest it makes a pair."""
    s.single[victim, kind] = 0
    s.pairs[seat, kind] += 1


@called
def next_turn(s: State) -> None:
    """GZ-4, GZ-9: to the left; without anything in hand the game is over."""
    s.seat = left_of(s)
    if held(s, index(s.seat)) == 0:
        s.due = OVER
        s.ending = ALL_LAID
    else:
        begin_turn(s)


# ---------------------------------------------------------------- the end


@entry
def scores(s: State, out: Any) -> None:
    """GZ-10"""
    for seat in range(int(s.players)):
        out[seat] = 0
        for kind in range(KINDS):
            out[seat] += WORTH[kind] * (int(s.single[seat, kind]) + 2 * int(s.pairs[seat, kind]))


@entry
def endless(s: State) -> bool:
    return False


# ---------------------------------------------------------------- chance


@entry
def chances(s: State, out: Any, weights: Any) -> int:
    """GZ-3, GZ-4, GZ-6: every seat, or every trinket of the pile, equally likely."""
    n = 0
    if s.step == START:
        for seat in range(int(s.players)):
            out[n], weights[n] = BEGINS | seat << SEAT_OF_OUTCOME, 1
            n += 1
        return n
    for kind in range(KINDS):
        if s.unseen[kind]:
            out[n], weights[n] = outcome(s, kind), s.unseen[kind]
            n += 1
    return n


@entry
def draw(s: State, rng: Rng) -> int:
    if s.step == START:
        return BEGINS | below(rng, int(s.players)) << SEAT_OF_OUTCOME
    return outcome(s, any_of(s, below(rng, int(s.left))))


@rule
def any_of(s: State, number: int) -> int:
    """The kind of so manieth trinket that is not seen."""
    kind = 0
    while number >= s.unseen[kind]:
        number -= int(s.unseen[kind])
        kind += 1
    return kind


@rule
def outcome(s: State, kind: int) -> int:
    return kind | index(s.seat) << SEAT_OF_OUTCOME
