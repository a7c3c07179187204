"""Gazza in words: every move and outcome as text, and why a move is not possible."""

from __future__ import annotations

from typing import Any

from beute.games.layout import State
from beute.games.views import Why
from gazza.components import LETTERS
from gazza.rules import BEGINS, KINDS, SEAT_OF_OUTCOME


def decisions(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word a seat can say."""
    keeps = {f"keep {letter}": kind for kind, letter in enumerate(LETTERS)}
    steals = {
        f"steal {letter} {victim}": KINDS * (1 + victim) + kind
        for victim in range(players)
        for kind, letter in enumerate(LETTERS)
    }
    return keeps | steals


def from_seat(a: int, seat: int, players: int) -> int:
    """GZ-7: the seat from whose nest is stolen, counted from the one that steals."""
    place, kind = divmod(a, KINDS)
    return a if place == 0 else KINDS * (1 + (place - 1 - seat) % players) + kind


def outcomes(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word chance can say."""
    starts = {f"start {seat}": BEGINS | seat << SEAT_OF_OUTCOME for seat in range(players)}
    draws = {
        f"draw {seat} {letter}": kind | seat << SEAT_OF_OUTCOME
        for seat in range(players)
        for kind, letter in enumerate(LETTERS)
    }
    return starts | draws


def hidden(word: str, seat: int | None) -> str:
    """A chance word as a seat hears it: another's trinket is not seen."""
    verb, who, *_ = word.split()
    return word if verb == "start" or int(who) == seat else f"{verb} {who} ?"


def why(known: State, seat: int, a: int) -> Why:
    """The clause that forbids a decision, and a code for the reason."""
    if known.due <= 0 or not int(known.due) >> seat & 1:
        return "GZ-4", "not_your_turn"
    if not known.hand[seat][a % KINDS]:
        return "GZ-5", "not_in_hand"
    return "GZ-7", "own_nest" if a // KINDS - 1 == seat else "nothing_alike"
