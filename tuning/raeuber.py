"""Find the weights of the value of Räuber: those that make the results of games by `greedy` most likely.

`python tuning/raeuber.py [--games 20000] [--seed 1] > src/beute/bots/value/raeuber.toml`
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

import numpy as np

from beute.bots.greedy import greedy
from beute.bots.value.points import share_win
from beute.bots.value.raeuber import FEATURES, describe, lateness
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, legal, play, scores
from beute.games.kernel import batch, below
from beute.games.raeuber import SEATS
from beute.games.raeuber.rules import MAX_SEATS
from beute.play.engine import engine
from beute.play.setup import set_up

ROWS: Final = {  # what a player would say
    "sealed": "points of sealed sacks",
    "open": "loot in open sacks",
    "hope": "what sealing them would add, by how full they are",
    "strike_next": "the best that one's cards can take or seal, being next",
    "strike_second": "the same, coming second",
    "strike_later": "the same, coming later",
    "loss_next": "what the strike of the next player takes",
    "loss_second": "of the second",
    "loss_later": "of all who come later",
    "loot": "loot in the hand",
    "robbers": "robbers in the hand",
    "kinds": "different cards in the hand",
    "next": "to be next",
    "exposed": "loot in open sacks, by the cards still to come that rob it, of ten",
    "sacks": "open sacks",
    "held": "cards in the hand",
}
EVERY: Final = 6  # one position of so many is looked at
RANDOM: Final = 26  # of 256 decisions: as in the rollouts of `search`
MOST: Final = 20  # positions of a game


@batch
def gather(start: Any, table: Any, rng: Any, games: int, features: Any, late: Any, shares: Any) -> int:
    """Play games, and write positions of them with the shares of the win they came to; tell how many."""
    s = table[0]
    players = int(start[0].players)
    points = np.zeros(MAX_SEATS, np.int64)
    found = 0
    for _ in range(games):
        table[0] = start[0]
        first = found
        while due(s) != OVER:
            if due(s) == CHANCE:
                play(s, CHANCE, draw(s, rng))
                continue
            if found < first + MOST and below(rng, EVERY) == 0:
                describe(s, features[found])
                late[found] = lateness(s)
                found += 1
            seat = actor(s)
            play(s, seat, choose(legal(s, seat), rng) if below(rng, 256) < RANDOM else greedy(s, seat, rng))
        scores(s, points)
        for n in range(first, found):
            share_win(points, players, shares[n])
    return found


def positions(players: int, games: int, seed: int) -> tuple[Any, Any]:
    """Features with and without lateness, and shares of the win, by position and seat."""
    rules = engine(set_up("raeuber", players, {}))
    features = np.zeros((games * MOST, MAX_SEATS, FEATURES))
    late, shares = np.zeros(games * MOST), np.zeros((games * MOST, MAX_SEATS))
    found = gather(rules.start, rules.table(), np.array([seed], np.uint64), games, features, late, shares)
    seen = features[:found, :players]
    return np.concatenate([seen, seen * late[:found, None, None]], 2), shares[:found, :players]


def likelihood(weights: Any, seen: Any, shares: Any) -> tuple[float, Any]:
    """The mean log likelihood of the results, and the chances that the weights give."""
    worth = seen @ weights
    chances = np.exp(worth - worth.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    return float((shares * np.log(np.maximum(chances, 1e-12))).sum(1).mean()), chances


def fitted(seen: Any, shares: Any, ridge: float = 1e-5) -> Any:
    """The likeliest weights, by Newton's method; a little ridge for what never differs."""
    scale = np.sqrt((seen**2).mean((0, 1))) + 1e-9
    seen = seen / scale
    size, width = len(seen), seen.shape[2]
    weights = np.zeros(width)
    for _ in range(10):
        chances = likelihood(weights, seen, shares)[1]
        slope = np.tensordot(seen, shares - chances, ([0, 1], [0, 1])) - ridge * size * weights
        mean = (seen * chances[:, :, None]).sum(1)
        flat = (seen * np.sqrt(chances)[:, :, None]).reshape(-1, width)
        bend = flat.T @ flat - mean.T @ mean + ridge * size * np.eye(width)
        weights += np.linalg.solve(bend, slope)
    return weights / scale


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    columns = []
    for players in SEATS:
        weights = fitted(*positions(players, options.games, options.seed))
        likely, _ = likelihood(weights, *positions(players, options.games // 4, options.seed + 1))
        print(f"{players} players: log likelihood {likely:.4f} of other games", file=sys.stderr)
        columns.append(weights.reshape(2, FEATURES))
    table = np.array(columns).transpose(2, 1, 0)
    print("# What a position of Räuber is worth; `raeuber.py` says how it is used, `tuning/raeuber.py` found it.")
    print("# For 2, 3, 4 and 5 players: what counts always, and what counts more as the cards run out.")
    for name, (always, late) in zip(ROWS, table, strict=True):
        numbers = ", ".join("[" + ", ".join(f"{n:.4f}" for n in part) + "]" for part in (always, late))
        print(f"{name} = [{numbers}]  # {ROWS[name]}")


if __name__ == "__main__":
    main()
