"""Which environments there are, and their versions: a number goes up when what a learner sees, does or gets changes."""

from __future__ import annotations

from typing import Any, Final

from beute import games
from beute.play.setup import Setup, set_up

VERSIONS: Final = {"sneaky": 0, "schattendieb": 0, "raeuber": 0}


def versioned(game: str) -> str:
    """The name of a game's environment."""
    return f"{game}_v{VERSIONS[game]}"


def research_setup(game: str, players: int | None, options: dict[str, Any]) -> Setup:
    """A checked set-up, by default for the fewest players."""
    if players is None and game in games.NAMES:
        players = games.about(game).SEATS[0]
    return set_up(game, players, options)
