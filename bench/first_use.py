"""How long it takes to begin: the import, the first use of a game when nothing is compiled yet, and after that."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from beute import games

IMPORT = "import time; t = time.perf_counter(); import beute; print(time.perf_counter() - t)"
FIRST_USE = """
import time; t = time.perf_counter()
import beute
game = beute.new({name!r}, players={players}, seed=1)
game.play(game.legal[0], game.due[0]); game.view(0)
print(time.perf_counter() - t)
"""
SIMULATE = """
from beute.play.setup import set_up
from beute.lab.random_games import play_many
print(play_many(set_up({name!r}, {players}, {{}}), 1, 0).compile_seconds)
"""
TRIES = 5


@dataclass(frozen=True)
class Start:
    game: str
    cold: float  # seconds to a first move, everything to be compiled
    warm: float  # the same in the next process, the interpreter's own start not counted
    simulate_cold: float
    simulate_warm: float


def seconds(code: str, home: str | None = None) -> float:
    environment = os.environ | ({"XDG_CACHE_HOME": home} if home else {})
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def importing() -> float:
    return min(seconds(IMPORT) for _ in range(TRIES))


def starts() -> list[Start]:
    found = []
    for name in games.NAMES:
        players = games.about(name).SEATS[1]
        first, simulation = (code.format(name=name, players=players) for code in (FIRST_USE, SIMULATE))
        with tempfile.TemporaryDirectory() as home:
            cold, simulate_cold = seconds(first, home), seconds(simulation, home)
            warm = min(seconds(first, home) for _ in range(TRIES))
            simulate_warm = min(seconds(simulation, home) for _ in range(TRIES))
        found.append(Start(name, cold, warm, simulate_cold, simulate_warm))
    return found
