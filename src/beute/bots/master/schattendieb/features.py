"""The features of a decision: of the table, and of each card that could be chosen, as numbers of about the size of 1.

Nothing here reads what the seat cannot know: other hands, the pile, and what lies face down.
"""

from __future__ import annotations

from typing import Any, Final

from beute.bots.greedy.schattendieb import COPIES, OF_VALUE
from beute.bots.vaults import jewels_in, sum_of
from beute.games.bits import either, highest, index, size
from beute.games.compiling import called, rule
from beute.games.layout import State
from beute.games.schattendieb.rules import (
    ADD,
    ADDING,
    CARDS,
    CHOOSE,
    DONE,
    EACH_PAIR,
    EVERY_JEWEL,
    EVERY_SHUT,
    EVERY_THIEF,
    JEWELS,
    KIND,
    KIND_OF,
    LOWEST_SHUT,
    MAX_SEATS,
    NO_CARD,
    ONE_KIND,
    SHADOW_THIEF,
    SHUT,
    SHUTS,
    STEAL,
    STEAL_FROM,
    THIEF,
    VALUE_OF,
    WITH_DIGIT,
    is_jewel,
)

# ---------------------------------------------------------------- the table

(
    ONE,
    SUM,  # of the seat's vault, with what lies in front
    JEWELS_HERE,
    EMPTY,
    CAN_SHUT,  # there is a card in hand that shuts the vault
    ROOM,  # how many more jewels it could take then
    SHUTTING_CARDS,
    SHUT_CARDS,
    JEWELS_IN_HAND,
    HAND_SUM,
    THIEVES_IN_HAND,
    HELD,
    OTHERS_1,  # how many other vaults are open
    OTHERS_2,
    OTHERS_3,
    OTHERS_4,
    OTHERS_5,
    OTHERS_6,
    PLAYERS,
    SHUT_VAULTS,
    SHUT_BELOW,  # shut vaults that are worth less than the seat's
    BEST_SHUT,
    BEATEN,
    AHEAD,  # of the best shut vault
    RICHEST,  # of the open vaults of others
    SECOND,
    MEAN,
    RICHER,  # open vaults that are worth more than the seat's
    MOST_JEWELS,
    MEAN_JEWELS,
    EMPTY_ONES,
    FULL_ONES,
    BEATEN_ONES,  # open vaults that the best shut one beats
    PILE,
    GONE,
    SHORT,  # the pile does not last for the next draw
    SHUTS_UNSEEN,
    USEFUL_UNSEEN,  # that would shut the seat's vault
    MORE_USEFUL_UNSEEN,  # even with two jewels more
    THIEVES_UNSEEN,
    SHADOW_UNSEEN,
    HIGH_UNSEEN,  # the share of the unseen jewels that has value 8 to 10
) = range(42)
TABLE: Final = 42

# ---------------------------------------------------------------- a decision

(
    A_JEWEL,
    A_THIEF,
    A_SHADOW,
    A_SHUT,  # a Vault Shut card that shuts
    A_DUD,  # one that does not
    A_VICTIM,
    AN_ADDED,
    A_DONE,
    VALUE,
    VALUE_SQUARED,
    SURVIVES,
    SURVIVING_VALUE,
    WITH_IT,  # the sum of the jewels that can be added
    SURVIVING_SUM,
    HOW_MANY,
    ALIKE_IN_HAND,
    THIEF_ABOUT,
    FITS,  # the best card in hand still shuts the vault after it
    SPOILS,  # it shut the vault before, and does not after it
    SLACK,
    SLACK_WITH_ALL,
    OVERFULL_WITH_ALL,
    TAKES_LEAD,  # it raises the vault above the best shut one
    STILL_BEATEN,
    HIGHEST_LEFT,  # the best jewel that stays in the hand
    LOOT,  # the chance that a thief can steal something
    LOOT_VALUE,
    CARD_VALUE,
    WASTE,  # how far a Vault Shut card exceeds the jewels
    FULL,  # the added jewel is one of so many
    LAST_CARD,
    VICTIM_SUM,
    VICTIM_RICHEST,
    SMALL,
    MIDDLING,
) = range(35)
DECISION: Final = 35
MOST: Final = 8  # decisions at once

# ---------------------------------------------------------------- what is computed once

# What all can see, the same for every seat while a phase lasts:
SEEN: Final = 0  # all jewels and thieves in the discard and in vaults: a multiset of two words
SHUT_SEEN: Final = 2  # Vault Shut cards that closed a vault, by their place
BEST_SHUT_SUM: Final = 3
HOW_MANY_SHUT: Final = 4
SUMS: Final = 5  # of each vault
COUNTS: Final = SUMS + MAX_SEATS  # jewels in each vault
PUBLIC: Final = COUNTS + MAX_SEATS

# What a seat sees, the same for each of its decisions:
(
    F_JEWELS,
    F_SUM,
    F_CARD,  # the best Vault Shut card in hand
    F_OTHERS,
    F_UNSEEN,
    F_BEST_SHUT,
    F_RICHEST,
    F_SEEN,  # SEEN with the seat's hand
    F_SEEN_2,
) = range(9)
FACTS: Final = 9

HIGH: Final = sum(3 << 2 * value | 3 << KIND + 2 * value for value in (7, 8, 9))  # the values 8 to 10 of a word
ALL_HIGH: Final = 24


@rule
def together(cards: int, more: int) -> int:
    """Two multisets of jewels and thieves as one; in it bits of thieves and of Vault Shut cards are just joined."""
    return cards | more | (cards & more & EACH_PAIR) << 1


@called
def survey(s: State, public: Any) -> None:
    """Write what everybody can see. It is valid until the phase is over."""
    first, second = int(s.discard[0]), int(s.discard[1]) & EVERY_JEWEL
    best, many, closers = 0, 0, 0
    for seat in range(int(s.players)):
        first = together(first, int(s.vault[seat, 0]))
        second = together(second, int(s.vault[seat, 1]))
        worth = sum_of(s.vault[seat])
        public[SUMS + seat] = worth
        public[COUNTS + seat] = jewels_in(s.vault[seat])
        if s.closer[seat] != NO_CARD:
            best = max(best, worth)
            many += 1
            free = ~closers & -(1 << int(s.closer[seat]) - SHUT)
            closers |= free & -free
    public[SEEN] = first
    public[SEEN + 1] = second
    public[SHUT_SEEN] = closers
    public[BEST_SHUT_SUM] = best
    public[HOW_MANY_SHUT] = many


@rule
def seen_of(facts: Any, first: int, second: int) -> int:
    """How many jewels and thieves of two masks the seat can see: in its hand, the discard, the vaults."""
    return size(int(facts[F_SEEN]) & first) + size(int(facts[F_SEEN_2]) & second)


@rule
def useful_from(s: State, jewels: int) -> int:
    """The first place of the Vault Shut cards that shut so many jewels."""
    slot = 0
    while slot < SHUTS and int(s.shut_value[slot]) < jewels:
        slot += 1
    return slot


@rule
def shuts_unseen(s: State, seat: int, closers: int, slot: int) -> int:
    """How many Vault Shut cards from a place on are in the pile or in others' hands."""
    mask = EVERY_SHUT & -(1 << (JEWELS + slot))
    seen = size(int(s.hand[seat, 1]) & mask) + size(int(s.discard[1]) & mask)
    return SHUTS - slot - seen - size(closers >> slot)


@called
def look_at_table(s: State, seat: int, public: Any, facts: Any, p: Any) -> None:
    """Fill what all decisions of a seat have in common."""
    first, second = int(s.hand[seat, 0]), int(s.hand[seat, 1])
    jewels, total = int(public[COUNTS + seat]), int(public[SUMS + seat])
    if s.step == ADD:
        more = int(s.more[seat])
        jewels += 1 + size(more)
        total += index(VALUE_OF[int(s.front[seat]) & 63]) + 1
        for digit in range(4):
            total += size(more & int(WITH_DIGIT[digit]) & ONE_KIND) << digit
    shuts = (second & EVERY_SHUT) >> JEWELS
    card = int(s.shut_value[highest(shuts)]) if shuts else 0
    useful = useful_from(s, max(1, jewels))
    more_useful = useful
    while more_useful < SHUTS and int(s.shut_value[more_useful]) < jewels + 2:
        more_useful += 1
    shutting = size(shuts >> useful)
    hand_sum = 0
    for digit in range(4):
        with_digit = int(WITH_DIGIT[digit])
        hand_sum += size(first & with_digit) + size(second & with_digit) << digit

    shut, best_shut = int(public[HOW_MANY_SHUT]), int(public[BEST_SHUT_SUM])
    others, below, beaten_ones, richer, empty, full = 0, 0, 0, 0, 0, 0
    richest, next_to, sums, most, all_jewels = 0, 0, 0, 0, 0
    for other in range(int(s.players)):
        worth, there = int(public[SUMS + other]), int(public[COUNTS + other])
        if s.closer[other] != NO_CARD:
            below += int(worth < total)
        elif other != seat:
            others += 1
            sums += worth
            all_jewels += there
            most = max(most, there)
            richer += int(worth > total)
            empty += int(there == 0)
            full += int(there >= 5)
            beaten_ones += int(shut > 0 and worth <= best_shut)
            next_to = max(next_to, min(richest, worth))
            richest = max(richest, worth)
    seen, seen_2 = together(int(public[SEEN]), first), together(int(public[SEEN + 1]), second & EVERY_JEWEL)
    closers = int(public[SHUT_SEEN])
    shuts_left = shuts_unseen(s, seat, closers, 0)
    unseen = max(1, CARDS - SHUTS + shuts_left - size(seen) - size(seen_2))
    many = 1.0 / unseen
    per = 1.0 / max(1, others)

    facts[F_JEWELS] = jewels
    facts[F_SUM] = total
    facts[F_CARD] = card
    facts[F_OTHERS] = others
    facts[F_UNSEEN] = unseen
    facts[F_BEST_SHUT] = best_shut
    facts[F_RICHEST] = richest
    facts[F_SEEN] = seen
    facts[F_SEEN_2] = seen_2

    p[ONE] = 1.0
    p[SUM] = total * 0.04
    p[JEWELS_HERE] = jewels * 0.15
    p[EMPTY] = int(jewels == 0)
    p[CAN_SHUT] = int(shutting > 0 and jewels > 0)
    p[ROOM] = max(0, card - jewels) * 0.15
    p[SHUTTING_CARDS] = shutting * 0.5
    p[SHUT_CARDS] = size(shuts) * 0.5
    p[JEWELS_IN_HAND] = (size(first & EVERY_JEWEL) + size(second & EVERY_JEWEL)) * 0.33
    p[HAND_SUM] = hand_sum * 0.05
    p[THIEVES_IN_HAND] = size(first & EVERY_THIEF)
    p[HELD] = int(s.held[seat]) * 0.25
    for n in range(6):
        p[OTHERS_1 + n] = int(others == n + 1)
    p[PLAYERS] = int(s.players) * 0.15
    p[SHUT_VAULTS] = shut * 0.3
    p[SHUT_BELOW] = below * 0.3
    p[BEST_SHUT] = best_shut * 0.04
    p[BEATEN] = int(shut > 0 and best_shut >= total)
    p[AHEAD] = (total - best_shut) * 0.06 if shut > 0 else 0.0
    p[RICHEST] = richest * 0.04
    p[SECOND] = next_to * 0.04
    p[MEAN] = sums * per * 0.05
    p[RICHER] = richer * 0.3
    p[MOST_JEWELS] = most * 0.15
    p[MEAN_JEWELS] = all_jewels * per * 0.2
    p[EMPTY_ONES] = empty * 0.3
    p[FULL_ONES] = full * 0.3
    p[BEATEN_ONES] = beaten_ones * 0.3
    p[PILE] = int(s.left) * 0.015
    p[GONE] = int(s.gone)
    p[SHORT] = int(int(s.left) < 2 * (others + 1))
    p[SHUTS_UNSEEN] = shuts_left * 4 * many
    p[USEFUL_UNSEEN] = shuts_unseen(s, seat, closers, useful) * 4 * many
    p[MORE_USEFUL_UNSEEN] = shuts_unseen(s, seat, closers, more_useful) * 4 * many
    p[THIEVES_UNSEEN] = (5 - size(seen & EVERY_THIEF)) * 8 * many
    p[SHADOW_UNSEEN] = (1 - (seen >> SHADOW_THIEF & 1)) * 30 * many
    p[HIGH_UNSEEN] = (ALL_HIGH - size(seen & HIGH) - size(seen_2 & HIGH)) * 3 * many


# ---------------------------------------------------------------- each decision


@called
def look_at_decision(s: State, seat: int, a: int, facts: Any, c: Any) -> None:
    """Fill what is special about one decision."""
    for n in range(DECISION):
        c[n] = 0.0
    if s.step == CHOOSE:
        if is_jewel(a):
            look_at_jewel(s, seat, a, facts, c)
        elif a < SHUT:
            look_at_thief(s, seat, a, facts, c)
        else:
            look_at_shut_card(s, a, facts, c)
    elif s.step == STEAL:
        look_at_victim(s, a - STEAL_FROM, facts, c)
    else:
        look_at_adding(s, seat, a, facts, c)


@called
def look_at_jewel(s: State, seat: int, card: int, facts: Any, c: Any) -> None:
    value = index(VALUE_OF[card & 63]) + 1
    kind = index(KIND_OF[card])
    others, unseen = int(facts[F_OTHERS]), int(facts[F_UNSEEN])
    same = int(s.hand[seat, kind >> 1]) >> KIND * (kind & 1) & ONE_KIND
    more, sum_of_more = size(same) - 1, -value
    for digit in range(4):
        sum_of_more += size(same & int(WITH_DIGIT[digit])) << digit
    of_value = int(OF_VALUE[value - 1])
    alike = COPIES - seen_of(facts, of_value, of_value)
    in_hand = size(int(s.hand[seat, 0]) & of_value) + size(int(s.hand[seat, 1]) & of_value)
    once = 1.0 - 1.2 * alike / unseen
    survives = 1.0
    for _ in range(others):
        survives *= once
    thief = 1 - seen_of(facts, 1 << (THIEF + kind), 0)
    c[A_JEWEL] = 1.0
    c[VALUE] = value * 0.1
    c[VALUE_SQUARED] = value * value * 0.01
    c[SURVIVES] = survives
    c[SURVIVING_VALUE] = survives * value * 0.1
    c[WITH_IT] = sum_of_more * 0.08
    c[SURVIVING_SUM] = survives * (sum_of_more + value) * 0.06
    c[HOW_MANY] = more * 0.5
    c[ALIKE_IN_HAND] = (in_hand - 1) * 0.5
    c[THIEF_ABOUT] = thief * others * 4.0 / unseen
    room(c, facts, 1)
    slack = int(facts[F_CARD]) - int(facts[F_JEWELS]) - 1 - more
    c[SLACK_WITH_ALL] = slack * 0.15 if facts[F_CARD] > 0 else 0.0
    c[OVERFULL_WITH_ALL] = int(facts[F_CARD] > 0 and slack < 0)
    lead(c, facts, value + sum_of_more)
    c[HIGHEST_LEFT] = highest_left(s, seat, card) * 0.1


@rule
def room(c: Any, facts: Any, more: int) -> None:
    """Whether the best Vault Shut card in hand still shuts the vault with so many more jewels."""
    jewels, card = int(facts[F_JEWELS]), int(facts[F_CARD])
    c[FITS] = int(card >= jewels + more)
    c[SPOILS] = int(card >= max(1, jewels) and card < jewels + more)
    c[SLACK] = (card - jewels - more) * 0.15 if card > 0 else 0.0


@rule
def lead(c: Any, facts: Any, more: int) -> None:
    """Whether so many more points raise the vault above the best shut one."""
    total, best = int(facts[F_SUM]), int(facts[F_BEST_SHUT])
    c[TAKES_LEAD] = int(0 < best >= total and total + more > best)
    c[STILL_BEATEN] = int(0 < best >= total + more)


@rule
def highest_left(s: State, seat: int, card: int) -> int:
    """The value of the best jewel in the hand besides this one."""
    first, second = int(s.hand[seat, 0]) & EVERY_JEWEL, int(s.hand[seat, 1]) & EVERY_JEWEL
    if is_jewel(card):
        word = card >> 6
        one = 1 << (card & 63) + (either(word, first, second) >> (card & 63) + 1 & 1)
        first ^= one & word - 1
        second ^= one & -word
    values = (first | first >> KIND | second | second >> KIND) & ONE_KIND
    return (highest(values) >> 1) + 1 if values else 0


@called
def look_at_thief(s: State, seat: int, card: int, facts: Any, c: Any) -> None:
    others, unseen = int(facts[F_OTHERS]), int(facts[F_UNSEEN])
    if card == SHADOW_THIEF:
        c[A_SHADOW] = 1.0
        c[LOOT_VALUE] = (2 * JEWELS - seen_of(facts, EVERY_JEWEL, EVERY_JEWEL)) / unseen
    else:
        kind = card - THIEF
        c[A_THIEF] = 1.0
        mask = ONE_KIND << KIND * (kind & 1)
        first, second = mask & (kind >> 1) - 1, mask & -(kind >> 1)
        there = KIND - seen_of(facts, first, second)
        none = 1.0
        for _ in range(others):
            none *= 1.0 - there / unseen
        high = 6 - seen_of(facts, first & HIGH, second & HIGH)
        c[LOOT] = 1.0 - none
        c[LOOT_VALUE] = (1.0 - none) * high / max(1, there)
    room(c, facts, 1)
    lead(c, facts, 7)
    c[HIGHEST_LEFT] = highest_left(s, seat, NO_CARD) * 0.1


@called
def look_at_shut_card(s: State, card: int, facts: Any, c: Any) -> None:
    value, jewels = int(s.shut_value[card - SHUT]), int(facts[F_JEWELS])
    shuts = 1 <= jewels <= value
    c[A_SHUT] = int(shuts)
    c[A_DUD] = int(not shuts)
    c[CARD_VALUE] = (value - LOWEST_SHUT) * 0.1
    c[WASTE] = (value - jewels) * 0.15 if shuts else 0.0
    c[TAKES_LEAD] = int(shuts and facts[F_SUM] > facts[F_BEST_SHUT])
    c[STILL_BEATEN] = int(shuts and facts[F_SUM] <= facts[F_BEST_SHUT])
    c[VICTIM_RICHEST] = int(shuts and facts[F_SUM] >= facts[F_RICHEST])


@called
def look_at_victim(s: State, victim: int, facts: Any, c: Any) -> None:
    value = index(VALUE_OF[int(s.front[victim]) & 63]) + 1
    worth = sum_of(s.vault[victim])
    c[A_VICTIM] = 1.0
    c[VALUE] = value * 0.1
    c[VALUE_SQUARED] = value * value * 0.01
    c[VICTIM_SUM] = worth * 0.04
    c[VICTIM_RICHEST] = int(worth >= facts[F_RICHEST])
    lead(c, facts, value)


@called
def look_at_adding(s: State, seat: int, a: int, facts: Any, c: Any) -> None:
    c[LAST_CARD] = int(int(s.gone) == 1 and int(s.held[seat]) == 1)
    c[FULL] = int(facts[F_JEWELS]) * 0.15
    if a == DONE:
        c[A_DONE] = 1.0
        room(c, facts, 0)
        lead(c, facts, 0)
        return
    value = index(VALUE_OF[(a - ADDING) & 63]) + 1
    c[AN_ADDED] = 1.0
    c[VALUE] = value * 0.1
    c[VALUE_SQUARED] = value * value * 0.01
    c[SMALL] = int(value <= 3)
    c[MIDDLING] = int(4 <= value <= 6)
    room(c, facts, 1)
    lead(c, facts, value)
    c[HIGHEST_LEFT] = highest_left(s, seat, a - ADDING) * 0.1
