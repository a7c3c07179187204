"""Thousands of games at once in compiled code, on all cores: one seat of each learns, bots sit in the others."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from beute.bots import random
from beute.lab.policies import addresses, policy_of
from beute.play.errors import BeuteError
from beute.research.episode import SEEDS, numbers
from beute.research.gymnasium.opponents import learning_seat, others
from beute.research.gymnasium.stepping import AT_RANDOM, LEARNER, OVER_NOW, PLAYS, give_luck, step_games
from beute.research.rewards import checked
from beute.research.spaces import action_space, known_space
from beute.research.versions import research_setup

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
LARGEST_SEED: Final = (1 << 63) - 1


class BeuteVectorEnv(VectorEnv[Any, Any, Any]):
    """Games side by side, each with one seat that learns; actions, rewards and ends are those of the learner."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        dtype: Any = np.float32,
        **options: Any,
    ) -> None:
        """`bots` sit in the other seats, in order; they must have policies, which run in compiled code.

        Without a `seat` learners sit in every seat in turn, game by game. Without `copy` the arrays that `reset` and
        `step` give are the same each time. Observations are of `dtype`; no number in them is too large for `np.int8`.
        """
        self.setup = research_setup(game, players, options)
        self.numbers = numbers(self.setup)
        self.num_envs, self.margin, self.copy = num_envs, checked(reward) == "margin", copy
        if num_envs < 1:
            raise BeuteError(f"there must be at least one game, not {num_envs}", "no_games")
        self.metadata = {"autoreset_mode": autoreset_mode_of(autoreset_mode), "render_modes": []}
        self.single_observation_space = known_space(self.numbers, dtype)
        self.single_action_space = action_space(self.numbers)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learners = np.array([learning_seat(self.setup, seat, n) for n in range(num_envs)])
        self.policies = self._policies(bots)
        self._make_room(max(1, min(threads or len(os.sched_getaffinity(0)), num_envs)))

    def _policies(self, bots: str | Sequence[str]) -> Any:
        """For each seat that may learn the addresses of the policies of all seats; the learner's own is not used."""
        entrants = others(self.setup, bots)
        found = [entrant.bot(self.setup.game) for entrant in entrants]
        for entrant, bot in zip(entrants, found, strict=True):
            if policy_of(bot) is None:
                raise BeuteError(
                    f"bot {entrant.name!r} has no policy that can be compiled, as `random` and `greedy` have; "
                    "an environment of one game takes every bot",
                    "no_policy",
                    bot=entrant.name,
                )
        addressed = addresses(found, [entrant.name for entrant in entrants], self.numbers.rules.parts.rules.STATE)
        addressed[[policy_of(bot) is random.policy for bot in found]] = AT_RANDOM
        players = self.setup.players
        return np.array(
            [
                [LEARNER if seat == learner else addressed[(seat - learner) % players - 1] for seat in range(players)]
                for learner in range(players)
            ]
        )

    def _make_room(self, threads: int) -> None:
        games, rules = self.num_envs, self.numbers.rules
        self.tables, self.rngs = np.repeat(rules.start, games), np.zeros((games, 1), np.uint64)
        self.observations = np.zeros((games, self.numbers.width), self.single_observation_space.dtype)
        self.final = np.zeros_like(self.observations)
        self.masks = np.zeros((games, self.numbers.actions), np.bool_)
        self.stands, self.dealt = np.full(games, PLAYS), False
        self.rewards = np.zeros(games)
        self.terminations, self.truncations = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        edges = np.linspace(0, games, threads + 1).astype(int)
        self._parts = [(slice(first, last), rules.table()) for first, last in pairwise(edges)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games again; a single seed is that of the first game, and the others count up from it."""
        give_luck(self.rngs, self._seeds(seed))
        self.stands[:], self.dealt = OVER_NOW, True
        self._step(np.zeros(self.num_envs, np.int64))
        return self._told(self.observations), {"action_mask": self._told(self.masks)}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Any:
        """A seed for each game; -1 where it keeps its generator."""
        games = self.num_envs
        given: list[Any] = [None] * games
        if isinstance(seed, int | np.integer):
            given = [int(seed) + n for n in range(games)]
        elif seed is not None:
            given = list(seed)
        if len(given) != games or not all(each is None or 0 <= each <= LARGEST_SEED for each in given):
            raise BeuteError(f"a seed is a number of at least 0, or a list of {games}, not {seed}", "wrong_seed")
        unknown = [-1 if self.dealt else secrets.randbelow(SEEDS) for _ in range(games)]
        return np.array([other if each is None else each for each, other in zip(given, unknown, strict=True)], np.int64)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learners' actions, and all that follows until they are asked again."""
        if not self.dealt:
            raise BeuteError("no games are being played: reset first", "not_reset")
        actions = np.asarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise BeuteError(f"{self.num_envs} actions are needed, not {actions.shape}", "wrong_actions")
        self._step(actions)
        infos: dict[str, Any] = {"action_mask": self._told(self.masks)}
        ended = self.terminations | self.truncations
        if self.metadata["autoreset_mode"] == SAME_STEP and ended.any():
            infos |= {"final_obs": self._told(self.final), "_final_obs": ended}
        told = (self.observations, self.rewards, self.terminations, self.truncations)
        observations, rewards, terminations, truncations = (self._told(each) for each in told)
        return observations, rewards, terminations, truncations, infos

    def action_masks(self) -> Any:
        """Which actions are open to each learner, as sb3-contrib expects them."""
        return self._told(self.masks)

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _told(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _step(self, actions: Any) -> None:
        """This thread does the first part, others do the rest."""
        (first, known), *rest = self._parts
        tasks = [self._pool.submit(self._step_part, *part, actions) for part in rest] if self._pool else []
        if any([self._step_part(first, known, actions), *(task.result() for task in tasks)]):
            raise BeuteError("a bot returned an illegal decision", "bot_failed")

    def _step_part(self, part: slice, known: Any, actions: Any) -> int:
        return step_games(
            self.numbers.rules.start,
            self.tables[part],
            known,
            self.policies,
            self.learners[part],
            self.rngs[part],
            actions[part],
            self.numbers.decisions,
            self.numbers.places,
            self.margin,
            self.metadata["autoreset_mode"] == SAME_STEP,
            self.observations[part],
            self.masks[part],
            self.final[part],
            self.stands[part],
            self.rewards[part],
            self.terminations[part],
            self.truncations[part],
        )


def autoreset_mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    """When a game that is over starts again."""
    for each in NEXT_STEP, SAME_STEP:
        if mode in (each, each.value):
            return each
    raise BeuteError(
        f"autoreset_mode is {NEXT_STEP.value!r} or {SAME_STEP.value!r}, as games that are over are dealt again, "
        f"not {getattr(mode, 'value', mode)!r}",
        "no_autoreset",
    )
