"""Sneaky as a seat sees it. Everything lies open but the order of the pile, and that is nowhere in a state."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, lowest, size
from beute.games.compiling import entry, rule
from beute.games.contract import OVER
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.sight import choices as choices
from beute.games.sight import eyes as eyes
from beute.games.sight import face_down as face_down
from beute.games.sight import remembered as remembered
from beute.games.sight import shows_scores as shows_scores
from beute.games.sneaky import rules
from beute.games.sneaky.rules import (
    CENTRE,
    COLOURS,
    DICE,
    HEIGHT,
    KINDS,
    MAX_SEATS,
    NONE,
    PUT,
    ROLL,
    STACKS,
    TOP,
    VALUE,
    VALUES,
    owner_of,
)
from beute.games.sneaky.words import BANDIT_NAMES, COLOUR_NAMES, open_spots

# ---------------------------------------------------------------- knowledge


@entry
def conceal(s: State, seat: int) -> None:
    """Nothing is hidden."""


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Nothing is to be imagined."""


OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("dice", COLOURS, DICE),  # unplaced, by colour
    ("dice_left", 1, DICE),
    ("placed", 1, 1),
    ("my_turn", 1, 1),
    ("laying", 1, 1),  # the question is which bandit goes on top
    ("turns_left", 1, MAX_SEATS),  # in the last round
    ("pile", KINDS, 2),
    ("to_lay", KINDS, 2),
    ("centre", CENTRE * (KINDS + 1), VALUES),  # the bandit, and the dice it still wants
    ("stacks", STACKS * (KINDS + 3), VALUES * HEIGHT),  # from mine on: the top, the dice it still wants, height, sum
    ("cuffs", MAX_SEATS, 20),
    ("safe", MAX_SEATS, 2 * COLOURS),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """All numbers as they are: counts, sums, and 1 for what is so."""
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


# ---------------------------------------------------------------- what people are shown


def show(s: State, seat: int | None) -> dict[str, Any]:
    """The table as plain data."""
    over = bool(s.due == OVER)
    return {
        "step": "over" if over else ("start", "setup", "roll", "put", "top", "refill")[int(s.step)],
        "turn": None if over or s.step in (rules.START, rules.SETUP) else int(s.seat),
        "turns": int(s.turns),
        "turns_left": None if s.turns_left == NONE else int(s.turns_left),
        "dice": dice_shown(s) if s.step == PUT and not over else [],
        "dice_left": int(s.dice_left),
        "pile": bandits_shown(int(s.pile)),
        "centre": [
            None if s.centre[slot] == NONE else spot_shown(s, slot, int(s.centre[slot])) for slot in range(CENTRE)
        ],
        "to_lay": bandits_shown(int(s.laying)),
        "laid": laid_shown(s),
        "seats": [seat_shown(s, other) for other in range(int(s.players))],
    }


def lay_open(s: State) -> dict[str, Any]:
    """The table with all that is hidden."""
    return show(s, None)


def dice_shown(s: State) -> list[str]:
    return [name for c, name in enumerate(COLOUR_NAMES) for _ in range(int(s.dice) >> 8 * c & 255)]


def bandits_shown(bandits: int) -> list[str]:
    return [BANDIT_NAMES[kind] for kind in range(KINDS) for _ in range(twice(bandits, kind))]


def spot_shown(s: State, spot: int, kind: int) -> dict[str, Any]:
    """A bandit that lies open, with the dice on it until the turn ends."""
    has_dice = s.due != OVER and s.step in (ROLL, PUT) and spot in open_spots(s)
    placed = int(VALUE[kind]) - (int(s.wants) >> 8 * spot & 255) if has_dice else 0
    return {"bandit": BANDIT_NAMES[kind], "dice": placed}


def laid_shown(s: State) -> list[str]:
    """SN-15: while captured bandits are put in order, those chosen so far for this stack, the topmost first."""
    if s.step != TOP or s.laid == 0:
        return []
    rest = rules.to_lay(s)
    stack = rules.stack_for(s, lowest(rest) % KINDS)
    first = int(s.height[stack]) + size(rest)
    return [BANDIT_NAMES[int(s.stack[stack, first + n])] for n in reversed(range(int(s.laid)))]


def seat_shown(s: State, seat: int) -> dict[str, Any]:
    stacks = [stack for stack in range(STACKS) if owner_of(s, stack) == seat]
    return {
        "cuffs": int(s.cuffs[seat]),
        "safe": bandits_shown(int(s.safe[seat])),
        "stacks": [stack_shown(s, stack) for stack in stacks],
    }


def stack_shown(s: State, stack: int) -> dict[str, Any]:
    """SN-14: from the bottom up, and the dice on the top."""
    kinds = [int(s.stack[stack, h]) for h in range(int(s.height[stack]))]
    dice = spot_shown(s, CENTRE + stack, kinds[-1])["dice"] if kinds else 0
    return {"bandits": [BANDIT_NAMES[kind] for kind in kinds], "dice": dice}
