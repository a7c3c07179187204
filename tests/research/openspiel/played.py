"""States of OpenSpiel after some random events."""

from typing import Any

import numpy as np
import pyspiel

from beute.research.openspiel import short_name


def load(game: str, players: int, **chosen: Any) -> Any:
    return pyspiel.load_game(short_name(game), {"players": players, **chosen})


def states(game: Any, seed: int, most: int = 10_000) -> list[Any]:
    """Those of one random game, from the first to the last, or as many as wanted."""
    dice, state = np.random.RandomState(seed), game.new_initial_state()
    found = [state.clone()]
    while not state.is_terminal() and len(found) < most:
        state.apply_action(any_action(state, dice))
        found.append(state.clone())
    return found


def any_action(state: Any, dice: Any) -> int:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(dice.choice(actions, p=chances))
    return int(dice.choice(state.legal_actions()))


def decisions(game: Any, seed: int) -> list[Any]:
    """The states of one random game at which a player is asked."""
    return [state for state in states(game, seed) if state.current_player() >= 0]
