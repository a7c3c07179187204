"""What a game is set up with, checked: its name, the number of players, its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from beute import games
from beute.games import About
from beute.games.parts import parts
from beute.play.errors import SetupError, did_you_mean
from beute.play.others_code import trouble_at_first


@dataclass(frozen=True)
class Setup:
    """A game, its number of players, and the value of every option."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]

    @cached_property
    def about(self) -> About:
        return games.about(self.game)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to other processes without the module that `about` keeps."""
        return Setup, (self.game, self.players, self.options)

    @cached_property
    def chosen(self) -> dict[str, Any]:
        """The options that differ from the default, as a record has them."""
        defaults = {option.name: option.default for option in self.about.OPTIONS}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.options
            if value != defaults[name]
        }


def about_game(game: object) -> About:
    """The description of a game that can be played, or SetupError."""
    if not games.is_there(game):
        if game in games.others().broken:
            raise SetupError(games.others().broken[str(game)], "unusable_game", game=game)
        there = ", ".join(games.names()) + did_you_mean(game, games.names())
        raise SetupError(f"no game {game!r:.60}; there are {there}", "unknown_game", game=game)
    name = str(game)
    if name not in games.NAMES:  # ours are known to be whole
        try:
            parts(name)
        except games.UnusableGame as why:
            raise SetupError(f"the game {name!r} cannot be played: {why}", "unusable_game", game=game) from why
        if trouble := trouble_at_first(name):
            raise SetupError(trouble, "unusable_game", game=game)
    return games.about(name)


def set_up(game: object, players: object, options: Mapping[str, object]) -> Setup:
    """A checked set-up, or SetupError."""
    about = about_game(game)
    assert isinstance(game, str)
    if not isinstance(players, int) or isinstance(players, bool) or players not in about.SEATS:
        least, most = about.SEATS[0], about.SEATS[-1]
        raise SetupError(
            f"{about.TITLE} is for {least} to {most} players, not {players!r:.60}",
            "wrong_players",
            players=players,
        )
    known = {option.name: option for option in about.OPTIONS}
    for name in options:
        if name not in known:
            there = ", ".join(known)
            raise SetupError(f"{about.TITLE} has no option {name!r:.60}; it has {there}", "unknown_option", option=name)
    values = []
    for name, option in known.items():
        said = options.get(name, option.default)
        try:
            values.append((name, option.accept(said)))
        except (ValueError, TypeError):
            message = f"option {name} of {about.TITLE} is {option.allowed}, not {said!r:.60} ({option.clause})"
            raise SetupError(message, "wrong_option", option=name, value=said) from None
    return Setup(game, players, tuple(values))
