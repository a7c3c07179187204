"""Sneaky in words: every move and outcome as text, and why a move is not possible."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from beute.games.layout import State
from beute.games.sneaky import rules
from beute.games.sneaky.components import COLOURS
from beute.games.sneaky.rules import (
    AGAIN,
    CENTRE,
    COLOUR,
    DICE,
    KINDS,
    SHOW,
    SPOTS,
    STOP,
    TOP,
    TOP_KIND,
    VALUE,
)
from beute.games.views import Why

COLOUR_NAMES: Final = "".join(colour.letter for colour in COLOURS)
BANDIT_NAMES: Final = tuple(f"{COLOUR_NAMES[COLOUR[kind]]}{VALUE[kind]}" for kind in range(KINDS))


def stack_names(players: int) -> list[str]:
    """SN-14: with two players each has two stacks."""
    if players == 2:
        return [f"s{seat}.{value}" for seat in range(2) for value in (2, 3)]
    return [f"s{seat}" for seat in range(players)]


@cache
def spot_names(players: int) -> tuple[str, ...]:
    """The places for dice: the slots of the centre, then the stacks."""
    return (*(f"c{slot}" for slot in range(CENTRE)), *stack_names(players))


@cache
def owners_of_spots(players: int) -> dict[str, tuple[int | None, int]]:
    """Whose stack each place is, None for the centre; and which of the stacks or slots there."""
    slots: list[tuple[int | None, int]] = [(None, slot) for slot in range(CENTRE)]
    stacks = [(seat, number) for seat in range(players) for number in range(2 if players == 2 else 1)]
    return dict(zip(spot_names(players), [*slots, *stacks], strict=True))


def decisions(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word a seat can say."""
    words = {f"put {name}": spot for spot, name in enumerate(spot_names(players))}
    words |= {"again": AGAIN, "stop": STOP}
    return words | {f"top {name}": TOP_KIND + kind for kind, name in enumerate(BANDIT_NAMES) if VALUE[kind] > 1}


def from_seat(a: int, seat: int, players: int) -> int:
    """SN-8: on whose stack a die is put."""
    if CENTRE <= a < SPOTS:
        each = len(stack_names(players)) // players
        return CENTRE + (a - CENTRE - each * seat) % (each * players)
    return a


def outcomes(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word chance can say."""
    words = {f"start {seat}": seat | 1 << SHOW for seat in range(players)}
    words |= {f"open {name}": kind | 2 << SHOW for kind, name in enumerate(BANDIT_NAMES)}
    for dice in range(1, DICE + 1):
        for faces in combinations_with_replacement(range(len(COLOUR_NAMES)), dice):
            words["roll " + "".join(COLOUR_NAMES[face] for face in faces)] = sum(1 << 8 * face for face in faces)
    return words


def hidden(word: str, seat: int | None) -> str:
    """A chance word as a seat hears it: everything is open."""
    return word


def why(known: State, seat: int, a: int) -> Why:
    """The clause that forbids a decision, and a code for the reason."""
    if known.due <= 0 or not int(known.due) >> seat & 1:
        return "SN-5", "not_your_turn"
    if known.step == TOP:
        return ("SN-15", "not_captured") if a >= TOP_KIND else ("SN-15", "choose_the_top")
    if a >= TOP_KIND:
        return "SN-15", "nothing_to_lay"
    if a in (AGAIN, STOP) and not known.placed:
        return "SN-7", "place_a_die_first"
    if a == AGAIN:
        return "SN-11", "nothing_to_roll_for"
    return why_not_put(known, seat, a)


def why_not_put(known: State, seat: int, spot: int) -> Why:
    if spot >= CENTRE and rules.owner_of(known, spot - CENTRE) == seat:
        return "SN-8", "own_stack"
    if spot not in open_spots(known):
        return "SN-8", "no_bandit_there"
    if int(known.filled) >> spot & 1:
        return "SN-9", "bandit_is_full"
    return "SN-7", "no_die_of_that_colour"


def open_spots(known: State) -> frozenset[int]:
    """SN-8, SN-16: the spots opened at the start of the turn."""
    return _open_spots(int(known.wants), int(known.filled))


@lru_cache(maxsize=1 << 14)
def _open_spots(wants: int, filled: int) -> frozenset[int]:
    return frozenset(spot for spot in range(SPOTS) if wants >> 8 * spot & 255 or filled >> spot & 1)
