"""The trinkets of Gazza as data (GZ-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Trinket:
    """A kind of trinket: its letter in words, and what one is worth."""

    letter: str
    worth: int


TRINKETS: Final = (Trinket("B", 1), Trinket("S", 2), Trinket("C", 3), Trinket("R", 4), Trinket("K", 5))
COPIES: Final = 6  # of each kind
LETTERS: Final = tuple(trinket.letter for trinket in TRINKETS)
WORTH: Final = {trinket.letter: trinket.worth for trinket in TRINKETS}
