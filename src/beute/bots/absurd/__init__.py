"""Moves that nobody who thinks would play: dominated ones, and those that any person would call absurd.

Each game has a list of them (`LIST`), with a function of the concealed state, the seat and the decision for each. No
bot of ours for people plays one: `sensible` is the last guard for all of them. Where every legal move is on the list,
none counts as absurd.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Final

from beute.bots.absurd import raeuber, schattendieb, sneaky
from beute.bots.absurd.entries import Absurd
from beute.games.bits import Moves, lowest
from beute.games.compiling import entry, rule
from beute.games.contract import choose, contains, extend, legal, of_each_game
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.raeuber import rules as raeuber_rules
from beute.games.schattendieb import rules as schattendieb_rules
from beute.games.sneaky import rules as sneaky_rules

absurdity: Callable[[State, int, int], int] = of_each_game(
    "absurdity",
    "Which entry of the game's LIST a legal decision is, counted from 1; 0 if it is none of them.",
)

MODULES: Final[dict[str, ModuleType]] = {"sneaky": sneaky, "schattendieb": schattendieb, "raeuber": raeuber}
LISTS: Final[dict[str, tuple[Absurd, ...]]] = {game: module.LIST for game, module in MODULES.items()}

# At import, so that the games are known before anything that calls `absurdity` can be compiled.
extend(sneaky_rules.STATE, sneaky)
extend(schattendieb_rules.STATE, schattendieb)
extend(raeuber_rules.STATE, raeuber)


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
