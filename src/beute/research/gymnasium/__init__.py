"""The games as Gymnasium's environments: one seat learns, bots sit in the others.

Importing this registers them for `gymnasium.make("beute/Sneaky-v1", players=3)` and `gymnasium.make_vec(…)`.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from beute import games
from beute.research.gymnasium.env import BeuteGymEnv
from beute.research.gymnasium.vector import BeuteVectorEnv

__all__ = ["BeuteGymEnv", "BeuteVectorEnv", "env", "register", "vector_env"]


def env(game: str, players: int | None = None, **settings: Any) -> BeuteGymEnv:
    """One game with any bots; `BeuteGymEnv` has the settings."""
    return BeuteGymEnv(game, players, **settings)


def vector_env(game: str, num_envs: int, players: int | None = None, **settings: Any) -> BeuteVectorEnv:
    """Many games at once, with compiled bots; `BeuteVectorEnv` has the settings."""
    return BeuteVectorEnv(game, num_envs, players, **settings)


def register() -> None:
    """Register the games that are there; calling it again adds what is new."""
    for game in games.names():
        name = f"beute/{game.capitalize()}-v{games.about(game).ENVIRONMENT}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="beute.research.gymnasium:env",
                vector_entry_point="beute.research.gymnasium:vector_env",
                kwargs={"game": game},
            )


register()
