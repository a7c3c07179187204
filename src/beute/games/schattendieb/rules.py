"""Der Schattendieb, in the order of the rulebook.

A multiset of cards is two words in which every kind of card has a lane of as many bits as there are copies, filled
from its first bit on; a card is known by the number of the first bit of its lane. So a hand, cut down to
the first bits, is the set of moves it allows. The first word has watches and rings (two bits a value), the thieves,
and the decisions that are no cards; the second has brooches, cufflinks and the Vault Shut cards in order of value.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, either, highest, index, lowest, nth_bit, size
from beute.games.compiling import called, entry, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below
from beute.games.layout import State, layout

ONE_OPEN, ALL_SHUT, NO_CARDS, NONE_DRAWN = 1, 2, 3, 4

# ---------------------------------------------------------------- components

VALUES: Final = 10  # SD-1
KIND: Final = 2 * VALUES  # bits of a kind of jewel
JEWELS: Final = 2 * KIND  # bits of jewels in each word
KIND_AT: Final = (0, KIND, 64, 64 + KIND)  # watch, ring, brooch, cufflink
THIEF: Final = JEWELS  # SD-2: the thieves of the four kinds, then the shadow thief
SHADOW_THIEF: Final = THIEF + 4
SHUT: Final = 64 + JEWELS  # SD-3
SHUTS: Final = 20
LOWEST_SHUT: Final = 4
CARDS: Final = 2 * JEWELS + 5 + SHUTS
HAND: Final = 4  # SD-4
MAX_SEATS: Final = 7
EVERY_SEAT: Final = (1 << MAX_SEATS) - 1
LAYERS: Final = 6  # SD-12: the deck, and a packet for each round in which somebody closed and two did not
NO_CARD: Final = -1
THIEVES: Final = np.array([SHADOW_THIEF, THIEF, THIEF + 1, THIEF + 2, THIEF + 3])  # SD-7, SD-8: in their order
PLAYED, VALID = 0, 1  # SD-18: the option all_close

# ---------------------------------------------------------------- state

DEAL, CHOOSE, STEAL, ADD, DRAW = range(5)  # step; `seat` is dealt to, steals or draws

STATE: Final = layout(
    ("open", np.int8),  # the seats whose vaults are open
    ("jewels", np.int8),  # the seats with a jewel lying in front, once all have chosen
    ("shuts", np.int8),  # the seats with a Vault Shut card lying in front, once all have chosen
    ("thief", np.uint8),  # whose turn in THIEVES it is
    ("goal", np.int8),  # SD-14: the hand size drawn up to
    ("redraw", np.int8),  # SD-16
    ("all_close", np.int8),  # SD-18
    ("mixed", np.int8),  # SD-16: the seats whose hands are not all Vault Shut cards, as all know
    ("gone", np.int8),  # SD-15
    ("layer", np.uint8),  # SD-12: the layer that cards come from
    ("layers", np.uint8),
    ("left", np.int8),  # cards in the pile
    ("lost", np.int8),  # SD-12, SD-14: cards discarded face down
    ("held", np.int8, MAX_SEATS),
    ("front", np.int8, MAX_SEATS),  # the card chosen by a seat, or lying in front of it
    ("closer", np.int8, MAX_SEATS),  # the card that closed the vault
    ("in_layer", np.int8, LAYERS),
    ("mixed_in", np.int8, LAYERS),  # SD-16: how many hands of `mixed` are in an untouched packet
    ("shut_value", np.int8, SHUTS),
    ("firsts", np.int64, 2),  # the first bits of all lanes, and one after the last
    ("hand", np.int64, (MAX_SEATS, 2)),
    ("more", np.int64, MAX_SEATS),  # SD-9: the jewels added, as bits of their kind
    ("vault", np.int64, (MAX_SEATS, 2)),
    ("pile", np.int64, (LAYERS, 2)),
    ("discard", np.int64, 2),  # face up
    ("buried", np.int64, 2),  # face down
)

# ---------------------------------------------------------------- packing

STEAL_FROM: Final = SHADOW_THIEF + 1  # decisions: a card by its number, a seat to steal from, done,
ADDING: Final = 1  # and a jewel to add by the second bit of its lane
DONE: Final = STEAL_FROM + MAX_SEATS
ONE_KIND: Final = (1 << KIND) - 1
EVERY_JEWEL: Final = (1 << JEWELS) - 1
EVERY_THIEF: Final = 31 << THIEF
EVERY_SHUT: Final = ((1 << SHUTS) - 1) << JEWELS
EACH_PAIR: Final = sum(1 << bit for bit in range(0, JEWELS, 2))
ALL_CARDS: Final = (EVERY_JEWEL | EVERY_THIEF, EVERY_JEWEL | EVERY_SHUT)

VALUE_OF: Final = np.array([bit % KIND // 2 for bit in range(64)], np.uint8)  # of a jewel, from 0
VALUE_BIT: Final = np.array(  # of a jewel; 0 for any other card and for none
    [1 << card % 64 % KIND // 2 if card % 64 < JEWELS else 0 for card in range(128)], np.int16
)
A_JEWEL, A_THIEF, A_SHUT = 0, 8, 16  # places in LYING, with room for a bit for each seat
LYING: Final = np.array(  # what a card in front of a seat is; 0 for none
    [
        1 << A_JEWEL if card % 64 < JEWELS else 1 << A_THIEF if card < 64 else int(card < SHUT + SHUTS) << A_SHUT
        for card in range(128)
    ],
    np.int32,
)
TURN_OF: Final = np.array([[*THIEVES, card].index(card) for card in range(128)], np.uint8)  # for no thief: after them
WITH_DIGIT: Final = np.array(  # the jewels of a word whose values have a binary digit
    [sum(1 << bit for bit in range(JEWELS) if (bit % KIND // 2 + 1) >> digit & 1) for digit in range(4)]
)
KIND_OF: Final = np.array([2 * (card >> 6) + (card & 63) // KIND for card in range(128)], np.uint8)

CARD_OF_OUTCOME: Final = 127  # an outcome: the card, then the seat, then the step
SEAT_OF_OUTCOME: Final = 7
STEP_OF_OUTCOME: Final = 10


@rule
def add_card(cards: Any, card: int) -> None:
    """One more copy into a multiset: the lowest bit of its lane that is free."""
    word = card >> 6
    free = ~int(cards[word]) & -(1 << (card & 63))
    cards[word] |= free & -free


@rule
def take_card(s: State, cards: Any, card: int) -> None:
    """One copy less: the highest bit of its lane, the last before a bit that is free or another lane's."""
    word = card >> 6
    ends = (int(s.firsts[word]) | ~int(cards[word])) & -(2 << (card & 63))
    cards[word] ^= (ends & -ends) >> 1


@rule
def card_at(s: State, word: int, bit: int) -> int:
    """The card that this bit of a multiset belongs to."""
    return 64 * word + highest(int(s.firsts[word]) & (2 << bit) - 1)


@rule
def is_jewel(card: int) -> bool:
    return card & 63 < JEWELS  # NO_CARD is none


# ---------------------------------------------------------------- set-up


def deal(s: State, players: int, options: dict[str, Any]) -> None:
    """SD-1 to SD-4: the table before the first event."""
    s.players = players
    s.due = CHANCE
    s.step = DEAL
    s.open = (1 << players) - 1
    s.redraw = options["redraw"]
    s.all_close = VALID if options["all_close"] == "valid" else PLAYED
    s.left = s.in_layer[0] = CARDS
    s.layers = 1
    s.front = NO_CARD
    s.closer = NO_CARD
    s.pile[0] = ALL_CARDS
    s.firsts = EACH_PAIR | EVERY_THIEF | 1 << STEAL_FROM, EACH_PAIR | 1 << (JEWELS + SHUTS)
    slot = 0
    for value, copies in enumerate(options["vaults"], start=LOWEST_SHUT):
        if copies:
            s.firsts[1] |= 1 << (JEWELS + slot)
        s.shut_value[slot : slot + copies] = value
        slot += copies


@rule
def dealt(s: State, card: int) -> None:
    """SD-4: four times round."""
    seat = index(s.seat)
    give(s, seat, card)
    s.seat = seat + 1
    if seat + 1 == s.players:
        s.seat = 0
        if s.held[0] == HAND:
            begin_round(s)


@rule
def give(s: State, seat: int, card: int) -> None:
    """SD-12: a card from the first layer of the pile that is not empty."""
    layer = index(s.layer)
    word = card >> 6
    copies = either(word, int(s.pile[layer, 0]), int(s.pile[layer, 1])) & -(1 << (card & 63))
    s.pile[layer, 0] ^= copies & -copies & word - 1
    s.pile[layer, 1] ^= copies & -copies & -word
    add_card(s.hand[seat], card)
    s.held[seat] += 1
    s.left -= 1
    s.mixed_in[layer] = 0
    s.in_layer[layer] -= 1
    if s.in_layer[layer] == 0:
        s.layer = layer + 1


# ---------------------------------------------------------------- a round


@entry
def legal(s: State, seat: int) -> Moves:
    """SD-5, SD-7, SD-8, SD-9"""
    if s.step == STEAL:
        return stealable(s, int(THIEVES[s.thief])) << STEAL_FROM, 0
    first = int(s.hand[seat, 0]) & int(s.firsts[0])
    second = int(s.hand[seat, 1]) & int(s.firsts[1])
    if s.step == CHOOSE:
        return first, second
    card = int(s.front[seat])
    same = ONE_KIND << KIND * int(card & 63 >= KIND)
    word = card >> 6
    return (first & same & word - 1) << ADDING | 1 << DONE, (second & same & -word) << ADDING


@entry
def play(s: State, seat: int, a: int) -> None:
    if seat == CHANCE:
        if s.step == DEAL:
            dealt(s, a & CARD_OF_OUTCOME)
            return
        give(s, index(s.seat), a & CARD_OF_OUTCOME)
        draw_on(s)
    elif s.step == STEAL:
        steal(s, seat, a - STEAL_FROM)
    elif a == DONE:
        s.due ^= 1 << seat
    elif s.step == CHOOSE:
        take_card(s, s.hand[seat], a)
        s.held[seat] -= 1
        s.front[seat] = a
        s.due ^= 1 << seat
    else:
        take_card(s, s.hand[seat], a - ADDING)
        s.held[seat] -= 1
        add_jewel(s, seat, a - ADDING)
    if s.due == 0:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """What follows without decisions, action by action, until somebody is asked, a card is due, or the game is over."""
    if s.step == CHOOSE:
        reveal(s)
    if s.step == STEAL:
        go_on_stealing(s)
    if s.step == ADD and s.due == 0:
        fill_vaults(s)
        if s.ending == 0:
            close_vaults(s)
        if s.ending == 0:
            begin_drawing(s)
    if s.step == DRAW and s.due == 0:
        end_drawing(s)


# ---------------------------------------------------------------- actions 1 and 2: a card each, stalemates


@rule
def begin_round(s: State) -> None:
    """SD-5"""
    s.step = CHOOSE
    s.due = s.open


@rule
def reveal(s: State) -> None:
    """SD-5, SD-6, SD-18: all fronts are turned up; jewels of equal value leave."""
    seen = 0
    equal = 0
    lying = 0
    for seat in range(MAX_SEATS):
        card = int(s.front[seat]) & 127
        value = int(VALUE_BIT[card])
        equal |= seen & value
        seen |= value
        lying |= int(LYING[card]) << seat
    shuts = lying >> A_SHUT
    s.shuts = shuts
    s.mixed &= shuts | ~int(s.open)
    if shuts == s.open and (s.all_close == PLAYED or all_valid(s)):
        finish(s, ALL_SHUT)
        return
    stalemate = 0
    if equal:
        for seat in range(MAX_SEATS):
            stalemate |= int(VALUE_BIT[s.front[seat] & 127] & equal != 0) << seat
    s.jewels = lying >> A_JEWEL & EVERY_SEAT & ~stalemate
    while stalemate:
        discard_front(s, lowest(stalemate))
        stalemate &= stalemate - 1
    s.thief = 0 if lying >> A_THIEF & EVERY_SEAT else len(THIEVES)
    s.step = STEAL


@rule
def discard_front(s: State, seat: int) -> None:
    add_card(s.discard, int(s.front[seat]))
    s.front[seat] = NO_CARD


# ---------------------------------------------------------------- action 3: the thieves


@rule
def go_on_stealing(s: State) -> None:
    """SD-7, SD-8: the shadow thief, then the thieves of each kind; one that finds nothing is not asked."""
    while s.thief < len(THIEVES):
        first = len(THIEVES) << 3
        for seat in range(MAX_SEATS):
            first = min(first, index(TURN_OF[s.front[seat] & 127]) << 3 | seat)
        seat = first & 7
        s.thief = first >> 3
        if s.thief < len(THIEVES):
            if stealable(s, int(THIEVES[s.thief])):
                s.seat = seat
                s.due = 1 << seat
                return
            discard_front(s, seat)
    s.step = ADD  # SD-9: everybody with a jewel in front is asked
    s.due = s.jewels


@called
def stealable(s: State, thief: int) -> int:
    """SD-7, SD-8: the seats with a jewel in front that this thief takes."""
    if thief == SHADOW_THIEF:
        return int(s.jewels)
    seats = 0
    for seat in range(MAX_SEATS):
        seats |= int(index(KIND_OF[s.front[seat] & 127]) == thief - THIEF) << seat
    return seats & int(s.jewels)


@called
def steal(s: State, seat: int, victim: int) -> None:
    """SD-7, SD-8: into the seat's own vault; the thief goes to the discard."""
    add_card(s.vault[seat], int(s.front[victim]))
    s.front[victim] = NO_CARD
    s.jewels ^= 1 << victim
    discard_front(s, seat)
    s.due = 0


# ---------------------------------------------------------------- actions 4 and 5: more jewels, into the vaults


@rule
def add_jewel(s: State, seat: int, card: int) -> None:
    """SD-9: a further jewel of the kind in front."""
    free = ~int(s.more[seat]) & 3 << 2 * index(VALUE_OF[card & 63])
    s.more[seat] |= free & -free


@rule
def fill_vaults(s: State) -> None:
    """SD-10, SD-19: what lies in front goes into the vaults, unless the game ends before."""
    if s.gone and somebody_has_no_card(s):
        finish(s, NO_CARDS)
        return
    jewels = int(s.jewels)
    while jewels:
        seat = lowest(jewels)
        jewels &= jewels - 1
        card = int(s.front[seat])
        kind = index(KIND_OF[card])
        add_jewel(s, seat, card)
        more = int(s.more[seat]) << KIND * (kind & 1)
        there = int(s.vault[seat, kind >> 1])
        s.vault[seat, kind >> 1] = there | more | (there & more & EACH_PAIR) << 1
        s.more[seat] = 0
        s.front[seat] = NO_CARD
    s.jewels = 0


@called
def somebody_has_no_card(s: State) -> bool:
    for seat in range(int(s.players)):
        if s.held[seat] == 0 and int(s.open) >> seat & 1:
            return True
    return False


# ---------------------------------------------------------------- action 6: closing


@rule
def can_close(jewels: int, shut: int) -> bool:
    """SD-11: a Vault Shut card of at least the number of jewels, of which there must be one."""
    return (jewels >= 1) & (jewels <= shut)


@rule
def closes(s: State, seat: int) -> bool:
    """SD-11, of the card that lies in front."""
    jewels = size(int(s.vault[seat, 0])) + size(int(s.vault[seat, 1]))
    return can_close(jewels, int(s.shut_value[int(s.front[seat]) - SHUT]))


@called
def all_valid(s: State) -> bool:
    """SD-18: whether each card that lies in front would close its vault."""
    for seat in range(int(s.players)):
        if int(s.open) >> seat & 1 and not closes(s, seat):
            return False
    return True


@rule
def close_vaults(s: State) -> None:
    """SD-11, SD-12, SD-17"""
    closing = 0
    shuts = int(s.shuts)
    while shuts:
        seat = lowest(shuts)
        shuts &= shuts - 1
        if closes(s, seat):
            closing |= 1 << seat
            s.closer[seat] = s.front[seat]
            s.front[seat] = NO_CARD
        else:
            discard_front(s, seat)
    s.shuts = 0
    s.open ^= closing
    if size(int(s.open)) == 1:
        finish(s, ONE_OPEN)
        return
    if closing:
        for seat in range(int(s.players)):
            if closing >> seat & 1:
                put_hand_under(s, seat)
        s.layers += 1 - int(s.gone)


@called
def put_hand_under(s: State, seat: int) -> None:
    """SD-12: into one packet with the others that close in this round, or face down onto the discard."""
    held = int(s.held[seat])
    if s.gone:
        pour(s, s.hand[seat], s.buried)
        s.lost += held
    else:
        layer = index(s.layers)
        if s.in_layer[layer]:
            pour(s, s.hand[seat], s.pile[layer])
        else:
            s.pile[layer, 0], s.pile[layer, 1] = s.hand[seat, 0], s.hand[seat, 1]
            s.hand[seat, 0] = s.hand[seat, 1] = 0
        s.in_layer[layer] += held
        s.left += held
        s.mixed_in[layer] += int(s.mixed) >> seat & 1
    s.mixed &= ~(1 << seat)
    s.held[seat] = 0


@called
def pour(s: State, source: Any, target: Any) -> None:
    """All cards of one multiset into another."""
    for word in range(2):
        while source[word]:
            bit = lowest(int(source[word]))
            source[word] ^= 1 << bit
            add_card(target, card_at(s, word, bit))


# ---------------------------------------------------------------- action 7: drawing


@rule
def begin_drawing(s: State) -> None:
    """SD-13 to SD-15: up to four, or the largest hand that everybody can be given."""
    if s.gone:
        begin_round(s)
        return
    s.goal = HAND
    if s.left < HAND * int(s.players):
        while wanted(s) > s.left:
            s.goal -= 1
    s.step = DRAW
    s.seat = 0
    s.due = CHANCE
    draw_on(s)


@called
def wanted(s: State) -> int:
    n = 0
    for seat in range(int(s.players)):
        n += max(0, int(s.goal) - int(s.held[seat])) * (int(s.open) >> seat & 1)
    return n


@rule
def draw_on(s: State) -> None:
    """SD-13: in seat order, each up to the hand size before the next."""
    seat = index(s.seat)
    while seat < int(s.players) and (s.held[seat] >= s.goal or not int(s.open) >> seat & 1):
        seat += 1
    s.seat = seat
    if seat == s.players:
        s.due = 0


@rule
def end_drawing(s: State) -> None:
    """SD-14, SD-15, SD-16, SD-19"""
    if s.goal < HAND:
        bury_pile(s)
    if s.left == 0:
        s.gone = 1
    if s.redraw and s.left >= HAND:
        if redraws(s):
            return
        s.mixed |= s.open
    if s.gone and somebody_has_no_card(s):
        finish(s, NONE_DRAWN)
    else:
        begin_round(s)


@called
def bury_pile(s: State) -> None:
    """SD-14: the rest of the pile goes to the discard, face down."""
    for layer in range(LAYERS):
        pour(s, s.pile[layer], s.buried)
        s.in_layer[layer] = 0
        s.mixed_in[layer] = 0
    s.lost += s.left
    s.left = 0


@called
def redraws(s: State) -> bool:
    """SD-16: the first seat with four Vault Shut cards discards them and draws four."""
    for seat in range(int(s.players)):
        if size(int(s.hand[seat, 1]) & EVERY_SHUT) == HAND:
            pour(s, s.hand[seat], s.discard)
            s.held[seat] = 0
            s.seat = seat
            s.due = CHANCE
            s.mixed |= int(s.open) & (1 << seat) - 1  # these were passed over
            return True
    return False


# ---------------------------------------------------------------- the end


@rule
def finish(s: State, ending: int) -> None:
    s.due = OVER
    s.ending = ending


@entry
def scores(s: State, out: Any) -> None:
    """SD-20: a closed vault counts its jewels; an open one nothing (SD-17 to SD-19)."""
    for seat in range(int(s.players)):
        out[seat] = 0
        if s.closer[seat] != NO_CARD:
            for digit in range(4):
                with_digit = int(WITH_DIGIT[digit])
                jewels = size(int(s.vault[seat, 0]) & with_digit) + size(int(s.vault[seat, 1]) & with_digit)
                out[seat] += jewels << digit


@entry
def endless(s: State) -> bool:
    return False


# ---------------------------------------------------------------- chance


@entry
def chances(s: State, out: Any, weights: Any) -> int:
    """SD-12: every card of the layer equally likely."""
    n = 0
    for word in range(2):
        cards = int(s.pile[s.layer, word])
        for bit in range(JEWELS + SHUTS):
            if cards >> bit & 1:
                a = outcome(s, card_at(s, word, bit))
                if n > 0 and out[n - 1] == a:
                    weights[n - 1] += 1
                else:
                    out[n], weights[n] = a, 1
                    n += 1
    return n


@entry
def draw(s: State, rng: Rng) -> int:
    layer = index(s.layer)
    first = int(s.pile[layer, 0])
    r = below(rng, int(s.in_layer[layer]))
    word = int(r >= size(first))
    cards = either(word, first, int(s.pile[layer, 1]))
    bit = nth_bit(cards, r - size(first) * word)
    lane = highest(either(word, int(s.firsts[0]), int(s.firsts[1])) & (bit ^ bit - 1))
    return outcome(s, 64 * word + lane)


@rule
def outcome(s: State, card: int) -> int:
    return card | index(s.seat) << SEAT_OF_OUTCOME | index(s.step) << STEP_OF_OUTCOME
