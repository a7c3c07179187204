"""What PettingZoo's two kinds of environment have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from beute.research.episode import Episode
from beute.research.rendering import RENDER_MODES, Rendering
from beute.research.rewards import checked, worth
from beute.research.versions import research_setup, versioned


class Seats:
    """What both kinds of environment have: a game with an agent in every seat."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`reward` is a name of `REWARDS`; after `max_cycles` actions of each agent on average the game is cut off."""
        self.setup = research_setup(game, players, options)
        self.episode = Episode(self.setup)
        self.reward, self.max_cycles, self.render_mode = checked(reward), max_cycles, render_mode
        self.rendering = Rendering(self.setup, render_mode)
        self.metadata = {
            "name": versioned(game),
            "render_modes": list(RENDER_MODES),
            "render_fps": self.rendering.FRAMES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.players)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.steps = 0
        self.state_space = spaces.Box(0, 255, (self.episode.table.nbytes,), np.uint8)

    def __reduce__(self) -> Any:
        """Pickled as its settings; unpickling makes a new environment."""
        return _made_again, (type(self), self.setup, self.reward, self.max_cycles, self.render_mode)

    def state(self) -> Any:
        """The whole state of the game, as bytes."""
        return np.frombuffer(self.episode.table.tobytes(), np.uint8)

    def render(self) -> Any:
        """The table with all that is hidden: as text, as pixels, or in a window."""
        if self.render_mode is None:
            EnvLogger.warn("render() shows nothing without a render_mode: human, ansi or rgb_array")
            return None
        return self.rendering.show(self.episode.table[0])

    def close(self) -> None:
        self.rendering.close()

    def results(self) -> dict[str, float]:
        """What each agent gets at the end; nothing when the game was cut off."""
        if not self.episode.over:
            return {}
        return dict(zip(self.possible_agents, worth(self.episode.scores, self.reward), strict=True))


def _made_again(kind: Any, setup: Any, reward: str, max_cycles: int | None, render_mode: str | None) -> Any:
    return kind(
        setup.game,
        setup.players,
        reward=reward,
        max_cycles=max_cycles,
        render_mode=render_mode,
        **dict(setup.options),
    )
