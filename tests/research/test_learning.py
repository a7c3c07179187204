"""A small learner in NumPy gets better: what is observed, done and rewarded is enough to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.research.gymnasium import BeuteVectorEnv, vector_env

GAMES = 256
STEPS = 80  # between two lessons
LESSONS = 12
RATE = 0.2  # the largest change of a weight in a lesson


def chances(weights: Any, seen: Any, masks: Any) -> Any:
    """Of each action, by a weighted sum of what is observed."""
    worth = np.where(masks, seen @ weights, -np.inf)
    odds = np.exp(worth - worth.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def play(many: BeuteVectorEnv, weights: Any, draw: np.random.Generator, seen: Any, masks: Any) -> tuple[Any, ...]:
    """Some steps of all games: what was seen, how much likelier each action became by being chosen, and what it got.

    Steps of games that are not over yet get nothing, and neither do those that only begin a game anew.
    """
    all_seen, pushes, rewards, ends = [], [], [], []
    fresh = np.zeros(len(seen), bool)
    for _ in range(STEPS):
        likely = chances(weights, seen, masks)
        actions = (likely.cumsum(axis=1) > draw.random((len(seen), 1))).argmax(axis=1)
        push = -likely
        push[np.arange(len(seen)), actions] += 1
        all_seen.append(seen)
        pushes.append(push * ~fresh[:, None])
        seen, reward, over, _, infos = many.step(actions)
        seen, masks, fresh = seen / most(many), infos["action_mask"], over
        rewards.append(reward)
        ends.append(over)
    return np.array(all_seen), np.array(pushes), np.array(rewards), np.array(ends), seen, masks


def most(many: BeuteVectorEnv) -> Any:
    return many.single_observation_space.high  # type: ignore[attr-defined]


def test_a_learner_beats_random() -> None:
    """Räuber for two by REINFORCE: at first half of the games are won, in the end many more."""
    many, draw = vector_env("raeuber", GAMES, 2), np.random.default_rng(1)
    weights = np.zeros((many.observations.shape[1], many.masks.shape[1]), np.float32)
    seen, infos = many.reset(seed=1)
    seen, masks = seen / most(many), infos["action_mask"]
    shares = []
    for _ in range(LESSONS):
        all_seen, pushes, rewards, ends, seen, masks = play(many, weights, draw, seen, masks)
        share = rewards.sum() / ends.sum()
        shares.append(share)
        gain, gains = np.zeros(GAMES), np.zeros_like(rewards)
        for step in reversed(range(STEPS)):
            gain = np.where(ends[step], rewards[step] - share, gain)
            gains[step] = gain
        slope = np.einsum("sgw,sga->wa", all_seen * gains[:, :, None], pushes, optimize=True)
        weights += (RATE * slope / np.abs(slope).max()).astype(np.float32)
    many.close()
    assert abs(shares[0] - 0.5) < 0.06  # nothing is learned before the first lesson
    assert np.mean(shares[-3:]) > 0.65
