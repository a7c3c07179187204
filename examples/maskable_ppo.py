"""Teach MaskablePPO of sb3-contrib to play against bots, and print how often it wins.

`python examples/maskable_ppo.py raeuber --players 2 --steps 120000`, with `pip install "beute[learning]"`.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from gymnasium.wrappers import RescaleObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from beute import games
from beute.research.gymnasium import env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", default="random", help="in the other seats")
    parser.add_argument("--steps", type=int, default=120_000, help="that it learns from")
    parser.add_argument("--games", type=int, default=500, help="by which it is judged")
    options = parser.parse_args()

    def table() -> RescaleObservation:
        return RescaleObservation(env(options.game, options.players, bots=options.bots), np.float32(0), np.float32(1))

    torch.set_num_threads(1)  # the networks are small: more threads only wait for each other
    learner = MaskablePPO(
        "MlpPolicy",
        make_vec_env(table, n_envs=32),
        n_steps=128,
        batch_size=512,
        learning_rate=1e-3,
        gamma=0.999,
        seed=1,
    )
    before = wins(learner, table(), options.games)
    learner.learn(options.steps)
    after = wins(learner, table(), options.games)
    print(f"wins {100 * before:.1f} % before, {100 * after:.1f} % after {options.steps} steps")


def wins(learner: MaskablePPO, table: RescaleObservation, some: int) -> float:
    """The share of wins in some games."""
    total = 0.0
    for number in range(some):
        seen, _ = table.reset(seed=number)
        over = False
        while not over:
            action, _ = learner.predict(seen, action_masks=table.get_wrapper_attr("action_masks")())
            seen, reward, terminated, truncated, _ = table.step(int(action))
            over = terminated or truncated
        total += float(reward)
    return total / some


if __name__ == "__main__":
    main()
