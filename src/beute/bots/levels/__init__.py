"""Levels for people: the master's way of thinking with the faults that people have.

A lower level sees less far, counts worse, forgets what others did, overlooks things, dares too much. `levels.toml` says
what its faults are, by level and game; a game's module says what each of them does. A level plays what seems best to
it, and what is absurd it does not play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from beute.bots import Budget
from beute.bots.absurd import sensible
from beute.bots.levels import raeuber, schattendieb, sneaky
from beute.bots.master import pick
from beute.bots.value import GAMES
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State

MODULES: Final[dict[str, ModuleType]] = {"sneaky": sneaky, "schattendieb": schattendieb, "raeuber": raeuber}
THE_BEST: Final = 0.0  # the temperature at which nothing else is picked


@dataclass(frozen=True)
class Level:
    """A bot for people; its budget is a part of what it is, so no other is taken."""

    name: str

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        decisions = members(sensible(known, seat))
        if len(decisions) == 1:
            return decisions[0]
        game = GAMES[known.dtype]
        weighed = MODULES[game].weigh(faults()[self.name][game], known, heard, seat, rng, decisions)
        return pick(weighed, THE_BEST, rng)


@cache
def faults() -> dict[str, dict[str, Any]]:
    """By level and game, as the game's module types them."""
    text = (Path(__file__).parent / "levels.toml").read_text(encoding="utf-8")
    read: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {
        level: {game: MODULES[game].Faults(**numbers) for game, numbers in games.items()}
        for level, games in read.items()
    }


LEVELS: Final = {name: Level(name) for name in ("easy", "medium", "hard")}
