"""What a seat of Sneaky knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index
from beute.games.compiling import entry, rule
from beute.games.layout import State
from beute.games.sneaky.rules import (
    CENTRE,
    COLOURS,
    DICE,
    HEIGHT,
    KINDS,
    MAX_SEATS,
    NONE,
    PUT,
    STACKS,
    TOP,
    VALUE,
    VALUES,
)

OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("dice", COLOURS, DICE),  # unplaced, by colour
    ("dice_left", 1, DICE),
    ("placed", 1, 1),
    ("my_turn", 1, 1),
    ("laying", 1, 1),  # the question is which bandit goes on top
    ("turns_left", 1, MAX_SEATS),  # in the last round
    ("pile", KINDS, 2),
    ("to_lay", KINDS, 2),
    ("centre", CENTRE * (KINDS + 1), VALUES),  # the bandit, and the dice it still needs
    ("stacks", STACKS * (KINDS + 3), VALUES * HEIGHT),  # from mine on: the top, the dice it still needs, height, sum
    ("cuffs", MAX_SEATS, 20),
    ("safe", MAX_SEATS, 2 * COLOURS),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """Counts and sums, and 1 for what is true, 0 for what is not; nothing is scaled."""
    out[:] = 0
    for colour in range(COLOURS):
        out[colour] = int(known.dice) >> 8 * colour & 255 if known.step == PUT else 0
    n = COLOURS
    out[n] = int(known.dice_left)
    out[n + 1] = int(known.placed)
    out[n + 2] = int(index(known.seat) == seat)
    out[n + 3] = int(known.step == TOP)
    out[n + 4] = max(0, int(known.turns_left))
    n += 5
    for kind in range(KINDS):
        out[n + kind] = twice(int(known.pile), kind)
        out[n + KINDS + kind] = twice(int(known.laying), kind)
    n += 2 * KINDS
    for slot in range(CENTRE):
        if known.centre[slot] != NONE:
            out[n + slot * (KINDS + 1) + int(known.centre[slot])] = 1
            out[n + slot * (KINDS + 1) + KINDS] = int(known.wants) >> 8 * slot & 255
    n += CENTRE * (KINDS + 1)
    for ahead in range(STACKS):
        stack = stack_ahead(int(known.players), seat, ahead)
        height = int(known.height[stack])
        at = n + ahead * (KINDS + 3)
        if height > 0:
            out[at + int(known.stack[stack, height - 1])] = 1
            out[at + KINDS] = int(known.wants) >> 8 * (CENTRE + stack) & 255
        out[at + KINDS + 1] = height
        for h in range(height):
            out[at + KINDS + 2] += int(VALUE[known.stack[stack, h]])
    n += STACKS * (KINDS + 3)
    for ahead in range(int(known.players)):
        other = (seat + ahead) % int(known.players)
        out[n + ahead] = int(known.cuffs[other])
        for kind in range(KINDS):
            out[n + MAX_SEATS + ahead] += twice(int(known.safe[other]), kind)


@rule
def stack_ahead(players: int, seat: int, ahead: int) -> int:
    """A stack by how far it is from a seat's own; with three players the fourth is nobody's and empty."""
    if players == 2:
        return (2 * seat + ahead) % STACKS
    return (seat + ahead) % players if ahead < players else ahead


@rule
def twice(bandits: int, kind: int) -> int:
    """How many of a kind there are in a multiset."""
    return (bandits >> kind & 1) + (bandits >> (kind + KINDS) & 1)
