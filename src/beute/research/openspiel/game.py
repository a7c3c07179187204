"""The games as OpenSpiel knows them: what they are called, what kind of game they are, and how large."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import pyspiel

from beute import games
from beute.research.bounds import are_told, bounds
from beute.research.openspiel.numbering import numbering
from beute.research.openspiel.observer import BeuteObserver
from beute.research.openspiel.parameters import parameters, setup_of
from beute.research.openspiel.position import Position
from beute.research.openspiel.state import BeuteState
from beute.research.rewards import checked

Kind = pyspiel.GameType


def short_name(game: str) -> str:
    return f"python_beute_{game}"


class BeuteGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options."""

    NAME: ClassVar[str]

    def __init__(self, chosen: Mapping[str, Any] | None = None) -> None:
        game = self.NAME
        chosen = parameters(game) | dict(chosen or {})
        setup = setup_of(game, chosen)
        self.reward = checked(chosen["reward"])
        self.numbering = numbering(setup)
        self.bounds = bounds(setup)
        lowest, highest = -1 / setup.players, 1 - 1 / setup.players
        if self.reward == "margin":
            lowest, highest = -float(self.bounds.margin), float(self.bounds.margin)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering.words),
            max_chance_outcomes=len(self.numbering.outcome_words),
            num_players=setup.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if self.reward == "win" else None,
            max_game_length=self.bounds.decisions,
        )
        super().__init__(game_type(game, self.reward, chosen.get("imperfect", False)), info, chosen)

    def new_initial_state(self) -> BeuteState:
        return BeuteState(self, Position.first(self.numbering))

    def max_chance_nodes_in_history(self) -> int:
        return self.bounds.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BeuteObserver:
        """By default what a player knows now."""
        if params:
            raise ValueError(f"these games have no observation parameters; given {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        fits = not kind.perfect_recall or self.get_type().provides_information_state_tensor
        return BeuteObserver(self.numbering, kind, with_tensor=fits)


def game_type(game: str, reward: str = "win", imperfect: bool = False) -> Any:
    """A game without secrets has no tensor of all events heard: it can be too long, and the table shows everything.

    Nor has one that does not say how long it can take.
    """
    about = games.about(game)
    hides = about.SECRETS or imperfect
    return Kind(
        short_name=short_name(game),
        long_name=about.TITLE,
        dynamics=Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Kind.Information.IMPERFECT_INFORMATION if hides else Kind.Information.PERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM if reward == "win" else Kind.Utility.GENERAL_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        min_num_players=about.SEATS[0],
        max_num_players=about.SEATS[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=about.SECRETS and are_told(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


@cache
def class_of(game: str) -> type[BeuteGame]:
    """The class of a game: OpenSpiel makes a game by calling what was registered, without its name.

    It must be a class: OpenSpiel releases it after Python has shut down, and anything else crashes.
    """
    return type(class_name(game), (BeuteGame,), {"NAME": game})


def class_name(game: str) -> str:
    return f"{game.capitalize()}Game"


def __getattr__(name: str) -> type[BeuteGame]:
    """The classes as attributes of this module, where pickle looks for them."""
    if name.endswith("Game"):
        for game in games.names():
            if class_name(game) == name:
                return class_of(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register() -> None:
    """Register all games with OpenSpiel; calling it again changes nothing."""
    for name in games.names():
        pyspiel.register_game(game_type(name), class_of(name))
