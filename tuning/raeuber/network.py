"""Train the network by which Räuber's master judges positions, for a number of players.

    python -m tuning.raeuber.network --players 5 --rounds 4 --minutes 5 --out 5.npy

It learns what share of the win each seat will have: first from the results of many games of `greedy`, then, round by
round, from games that `master` plays against itself by the network so far. With `--rounds 0` it learns from `greedy`
alone; with `--start` it continues from existing weights. After each round it writes the weights and prints how likely
the targets of validation games are with the network, and with the plain value. That says little about how well `master`
plays with it: let it play the network before (`tuning.raeuber.duel`). The weights belong in `master/raeuber/weights`.
"""

from __future__ import annotations

import argparse
from collections import deque
from typing import Any, Final

import numpy as np

from beute.bots.master.raeuber.judgement import NET
from beute.games.compiling import When, compile_entries
from beute.games.raeuber import SEATS
from tuning.network import Adam, untrained
from tuning.raeuber.learning import SPREAD, Lessons, joined, learn
from tuning.raeuber.lessons import greedy_games, master_games

ROUNDS: Final = 3  # that are learned from together, the last ones
FIRST, THEN = (3, 2e-3), (6, 1e-3)  # epochs, and the initial learning rate


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber.network",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=5, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--rounds", type=int, default=4, help="of play and learning (%(default)s)")
    parser.add_argument("--minutes", type=float, default=5, help="how long each is played (%(default)s)")
    parser.add_argument("--out", default="weights.npy", help="where the weights are written (%(default)s)")
    parser.add_argument("--start", help="weights to continue from, instead of learning from `greedy` first")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compile_entries(When.AT_ONCE)
    rng = np.random.default_rng(options.seed)
    net = np.load(options.start).view(NET) if options.start else beginner(options.players, options.seed, rng)
    np.save(options.out, net.view(np.float32))
    played = deque[Lessons](maxlen=ROUNDS)
    for number in range(options.rounds):
        played.append(master_games(net, options.players, options.minutes, 100 * options.seed + number))
        network = Adam(net)
        learn(network, joined(played), *THEN, rng)
        net = network.net
        np.save(options.out, net.view(np.float32))


def beginner(players: int, seed: int, rng: np.random.Generator) -> Any:
    """A network that has learned from `greedy` alone."""
    network = Adam(untrained(NET, SPREAD, rng))
    learn(network, greedy_games(players, seed), *FIRST, rng)
    return network.net


if __name__ == "__main__":
    main()
