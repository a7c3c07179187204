"""Train the policy of Der Schattendieb's master for a number of players, by play against itself and others.

    python -m tuning.schattendieb.imitation --players 3 --minutes 7 --out rival.npy
    python -m tuning.schattendieb --players 3 --minutes 15 --rival rival.npy

Each update plays some thousand games and learns from the result of each decision. A line at the start, each minute and
at the end says which share of a win a seat of the network gets against a seat of `greedy` and one of the rival, and
how learning goes. The weights are also written each minute; they belong in `master/schattendieb/weights`.
"""

from __future__ import annotations

import argparse
from time import monotonic
from typing import Any, Final

import numpy as np

from beute.bots.master.schattendieb.policy import NET
from beute.games.schattendieb import SEATS
from tuning.network import Adam, untrained
from tuning.schattendieb.games import GREEDY, RIVAL, compete, gather
from tuning.schattendieb.learning import SPREAD, learn

MINUTE: Final = 60
SLOWED: Final = 0.9  # the learning rate falls by this part until the end
EVERY: Final = 40  # updates, until the network is kept as one of the earlier ones
EARLIER: Final = 10  # so many of these play on
CONTEST_GAMES: Final = 4000
CONTEST_SEED: Final = 77


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.schattendieb",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=10, help="how long to train (%(default)s)")
    parser.add_argument("--out", default="weights.npy", help="where the weights are written (%(default)s)")
    parser.add_argument("--start", help="weights to continue from, instead of untrained ones")
    parser.add_argument("--rival", help="weights of another network to play against, as of one that imitates `search`")
    parser.add_argument("--games", type=int, default=1100, help="for each update (%(default)s)")
    parser.add_argument("--players", type=int, default=3, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--rate", type=float, default=1e-3, help="initial learning rate (%(default)s)")
    parser.add_argument("--entropy", type=float, default=0.01, help="weight of the entropy bonus (%(default)s)")
    parser.add_argument(
        "--lead",
        type=float,
        default=0.0,
        help="part of a reward for having more than each of the others, the rest is for winning (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


def train(options: argparse.Namespace) -> None:
    rng = np.random.default_rng(options.seed)
    network = Adam(np.load(options.start).view(NET) if options.start else untrained(NET, SPREAD, rng))
    earlier = network.net
    rival = np.load(options.rival).view(NET) if options.rival else network.net
    report(network.net, rival, options, 0, "start")  # before the clock starts, as the games are compiled for it
    begun = told = now = monotonic()
    end = begun + MINUTE * options.minutes
    updates = 0
    while now < end:
        nets = np.concatenate([network.net, rng.choice(earlier, 1), rival])
        lessons = gather(options.players, options.games, nets, options.lead, rng)
        rate = options.rate * (1 - SLOWED * (now - begun) / (end - begun))
        signs = learn(network, lessons, rate, options.entropy, rng)
        updates += 1
        if updates % EVERY == 0:
            earlier = np.concatenate([earlier[1 - EARLIER :], network.net])
        now = monotonic()
        if now >= min(told + MINUTE, end):
            report(network.net, rival, options, now - begun, f"{updates} updates, {signs}")
            told = now


def report(net: Any, rival: Any, options: argparse.Namespace, seconds: float, progress: str) -> None:
    """Write the weights, and print how well they play."""
    np.save(options.out, net.view(np.float32))
    contests = []
    for name, who in ("greedy", GREEDY), ("the rival", RIVAL):
        own, other = compete(np.concatenate([net, net, rival]), options.players, who, CONTEST_GAMES, CONTEST_SEED)
        contests.append(f"against {name} {own:.3f}:{other:.3f}")
    print(f"{seconds:6.0f} s  {', '.join(contests)}; {progress}", flush=True)


if __name__ == "__main__":
    main()
