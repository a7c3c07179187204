"""The components of Sneaky as data, for all who show them: terminal, pictures, drawings, browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Colour:
    """A colour of dice and bandits (SN-1). It is always shown with its mark; a terminal shows the nearest sign."""

    letter: str  # in words
    name: str
    mark: str
    sign: str
    hollow: str  # the sign of a place that still needs a die
    ink: str  # for paint
    ansi: str  # for a terminal


COLOURS: Final = (
    Colour("Y", "yellow", "star", "★", "☆", "#f3b320", "yellow"),
    Colour("R", "red", "heart", "♥", "♡", "#d9432e", "red"),
    Colour("G", "green", "clover", "♣", "♧", "#3f9156", "green"),
    Colour("B", "blue", "drop", "♠", "♤", "#2b74c2", "blue"),
    Colour("S", "grey", "square", "■", "□", "#818994", "bright_black"),
    Colour("P", "purple", "crescent", "☾", "☽", "#8150a6", "magenta"),
)
BY_LETTER: Final = {colour.letter: colour for colour in COLOURS}
HANDCUFF: Final = "∞"  # in a terminal


def colour_of(bandit: str) -> int:
    """The place of its colour among the colours, by which bandits are counted."""
    return "".join(BY_LETTER).index(bandit[0])


def value(bandit: str) -> int:
    """SN-2: how many dice fill it, and how many points it counts."""
    return int(bandit[1])
