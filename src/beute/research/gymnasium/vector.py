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
from beute.lab.bot_games import BotFailed, not_legal
from beute.lab.policies import addresses, policy_of
from beute.play.drawing import draw, known_view
from beute.play.errors import BeuteError
from beute.research.episode import SEEDS, numbers
from beute.research.gymnasium.opponents import Bots, learning_seat, others
from beute.research.gymnasium.stepping import AT_RANDOM, LEARNER, OVER_NOW, PLAYS, REFUSED, give_luck, step_games
from beute.research.inputs import LARGEST_SEED, checked_actions, checked_count, checked_seed, checked_switch, whole
from beute.research.rewards import checked
from beute.research.spaces import action_space, known_space
from beute.research.versions import research_setup

NEXT_STEP, SAME_STEP, DISABLED = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED
SETTINGS: Final = ("players", "bots", "seat", "reward", "autoreset_mode", "threads", "copy", "dtype")


class BeuteVectorEnv(VectorEnv[Any, Any, Any]):
    """Games side by side, each with one seat that learns; actions, rewards and ends are those of the learner."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        bots: Bots = "random",
        seat: int | None = None,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        dtype: Any = np.float32,
        **options: Any,
    ) -> None:
        """`bots` sit to the left of each learner, in order, one for all; they have policies that are compiled.

        Without a `seat` learners sit in every seat in turn, game by game. Without `copy` the arrays that `reset` and
        `step` give are the same each time. Observations are of `dtype`; no number in them is too large for `np.int8`.
        """
        self.setup = research_setup(game, players, options, SETTINGS)
        self.numbers = numbers(self.setup)
        self.num_envs = num_envs = checked_count("num_envs", num_envs)
        self.margin, self.copy = checked(reward) == "margin", checked_switch("copy", copy)
        self.threads = len(os.sched_getaffinity(0)) if threads is None else checked_count("threads", threads)
        self.metadata = {"autoreset_mode": autoreset_mode_of(autoreset_mode), "render_modes": []}
        self.single_observation_space = known_space(self.numbers, dtype)
        self.single_action_space = action_space(self.numbers)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learners = np.array([learning_seat(self.setup, seat, n) for n in range(num_envs)])
        self.entrants = others(self.setup, bots)
        self._make_room()
        self._get_ready()

    def __getstate__(self) -> dict[str, Any]:
        """Copied and sent elsewhere as it stands, but for what belongs to this process."""
        return {name: value for name, value in vars(self).items() if name not in ("policies", "_parts", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._get_ready()

    def _policies(self) -> Any:
        """For each seat that may learn the addresses of the policies of all seats; the learner's own is not used."""
        entrants = self.entrants
        found = [entrant.bot(self.setup.game) for entrant in entrants]
        for entrant, bot in zip(entrants, found, strict=True):
            if policy_of(bot) is None:
                raise BeuteError(
                    f"bot {entrant.name!r} has no policy that can be compiled, as `random` and `greedy` have; "
                    "an environment of one game takes every bot",
                    "no_policy",
                    bot=entrant.name,
                )
        found_at = addresses(found, [entrant.name for entrant in entrants], self.numbers.rules.parts.rules.STATE)
        addressed = [
            AT_RANDOM if policy_of(bot) is random.policy else at for bot, at in zip(found, found_at, strict=True)
        ]
        players = self.setup.players
        return np.array(
            [
                [LEARNER if seat == learner else addressed[(seat - learner) % players - 1] for seat in range(players)]
                for learner in range(players)
            ]
        )

    def _make_room(self) -> None:
        games, rules = self.num_envs, self.numbers.rules
        self.tables, self.rngs = np.repeat(rules.start, games), np.zeros((games, 1), np.uint64)
        self.observations = np.zeros((games, self.numbers.width), self.single_observation_space.dtype)
        self.final = np.zeros_like(self.observations)
        self.masks = np.zeros((games, self.numbers.actions), np.bool_)
        self.stands, self.dealt, self.all_games = np.full(games, OVER_NOW), False, np.ones(games, np.bool_)
        self.rewards = np.zeros(games)
        self.terminations, self.truncations = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        self.scores, self.scored = np.zeros((games, self.setup.players), np.int64), np.zeros(games, np.bool_)
        self.answers = np.zeros(games, np.int64)  # of a bot, in games that it ended by what is not legal

    def _get_ready(self) -> None:
        """What belongs to this process: the bots' policies, and threads with a part of the games each."""
        self.policies = self._policies()
        threads = min(self.threads, self.num_envs)
        edges = np.linspace(0, self.num_envs, threads + 1).astype(int)
        self._parts = [(slice(first, last), self.numbers.rules.table()) for first, last in pairwise(edges)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games again, or those of a `reset_mask` in the options.

        A single seed is that of the first game, and the others count up from it.
        """
        chosen = self._to_reset(options)
        give_luck(self.rngs, np.where(chosen, self._seeds(seed), -1))
        self.stands[chosen], self.dealt = OVER_NOW, True
        self._step(np.zeros(self.num_envs, np.int64), chosen)
        return self._told(self.observations), self._infos()

    def _to_reset(self, options: dict[str, Any] | None) -> Any:
        if not isinstance(options, dict | None):
            raise BeuteError(f"options are a dictionary, not {options!r:.60}", "wrong_options")
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self.all_games
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise BeuteError(
                f"reset_mask is an array of {self.num_envs} truth values, at least one of them true", "wrong_reset_mask"
            )
        if not (self.dealt or mask.all()):
            raise BeuteError("the first reset is of all games", "not_reset")
        return mask

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Any:
        """A seed for each game; -1 where it keeps its generator."""
        games, first = self.num_envs, whole(seed)
        given: Any = [None] * games if seed is None else seed
        try:
            chosen = [checked_seed(each) for each in (given if first is None else range(first, first + games))]
        except (TypeError, BeuteError):
            chosen = []
        if len(chosen) != games:
            raise BeuteError(
                f"seeds are numbers from 0 to {LARGEST_SEED}: one for the first game, from which the others count up, "
                f"or a list of {games}; not {seed!r:.60}",
                "wrong_seed",
            )
        unknown = [-1 if self.dealt else secrets.randbelow(SEEDS) for _ in range(games)]
        return np.array(
            [other if each is None else each for each, other in zip(chosen, unknown, strict=True)], np.int64
        )

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learners' actions, and all that follows until they are asked again."""
        if not self.dealt:
            raise BeuteError("no games are being played: reset first", "not_reset")
        mode = self.metadata["autoreset_mode"]
        if mode == DISABLED and (self.stands != PLAYS).any():
            over = int((self.stands != PLAYS).argmax())
            raise BeuteError(f"game {over} is over: reset it first, by the option reset_mask", "not_reset")
        self._step(checked_actions(actions, self.num_envs, self.numbers.actions), self.all_games)
        told = (self.observations, self.rewards, self.terminations, self.truncations)
        observations, rewards, terminations, truncations = (self._told(each) for each in told)
        infos, ends = self._infos(), self._ends()
        if mode != SAME_STEP:
            infos |= ends
        elif (ended := self.terminations | self.truncations).any():
            infos |= {"final_obs": self._final_observations(ended), "_final_obs": ended}
            infos |= {"final_info": ends, "_final_info": ended}
        return observations, rewards, terminations, truncations, infos

    def _final_observations(self, ended: Any) -> Any:
        """An array of arrays, as Gymnasium's own environments have it, with None for games that go on."""
        found = np.full(self.num_envs, None)
        for n in np.flatnonzero(ended):
            found[n] = self.final[n].copy()
        return found

    def _infos(self) -> dict[str, Any]:
        """As Gymnasium gives the infos of many games: `_name` says which have what `name` is about."""
        told = {"action_mask": self.masks, "_action_mask": self.all_games}
        told |= {"seat": self.learners, "_seat": self.all_games}
        return {name: self._told(value) for name, value in told.items()}

    def _ends(self) -> dict[str, Any]:
        """The final scores of games that are over now, from the learner's own on, and which were ended by an illegal
        action."""
        told: dict[str, Any] = {}
        if self.scored.any():
            told |= {"scores": np.where(self.scored[:, None], self.scores, 0), "_scores": self.scored.copy()}
        illegal = self.terminations & ~self.scored
        if illegal.any():
            told |= {"illegal": illegal, "_illegal": illegal}
        return told

    def action_masks(self) -> Any:
        """Which actions are open to each learner, as sb3-contrib expects them."""
        return self._told(self.masks)

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _told(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _step(self, actions: Any, chosen: Any) -> None:
        """This thread does the first part, others do the rest."""
        if self.closed:
            raise BeuteError("the games are closed", "closed")
        (first, known), *rest = self._parts
        tasks = [self._pool.submit(self._step_part, *part, actions, chosen) for part in rest] if self._pool else []
        if any([self._step_part(first, known, actions, chosen), *(task.result() for task in tasks)]):
            raise self._failed(int((self.stands == REFUSED).argmax()))

    def _failed(self, n: int) -> BotFailed:
        """A bot decided in game `n` what is not legal, or raised an error."""
        rules, s = self.numbers.rules, self.tables[n]
        seat = min(seat for seat in range(self.setup.players) if int(s.due) >> seat & 1)
        name = self.entrants[(seat - int(self.learners[n])) % self.setup.players - 1].name
        told = f"bot {name!r} (game {n}, seat {seat}) {not_legal(rules, s, seat, int(self.answers[n]))}"
        shown = draw(rules, known_view(rules, np.array([rules.known(s, seat)]), seat))
        return BotFailed(f"{told}\n{shown}", "bot_failed", bot=name, number=n, seat=seat)

    def _step_part(self, part: slice, known: Any, actions: Any, chosen: Any) -> int:
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
            chosen[part],
            self.observations[part],
            self.masks[part],
            self.final[part],
            self.stands[part],
            self.rewards[part],
            self.terminations[part],
            self.truncations[part],
            self.scores[part],
            self.scored[part],
            self.answers[part],
        )


def autoreset_mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    """When a game that is over starts again."""
    for each in AutoresetMode:
        if mode in (each, each.value):
            return each
    there = ", ".join(repr(each.value) for each in AutoresetMode)
    raise BeuteError(f"autoreset_mode is one of {there}, not {mode!r:.60}", "unknown_autoreset_mode")
