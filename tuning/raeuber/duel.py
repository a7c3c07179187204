"""Let two networks meet: Räuber's master by the one, and by the other.

    python -m tuning.raeuber.duel old.npy new.npy --players 5 --games 1600

How likely results are by a network is a bad guide to how well master plays by it; this is the good one.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from beute.bots import Budget
from beute.bots.master import raeuber
from beute.bots.master.raeuber.judgement import NET
from beute.cli.arena import tell
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.raeuber import SEATS
from beute.lab.arena import Arena
from beute.play.setup import set_up


class Master:
    """Räuber's master by the network of a file; it is read where the bot plays."""

    def __init__(self, weights: Path) -> None:
        self.weights = weights
        self.__name__ = str(weights)

    @cached_property
    def net(self) -> Any:
        return np.load(self.weights).view(NET)

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        shares = raeuber.weigh_by(raeuber.Settings(), self.net, known, heard, seat, rng, budget)
        return max(shares, key=lambda move: shares[move])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber.duel", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", nargs=2, type=Path, help="the networks")
    parser.add_argument("--players", type=int, default=5, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--games", type=int, default=1600, help="(%(default)s)")
    parser.add_argument("--simulations", type=int, default=300, help="for each decision (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for file in options.weights:
        if not file.is_file():
            parser.error(f"there is no file {file}")
    masters = [Master(file) for file in options.weights]
    budget = Budget(simulations=options.simulations)
    standing = Arena.of(set_up("raeuber", options.players, {}), masters, options.games, options.seed, budget).run()
    tell(standing)


if __name__ == "__main__":
    main()
