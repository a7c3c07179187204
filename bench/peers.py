"""How fast other libraries play uniformly random games: one thread, in an environment of their own.

A decision is one player's choice from its legal list, forced ones included; chance events do not count.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import venv
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Literal

HERE = Path(__file__).resolve().parent
LOCK = HERE / "peers.lock"
ENVIRONMENT = HERE / ".venv"

SEED = 1
ROLLOUTS_PER_DEAL = 1000


@dataclass(frozen=True)
class Measurement:
    """One peer's random play of one game; `seconds` does not include the set-up."""

    peer: str
    game: str
    driver: Literal["python", "c++"]
    players: int
    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    def row(self) -> dict[str, object]:
        return asdict(self) | {
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": self.games_per_second,
        }


def main() -> int:
    options = arguments()
    if Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        return subprocess.run([peers_python(), __file__, *sys.argv[1:]], check=False).returncode
    warnings.simplefilter("ignore")
    measurements = measure(options.seconds)
    if options.json:
        print(json.dumps([measurement.row() for measurement in measurements]))
    else:
        print_table(measurements)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each measurement")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    options = parser.parse_args()
    if not options.seconds > 0:
        parser.error("--seconds must be more than 0")
    return options


def peers_python() -> Path:
    """The interpreter that has the peers."""
    return python_with(LOCK, ENVIRONMENT)


def python_with(lock: Path, environment: Path) -> Path:
    """The interpreter of an environment, which is created if it is missing, unfinished or outdated."""
    python, installed = environment / "bin" / "python", environment / lock.name
    if not installed.exists() or installed.read_bytes() != lock.read_bytes():
        print(f"Setting up the peers' environment in bench/{environment.name}; this takes a minute.", file=sys.stderr)
        venv.create(environment, clear=True, with_pip=True)
        pip = [str(python), "-m", "pip"]
        subprocess.run([*pip, "install", "-qq", "--require-hashes", "-r", str(lock)], check=True)
        installed.write_bytes(lock.read_bytes())
    return python


def print_table(measurements: Iterator[Measurement]) -> None:
    print(f"{'peer':<12}{'game':<14}{'driver':<8}{'players':>7}{'decisions/s':>14}{'games/s':>12}")
    for m in measurements:
        speed = f"{m.decisions_per_second:>14,.0f}{m.games_per_second:>12,.0f}"
        print(f"{m.peer:<12}{m.game:<14}{m.driver:<8}{m.players:>7}{speed}", flush=True)


def measure(seconds: float) -> Iterator[Measurement]:
    for peer in PEERS:
        yield from peer(seconds)


def open_spiel(name: str, seconds: float) -> Iterator[Measurement]:
    """OpenSpiel driven from Python, then its own rollouts, which do not say how many decisions they took."""
    driven = open_spiel_python(name, seconds)
    yield driven
    yield open_spiel_rollouts(name, driven.decisions / driven.games, seconds)


def open_spiel_python(name: str, seconds: float) -> Measurement:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    random = Random(SEED)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(pyspiel.sample_action(state.chance_outcomes(), random.random())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return Measurement("OpenSpiel", name, "python", game.num_players(), *repeat(play, seconds))


def open_spiel_rollouts(name: str, mean_decisions: float, seconds: float) -> Measurement:
    """Rollouts in C++ from fresh deals. Dealing is not timed: a search cannot start at a chance event."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    random = Random(SEED)
    # A search of one simulation is the only way to call the rollouts from Python: it only evaluates its root.
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_PER_DEAL, SEED)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=SEED, verbose=False
    )
    rollouts = 0
    elapsed = 0.0
    while elapsed < seconds:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(pyspiel.sample_action(state.chance_outcomes(), random.random())[0])
        start = perf_counter()
        search.step(state)
        elapsed += perf_counter() - start
        rollouts += ROLLOUTS_PER_DEAL
    decisions = round(rollouts * mean_decisions)
    return Measurement("OpenSpiel", name, "c++", game.num_players(), rollouts, decisions, elapsed)


def pettingzoo_leduc(seconds: float) -> Iterator[Measurement]:
    env: Any = import_module("pettingzoo.classic").leduc_holdem_v4.env()
    env.reset(seed=SEED)
    random = Random(SEED)

    def play() -> int:
        env.reset()
        decisions = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return decisions
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            decisions += 1

    yield Measurement("PettingZoo", "leduc_holdem", "python", env.num_agents, *repeat(play, seconds))


def rlcard_uno(seconds: float) -> Iterator[Measurement]:
    env: Any = import_module("rlcard").make("uno", {"seed": SEED})
    random = Random(SEED)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    yield Measurement("RLCard", "uno", "python", env.num_players, *repeat(play, seconds))


def repeat(play: Callable[[], int], seconds: float) -> tuple[int, int, float]:
    """Plays whole games until the time is up: games, decisions, seconds taken."""
    games = decisions = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += play()
        games += 1
    return games, decisions, elapsed


PEERS: tuple[Callable[[float], Iterator[Measurement]], ...] = (
    partial(open_spiel, "leduc_poker"),
    partial(open_spiel, "liars_dice"),
    partial(open_spiel, "hearts"),
    partial(open_spiel, "pig"),
    pettingzoo_leduc,
    rlcard_uno,
)

if __name__ == "__main__":
    sys.exit(main())
