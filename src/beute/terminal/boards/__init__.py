"""The tables of the games, drawn from views: one module a game, named like it.

A board offers `spots(view, picked)`: all that a person can point at now, possible or not, in the order of reading; and
`draw(view, look, width, height)`: the table as lines no longer than `width`, at best no more than `height` of them.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from beute.games.story import View
from beute.terminal.look import Block, Look

SMALLEST = (60, 12)  # columns and lines; of a table in less room a part is seen


def board(game: str) -> ModuleType:
    return import_module(f"beute.terminal.boards.{game}")


def drawn(board: ModuleType, view: View, look: Look, width: int, height: int) -> Block:
    """A table, for whatever room there is."""
    lines: Block = board.draw(view, look, max(width, SMALLEST[0]), max(height, SMALLEST[1]))
    return lines
