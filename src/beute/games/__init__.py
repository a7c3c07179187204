"""The games by name. What does not need their rules (players, options) is available without compiling."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from beute.games.options import Option

NAMES = ("sneaky", "schattendieb", "raeuber")


class About(Protocol):
    """What the `__init__.py` of a game's folder has."""

    @property
    def TITLE(self) -> str: ...
    @property
    def SEATS(self) -> range: ...
    @property
    def VERSION(self) -> int:
        """Of its rules: grows when what is legal, or what a move does, changes."""

    @property
    def SECRETS(self) -> bool:
        """Whether a seat sees what others do not."""

    @property
    def ENDINGS(self) -> Mapping[str, str]:
        """The names of the endings, each with its clause."""

    @property
    def CLAUSES(self) -> tuple[str, ...]: ...
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...


def about(name: str) -> About:
    """The description of a game: title, seats, options, endings."""
    return cast(About, import_module(f"beute.games.{name}"))
