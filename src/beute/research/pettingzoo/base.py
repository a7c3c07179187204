"""What PettingZoo's two kinds of environment have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from beute.play.errors import BeuteError
from beute.research.episode import Episode
from beute.research.inputs import checked_count
from beute.research.rendering import RENDER_MODES, Rendering
from beute.research.rewards import checked, scores_from, worth
from beute.research.versions import research_setup, versioned


class Seats:
    """What both kinds of environment have: a game with an agent in every seat."""

    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]

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
        self.setup = research_setup(game, players, options, ("players", "reward", "max_cycles", "render_mode"))
        self.episode = Episode(self.setup)
        self.reward, self.render_mode = checked(reward), render_mode
        self.max_cycles = None if max_cycles is None else checked_count("max_cycles", max_cycles)
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
        self.steps, self.dealt = 0, False
        self.state_space = spaces.Box(0, 255, (self.episode.table.nbytes,), np.uint8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self.known_agent(agent)]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self.known_agent(agent)]

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

    def deal(self, seed: int | None) -> None:
        """A new game, for all agents."""
        self.episode.begin(seed)
        self.steps, self.dealt = 0, True
        self.agents = self.possible_agents[:]

    def known_agent(self, agent: object) -> str:
        """An agent of this game, or an error that says which there are."""
        if not isinstance(agent, str) or agent not in self.seats:
            raise BeuteError(f"no agent {agent!r:.60}; there are {', '.join(self.seats)}", "unknown_agent")
        return agent

    def need_a_game(self) -> None:
        if not self.dealt:
            raise BeuteError("no game is being played: reset first", "not_reset")

    def results(self) -> dict[str, float]:
        """What each agent gets at the end; nothing when the game was cut off."""
        if not self.episode.over:
            return {}
        return dict(zip(self.possible_agents, worth(self.episode.scores, self.reward), strict=True))

    def final_infos(self) -> dict[str, dict[str, Any]]:
        """The final scores, for each agent from its own on; none when the game was cut off, or ended by an illegal
        action."""
        if not self.episode.over:
            return {agent: {} for agent in self.possible_agents}
        scores = self.episode.scores
        return {agent: {"scores": scores_from(seat, scores)} for agent, seat in self.seats.items()}
