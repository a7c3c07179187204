"""Der Schattendieb as a seat sees it: what it knows, what else could be, and what a person there may be shown."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.bits import either, index, lowest, nth, size
from beute.games.compiling import called, entry, rule
from beute.games.contract import OVER
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb import rules
from beute.games.schattendieb.rules import (
    ADD,
    ALL_CARDS,
    CARDS,
    CHOOSE,
    EVERY_SHUT,
    JEWELS,
    KIND,
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
    add_card,
    card_at,
    is_jewel,
)
from beute.games.schattendieb.words import KIND_NAMES
from beute.games.sight import choices as choices
from beute.games.sight import remembered as remembered
from beute.games.sight import shows_scores as shows_scores

# ---------------------------------------------------------------- knowledge


@entry
def conceal(s: State, seat: int) -> None:
    """SD-5, SD-9, SD-12: others' hands, the pile, and what lies face down; a choice goes back into its hand."""
    for other in range(int(s.players)):
        if other != seat or int(s.open) >> seat & 1 == 0:
            if s.ending == 0:
                take_back(s, other)
            s.hand[other, 0] = 0
            s.hand[other, 1] = 0
    for layer in range(LAYERS):
        s.pile[layer, 0] = 0
        s.pile[layer, 1] = 0
    s.buried[0] = 0
    s.buried[1] = 0


@rule
def take_back(s: State, seat: int) -> None:
    """As if the seat had not chosen or added yet."""
    if s.step == CHOOSE and s.front[seat] != NO_CARD:
        s.front[seat] = NO_CARD
        s.held[seat] += 1
        s.due |= 1 << seat
    if s.step == ADD and int(s.jewels) >> seat & 1:
        s.held[seat] += size(int(s.more[seat]))
        s.more[seat] = 0
        s.due |= 1 << seat


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Hands, pile and face-down discards dealt anew, so that no hand is what SD-16 forbids."""
    unseen = np.empty(2, np.int64)
    for attempt in range(8):
        find_unseen(known, seat, unseen)
        deal_unseen(known, seat, unseen, rng, attempt == 7)
        if possible(known, seat):
            return


@called
def find_unseen(known: State, seat: int, unseen: Any) -> None:
    """All cards less those that lie open or are in the seat's own hand."""
    unseen[0] = ALL_CARDS[0]
    unseen[1] = ALL_CARDS[1]
    for other in range(int(known.players)):
        if other == seat:
            take_out(known, unseen, int(known.hand[seat, 0]), int(known.hand[seat, 1]))
        else:
            known.hand[other, 0] = 0
            known.hand[other, 1] = 0
        take_out(known, unseen, int(known.vault[other, 0]), int(known.vault[other, 1]))
        if known.front[other] != NO_CARD:
            take_one(unseen, int(known.front[other]))
        if known.closer[other] != NO_CARD:
            take_one(unseen, int(known.closer[other]))
        if known.more[other]:
            kind = index(KIND_OF[known.front[other]])
            more = int(known.more[other]) << KIND * (kind & 1)
            take_out(known, unseen, more & (kind >> 1) - 1, more & -(kind >> 1))
    take_out(known, unseen, int(known.discard[0]), int(known.discard[1]))
    for layer in range(LAYERS):
        known.pile[layer, 0] = 0
        known.pile[layer, 1] = 0
    known.buried[0] = 0
    known.buried[1] = 0


@called
def take_out(known: State, cards: Any, first: int, second: int) -> None:
    """One multiset less another."""
    while first:
        take_one(cards, card_at(known, 0, lowest(first)))
        first &= first - 1
    while second:
        take_one(cards, card_at(known, 1, lowest(second)))
        second &= second - 1


@rule
def take_one(cards: Any, card: int) -> None:
    there = int(cards[card >> 6]) & -(1 << (card & 63))
    cards[card >> 6] ^= there & -there


@called
def deal_unseen(known: State, seat: int, unseen: Any, rng: Rng, carefully: bool) -> None:
    """At random; carefully: first a card that is no vault-shut card to each hand that must have one."""
    if carefully:
        for other in range(int(known.players)):
            if other != seat and int(known.mixed) >> other & 1:
                deal_one(known, unseen, known.hand[other], rng, ~EVERY_SHUT)
        for layer in range(LAYERS):
            for _ in range(int(known.mixed_in[layer])):
                deal_one(known, unseen, known.pile[layer], rng, ~EVERY_SHUT)
    for other in range(int(known.players)):
        if other != seat or int(known.open) >> seat & 1 == 0:
            fill(known, unseen, known.hand[other], int(known.held[other]), rng)
    for layer in range(LAYERS):
        fill(known, unseen, known.pile[layer], int(known.in_layer[layer]), rng)
    fill(known, unseen, known.buried, int(known.lost), rng)


@rule
def fill(known: State, unseen: Any, cards: Any, n: int, rng: Rng) -> None:
    for _ in range(n - size(int(cards[0])) - size(int(cards[1]))):
        deal_one(known, unseen, cards, rng, -1)


@called
def deal_one(known: State, unseen: Any, cards: Any, rng: Rng, second_word: int) -> None:
    first = int(unseen[0])
    second = int(unseen[1]) & second_word
    r = below(rng, size(first) + size(second))
    word = int(r >= size(first))
    card = card_at(known, word, nth(either(word, first, second), r - size(first) * word))
    take_one(unseen, card)
    add_card(cards, card)


@rule
def possible(known: State, seat: int) -> bool:
    """SD-16: a hand known to be mixed has a card that is no vault-shut card, and so each of a packet's hands."""
    for other in range(int(known.players)):
        if other != seat and int(known.mixed) >> other & 1 and others(known.hand[other]) == 0:
            return False
    for layer in range(LAYERS):
        if others(known.pile[layer]) < int(known.mixed_in[layer]):
            return False
    return True


@rule
def others(cards: Any) -> int:
    """How many cards are no vault-shut cards."""
    return size(int(cards[0])) + size(int(cards[1]) & ~EVERY_SHUT)


FACES: Final = JEWELS + 5 + 12  # different cards: jewels, thieves, vault-shut cards by value
OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", FACES, SHUTS),
    ("discard", FACES, SHUTS),
    ("step", 5, 1),
    ("my_choice", 1, 1),  # whether I am asked
    ("thief", 1, 5),
    ("pile", 1, CARDS),
    ("gone", 1, 1),
    ("layers", LAYERS, CARDS),
    ("open", MAX_SEATS, 1),  # from here on seats from mine
    ("held", MAX_SEATS, CARDS),
    ("front", MAX_SEATS * FACES, 1),
    ("more", MAX_SEATS * VALUES, 2),
    ("vault", MAX_SEATS * JEWELS, 2),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """All numbers as they are: counts, and 1 for what is so."""
    out[:] = 0
    tally(known, int(known.hand[seat, 0]), int(known.hand[seat, 1]), out, 0)
    tally(known, int(known.discard[0]), int(known.discard[1]), out, FACES)
    n = 2 * FACES
    out[n + index(known.step)] = 1
    out[n + 5] = int(int(known.due) > 0 and int(known.due) >> seat & 1 == 1)
    out[n + 6] = int(known.thief) if known.step == STEAL else 0
    out[n + 7] = int(known.left)
    out[n + 8] = int(known.gone)
    n += 9
    for layer in range(LAYERS):
        out[n + layer] = int(known.in_layer[layer])
    n += LAYERS
    for ahead in range(int(known.players)):
        other = (seat + ahead) % int(known.players)
        out[n + ahead] = int(known.open) >> other & 1
        out[n + MAX_SEATS + ahead] = int(known.held[other])
        at = n + 2 * MAX_SEATS
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
    """A card as a number without gaps: jewels by kind and value, thieves, vault-shut cards by value."""
    if is_jewel(card):
        return VALUES * index(KIND_OF[card]) + index(VALUE_OF[card & 63])
    if card < SHUT:
        return JEWELS + card - THIEF
    return JEWELS + 5 + int(s.shut_value[card - SHUT]) - LOWEST_SHUT


# ---------------------------------------------------------------- what people are shown


def show(s: State, seat: int | None) -> dict[str, Any]:
    """The table as plain data."""
    over = bool(s.due == OVER)
    return {
        "step": "over" if over else ("deal", "choose", "steal", "add", "draw")[int(s.step)],
        "thief": name(s, int(rules.THIEVES[int(s.thief)])) if s.step == STEAL and not over else None,
        "pile": [int(s.in_layer[layer]) for layer in range(LAYERS) if s.in_layer[layer]],
        "gone": bool(s.gone),
        "discard": names(s, s.discard),
        "face_down": int(s.lost),
        "seats": [seat_shown(s, other) for other in range(int(s.players))],
    }


def lay_open(s: State) -> dict[str, Any]:
    """The table with all that is hidden."""
    return show(s, None)


def seat_shown(s: State, seat: int) -> dict[str, Any]:
    front, closer = int(s.front[seat]), int(s.closer[seat])
    vault = names(s, s.vault[seat])
    return {
        "open": closer == NO_CARD,
        "hand": names(s, s.hand[seat]) or ["?"] * int(s.held[seat]),
        "front": None if front == NO_CARD else name(s, front),
        "added": [] if front == NO_CARD else added(s, seat),
        "vault": vault,
        "vault_sum": sum(int(jewel[1:]) for jewel in vault),
        "shut_with": None if closer == NO_CARD else name(s, closer),
    }


def names(s: State, cards: Any) -> list[str]:
    """A multiset by name: watches, rings, brooches, cufflinks, thieves, vault-shut cards."""
    there = [(w, b) for w in (0, 1) for b in range(JEWELS + SHUTS) if int(cards[w]) >> b & 1]
    found = [card_at(s, w, b) for w, b in there]
    return [name(s, card) for card in sorted(found, key=lambda card: face(s, card))]


def name(s: State, card: int) -> str:
    if is_jewel(card):
        return f"{KIND_NAMES[KIND_OF[card]]}{VALUE_OF[card & 63] + 1}"
    if card < SHUT:
        return "T" + (KIND_NAMES + "S")[card - THIEF]
    return f"V{s.shut_value[card - SHUT]}"


def added(s: State, seat: int) -> list[str]:
    """SD-9: the jewels laid beside the one in front."""
    kind = KIND_NAMES[KIND_OF[int(s.front[seat])]] if is_jewel(int(s.front[seat])) else ""
    return [f"{kind}{bit // 2 + 1}" for bit in range(KIND) if int(s.more[seat]) >> bit & 1]


def eyes(s: State, seat: int | None) -> int | None:
    """SD-12: whoever closed knows what a spectator knows."""
    return seat if seat is not None and int(s.open) >> seat & 1 else None


def face_down(s: State) -> bool:
    """SD-5, SD-9: whether what seats decide now is hidden from the others until all have decided."""
    return bool(s.due != OVER and s.step in (CHOOSE, ADD))
