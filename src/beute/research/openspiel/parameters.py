"""A set-up as the parameters of an OpenSpiel game: numbers, switches and texts without commas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beute import games
from beute.games.options import Option
from beute.play.setup import Setup
from beute.research.versions import research_setup


def parameters(game: str) -> dict[str, Any]:
    """Every parameter of a game with its default."""
    about = games.about(game)
    own = {"imperfect": False} if not about.SECRETS else {}
    return {
        "players": about.SEATS[0],
        **{option.name: as_parameter(option.default) for option in about.OPTIONS},
        "reward": "win",
        **own,
    }


def as_parameter(value: Any) -> bool | int | str:
    """OpenSpiel reads what looks like a number as a number, and a comma as the end of a parameter."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    assert isinstance(value, bool | int | str)
    return value


def setup_of(game: str, chosen: Mapping[str, Any]) -> Setup:
    """The set-up that parameters describe."""
    options = {option.name: said(option, chosen[option.name]) for option in games.about(game).OPTIONS}
    return research_setup(game, chosen["players"], options)


def said(option: Option, value: Any) -> Any:
    return tuple(value.split()) if isinstance(option.default, tuple) and isinstance(value, str) else value
