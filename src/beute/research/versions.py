"""Which environments there are, and their versions: a number goes up when what a learner sees, does or gets changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beute import games
from beute.play.errors import BeuteError, SetupError, did_you_mean
from beute.play.setup import Setup, set_up
from beute.research.inputs import whole


def versioned(game: str) -> str:
    """The name of a game's environment."""
    return f"{game}_v{games.about(game).ENVIRONMENT}"


def research_setup(game: str, players: object, options: dict[str, Any], settings: Sequence[str] = ()) -> Setup:
    """A checked set-up, by default for the fewest players; what is no option of the game was meant as a setting."""
    if players is None and games.is_there(game):
        players = games.about(game).SEATS[0]
    try:
        return set_up(game, players if whole(players) is None else whole(players), options)
    except SetupError as error:
        if not settings or error.code != "unknown_option":
            raise
        name, there = error.data["option"], [*settings, *(option.name for option in games.about(game).OPTIONS)]
        raise BeuteError(
            f"there is no setting {name!r:.60}; there are {', '.join(there)}{did_you_mean(name, there)}",
            "unknown_setting",
            setting=name,
        ) from None
