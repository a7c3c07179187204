"""Random play of our games, on one thread and on two, for comparison with the peers in the same run."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beute.lab.random_games import play_many
from beute.play.engine import engine
from beute.play.setup import set_up

GAMES = (("sneaky", 3), ("schattendieb", 5), ("raeuber", 4))
SEED = 1
ROUNDS = 5  # of each measurement the best counts: others use the machine too


@dataclass(frozen=True)
class Ours:
    game: str
    players: int
    games_per_second: float
    decisions_per_second: float
    two_threads: float  # how many times as fast as one
    state_bytes: int


def ours(seconds: float) -> list[Ours]:
    found = []
    for name, players in GAMES:
        setup = set_up(name, players, {})
        games = _games_for(setup, seconds / ROUNDS)
        ones, twos = [], []
        for _ in range(ROUNDS):  # one and two threads in turn, so that a busy moment affects both
            ones.append(play_many(setup, games, SEED, threads=1))
            twos.append(play_many(setup, 2 * games, SEED, threads=2))
        one = min(ones, key=lambda run: run.seconds)
        two = min(twos, key=lambda run: run.seconds)
        found.append(
            Ours(
                game=name,
                players=players,
                games_per_second=one.games / one.seconds,
                decisions_per_second=one.decisions / one.seconds,
                two_threads=2 * one.seconds / two.seconds,
                state_bytes=engine(setup).start.itemsize,
            )
        )
    return found


def _games_for(setup: Any, seconds: float) -> int:
    """About as many games as fit into the time."""
    trial = play_many(setup, 20_000, SEED)
    return max(2_000, int(seconds * trial.games / trial.seconds))


def peers(seconds: float) -> list[dict[str, Any]]:
    command = [sys.executable, str(Path(__file__).parent / "peers.py"), "--json", "--seconds", str(seconds)]
    rows: list[dict[str, Any]] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return rows


def memory_growth() -> int:
    """Kilobytes by which a process that has played a thousand games grows when it plays two hundred thousand."""
    setup = set_up("sneaky", 3, {})
    play_many(setup, 1_000, SEED)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play_many(setup, 200_000, SEED, threads=2)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
