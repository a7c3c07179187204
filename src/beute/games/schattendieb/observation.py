"""What a seat of Der Schattendieb knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, lowest
from beute.games.compiling import called, entry, rule
from beute.games.layout import State
from beute.games.schattendieb import ENDINGS
from beute.games.schattendieb.rules import (
    CARDS,
    JEWELS,
    KIND_OF,
    LAYERS,
    LOWEST_SHUT,
    MAX_SEATS,
    NO_CARD,
    SHUT,
    SHUTS,
    STEAL,
    THIEF,
    VALUE_OF,
    VALUES,
    card_at,
    is_jewel,
)
from beute.games.seats import around

FACES: Final = JEWELS + 5 + 12  # different cards: jewels, thieves, Vault Shut cards by value
ENDS: Final = len(ENDINGS)
OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", FACES, SHUTS),
    ("discard", FACES, SHUTS),
    ("step", 5, 1),
    ("thief", 1, 5),
    ("pile", 1, CARDS),
    ("gone", 1, 1),
    ("layers", LAYERS, CARDS),
    ("face_down", 1, CARDS),  # on the discard
    ("ending", ENDS, 1),
    ("asked", MAX_SEATS, 1),  # from here on seats from mine
    ("open", MAX_SEATS, 1),
    ("shut_with", MAX_SEATS, LOWEST_SHUT + 11),  # the value of the card that shut the vault
    ("held", MAX_SEATS, CARDS),
    ("front", MAX_SEATS * FACES, 1),
    ("more", MAX_SEATS * VALUES, 2),
    ("vault", MAX_SEATS * JEWELS, 2),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """Counts, and 1 for what is true, 0 for what is not; nothing is scaled."""
    out[:] = 0
    tally(known, int(known.hand[seat, 0]), int(known.hand[seat, 1]), out, 0)
    tally(known, int(known.discard[0]), int(known.discard[1]), out, FACES)
    n = 2 * FACES
    out[n + index(known.step)] = 1
    out[n + 5] = int(known.thief) if known.step == STEAL else 0
    out[n + 6] = int(known.left)
    out[n + 7] = int(known.gone)
    n += 8
    for layer in range(LAYERS):
        out[n + layer] = int(known.in_layer[layer])
    n += LAYERS
    out[n] = int(known.lost)
    if known.ending:
        out[n + index(known.ending)] = 1
    n += 1 + ENDS
    players, asked = int(known.players), max(0, int(known.due))
    for ahead in range(players):
        other = around(seat + ahead, players)
        out[n + ahead] = asked >> other & 1
        out[n + MAX_SEATS + ahead] = int(known.open) >> other & 1
        if known.closer[other] != NO_CARD:
            out[n + 2 * MAX_SEATS + ahead] = int(known.shut_value[int(known.closer[other]) - SHUT])
        out[n + 3 * MAX_SEATS + ahead] = int(known.held[other])
        at = n + 4 * MAX_SEATS
        if known.front[other] != NO_CARD:
            out[at + ahead * FACES + face(known, int(known.front[other]))] = 1
        at += MAX_SEATS * FACES
        more = int(known.more[other])
        while more:
            out[at + ahead * VALUES + (lowest(more) >> 1)] += 1
            more &= more - 1
        at += MAX_SEATS * VALUES
        tally(known, int(known.vault[other, 0]), int(known.vault[other, 1]), out, at + ahead * JEWELS)


@called
def tally(known: State, first: int, second: int, out: Any, at: int) -> None:
    while first:
        out[at + face(known, card_at(known, 0, lowest(first)))] += 1
        first &= first - 1
    while second:
        out[at + face(known, card_at(known, 1, lowest(second)))] += 1
        second &= second - 1


@rule
def face(s: State, card: int) -> int:
    """A card as a number without gaps: jewels by kind and value, thieves, Vault Shut cards by value."""
    if is_jewel(card):
        return VALUES * index(KIND_OF[card]) + index(VALUE_OF[card & 63])
    if card < SHUT:
        return JEWELS + card - THIEF
    return JEWELS + 5 + int(s.shut_value[card - SHUT]) - LOWEST_SHUT
