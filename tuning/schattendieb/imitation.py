"""A network that decides as `search` would, for the policy to be trained against.

    python -m tuning.schattendieb.imitation --players 3 --minutes 7 --out rival.npy

For some minutes games are played and what `search` decides is kept; then the network learns from it. At the end it
prints how often the network decides the same, in moments that it has not learned from.
"""

from __future__ import annotations

import argparse
from time import monotonic
from typing import Any, Final

import numpy as np

import beute
from beute.bots import Budget, answer, named
from beute.bots.master.schattendieb import Comparison, trained
from beute.bots.master.schattendieb.memory import no_memory
from beute.games.schattendieb import SEATS
from tuning.network import Adam
from tuning.schattendieb.games import MOMENT, Lessons
from tuning.schattendieb.learning import gradient_of_likeness, part, weigh

COMPANY: Final = {"search": 0.6, "master": 0.25, "greedy": 0.15}  # who sits in the seats
MASTERS: Final = Budget(simulations=1)  # so few that only the policy decides
MINUTE: Final = 60
PASSES: Final = 60  # epochs
PIECE: Final = 512  # moments for each step
RATE: Final = 2e-3  # initial learning rate
ASIDE: Final = 0.1  # share of the moments for validation


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.schattendieb.imitation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=3, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--minutes", type=float, default=7, help="how long to play (%(default)s)")
    parser.add_argument("--simulations", type=int, default=3000, help="of each decision of `search` (%(default)s)")
    parser.add_argument("--out", default="rival.npy", help="where the weights are written (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    lessons = watch(options.players, options.minutes, Budget(simulations=options.simulations), options.seed, rng)
    order = rng.permutation(len(lessons.moments))
    aside, rest = np.split(order, [int(ASIDE * len(order))])
    network = Adam(trained(options.players))
    imitate(network, lessons, rest, rng)
    np.save(options.out, network.net.view(np.float32))
    print(
        f"{len(order)} decisions seen; {likeness(network.net[0], part(lessons, aside)):.1%} of others would be the same"
    )


def watch(players: int, minutes: float, budget: Budget, seed: int, rng: np.random.Generator) -> Lessons:
    """What `search` decided in games with others."""
    budgets = {"search": budget, "master": MASTERS, "greedy": Budget()}
    bots = {name: named(name, "schattendieb") for name in COMPANY}
    moments, decisions = [], []
    end, games = 0.0, 0
    while games == 0 or monotonic() < end:
        table = beute.new("schattendieb", players, seed=1000 * seed + games)
        seated = rng.choice(list(COMPANY), players, p=list(COMPANY.values()))
        while not table.over:
            seat = table.due[0]
            name = seated[seat]
            word = answer(bots[name], table, seat, budgets[name])
            if name == "search" and len(table.legal_for(seat)) > 1:
                seen = Comparison(table.known(seat), seat, np.zeros(1, np.uint64), no_memory())
                moment = np.zeros(1, MOMENT)
                moment["table"], moment["many"] = seen.work["table"], len(seen.decisions)
                moment["chosen"] = [table.word(a) for a in seen.decisions].index(word)
                moments.append(moment)
                decisions.append(seen.work["decisions"][0, : len(seen.decisions)].copy())
            table.play(word, seat)
        end = end or monotonic() + MINUTE * minutes  # after the first game, in which everything is compiled
        games += 1
    together = np.concatenate(moments)
    together["first"] = np.cumsum(together["many"]) - together["many"]
    return Lessons(together, np.concatenate(decisions))


def imitate(network: Adam, lessons: Lessons, those: Any, rng: np.random.Generator) -> None:
    for n in range(PASSES):
        for piece in np.array_split(rng.permutation(those), max(1, len(those) // PIECE)):
            network.descend(gradient_of_likeness(network.net[0], part(lessons, piece)), RATE * (1 - n / PASSES))


def likeness(net: Any, lessons: Lessons) -> float:
    """How often the most likely decision was chosen."""
    _, _, chances, _ = weigh(net, lessons)
    first = lessons.moments["first"]
    return float((chances[first + lessons.moments["chosen"]] >= np.maximum.reduceat(chances, first)).mean())


if __name__ == "__main__":
    main()
