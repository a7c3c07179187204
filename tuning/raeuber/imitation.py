"""A policy that decides as `search` would, for the policy of Räuber's master to be trained against.

    python -m tuning.raeuber.imitation --players 5 --games 500 --out rival.npy

Games of `search` with others are played, and how often it looked at each move is kept; then the policy learns to choose
moves as often. At last it is told how often both like the same move most, in moments that it has not learned from.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.greedy.raeuber import greedy
from beute.bots.master.raeuber import same_moves
from beute.bots.master.raeuber.policy import MIND, consider, decide, trained
from beute.bots.search import Search, tuned
from beute.games import contract
from beute.games.contract import CHANCE, OVER, actor, draw, due
from beute.games.kernel import Rng, State, batch, below, hurry, members
from beute.games.raeuber import SEATS
from beute.play.engine import engine
from beute.play.setup import set_up
from tuning.imitation import imitate
from tuning.lessons import Lessons
from tuning.network import Adam
from tuning.raeuber.games import AT_ONCE, in_parts
from tuning.raeuber.tables import MOMENT, felt

COMPANY: Final = ("search", "search", "search", "policy", "greedy")  # who sits in a seat is any of these
LOOKING: Final = Budget(simulations=1000)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber.imitation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=5, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--games", type=int, default=500, help="to be played (%(default)s)")
    parser.add_argument("--out", default="rival.npy", help="where the weights are written (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    moments, decisions, looks = in_parts(watch, options.players, options.games, options.seed)
    moments["first"] = np.cumsum(moments["many"]) - moments["many"]
    lessons = Lessons(moments, decisions, felt(decisions), looks)
    network = Adam(trained(options.players))
    told = imitate(network, lessons, np.random.default_rng(options.seed))
    np.save(options.out, network.net.view(np.float32))
    print(told)


# ---------------------------------------------------------------- games


def watch(players: int, seed: int) -> tuple[Any, Any, Any]:
    """Of some games the moments in which `search` decided, all their moves, and how often it looked at each."""
    hurry()
    rules, rng, mind = engine(set_up("raeuber", players, {})), np.array([seed], np.uint64), np.zeros(1, MIND)
    moments, decisions, looks = list[Any](), list[Any](), list[Any]()
    for _ in range(AT_ONCE):
        table = rules.table()
        s = table[0]
        seated = [COMPANY[below(rng, len(COMPANY))] for _ in range(players)]
        while due(s) != OVER:
            if due(s) == CHANCE:
                contract.play(s, CHANCE, draw(s, rng))
                continue
            seat = actor(s)
            known = rules.known(s, seat)
            if seated[seat] == "search" and contract.count(contract.legal(known, seat)) > 1:
                visits, a = looked_at(known, seat, rng)
                many = see(np.array([known]), seat, trained(players), mind)
                moments.append(np.zeros(1, MOMENT))
                moments[-1]["table"], moments[-1]["many"] = mind["table"], many
                decisions.append(mind["decisions"][0, :many].copy())
                looks.append(np.array([visits[int(move)] for move in mind["numbers"][0, :many]], np.float32))
            else:
                a = play_by(np.array([known]), seat, seated[seat] == "policy", trained(players), mind, rng)
            contract.play(s, seat, a)
    return np.concatenate(moments), np.concatenate(decisions), np.concatenate(looks)


def looked_at(known: State, seat: int, rng: Rng) -> tuple[dict[int, float], int]:
    """How often, of once, `search` looks at each different move; and what it decides."""
    search = Search(known, seat, rng, tuned(known))
    search.think(LOOKING)
    found, shares = search.looked_at, dict[int, float]()
    for move, twin in same_moves(known, members(contract.legal(known, seat))).items():
        shares[twin] = shares.get(twin, 0.0) + found.get(move, (0, 0.0))[0] / search.simulations
    return shares, search.best


@batch
def see(table: Any, seat: int, nets: Any, minds: Any) -> int:
    return consider(table[0], seat, nets[0], minds[0])


@batch
def play_by(table: Any, seat: int, policy: bool, nets: Any, minds: Any, rng: Rng) -> int:
    return decide(table[0], seat, nets[0], minds[0], rng) if policy else greedy(table[0], seat, rng)


if __name__ == "__main__":
    main()
