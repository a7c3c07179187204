"""Fit the weights of Räuber's `greedy`, or those of the value of positions for `search`.

    python -m tuning.raeuber greedy [--games 120] > found.py
    python -m tuning.raeuber value [--games 1000] > found.toml

The first becomes greedy/raeuber_weights.py, the second value/raeuber.toml.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

import numpy as np

from beute.games.compiling import When, compile_entries
from beute.games.raeuber import SEATS
from tuning.raeuber.greedy import FEELS, lessons
from tuning.raeuber.value import HAS, positions


def rows(table: Any, meanings: dict[str, str], row: str) -> str:
    """A line for each weight: for 2 to 5 players one that always counts, and one that counts more later."""
    lines = []
    for (name, meaning), parts in zip(meanings.items(), table, strict=True):
        numbers = ", ".join("[" + ", ".join(f"{number:.4f}" for number in part) + "]" for part in parts)
        lines.append(row.format(name=name, numbers=numbers, meaning=meaning))
    return "\n".join(lines)


VALUE: Final = """# What a position of Räuber is worth; `raeuber.py` says how it is used, `tuning/raeuber` found it.
# For 2, 3, 4 and 5 players: a weight that always counts, and one that counts more as fewer cards are left.
"""
GREEDY: Final = '''"""The weights of Räuber's `greedy`; `tuning/raeuber` fitted them to the choices of `master`."""

from typing import Final

import numpy as np

# For 2, 3, 4 and 5 players: a weight that always counts, and one that counts more as the pile gets smaller.
BY_FEATURE: Final = {
'''


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["greedy", "value"])
    parser.add_argument("--games", type=int, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compile_entries(When.AT_ONCE)
    source, games = (lessons, options.games or 120) if options.what == "greedy" else (positions, options.games or 1000)
    columns = []
    for players in SEATS:
        weights = source(players, games, options.seed).fitted()
        likely = source(players, max(1, games // 8), options.seed + 1).likelihood(weights)
        print(f"{players} players: log likelihood {likely:.4f} in other games", file=sys.stderr)
        columns.append(weights.reshape(2, -1))
    table = np.array(columns).transpose(2, 1, 0)
    if options.what == "value":
        print(VALUE + rows(table, HAS, "{name} = [{numbers}]  # {meaning}"))
    else:
        print(GREEDY + rows(table, FEELS, '    "{name}": ({numbers}),  # {meaning}'))
        print("}\nWEIGHTS: Final = np.array(list(BY_FEATURE.values()))")


if __name__ == "__main__":
    main()
