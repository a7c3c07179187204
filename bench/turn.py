"""How long it takes to solve Sneaky's turn: every roll and every placement, with the value of each decision.

`python bench/turn.py [--positions 300] [--rounds 5] [--json]`
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

import beute
from bench.peers import SEED
from beute import bots
from beute.bots import greedy, turn, value
from beute.games.contract import CHANCE
from beute.games.sneaky import rules
from beute.play.engine import engine
from beute.play.setup import set_up

PLAYERS = 3
EARLIEST, LATEST = 5, 14  # turns that are the middle of a game
EVERY_COLOUR = 0x010101010102  # a roll of seven dice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300, help="from the middle of games")
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement; the best counts")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    solving(worst(), 1)  # loads what is compiled, or compiles it
    middle = [solving(table, options.rounds) for table in middle_games(options.positions)]
    result = {
        "players": PLAYERS,
        "positions": len(middle),
        "mean_ms": mean(middle),
        "median_ms": median(middle),
        "worst_ms": max(middle),
        "worst_position_ms": solving(worst(), options.rounds),
    }
    print(json.dumps(result) if options.json else "\n".join(report(result)))


def solving(table: Any, rounds: int) -> float:
    """Milliseconds of processor time for all decisions after the first roll."""
    weights, seat = value.weights("sneaky"), int(table[0].seat)
    times = []
    for _ in range(rounds):
        begun = process_time()
        turn.weigh(table, seat, weights, np.zeros(1, turn.SOLVED))
        times.append(process_time() - begun)
    return 1000 * min(times)


def middle_games(positions: int) -> list[Any]:
    """Tables of games of `greedy` at which seven dice were just rolled."""
    found: list[Any] = []
    seed = SEED
    while len(found) < positions:
        game = beute.new("sneaky", PLAYERS, seed=seed)
        seed += 1
        while not game.over and len(found) < positions:
            seat = game.due[0]
            known = game.known(seat)
            if known.step == rules.PUT and known.dice_left == rules.DICE and EARLIEST <= known.turns <= LATEST:
                found.append(np.array([known]))
            game.play(bots.answer(greedy, game, seat), seat)
    return found


def worst() -> Any:
    """Three centre bandits and three tops, all of value 3 and of different colours, and seven dice."""
    threes = [kind for kind in range(rules.KINDS) if rules.VALUE[kind] == 3]
    table = engine(set_up("sneaky", 4, {})).start.copy()
    s = table[0]
    s.centre[:] = threes[:3]
    for seat in 1, 2, 3:
        s.stack[seat, 0] = threes[2 + seat]
        s.height[seat] = 1
    for kind in threes:
        s.pile = rules.taken(int(s.pile), kind)
    rules.begin_turn(s, 0)
    rules.play(s, CHANCE, EVERY_COLOUR)
    return table


def report(result: dict[str, Any]) -> list[str]:
    return [
        f"Sneaky's turn solved, {result['players']} players, milliseconds of the processor",
        f"  {result['positions']} positions of middle games: mean {result['mean_ms']:.3f}, "
        f"median {result['median_ms']:.3f}, worst {result['worst_ms']:.3f}",
        f"  six open bandits of value 3, four players: {result['worst_position_ms']:.3f}",
    ]


if __name__ == "__main__":
    main()
