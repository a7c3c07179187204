"""Train the policy and the judgement of Räuber's master for a number of players, by play against itself and others.

    python -m tuning.raeuber.policy --players 5 --minutes 30

Each update plays some hundred games and learns from what came of each decision. A line at the start, each minute and at
the end tells which share of a win a seat of the policy gets against a seat of `greedy` and one of the rival, and how
learning goes. The weights are written too, to `policy-5.npy` and `judgement-5.npy`; they belong into
`master/raeuber/weights`. The rival can be a policy that imitates `search` (`tuning.raeuber.imitation`), as who plays
only against its like learns what only its like falls for.
"""

from __future__ import annotations

import argparse
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from beute.bots.master.raeuber import judgement, policy
from beute.games.kernel import hurry
from beute.games.raeuber import SEATS
from tuning.network import Adam
from tuning.raeuber.learning import Learner, learn, untrained_learner
from tuning.raeuber.tables import GREEDY, PARTS, RIVAL, compete, gather

MINUTE: Final = 60
SLOWED: Final = 0.9  # the steps get smaller by this part until the end,
LESS_MIXED: Final = 0.8  # and what a mixed strategy is worth by this
EVERY: Final = 40  # updates, until the policy is kept as one of the earlier ones
KEPT: Final = 10  # so many of these play on
CONTEST_GAMES: Final = 4000
CONTEST_SEED: Final = 77


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber.policy",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=5, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for weights (this one)")
    parser.add_argument("--start", type=Path, help="a folder with weights to go on from, instead of untrained ones")
    parser.add_argument("--rival", type=Path, help="weights of a policy to play against, instead of the first one")
    parser.add_argument("--games", type=int, default=600, help="for each update (%(default)s)")
    parser.add_argument("--rate", type=float, default=2e-3, help="how long the first steps are (%(default)s)")
    parser.add_argument("--entropy", type=float, default=0.006, help="what a mixed strategy is worth (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    hurry()
    with ThreadPoolExecutor(PARTS) as pool:
        train(parser.parse_args(), pool)


def train(options: argparse.Namespace, pool: Executor) -> None:
    rng = np.random.default_rng(options.seed)
    learner = begun_by(options, rng)
    earlier = learner.policy.net
    rival = np.load(options.rival).view(policy.NET) if options.rival else earlier
    report(pool, learner, rival, options, 0, "start")  # before the clock starts, as the games are compiled for it
    begun = told = now = monotonic()
    end = begun + MINUTE * options.minutes
    updates = 0
    while now < end:
        gone = (now - begun) / (end - begun)
        policies = np.concatenate([learner.policy.net, rng.choice(earlier, 1), rival])
        lessons = gather(pool, options.players, options.games, policies, learner.judgement.net, rng)
        rate, entropy = options.rate * (1 - SLOWED * gone), options.entropy * (1 - LESS_MIXED * gone)
        signs = learn(pool, learner, lessons, options.players, rate, entropy, rng)
        updates += 1
        if updates % EVERY == 0:
            earlier = np.concatenate([earlier[1 - KEPT :], learner.policy.net])
        now = monotonic()
        if now >= min(told + MINUTE, end):
            report(pool, learner, rival, options, now - begun, f"{updates} updates, {signs}")
            told = now


def begun_by(options: argparse.Namespace, rng: np.random.Generator) -> Learner:
    if options.start is None:
        return untrained_learner(rng)
    return Learner(
        Adam(np.load(options.start / f"policy-{options.players}.npy").view(policy.NET)),
        Adam(np.load(options.start / f"judgement-{options.players}.npy").view(judgement.NET)),
    )


def report(
    pool: Executor, learner: Learner, rival: Any, options: argparse.Namespace, seconds: float, progress: str
) -> None:
    """Write the weights, and tell how they do."""
    for name, network in learner._asdict().items():
        np.save(options.out / f"{name}-{options.players}.npy", network.net.view(np.float32))
    policies = np.concatenate([learner.policy.net, learner.policy.net, rival])
    contests = []
    for name, who in ("greedy", GREEDY), ("the rival", RIVAL):
        own, other = compete(pool, options.players, policies, learner.judgement.net, who, CONTEST_GAMES, CONTEST_SEED)
        contests.append(f"against {name} {own:.3f}:{other:.3f}")
    print(f"{seconds:6.0f} s  {', '.join(contests)}; {progress}", flush=True)


if __name__ == "__main__":
    main()
