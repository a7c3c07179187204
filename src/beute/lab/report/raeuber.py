"""What the report counts in Räuber."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index
from beute.games.compiling import rule
from beute.games.contract import CHANCE, scores
from beute.games.layout import State
from beute.games.raeuber.components import CARDS
from beute.games.raeuber.rules import (
    CENTRE,
    KIND_OF_MOVE,
    KIND_OF_OUTCOME,
    KINDS,
    OUT,
    PLACE_OF_MOVE,
    ROBBER,
    SACKS,
    START,
    WORTH,
    owner_of,
)
from beute.lab.report.counted import Fate, Group, Row, Switch, numbered

HAS_FIRST: Final = True  # RB-3: somebody starts

RECEIVED: Final = 0  # columns: cards dealt and drawn, by kind
SEALED: Final = RECEIVED + KINDS  # sacks at the end, sealed
OPEN: Final = SEALED + SACKS  # and open
LAST: Final = OPEN + SACKS  # the last card, by kind
TAKEN, ROBS, SEALS, STOLEN_SEALS, LOSSES, COVERS, GIFTS, STUCK, EQUAL = range(LAST + KINDS, LAST + KINDS + 9)
COLUMNS: Final = range(EQUAL + 1)

ALIKE: Final = (("26", (0,)), ("27", (1,)), ("28", (2,)), ("29", (3,)), ("45", (4, 5)), ("70", (6, 7)), ("100", (8,)))


def _sacks(code: str, first: int) -> tuple[Row, ...]:
    return tuple(Row(code, tuple(first + sack for sack in sacks), value) for value, sacks in ALIKE)


def _cards(first: int) -> tuple[Row, ...]:
    return (Row("robber", (first,)), *numbered("card", first + 1, CARDS[1:]))


GROUPS: Final = (
    Group("received", _cards(RECEIVED), by_chance=True),
    Group("sacks", _sacks("sealed", SEALED) + _sacks("open", OPEN)),
    Group("last", (*_cards(LAST), Row("equal", (EQUAL,)))),
    Group(
        "deeds",
        (
            Row("taken", (TAKEN,)),
            Row("robs", (ROBS,)),
            Row("seals", (SEALS,)),
            Row("stolen_seals", (STOLEN_SEALS,)),
            Row("losses", (LOSSES,)),
            Row("covers", (COVERS,)),
            Row("gifts", (GIFTS,)),
            Row("stuck", (STUCK,)),
        ),
    ),
)
FATE: Fate | None = Fate(
    tuple(
        Row("sack", (*(SEALED + sack for sack in sacks), *(OPEN + sack for sack in sacks)), value)
        for value, sacks in ALIKE
    ),
    ("sealed", "open", "centre"),
)
SWITCHES: tuple[Switch, ...] = ()
NO_MATTER: Final = ("open_sums",)  # RB-18: bots remember everything anyway


@rule
def moment(before: State, s: State, seat: int) -> bool:
    """A card was played."""
    return seat != CHANCE


@rule
def standing(s: State, out: Any) -> None:
    scores(s, out)


@rule
def note(before: State, s: State, seat: int, a: int, counts: Any) -> None:
    if seat == CHANCE:
        if before.step != START:
            counts[index(before.seat), RECEIVED + (a & KIND_OF_OUTCOME)] += 1
        return
    kind, sack = index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a])
    if sack == OUT:
        counts[seat, STUCK] += 1
        return
    owner, sealed = owner_of(before, sack), int(s.loot[sack]) == int(WORTH[sack])
    if owner == CENTRE:
        counts[seat, TAKEN] += 1
    elif owner != seat:
        if owner_of(s, sack) == seat:
            counts[seat, STOLEN_SEALS if sealed else ROBS] += 1
            counts[owner, LOSSES] += 1
        else:
            counts[seat, COVERS if kind == ROBBER else GIFTS] += 1
    elif sealed:
        counts[seat, SEALS] += 1


@rule
def settle(s: State, counts: Any) -> None:
    """RB-14, RB-16"""
    for sack in range(SACKS):
        owner = owner_of(s, sack)
        if owner != CENTRE:
            counts[owner, (SEALED if int(s.loot[sack]) == int(WORTH[sack]) else OPEN) + sack] += 1
    for seat in range(int(s.players)):
        counts[seat, LAST + int(s.last[seat]) - 1] = 1
        for other in range(int(s.players)):
            if other != seat and s.last[other] == s.last[seat]:
                counts[seat, EQUAL] = 1
