"""How fast the environments for research are, compared with others in the same run.

`python bench/research.py [--seconds 3] [--rounds 3] [--no-peers] [--json]`
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench import research_peers
from bench.peers import HERE, python_with
from bench.research_peers import SEED, row, turns, wrapped
from beute import games
from beute.research import pettingzoo
from beute.research.gymnasium import vector_env

AT_ONCE = 8192  # games of a vector environment
TITLES = {  # of the kinds that are measured
    "plain": "One agent after the other, without wrappers, steps/s",
    "wrapped": "One agent after the other, in the wrappers that PettingZoo's own card games have, steps/s",
    "float32": "Many games at once, all cores, observations of float32, steps/s",
    "int8": "Many games at once, all cores, observations of int8, steps/s",
}
BATCHES = ("float32", "int8")  # kinds with the same peers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement; the best counts")
    parser.add_argument("--no-peers", action="store_true", help="only our own environments")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    ours = measure(options.seconds, options.rounds)
    theirs = [] if options.no_peers else peers(options.seconds, options.rounds)
    print(json.dumps({"ours": ours, "peers": theirs}) if options.json else "\n".join(report(ours, theirs)))


def measure(seconds: float, rounds: int) -> list[dict[str, Any]]:
    found = []
    for game in games.NAMES:
        for players in games.about(game).SEATS[0], games.about(game).SEATS[-1]:
            name, env = f"{game}, {players} players", pettingzoo.env(game, players)
            turns(env, 0.1)
            found.append(row("plain", name, partial(turns, env, seconds), rounds))
            found.append(row("wrapped", name, partial(turns, wrapped(env), seconds), rounds))
            for dtype in BATCHES:
                found.append(row(dtype, name, partial(steps, game, players, dtype, seconds), rounds))
    return found


def steps(game: str, players: int, dtype: str, seconds: float) -> float:
    """Actions of learners per second, others playing at random; choosing the actions is not timed."""
    many, random = vector_env(game, AT_ONCE, players, copy=False, dtype=dtype), np.random.default_rng(SEED)
    _, infos = many.reset(seed=SEED)
    taken, spent = 0, 0.0
    while spent < seconds:
        masks = infos["action_mask"]
        actions = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
        begun = perf_counter()
        *_, infos = many.step(actions)
        if taken:  # the first step loads what is compiled
            spent += perf_counter() - begun
        taken += AT_ONCE
    many.close()
    return (taken - AT_ONCE) / spent


def peers(seconds: float, rounds: int) -> list[dict[str, Any]]:
    python = python_with(research_peers.LOCK, HERE / ".venv-research")
    command = [str(python), research_peers.__file__, str(seconds), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def report(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[str]:
    lines = []
    for kind, title in TITLES.items():
        lines.append(title)
        mine = [each for each in ours if each["kind"] == kind]
        for each in mine:
            lines.append(f"  {each['name']:<40}{each['steps_per_second']:>14,.0f}")
        slowest = min(each["steps_per_second"] for each in mine)
        for each in theirs:
            if each["kind"] == ("batches" if kind in BATCHES else kind):
                times = slowest / each["steps_per_second"]
                lines.append(f"  {each['name']:<40}{each['steps_per_second']:>14,.0f}   our slowest: {times:.1f} x")
        lines.append("")
    return lines[:-1]


if __name__ == "__main__":
    main()
