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
from beute.bots.value.points import share_win
from beute.games.contract import (
    CHANCE,
    OVER,
    actor,
    choose,
    conceal,
    contains,
    draw,
    due,
    ending,
    endless,
    legal,
    observe,
    play,
    scores,
)
from beute.games.kernel import batch, reseed, rule
from beute.lab.policies import addresses, ask, policy_of
from beute.play.errors import BeuteError
from beute.research.episode import SEEDS, numbers, open_up
from beute.research.gymnasium.seats import learning_seat, others
from beute.research.rewards import ILLEGAL, checked, margin_of
from beute.research.spaces import action_space, known_space
from beute.research.versions import research_setup

MOST_SEATS: Final = 8
LEARNER, AT_RANDOM = -1, -2  # instead of the address of a policy
PLAYS, OVER_NOW, CUT_OFF, REFUSED = range(4)  # how a game stands; refused: a bot answered what is not legal
SAME_STEP: Final = AutoresetMode.SAME_STEP


# ---------------------------------------------------------------- compiled


@rule
def play_on(table: Any, known: Any, policies: Any, learner: int, rng: Any) -> int:
    """Let chance and bots play until the learner is asked or nobody is; `known` is then what the learner knows."""
    s = table[0]
    while due(s) != OVER and not endless(s):
        if due(s) == CHANCE:
            play(s, CHANCE, draw(s, rng))
            continue
        seat = actor(s)
        if policies[seat] == AT_RANDOM:  # what is legal is no secret of others, so nothing need be concealed
            play(s, seat, choose(legal(s, seat), rng))
            continue
        known[0] = table[0]
        conceal(known[0], seat)
        if seat == learner:
            return PLAYS
        a = ask(policies[seat], known[0], seat, rng)
        if not 0 <= a < 128 or not contains(legal(s, seat), a):
            return REFUSED
        play(s, seat, a)
    known[0] = table[0]
    conceal(known[0], learner)
    return OVER_NOW if ending(s) else CUT_OFF


@rule
def tell(known: Any, learner: int, stands: int, places: Any, out: Any, mask: Any) -> None:
    """Write what the learner knows, and which actions are open to it; when the game is over all are, and do nothing."""
    observe(known[0], learner, out)
    mask[:] = stands != PLAYS
    if stands == PLAYS:
        open_up(legal(known[0], learner), places, mask)


@rule
def result(s: Any, learner: int, margin: bool, points: Any, shares: Any) -> float:
    """What a finished game is worth to the learner."""
    players = int(s.players)
    scores(s, points)
    if margin:
        return float(margin_of(points, players, learner))
    share_win(points, players, shares)
    return float(shares[learner])


@batch
def give_luck(rngs: Any, seeds: Any) -> None:
    """By seeds; a game with -1 goes on with the luck that it had."""
    for n in range(len(rngs)):
        if seeds[n] >= 0:
            reseed(rngs[n], seeds[n], 0)


@batch
def step_games(
    start: Any,
    tables: Any,
    known: Any,
    policies: Any,
    learners: Any,
    rngs: Any,
    actions: Any,
    decisions: Any,
    places: Any,
    margin: bool,
    same_step: bool,
    out: Any,
    masks: Any,
    final: Any,
    stands: Any,
    rewards: Any,
    terminations: Any,
    truncations: Any,
) -> int:
    """One action of the learner in every game, and all that follows; tell in how many a bot was refused.

    A game that is over is dealt anew: at once, with its end kept in `final`, or by the next step.
    """
    points = np.zeros(MOST_SEATS, np.int64)
    shares = np.zeros(MOST_SEATS)
    refused = 0
    for n in range(len(tables)):
        table, learner, a = tables[n : n + 1], learners[n], actions[n]
        rewards[n] = 0.0
        terminations[n] = truncations[n] = False
        if stands[n] == PLAYS and (not 0 <= a < len(decisions) or not masks[n, a]):
            stands[n] = OVER_NOW
            terminations[n] = True
            rewards[n] = ILLEGAL
            known[0] = table[0]
            conceal(known[0], learner)
        else:
            if stands[n] == PLAYS:
                play(table[0], learner, decisions[a])
            else:
                tables[n] = start[0]
            stands[n] = play_on(table, known, policies[learner], learner, rngs[n])
            if stands[n] == OVER_NOW:
                terminations[n] = True
                rewards[n] = result(table[0], learner, margin, points, shares)
            elif stands[n] == CUT_OFF:
                truncations[n] = True
        if same_step and (terminations[n] or truncations[n]):
            observe(known[0], learner, final[n])
            tables[n] = start[0]
            stands[n] = play_on(table, known, policies[learner], learner, rngs[n])
        refused += int(stands[n] == REFUSED)
        tell(known, learner, stands[n], places, out[n], masks[n])
    return refused


# ---------------------------------------------------------------- for Python


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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
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
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise BeuteError("games that are over are dealt anew: by the next step or the same", "no_autoreset")
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = known_space(self.numbers, dtype)
        self.single_action_space = action_space(self.numbers)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learners = np.array([learning_seat(self.setup, seat, n) for n in range(num_envs)])
        self.policies = self._policies(bots)
        self._make_room(max(1, min(threads or len(os.sched_getaffinity(0)), num_envs)))

    def _policies(self, bots: str | Sequence[str]) -> Any:
        """For each seat that may learn the addresses of what plays in all seats; the learner's own is not asked."""
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
        addressed = addresses(found, [entrant.name for entrant in entrants], self.numbers.rules.rules.STATE)
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
        self.stands = np.zeros(games, np.int64)
        self.rewards = np.zeros(games)
        self.terminations, self.truncations = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        edges = np.linspace(0, games, threads + 1).astype(int)
        self._parts = [(slice(first, last), rules.table()) for first, last in pairwise(edges)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew; a number as a seed is that of the first game, and the others count on from it."""
        give_luck(self.rngs, self._seeds(seed))
        self.stands[:] = OVER_NOW
        self._step(np.zeros(self.num_envs, np.int64))
        return self._told(self.observations), {"action_mask": self._told(self.masks)}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Any:
        if isinstance(seed, int):
            return np.arange(seed, seed + self.num_envs)
        fresh = not self.rngs.any()
        unknown = [secrets.randbelow(SEEDS) if fresh else -1 for _ in range(self.num_envs)]
        if seed is None:
            return np.array(unknown)
        return np.array([other if each is None else each for each, other in zip(seed, unknown, strict=True)])

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learners' actions, and all that follows until they are asked again."""
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
        """Which actions are open to each learner, as sb3-contrib asks for them."""
        return self._told(self.masks)

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _told(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _step(self, actions: Any) -> None:
        """The first part is done here, while others do the rest."""
        (first, known), *rest = self._parts
        tasks = [self._pool.submit(self._step_part, *part, actions) for part in rest] if self._pool else []
        if any([self._step_part(first, known, actions), *(task.result() for task in tasks)]):
            raise BeuteError("a bot answered what is not legal", "bot_failed")

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
