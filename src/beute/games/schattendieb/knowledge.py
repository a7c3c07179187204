"""What a seat of Der Schattendieb knows, and possible states that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.games.bits import either, index, lowest, nth, size
from beute.games.compiling import called, entry, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb.rules import (
    ADD,
    ALL_CARDS,
    CHOOSE,
    EVERY_SHUT,
    KIND,
    KIND_OF,
    LAYERS,
    NO_CARD,
    add_card,
    card_at,
)


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
    """Deal hands, pile and face-down discards, so that no hand is what SD-16 forbids."""
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
    """Deal at random, but first a card that is not a Vault Shut card to each hand that must have one."""
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
    """SD-16: a hand known to be mixed has a card that is no Vault Shut card, and so has each of a packet's hands."""
    for other in range(int(known.players)):
        if other != seat and int(known.mixed) >> other & 1 and others(known.hand[other]) == 0:
            return False
    for layer in range(LAYERS):
        if others(known.pile[layer]) < int(known.mixed_in[layer]):
            return False
    return True


@rule
def others(cards: Any) -> int:
    """How many cards are not Vault Shut cards."""
    return size(int(cards[0])) + size(int(cards[1]) & ~EVERY_SHUT)
