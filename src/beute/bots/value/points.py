"""Shares of a win by the points of the seats: exact when a game is over, else an estimate."""

from __future__ import annotations

from math import exp
from typing import Any

from beute.games.compiling import rule


@rule
def share_win(points: Any, players: int, shares: Any) -> None:
    """The seat with the most points has won; ties share."""
    best = points[0]
    for seat in range(1, players):
        best = max(best, points[seat])
    winners = 0
    for seat in range(players):
        winners += int(points[seat] == best)
    for seat in range(players):
        shares[seat] = 1.0 / winners if points[seat] == best else 0.0


@rule
def share_chances(points: Any, players: int, doubt: float, shares: Any) -> None:
    """A softmax of the points: a seat that is ahead by `doubt` points has e times the chances."""
    best = points[0]
    for seat in range(1, players):
        best = max(best, points[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = exp((points[seat] - best) / doubt)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total
