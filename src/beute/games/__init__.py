"""The games by name. What can be told without their rules (players, options) is told without compiling."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

NAMES = ("sneaky", "schattendieb", "raeuber")


def about(name: str) -> ModuleType:
    """A game's TITLE, SEATS, OPTIONS and ENDINGS."""
    return import_module(f"beute.games.{name}")


def part(name: str, module: str) -> ModuleType:
    """One of a game's modules: rules, words, view or picture."""
    return import_module(f"beute.games.{name}.{module}")
