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

    @property
    def sealed_worth(self) -> int:
        """RB-16: what it counts once it is sealed."""
        return 2 * self.worth if self.worth < TWICE_BELOW else self.worth


SACKS: Final = (
    Sack("26", 26),
    Sack("27", 27),
    Sack("28", 28),
    Sack("29", 29),
    Sack("45a", 45),
    Sack("45b", 45),
    Sack("70a", 70),
    Sack("70b", 70),
    Sack("100", 100),
)
BY_NAME: Final = {sack.name: sack for sack in SACKS}
ROBBER: Final = "R"
CARDS: Final = (ROBBER, *(str(value) for value in range(2, 11)))  # RB-2, by kind
COPIES: Final = (12, 2, 3, 4, 5, 6, 7, 8, 9, 10)  # RB-2, by kind


def value(card: str) -> int:
    """RB-2: a robber is worth nothing."""
    return 0 if card == ROBBER else int(card)
