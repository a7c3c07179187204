"""Der Schattendieb by rules of thumb: fill the vault as far as it can be shut, and shut it before the others do."""

from __future__ import annotations

from typing import Final

import numpy as np

from beute.bots.vaults import highest_shut_card, is_beaten, jewels_in, sum_of
from beute.games.bits import highest, index, lowest, size
from beute.games.compiling import called, entry, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb.rules import (
    CHOOSE,
    DONE,
    EVERY_JEWEL,
    EVERY_SHUT,
    EVERY_THIEF,
    JEWELS,
    KIND,
    KIND_OF,
    ONE_KIND,
    SHADOW_THIEF,
    SHUT,
    STEAL,
    STEAL_FROM,
    VALUE_OF,
    VALUES,
    is_jewel,
    legal,
)

# ---------------------------------------------------------------- weights

JEWEL_PLAYED: Final = 1.0  # an opponent plays a jewel this often
SHUTS_EMPTY: Final = 0.075  # an opponent shuts a vault this often in a round,
SHUTS_BY_SUM: Final = 0.02  # and the more often the more it is worth, for each point
SHUTS_MOST: Final = 0.25  # but not more often than this
ROUNDS: Final = 3  # rounds ahead for which the risk of being last is estimated
PILE_GONE: Final = 0.5  # the risk that a game without a pile ends before the next round
TRUST: Final = 10  # jewels up to which a vault is filled without a card in hand that shuts it
POOR: Final = 3  # jewels below this value take a place in the vault that they are not worth,
TIGHT: Final = 2  # for each place in the vault they must be this much better when only few are left
WASTED: Final = 0.75  # each point of a jewel lost in a stalemate
LOOT_OUT: Final = 0.16  # an opponent has a jewel of a certain kind lying out this often
STOLEN: Final = 6.0  # points of a jewel that a kind's thief takes, if there is one
STOLEN_ANY: Final = 7.5  # points of the best of all jewels, for the shadow thief
GOOD: Final = 10.0  # a vault of so many points wins often,
GOOD_AMONG_MANY: Final = 3.0  # of so many more for each player
BEATEN: Final = 0.05  # a vault that does not exceed the best shut one is worth this part of its sum
NOISE: Final = 0.7  # two cards that are this close are the same: one is drawn at random, so that nobody can predict it

# ---------------------------------------------------------------- what a player sees

OF_VALUE: Final = np.array([3 << 2 * value | 3 << KIND + 2 * value for value in range(VALUES)])
COPIES: Final = 8  # of each value, all kinds together


@rule
def places_left(s: State, seat: int) -> int:
    """How many more jewels the vault may take so that it can still be shut, with the card in hand or a likely one."""
    there = jewels_in(s.vault[seat])
    card = highest_shut_card(s, seat)
    return (card if card >= max(there, 1) else max(TRUST, card)) - there


@rule
def unseen_of_value(s: State, seat: int, value: int) -> int:
    """Jewels of a value that may still be in others' hands."""
    mask = int(OF_VALUE[value])
    seen = 0
    for word in range(2):
        seen += size(int(s.hand[seat, word]) & mask) + size(int(s.discard[word]) & mask)
        for other in range(int(s.players)):
            seen += size(int(s.vault[other, word]) & mask)
    return COPIES - seen


@rule
def unseen_jewels(s: State, seat: int) -> int:
    seen = 0
    for word in range(2):
        seen += size(int(s.hand[seat, word]) & EVERY_JEWEL) + size(int(s.discard[word]) & EVERY_JEWEL)
        for other in range(int(s.players)):
            seen += size(int(s.vault[other, word]))
    return 2 * JEWELS - seen


# ---------------------------------------------------------------- chances


@rule
def others_open(s: State, seat: int) -> int:
    return int(s.open) & ~(1 << seat)


@rule
def survival(s: State, seat: int, value: int) -> float:
    """The chance that nobody else plays a jewel of this value."""
    alike = JEWEL_PLAYED * unseen_of_value(s, seat, value) / max(1, unseen_jewels(s, seat))
    chance = 1.0
    for _ in range(size(others_open(s, seat))):
        chance *= 1 - alike
    return chance


@rule
def shuts_now(s: State, other: int) -> float:
    """The chance that an opponent shuts the vault in this round: it grows with what is in it."""
    return min(SHUTS_MOST, SHUTS_EMPTY + SHUTS_BY_SUM * sum_of(s.vault[other]))


@rule
def risk_of_being_last(s: State, seat: int) -> float:
    """The chance that all others shut their vaults first, or that the cards run out."""
    risk = 1.0
    others = others_open(s, seat)
    while others:
        other = lowest(others)
        others &= others - 1
        stays_open = 1.0
        for _ in range(ROUNDS):
            stays_open *= 1 - shuts_now(s, other)
        risk *= 1 - stays_open
    return max(risk, PILE_GONE) if s.gone else risk


# ---------------------------------------------------------------- what a card promises


@rule
def worth_a_place(value: int, places: int) -> bool:
    """Whether a jewel of this value is worth a place: the fewer places are left, the better it has to be."""
    return places > 0 and value >= (POOR if places > 2 else POOR + TIGHT * (3 - places))


@called
def jewel_promise(s: State, seat: int, card: int, places: int) -> float:
    """The jewel and those that can be added to it, if it survives; a lost one costs part of its value."""
    value = index(VALUE_OF[card & 63]) + 1
    kind = index(KIND_OF[card])
    same = int(s.hand[seat, kind >> 1]) >> KIND * (kind & 1) & ONE_KIND
    total = value if places > 0 else -value
    left = places - 1
    first = 2 * (value - 1)
    same ^= 1 << (first + (same >> (first + 1) & 1))
    while same:
        bit = highest(same)
        same ^= 1 << bit
        if worth_a_place((bit >> 1) + 1, left):
            total += (bit >> 1) + 1
            left -= 1
    survives = survival(s, seat, value - 1)
    return survives * total - (1 - survives) * WASTED * value


@called
def thief_promise(s: State, seat: int, card: int, places: int) -> float:
    """What others probably play; nothing if the vault has no place for it."""
    if places <= 0:
        return 0.0
    if card == SHADOW_THIEF:
        return STOLEN_ANY
    none = 1.0
    for _ in range(size(others_open(s, seat))):
        none *= 1 - LOOT_OUT
    return STOLEN * (1 - none)


# ---------------------------------------------------------------- decisions


@entry
def greedy(s: State, seat: int, rng: Rng) -> int:
    """A card to play, a jewel to steal, a jewel to add."""
    if s.step == CHOOSE:
        return card_to_play(s, seat, rng)
    if s.step == STEAL:
        return richest_victim(s, seat)
    return jewel_to_add(s, seat)


@rule
def card_to_play(s: State, seat: int, rng: Rng) -> int:
    """A Vault Shut card when it is time, or when nothing else helps; else the jewel or thief that promises most."""
    first, second = legal(s, seat)
    best, promise = most_promising(s, seat, rng, first, second)
    shuts = second & EVERY_SHUT
    if shuts == 0:
        return best
    card = shutting_card(s, seat, shuts)
    if card >= 0 and time_to_shut(s, seat, max(promise, 0.0)):
        return card
    if best < 0 or (promise < 0 and card < 0):
        return 64 + lowest(shuts)
    return best


@rule
def most_promising(s: State, seat: int, rng: Rng, first: int, second: int) -> tuple[int, float]:
    """The jewel or thief that promises most, with some noise, and what it promises; -1 if there is none."""
    places = places_left(s, seat)
    best = -1
    most = -1e9
    for word in range(2):
        cards = (second & EVERY_JEWEL) if word else (first & (EVERY_JEWEL | EVERY_THIEF))
        while cards:
            card = 64 * word + lowest(cards)
            cards &= cards - 1
            promise = jewel_promise(s, seat, card, places) if is_jewel(card) else thief_promise(s, seat, card, places)
            promise += NOISE * below(rng, 1024) / 1024
            if promise > most:
                best, most = card, promise
    return best, most


@rule
def shutting_card(s: State, seat: int, shuts: int) -> int:
    """The lowest Vault Shut card in hand that closes the vault, or -1."""
    there = jewels_in(s.vault[seat])
    while shuts and there:
        card = 64 + lowest(shuts)
        shuts &= shuts - 1
        if int(s.shut_value[card - SHUT]) >= there:
            return card
    return -1


@rule
def prize(s: State, seat: int) -> float:
    """What shutting now would be worth: the sum, but less where it is unlikely to win."""
    total = sum_of(s.vault[seat])
    if is_beaten(s, seat):
        return BEATEN * total
    return total * min(1.0, total / (GOOD + GOOD_AMONG_MANY * int(s.players)))


@called
def time_to_shut(s: State, seat: int, promise: float) -> bool:
    """When being last would cost more than a round can gain; a vault that is beaten has less to lose."""
    vault = prize(s, seat)
    risk = risk_of_being_last(s, seat)
    return risk * vault >= (1 - risk) * promise


@called
def richest_victim(s: State, seat: int) -> int:
    """Steal the most valuable jewel, of equal ones from the fuller vault."""
    victims = legal(s, seat)[0] >> STEAL_FROM
    best = -1
    most = -1
    while victims:
        other = lowest(victims)
        victims &= victims - 1
        value = 256 * index(VALUE_OF[int(s.front[other]) & 63]) + sum_of(s.vault[other])
        if value > most:
            best, most = STEAL_FROM + other, value
    return best


@called
def jewel_to_add(s: State, seat: int) -> int:
    """The best further jewel that is worth its place; the last card is kept where an empty hand ends the game."""
    first, second = legal(s, seat)
    first &= EVERY_JEWEL
    places = places_left(s, seat) - 1 - size(int(s.more[seat]))
    if first | second == 0 or (s.gone and s.held[seat] == 1):
        return DONE
    a = highest(first) if first else 64 + highest(second)
    return a if worth_a_place(index(VALUE_OF[a & 63]) + 1, places) else DONE
