"""The games by name. What can be told without their rules (players, options) is told without compiling."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from beute.games.options import Option

NAMES = ("sneaky", "schattendieb", "raeuber")


class About(Protocol):
    """What a game's folder says of it."""

    @property
    def TITLE(self) -> str: ...
    @property
    def SEATS(self) -> range: ...
    @property
    def VERSION(self) -> int:
        """Of its rules: grows when what is legal, or what comes of it, changes."""

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
    """What a game says of itself."""
    return cast(About, import_module(f"beute.games.{name}"))
