"""How fast `search` rolls out games, and how much memory it takes, compared with OpenSpiel's in the same run.

`python bench/search.py [--simulations 5000] [--rounds 5] [--no-peers] [--json]`
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

import beute
from bench.peers import SEED, peers_python
from beute.bots import Budget
from beute.bots.search import Search, SearchSettings
from beute.bots.search.tree import EDGES, NODES

GAMES = (("raeuber", 4), ("raeuber", 2), ("schattendieb", 3), ("schattendieb", 7), ("sneaky", 3))
TO_THE_END = SearchSettings(turns=1e9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=5000, help="of each search")
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement; the best counts")
    parser.add_argument("--no-peers", action="store_true", help="only our own games")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    result = {
        "ours": [ours(name, players, options.simulations, options.rounds) for name, players in GAMES],
        "peers": [] if options.no_peers else peers(options.simulations, options.rounds),
        "million": million(),
    }
    print(json.dumps(result) if options.json else "\n".join(report(result)))


def ours(name: str, players: int, simulations: int, rounds: int) -> dict[str, Any]:
    """From the first decision of a game, with rollouts to its end, in processor time."""
    game = beute.new(name, players, seed=SEED)
    seat = game.due[0]
    seconds = []
    for number in range(rounds + 1):  # the first one loads what is compiled
        search = Search(game.known(seat), seat, np.array([SEED + number], np.uint64), TO_THE_END)
        begun = process_time()
        search.think(Budget(simulations=simulations))
        seconds.append(process_time() - begun)
    nodes, edges = int(search.tree.used[NODES]), int(search.tree.used[EDGES])
    return {
        "game": name,
        "players": players,
        "mean_remaining": search.rolled_out / simulations,
        "simulations_per_second": simulations / min(seconds),
        "decisions_per_second": search.rolled_out / simulations * simulations / min(seconds),
        "nodes": nodes,
        "edges": edges,
        "bytes_per_node": search.tree.bytes / max(nodes, edges),
    }


def million() -> dict[str, int]:
    """A tree with a million decisions that were tried, in a game in which that takes the most nodes."""
    game = beute.new("schattendieb", 7, seed=SEED)
    search = Search(game.known(0), 0, np.array([SEED], np.uint64))
    while search.tree.used[:2].max() < 1_000_000:
        search.run(1000)
    return {"nodes": int(search.tree.used[NODES]), "edges": int(search.tree.used[EDGES]), "bytes": search.tree.bytes}


def peers(simulations: int, rounds: int) -> list[dict[str, Any]]:
    command = [str(peers_python()), str(Path(__file__).parent / "search_peers.py"), str(simulations), str(rounds)]
    rows: list[dict[str, Any]] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return rows


def report(result: dict[str, Any]) -> list[str]:
    lines = ["Search, one thread               simulations/s  rolled out/s     nodes     edges  bytes a node"]
    for row in result["ours"]:
        name = f"{row['game']}, {row['players']} players"
        lines.append(
            f"  {name:<30}{row['simulations_per_second']:>13,.0f}{row['decisions_per_second']:>14,.0f}"
            f"{row['nodes']:>10,}{row['edges']:>10,}{row['bytes_per_node']:>14.0f}"
        )
    if result["peers"]:
        first = result["ours"][0]["decisions_per_second"]
        lines += ["", "Peers                            simulations/s  rolled out/s   our first is"]
        for row in result["peers"]:
            name = f"{row['game']} ({row['driver']})"
            lines.append(
                f"  {name:<30}{row['simulations_per_second']:>13,.0f}{row['decisions_per_second']:>14,.0f}"
                f"{first / row['decisions_per_second']:>13,.1f} x"
            )
    there = result["million"]
    lines += ["", f"{there['nodes']:,} nodes and {there['edges']:,} edges take {there['bytes'] / 1e6:.0f} MB"]
    return lines


if __name__ == "__main__":
    main()
