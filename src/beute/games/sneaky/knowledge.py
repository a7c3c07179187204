"""What a seat of Sneaky knows: everything except the order of the pile, which is not part of a state."""

from __future__ import annotations

from beute.games.compiling import entry
from beute.games.dice import Rng
from beute.games.layout import State


@entry
def conceal(s: State, seat: int) -> None:
    """Nothing is hidden."""


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Nothing has to be imagined."""
