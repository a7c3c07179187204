"""Levels for people: the master's way of thinking with the faults that people have.

A game without a module here is played by `any_game`: a search that is short and overlooks things.

A lower level sees less far, counts worse, forgets what others did, overlooks things, dares too much. A game's table of
data says what the faults of a level are (`sneaky.toml`), and its module what each of them does. A level plays what
seems best to it, and what is absurd it does not play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from beute.bots import Budget
from beute.bots.absurd import sensible
from beute.bots.levels import any_game
from beute.bots.master import pick
from beute.games import UnusableGame, beside, data_beside, read_data
from beute.games.bits import members
from beute.games.contract import game_of
from beute.games.dice import Rng
from beute.games.layout import State

THE_BEST: Final = 0.0  # the temperature at which nothing else is picked


@dataclass(frozen=True)
class Level:
    """A bot for people; its budget is a part of what it is, so no other is taken."""

    name: str

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        decisions = members(sensible(known, seat))
        if len(decisions) == 1:
            return decisions[0]
        game = game_of(known.dtype)
        weighed = module_of(game).weigh(faults_of(game)[self.name], known, heard, seat, rng, decisions)
        return pick(weighed, THE_BEST, rng)


def module_of(game: str) -> ModuleType:
    return beside(game, __name__) or any_game


@cache
def faults_of(game: str) -> dict[str, Any]:
    """By level, as the game's module types them."""
    module, levels = module_of(game), data_beside(game, __name__)
    if levels is None:
        levels = read_data(Path(__file__).with_name("any_game.toml"))
    try:
        return {level: module.Faults(**levels[level]) for level in LEVELS}
    except (KeyError, TypeError) as error:
        wanted = f"{', '.join(LEVELS)}, each with {', '.join(fault.name for fault in fields(module.Faults))}"
        raise UnusableGame(f"levels.toml of {game!r} must have {wanted}: {error}") from error


LEVELS: Final = {name: Level(name) for name in ("easy", "medium", "hard")}
