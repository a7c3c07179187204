"""Seats go round: the one to the left of the last is the first."""

from __future__ import annotations

from beute.games.compiling import rule


@rule
def around(seat: int, players: int) -> int:
    """A seat that was counted past the last or before the first, once round at most; quicker than a remainder."""
    return seat + players * (int(seat < 0) - int(seat >= players))
