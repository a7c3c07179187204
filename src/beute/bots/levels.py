"""Levels for people: the master with less time, who errs the more the lower the level is.

What is chosen is weighed as the master weighs it, so that a small mistake is likely and an absurd one is not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from beute.bots import Budget, master
from beute.bots.value import GAMES
from beute.games.dice import Rng
from beute.games.layout import State


@dataclass(frozen=True)
class Strength:
    """How a level plays a game: so many simulations, and the `whim` of `master.pick`."""

    simulations: int
    whim: float


@dataclass(frozen=True)
class Level:
    """A bot for people; its budget is a part of what it is, so no other is taken."""

    name: str

    def choose(self, known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        strength = strengths()[self.name][GAMES[known.dtype]]
        return master.pick(master.weigh(known, seen, seat, rng, Budget(strength.simulations)), strength.whim, rng)


@cache
def strengths() -> dict[str, dict[str, Strength]]:
    """By level and game."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    read: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {level: {game: Strength(**numbers) for game, numbers in games.items()} for level, games in read.items()}


LEVELS: Final = {name: Level(name) for name in ("easy", "medium", "hard")}
