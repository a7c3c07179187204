"""What people are shown, where a game does not say otherwise: all that their seat knows. A game's view takes these
over or has its own."""

from __future__ import annotations

from beute.games.bits import Moves
from beute.games.contract import legal
from beute.games.layout import State


def choices(known: State, seat: int) -> Moves:
    """The decisions a person is offered."""
    return legal(known, seat)


def eyes(s: State, seat: int | None) -> int | None:
    """Whose knowledge a seat has: its own to the end."""
    return seat


def shows_scores(s: State) -> bool:
    """Whether people may be told how they stand."""
    return True


def face_down(s: State) -> bool:
    """Whether what seats decide now is hidden from the others until all have decided."""
    return False


def remembered(s: State, seat: int | None, events: list[str]) -> int:
    """Where the log begins that a seat may be shown."""
    return 0
