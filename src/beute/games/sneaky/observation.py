"""What a seat of Sneaky knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, lowest, size
from beute.games.compiling import called, entry, rule
from beute.games.layout import State
from beute.games.seats import around
from beute.games.sneaky import ENDINGS
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
    stack_for,
    to_lay,
)

ENDS: Final = len(ENDINGS)
ON_STACKS: Final = COLOURS * (VALUES - 1)  # kinds of bandits that come onto stacks: 2s and 3s
OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("dice", COLOURS, DICE),  # unplaced, by colour
    ("dice_left", 1, DICE),
    ("placed", 1, 1),
    ("step", 6, 1),
    ("turns", 2, 99),  # so far: hundreds, and the rest
    ("last_round", 1, 1),
    ("turns_left", 1, MAX_SEATS),  # in it
    ("ending", ENDS, 1),
    ("pile", KINDS, 2),
    ("to_lay", KINDS, 2),
    ("laid", KINDS, 1),  # already, of the bandits that are being laid
    ("centre", CENTRE * (KINDS + 2), VALUES),  # the bandit, the dice it still needs, whether it is full
    ("turn", MAX_SEATS, 1),  # from here on seats and stacks from mine
    ("stacks", STACKS * (KINDS + 4), VALUES * HEIGHT),  # the top, the dice it still needs, whether full, height, sum
    ("depths", STACKS * 2 * ON_STACKS, HEIGHT),  # of both copies of each kind, from the top, which is 1
    ("cuffs", MAX_SEATS, 20),
    ("safe", MAX_SEATS * COLOURS, 2),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """Counts and sums, and 1 for what is true, 0 for what is not; nothing is scaled."""
    out[:] = 0
    players = int(known.players)
    for colour in range(COLOURS):
        out[colour] = int(known.dice) >> 8 * colour & 255 if known.step == PUT else 0
    n = COLOURS
    out[n] = int(known.dice_left)
    out[n + 1] = int(known.placed)
    out[n + 2 + index(known.step)] = 1
    out[n + 8] = int(known.turns) // 100
    out[n + 9] = int(known.turns) % 100
    out[n + 10] = int(known.turns_left != NONE)
    out[n + 11] = max(0, int(known.turns_left))
    if known.ending:
        out[n + 11 + index(known.ending)] = 1
    n += 12 + ENDS
    for kind in range(KINDS):
        out[n + kind] = twice(int(known.pile), kind)
        out[n + KINDS + kind] = twice(int(known.laying), kind)
    n += 2 * KINDS
    if known.step == TOP and known.laid > 0:
        observe_laid(known, out, n)
    n += KINDS
    for slot in range(CENTRE):
        if known.centre[slot] != NONE:
            out[n + int(known.centre[slot])] = 1
        observe_dice(known, slot, out, n + KINDS)
        n += KINDS + 2
    out[n + around(int(known.seat) - seat, players)] = 1
    n += MAX_SEATS
    depths = n + STACKS * (KINDS + 4)
    for ahead in range(STACKS):
        stack = stack_ahead(players, seat, ahead)
        height = int(known.height[stack])
        if height > 0:
            out[n + int(known.stack[stack, height - 1])] = 1
        observe_dice(known, CENTRE + stack, out, n + KINDS)
        out[n + KINDS + 2] = height
        for depth in range(1, height + 1):
            kind = int(known.stack[stack, height - depth])
            out[n + KINDS + 3] += int(VALUE[kind])
            copy = depths + 2 * (kind - kind // VALUES - 1)
            out[copy + int(out[copy] != 0)] = depth
        n += KINDS + 4
        depths += 2 * ON_STACKS
    n = depths
    for ahead in range(players):
        other = around(seat + ahead, players)
        out[n + ahead] = int(known.cuffs[other])
        for colour in range(COLOURS):
            out[n + MAX_SEATS + ahead * COLOURS + colour] = twice(int(known.safe[other]), colour * VALUES)


@rule
def observe_dice(known: State, spot: int, out: Any, at: int) -> None:
    """How many dice the bandit there still needs, and whether it is full."""
    out[at] = int(known.wants) >> 8 * spot & 255
    out[at + 1] = int(known.filled) >> spot & 1


@called
def observe_laid(known: State, out: Any, at: int) -> None:
    """SN-15: the bandits chosen so far; they lie above the room for the rest."""
    rest = to_lay(known)
    stack = stack_for(known, lowest(rest) % KINDS)
    first = int(known.height[stack]) + size(rest)
    for n in range(int(known.laid)):
        out[at + int(known.stack[stack, first + n])] = 1


@rule
def stack_ahead(players: int, seat: int, ahead: int) -> int:
    """A stack by how far it is from a seat's own; with three players the fourth is nobody's and empty."""
    if players == 2:
        return around(2 * seat + ahead, STACKS)
    return around(seat + ahead, players) if ahead < players else ahead


@rule
def twice(bandits: int, kind: int) -> int:
    """How many of a kind there are in a multiset."""
    return (bandits >> kind & 1) + (bandits >> (kind + KINDS) & 1)
