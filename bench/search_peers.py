"""How fast OpenSpiel's information-set tree search rolls out games: in the environment of `peers.py`.

Run by `search.py`; one line of JSON. A search starts at the first decision of a deal that is a choice.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.peers import SEED

PEERS = (("hearts(pass_cards=false)", "c++"), ("oh_hell", "c++"), ("hearts(pass_cards=false)", "python"))


def main() -> None:
    simulations, rounds = int(sys.argv[1]), int(sys.argv[2])
    print(json.dumps([measured(name, driver, simulations, rounds) for name, driver in PEERS]))


def measured(name: str, driver: str, simulations: int, rounds: int) -> dict[str, Any]:
    """The best of some rounds, in processor time: others use the machine too."""
    pyspiel: Any = import_module("pyspiel")
    state = first_choice(pyspiel, pyspiel.load_game(name), Random(SEED))
    length = mean_length(pyspiel, state, Random(SEED))
    if driver == "python":
        simulations //= 20
    seconds = []
    for number in range(rounds):
        search = BOTS[driver](pyspiel, simulations, SEED + number)
        begun = process_time()
        search(state)
        seconds.append(process_time() - begun)
    rate = simulations / min(seconds)
    return {
        "peer": "OpenSpiel",
        "game": name,
        "driver": driver,
        "mean_remaining": length,
        "simulations_per_second": rate,
        "decisions_per_second": rate * length,
    }


def in_cpp(pyspiel: Any, simulations: int, seed: int) -> Callable[[Any], Any]:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    step: Callable[[Any], Any] = pyspiel.ISMCTSBot(seed, evaluator, 1.0, simulations, -1, most_visits).step
    return step


def in_python(pyspiel: Any, simulations: int, seed: int) -> Callable[[Any], Any]:
    numpy: Any = import_module("numpy")
    ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    random = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    step: Callable[[Any], Any] = ismcts.ISMCTSBot(
        game=None, evaluator=evaluator, uct_c=1.0, max_simulations=simulations, random_state=random
    ).step
    return step


BOTS = {"c++": in_cpp, "python": in_python}


def first_choice(pyspiel: Any, game: Any, random: Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        play_any(pyspiel, state, random)
    return state


def mean_length(pyspiel: Any, start: Any, random: Random, games: int = 200) -> float:
    """Decisions to the end of a random game."""
    decisions = 0
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            decisions += int(not state.is_chance_node())
            play_any(pyspiel, state, random)
    return decisions / games


def play_any(pyspiel: Any, state: Any, random: Random) -> None:
    if state.is_chance_node():
        state.apply_action(pyspiel.sample_action(state.chance_outcomes(), random.random())[0])
    else:
        state.apply_action(random.choice(state.legal_actions()))


if __name__ == "__main__":
    main()
