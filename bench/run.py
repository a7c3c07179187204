"""All measurements in one run: `make bench`, or `python bench/run.py [--seconds 3] [--no-peers] [--json]`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.first_use import importing, starts
from bench.speed import memory_growth, ours, peers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--no-peers", action="store_true", help="only our own games")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    result: dict[str, Any] = {
        "ours": [asdict(row) for row in ours(options.seconds)],
        "peers": [] if options.no_peers else peers(options.seconds),
        "import_seconds": importing(),
        "starts": [asdict(row) for row in starts()],
        "memory_growth_kb": memory_growth(),
    }
    if options.json:
        print(json.dumps(result))
    else:
        print("\n".join(report(result)))


def report(result: dict[str, Any]) -> list[str]:
    lines = ["Random play, one thread         games/s   decisions/s   two threads   bytes a state"]
    for row in result["ours"]:
        name = f"{row['game']}, {row['players']} players"
        lines.append(
            f"  {name:<26}{row['games_per_second']:>11,.0f}{row['decisions_per_second']:>14,.0f}"
            f"{row['two_threads']:>12.2f} x{row['state_bytes']:>14}"
        )
    if result["peers"]:
        slowest = min(row["decisions_per_second"] for row in result["ours"])
        lines += ["", "Peers, one thread               games/s   decisions/s   our slowest is"]
        for row in result["peers"]:
            name = f"{row['peer']} {row['game']} ({row['driver']})"
            times = slowest / row["decisions_per_second"]
            lines.append(
                f"  {name:<34}{row['games_per_second']:>9,.0f}{row['decisions_per_second']:>13,.0f}{times:>10,.1f} x"
            )
    lines += ["", f"import beute: {result['import_seconds']:.3f} s"]
    lines += ["First use, seconds          cold    warm   simulate cold   warm"]
    for row in result["starts"]:
        lines.append(
            f"  {row['game']:<20}{row['cold']:>10.2f}{row['warm']:>8.2f}"
            f"{row['simulate_cold']:>14.2f}{row['simulate_warm']:>9.2f}"
        )
    lines += ["", f"Memory grown after 200,000 more games: {result['memory_growth_kb']} kB"]
    return lines


if __name__ == "__main__":
    main()
