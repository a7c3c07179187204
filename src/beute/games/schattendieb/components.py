"""The components of Der Schattendieb as data, for all who show them: terminal, pictures, drawings, browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Kind:
    """A kind of jewel (SD-1), and of the thief who steals it (SD-2)."""

    letter: str  # in words
    name: str
    plural: str
    sign: str  # in a terminal
    ink: str  # for paint
    ansi: str  # for a terminal


KINDS: Final = (
    Kind("W", "watch", "watches", "◷", "#d98e12", "yellow"),
    Kind("R", "ring", "rings", "○", "#c93a3a", "red"),
    Kind("B", "brooch", "brooches", "✿", "#2f8a63", "green"),
    Kind("C", "cufflink", "cufflinks", "▣", "#2f6fb8", "blue"),
)
BY_LETTER: Final = {kind.letter: kind for kind in KINDS}
THIEF: Final = "T"  # the first letter of thieves; the second is that of a kind, or SHADOW
SHADOW: Final = "S"
SHUT: Final = "V"  # the first letter of Vault Shut cards
SHADOW_SIGN, DOOR_SIGN = "◆", "▤"  # in a terminal
SHADOW_INK, DOOR_INK = "#232e57", "#6f8099"  # for paint


def is_jewel(card: str) -> bool:
    return card[0] in BY_LETTER


def value(card: str) -> int:
    """The value of a jewel or a Vault Shut card."""
    return int(card[1:])
