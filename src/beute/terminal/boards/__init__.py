"""The tables of the games, drawn from views: one module a game, named like it.

A board offers `spots(view, picked)`: all that a person can point at now, possible or not, in the order of reading; and
`draw(view, look, width, height)`: the table as lines no longer than `width`, at best no more than `height` of them.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def board(game: str) -> ModuleType:
    return import_module(f"beute.terminal.boards.{game}")
