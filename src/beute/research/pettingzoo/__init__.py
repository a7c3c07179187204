"""The games as PettingZoo's environments: `env` for one agent after the other (AEC), `parallel_env` for all at once.

Checks that other environments leave to wrappers are made here, where they take little time: an illegal action ends
the game and costs its agent, as with PettingZoo's TerminateIllegalWrapper.

Importing this registers them for `pettingzoo.make("aec", "beute/sneaky_v1", players=3)`, and for "parallel".
"""

from __future__ import annotations

from typing import Any

import pettingzoo

from beute import games
from beute.research.pettingzoo.aec import BeuteEnv
from beute.research.pettingzoo.parallel import BeuteParallelEnv
from beute.research.rewards import ILLEGAL
from beute.research.versions import versioned

__all__ = ["ILLEGAL", "BeuteEnv", "BeuteParallelEnv", "env", "parallel_env", "register"]


def env(game: str, players: int | None = None, **settings: Any) -> BeuteEnv:
    """A game whose agents act one after the other; `Seats` has the settings."""
    return BeuteEnv(game, players, **settings)


def parallel_env(game: str, players: int | None = None, **settings: Any) -> BeuteParallelEnv:
    """A game whose agents act at once, those who are not asked by waiting; `Seats` has the settings."""
    return BeuteParallelEnv(game, players, **settings)


_registered: set[str] = set()


def register() -> None:
    """Register the games that are there; calling it again adds what is new."""
    for game in games.names():
        if game not in _registered:
            _registered.add(game)
            pettingzoo.register("aec", f"beute/{versioned(game)}", entry_point=env, kwargs={"game": game})
            pettingzoo.register("parallel", f"beute/{versioned(game)}", entry_point=parallel_env, kwargs={"game": game})


register()
