"""Moves that nobody who thinks would play: dominated ones, and those that any person would call absurd.

Each game has a list of them (`LIST`), with a function of the concealed state, the seat and the decision for each. No
bot of ours for people plays one: `sensible` is the last guard for all of them. Where every legal move is on the list,
none counts as absurd.
"""

from __future__ import annotations

from collections.abc import Callable

from beute.bots.absurd.entries import Absurd
from beute.games import beside
from beute.games.bits import Moves, lowest
from beute.games.compiling import entry, rule
from beute.games.contract import choose, contains, legal, of_each_game
from beute.games.dice import Rng
from beute.games.layout import State


@rule
def never(known: State, seat: int, a: int) -> int:
    return 0


absurdity: Callable[[State, int, int], int] = of_each_game(
    "absurdity",
    "Which entry of the game's LIST a legal decision is, counted from 1; 0 if it is none of them.",
    part=__name__,
    otherwise=never,
)


def entries_of(game: str) -> tuple[Absurd, ...]:
    """The list of a game; an empty one where there is none."""
    module = beside(game, __name__)
    return () if module is None else module.LIST


@entry
def sensible(known: State, seat: int) -> Moves:
    """The legal decisions without the absurd ones; all of them if there are no others."""
    moves = legal(known, seat)
    first = without_absurd(known, seat, 0, moves[0])
    second = without_absurd(known, seat, 64, moves[1])
    return (first, second) if first | second else moves


@rule
def without_absurd(known: State, seat: int, base: int, word: int) -> int:
    """One word of a set of decisions."""
    kept = word
    while word:
        bit = lowest(word)
        word &= word - 1
        if absurdity(known, seat, base + bit):
            kept ^= 1 << bit
    return kept


@rule
def guarded(known: State, seat: int, a: int, rng: Rng) -> int:
    """A decision, or any sensible one in its place if it is absurd."""
    if absurdity(known, seat, a) == 0:
        return a
    moves = sensible(known, seat)
    return a if contains(moves, a) else choose(moves, rng)
