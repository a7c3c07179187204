"""What the report counts in Der Schattendieb."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, size
from beute.games.compiling import rule
from beute.games.contract import CHANCE, OVER, due
from beute.games.layout import State
from beute.games.schattendieb.rules import (
    ADD,
    CARD_OF_OUTCOME,
    CHOOSE,
    DEAL,
    DONE,
    LOWEST_SHUT,
    MAX_SEATS,
    NO_CARD,
    SHADOW_THIEF,
    SHUT,
    STEAL,
    STEAL_FROM,
    THIEF,
    VALUE_OF,
    VALUES,
    WITH_DIGIT,
    is_jewel,
)
from beute.lab.report.counted import Fate, Group, Row, Switch, numbered

HAS_FIRST: Final = False  # SD-4: there is no seat order

SHUT_VALUES: Final = 12  # SD-3: Vault Shut cards of 4 to 15
SIZES: Final = ((1, 3), (4, 6), (7, 9), (10, 12), (13, 15))  # jewels in a vault when it is shut

DEALT: Final = 0  # columns: first hands, jewels by value, thieves, Vault Shut cards by value
DEALT_THIEF: Final = DEALT + VALUES
DEALT_SHUT: Final = DEALT_THIEF + 5
SHUT_WITH: Final = DEALT_SHUT + SHUT_VALUES
SHUT_AS: Final = SHUT_WITH + SHUT_VALUES  # first, second, …
SHUT_SIZE: Final = SHUT_AS + MAX_SEATS
NEVER: Final = SHUT_SIZE + len(SIZES)
STALEMATES, PREY, IN_VAIN, ROBBED, ADDED, FAILED = range(NEVER + 1, NEVER + 7)
COLUMNS: Final = range(FAILED + 1)

_NEVER_SHUT: Final = (Row("never", (NEVER,)),)
GROUPS: Final = (
    Group(
        "dealt",
        (
            *numbered("jewel", DEALT, range(1, VALUES + 1)),
            Row("thief", tuple(range(DEALT_THIEF, DEALT_THIEF + 4))),
            Row("shadow_thief", (DEALT_THIEF + 4,)),
            *numbered("shut", DEALT_SHUT, range(LOWEST_SHUT, LOWEST_SHUT + SHUT_VALUES)),
        ),
        by_chance=True,
    ),
    Group("shut_with", numbered("shut", SHUT_WITH, range(LOWEST_SHUT, LOWEST_SHUT + SHUT_VALUES)) + _NEVER_SHUT),
    Group("shut_as", numbered("shut_as", SHUT_AS, range(1, MAX_SEATS)) + _NEVER_SHUT),
    Group("shut_size", numbered("size", SHUT_SIZE, [f"{least}–{most}" for least, most in SIZES]) + _NEVER_SHUT),
    Group(
        "deeds",
        (
            Row("prey", (PREY,)),
            Row("in_vain", (IN_VAIN,)),
            Row("robbed", (ROBBED,)),
            Row("stalemates", (STALEMATES,)),
            Row("added", (ADDED,)),
            Row("failed", (FAILED,)),
        ),
    ),
)
FATE: Fate | None = None
SWITCHES: Final = (
    Switch("vaults", "2,2,2,2,2,2,2,2,1,1,1,1", "vaults_low"),
    Switch("vaults", "1,1,2,2,2,2,2,2,2,2,1,1", "vaults_middle"),
    Switch("vaults", "1,1,1,1,2,2,2,2,2,2,2,2", "vaults_high"),
)
NO_MATTER: Final = ("games",)  # SD-21: an option of matches


@rule
def moment(before: State, s: State, seat: int) -> bool:
    """A round is over: all are asked for a card again, or the game is over."""
    asked_anew = (s.step == CHOOSE) & ((before.step != CHOOSE) | (due(s) & ~due(before) != 0))
    return (before.step != DEAL) & (asked_anew | (due(s) == OVER))


@rule
def standing(s: State, out: Any) -> None:
    """SD-20: what every vault would score if it were shut."""
    for seat in range(int(s.players)):
        out[seat] = 0
        for digit in range(4):
            with_digit = int(WITH_DIGIT[digit])
            jewels = size(int(s.vault[seat, 0]) & with_digit) + size(int(s.vault[seat, 1]) & with_digit)
            out[seat] += jewels << digit


@rule
def note(before: State, s: State, seat: int, a: int, counts: Any) -> None:
    if seat == CHANCE:
        if before.step == DEAL:
            counts[index(before.seat), DEALT + place(s, a & CARD_OF_OUTCOME)] += 1
        return
    if before.step == STEAL:
        counts[seat, PREY] += 1
        counts[a - STEAL_FROM, ROBBED] += 1
    elif before.step == ADD:
        counts[seat, ADDED] += int(a != DONE)
    else:
        counts[seat, IN_VAIN] += int(THIEF <= a <= SHADOW_THIEF)  # successful thieves are subtracted at the end
        counts[seat, FAILED] += int(a >= SHUT)  # and so are cards that shut a vault
        if due(before) == 1 << seat:
            note_stalemates(before, s, seat, a, counts)
    if s.open != before.open:
        note_shut(before, s, counts)


@rule
def place(s: State, card: int) -> int:
    """Where a card is among the columns of a hand."""
    if card >= SHUT:
        return VALUES + 5 + int(s.shut_value[card - SHUT]) - LOWEST_SHUT
    if is_jewel(card):
        return int(VALUE_OF[card & 63])
    return VALUES + card - THIEF


@rule
def note_stalemates(before: State, s: State, seat: int, a: int, counts: Any) -> None:
    """SD-6: the jewels that were revealed, the last of them just now, and have left the table."""
    for other in range(int(s.players)):
        card = a if other == seat else int(before.front[other])
        gone = is_jewel(card) & (card != NO_CARD) & (int(s.jewels) >> other & 1 == 0)
        counts[other, STALEMATES] += int(gone)


@rule
def note_shut(before: State, s: State, counts: Any) -> None:
    """SD-11, SD-12"""
    earlier = int(s.players) - size(int(before.open))
    for seat in range(int(s.players)):
        if before.closer[seat] == NO_CARD and s.closer[seat] != NO_CARD:
            jewels = size(int(s.vault[seat, 0])) + size(int(s.vault[seat, 1]))
            counts[seat, SHUT_WITH + int(s.shut_value[int(s.closer[seat]) - SHUT]) - LOWEST_SHUT] = 1
            counts[seat, SHUT_AS + earlier] = 1
            counts[seat, SHUT_SIZE + (jewels - 1) // 3] = 1


@rule
def settle(s: State, counts: Any) -> None:
    for seat in range(int(s.players)):
        counts[seat, IN_VAIN] -= counts[seat, PREY]
        if s.closer[seat] == NO_CARD:
            counts[seat, NEVER] = 1
        else:
            counts[seat, FAILED] -= 1
