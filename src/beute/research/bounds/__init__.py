"""Upper bounds of a game's length and points, which OpenSpiel needs before a game is played: a module for each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from beute import games
from beute.play.setup import Setup


@dataclass(frozen=True)
class Bounds:
    decisions: int
    chances: int
    margin: int  # the most by which a seat can be ahead of another


GENEROUS: Final = Bounds(decisions=10_000, chances=10_000, margin=10_000)  # for games that do not say


def are_told(game: str) -> bool:
    """Whether the game says how long it can take."""
    return games.is_beside(game, __name__)


def bounds(setup: Setup) -> Bounds:
    module = games.beside(setup.game, __name__)
    return GENEROUS if module is None else cast(Bounds, module.bounds(setup))
