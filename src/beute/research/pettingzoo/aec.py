"""One agent after the other."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from beute.games.contract import NOBODY
from beute.research.inputs import checked_action
from beute.research.pettingzoo.base import Seats
from beute.research.rewards import ILLEGAL
from beute.research.spaces import action_space, observation_space


class BeuteEnv(Seats, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game whose agents act one after the other; those who choose at once do so in the order of seats, unseen."""

    def __init__(self, game: str, players: int | None = None, **settings: Any) -> None:
        super().__init__(game, players, **settings)
        numbers = self.episode.numbers
        self.limit = None if self.max_cycles is None else self.max_cycles * self.setup.players
        self.observation_spaces = {agent: observation_space(numbers) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(numbers) for agent in self.possible_agents}
        self.agent_selection = self.possible_agents[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and which actions are legal for it: none if it is not asked."""
        episode = self.episode
        if agent == self.agent_selection and episode.seat != NOBODY:
            return {"observation": episode.observation.copy(), "action_mask": episode.mask.copy()}
        self.need_a_game()
        observation, mask = episode.look(self.seats[self.known_agent(agent)])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if not self.agents:
            self.need_a_game()
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent, episode = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = checked_action(action, len(episode.mask), agent)
        self._cumulative_rewards[agent] = 0.0
        if not episode.mask[action]:
            EnvLogger.warn_on_illegal_move()
            self._end({agent: ILLEGAL}, terminated=True, truncated=True)
            return
        episode.play(episode.seat, action)
        self.steps += 1
        if episode.seat == NOBODY or self.steps == self.limit:
            self.infos = self.final_infos()
            self._end(self.results(), terminated=episode.over, truncated=not episode.over)
        else:
            self.agent_selection = self.possible_agents[episode.seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, rewarded: dict[str, float], terminated: bool, truncated: bool) -> None:
        for agent in self.agents:
            self.rewards[agent] = rewarded.get(agent, 0.0)
            self.terminations[agent], self.truncations[agent] = terminated, truncated
        self._accumulate_rewards()
        self._deads_step_first()
