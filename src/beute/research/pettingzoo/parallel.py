"""All agents at once: those who are asked decide, the others wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from beute.games.contract import NOBODY
from beute.play.errors import BeuteError
from beute.research.inputs import checked_action
from beute.research.pettingzoo.base import Seats
from beute.research.rewards import ILLEGAL
from beute.research.spaces import observation_space


class BeuteParallelEnv(Seats, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game whose agents act at once: for Der Schattendieb, where all choose face down.

    There is one action more than the game has decisions, the last: to wait. It is the only one that is open to an agent
    who is not asked.
    """

    def __init__(self, game: str, players: int | None = None, **settings: Any) -> None:
        super().__init__(game, players, **settings)
        self.metadata["is_parallelizable"] = True
        self.waiting = self.episode.numbers.actions
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.waiting + 1) for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Dict:
        known = observation_space(self.episode.numbers)["observation"]
        return spaces.Dict({"observation": known, "action_mask": spaces.Box(0, 1, (self.waiting + 1,), np.int8)})

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        self.need_a_game()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        actions = self._checked(actions)
        asked = self.episode.asked
        illegal = [agent for agent in self.agents if not self._masks[self.seats[agent], actions[agent]]]
        if illegal:
            EnvLogger.warn_on_illegal_move()
            return self._told(dict.fromkeys(illegal, ILLEGAL), terminated=True, truncated=True)
        for seat in asked:
            self.episode.play(seat, actions[self.possible_agents[seat]])
        self.steps += 1
        if self.episode.seat == NOBODY or self.steps == self.max_cycles:
            over = self.episode.over
            return self._told(self.results(), terminated=over, truncated=not over)
        return self._told({}, terminated=False, truncated=False)

    def _checked(self, actions: dict[str, int]) -> dict[str, int]:
        """An action of each agent, legal or not."""
        if not isinstance(actions, dict):
            raise BeuteError(f"actions are given by agent, as a dictionary, not {actions!r:.60}", "wrong_actions")
        for agent in actions:
            self.known_agent(agent)
        for agent in self.agents:
            if agent not in actions:
                raise BeuteError(
                    f"no action of {agent}; an agent that is not asked waits: {self.waiting}", "missing_action"
                )
        return {agent: checked_action(action, self.waiting + 1, agent) for agent, action in actions.items()}

    def _told(self, rewarded: dict[str, float], terminated: bool, truncated: bool) -> tuple[dict[str, Any], ...]:
        """What `step` returns for all agents; those who have finished are removed."""
        agents = self.agents
        if terminated or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            {agent: rewarded.get(agent, 0.0) for agent in agents},
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            self.final_infos(),
        )

    def _observations(self) -> dict[str, Any]:
        known, masks = self.episode.look_round()
        self._masks = np.zeros((len(masks), self.waiting + 1), np.int8)
        self._masks[:, :-1] = masks
        self._masks[:, -1] = ~masks.any(axis=1)
        return {
            agent: {"observation": known[seat], "action_mask": self._masks[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }
