"""The components of Räuber as data, for all who show them: terminal, pictures, drawings, browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TWICE_BELOW: Final = 30  # RB-16: a sealed sack of less counts twice


@dataclass(frozen=True)
class Sack:
    """A sack (RB-1)."""

    name: str  # in words
    worth: int
    ink: str  # for paint: its cloth

    @property
    def sealed_worth(self) -> int:
        """RB-16: what it counts once it is sealed."""
        return 2 * self.worth if self.worth < TWICE_BELOW else self.worth


SACKS: Final = (
    Sack("26", 26, "#b9835a"),
    Sack("27", 27, "#b9835a"),
    Sack("28", 28, "#b9835a"),
    Sack("29", 29, "#b9835a"),
    Sack("45a", 45, "#c99a57"),
    Sack("45b", 45, "#c99a57"),
    Sack("70a", 70, "#a39a5c"),
    Sack("70b", 70, "#a39a5c"),
    Sack("100", 100, "#97758a"),
)
BY_NAME: Final = {sack.name: sack for sack in SACKS}
ROBBER: Final = "R"
CARDS: Final = (ROBBER, *(str(value) for value in range(2, 11)))  # RB-2, by kind
COPIES: Final = (12, 2, 3, 4, 5, 6, 7, 8, 9, 10)  # RB-2, by kind
INKS: Final = ("#b23a27", *3 * ("#4d6b95",), *3 * ("#a5623a",), *3 * ("#e0a830",))  # for paint, by kind
SEAL_INK: Final = "#c8321f"  # for paint


def value(card: str) -> int:
    """RB-2: a robber is worth nothing."""
    return 0 if card == ROBBER else int(card)
