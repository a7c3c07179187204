"""What the report counts in Sneaky."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, lowest, size
from beute.games.compiling import rule
from beute.games.contract import CHANCE, OVER, due, scores
from beute.games.layout import State
from beute.games.sneaky.rules import CENTRE, COLOURS, KINDS, PUT, ROLL, STACKS, STOP, VALUES, owner_of
from beute.games.sneaky.words import COLOUR_NAMES
from beute.lab.report.counted import Fate, Group, Row, Switch, numbered

HAS_FIRST: Final = True  # SN-5: somebody starts

MOST_CUFFS: Final = 5  # handcuffs that are counted separately; the last class includes more

HELD: Final = 0  # columns: bandits at the end, by kind
CUFFS: Final = KINDS  # handcuffs at the end: none, one, …
ALONE, SHARED, FROM_CENTRE, FROM_OTHERS, LOST, BUSTS = range(CUFFS + MOST_CUFFS + 1, CUFFS + MOST_CUFFS + 7)
COLUMNS: Final = range(BUSTS + 1)

GROUPS: Final = (
    Group(
        "held",
        (
            *(Row("worth", tuple(range(value, KINDS, VALUES)), value + 1) for value in range(VALUES)),
            *(
                Row(COLOUR_NAMES[colour], tuple(range(VALUES * colour, VALUES * colour + VALUES)))
                for colour in range(COLOURS)
            ),
        ),
    ),
    Group(
        "cuffs",
        (
            *numbered("cuffs", CUFFS, range(MOST_CUFFS)),
            Row("cuffs_or_more", (CUFFS + MOST_CUFFS,), MOST_CUFFS),
            Row("most_alone", (ALONE,)),
            Row("most_shared", (SHARED,)),
        ),
    ),
    Group(
        "deeds",
        (
            Row("from_centre", (FROM_CENTRE,)),
            Row("from_others", (FROM_OTHERS,)),
            Row("lost", (LOST,)),
            Row("busts", (BUSTS,)),
        ),
    ),
)
FATE: Fate | None = None
SWITCHES: tuple[Switch, ...] = ()
NO_MATTER: Final = ()  # options that do not change games between bots


@rule
def moment(before: State, s: State, seat: int) -> bool:
    """A turn is over."""
    return (before.turns > 0) & ((s.turns != before.turns) | (due(s) == OVER))


@rule
def standing(s: State, out: Any) -> None:
    scores(s, out)


@rule
def note(before: State, s: State, seat: int, a: int, counts: Any) -> None:
    """SN-10, SN-12"""
    who = index(before.seat)
    if seat == CHANCE:
        if before.step == ROLL and s.step != PUT:
            counts[who, BUSTS] += 1
    elif a == STOP:
        filled = int(before.filled)
        while filled:
            spot = lowest(filled)
            filled &= filled - 1
            if spot < CENTRE:
                counts[who, FROM_CENTRE] += 1
            else:
                counts[who, FROM_OTHERS] += 1
                counts[owner_of(before, spot - CENTRE), LOST] += 1


@rule
def settle(s: State, counts: Any) -> None:
    """SN-22, SN-23"""
    most, having = 1, 0
    for seat in range(int(s.players)):
        most = max(most, int(s.cuffs[seat]))
    for seat in range(int(s.players)):
        having += int(s.cuffs[seat] == most)
        counts[seat, CUFFS + min(int(s.cuffs[seat]), MOST_CUFFS)] = 1
        for kind in range(KINDS):
            counts[seat, HELD + kind] = size(int(s.safe[seat]) & (1 << kind | 1 << (kind + KINDS)))
    for seat in range(int(s.players)):
        if s.cuffs[seat] == most:
            counts[seat, ALONE if having == 1 else SHARED] = 1
    for stack in range(STACKS):
        for h in range(int(s.height[stack])):
            counts[owner_of(s, stack), HELD + int(s.stack[stack, h])] += 1
