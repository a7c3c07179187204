"""The tables of the games, drawn from views: one module a game, named like it.

A game of another package may bring a module `board`; one without is shown by `any_game`.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from beute import games
from beute.games.views import Frame, Piece
from beute.terminal.boards import any_game
from beute.terminal.look import Block, Look, Spot

SMALLEST = (60, 12)  # columns and lines; in a smaller terminal only a part of a table is shown

Read = TypeVar("Read", bound=Frame, contravariant=True)


class Board(Protocol[Read]):
    """What a module of this folder has."""

    def spots(self, view: Read, picked: Piece | None) -> list[Spot]:
        """All that a person can point at, possible or not, in reading order, from the choices of the view."""

    def draw(self, view: Read, look: Look, width: int, height: int) -> Block:
        """The table as lines no longer than `width`, if possible no more than `height` of them."""


def board(game: str) -> Board[Any]:
    module: Any = games.beside(game, __name__, own="board") or any_game
    found: Board[Any] = module
    return found


def drawn(board: Board[Any], view: Frame, look: Look, width: int, height: int) -> Block:
    """A table, fitted to the available room."""
    return board.draw(view, look, max(width, SMALLEST[0]), max(height, SMALLEST[1]))
