"""OpenSpiel's searches as bots that are named like any other: `openspiel:ismcts` and `openspiel:mcts`.

They are given what every bot is given, and never a true state: others' cards are imagined. Their random rollouts are
played by our compiled rules, which only makes them faster.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from beute import games
from beute.bots import Budget
from beute.bots.search.simulation import roll_out as play_on
from beute.bots.value.points import share_win
from beute.games import contract
from beute.games.compiling import When, batch, compile_entries
from beute.games.contract import NOBODY, ending, scores
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.parts import parts
from beute.play.errors import BeuteError
from beute.research.openspiel.game import short_name
from beute.research.openspiel.parameters import as_parameter
from beute.research.openspiel.position import Position
from beute.research.openspiel.state import BeuteState

SIMULATIONS: Final = 200  # the default budget
EXPLORATION: Final = 1.0  # the constant of UCT, for results that are at most 1 apart
ALL_TURNS: Final = 1 << 40  # more steps than a rollout can have
WORLD: Final = 50  # simulations of MCTS, which cannot handle secrets, for each sampled world


@batch
def finish(table: Any, rng: Rng, points: Any, shares: Any) -> None:
    """Play to the end at random; write the shares of the win, equal ones if there is no end."""
    s = table[0]
    play_on(s, np.array([ALL_TURNS, NOBODY]), 0, rng)
    points[:] = 0
    if ending(s):
        scores(s, points)
    share_win(points, int(s.players), shares)


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """What a state is worth by one random rollout; all actions have the same prior."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def evaluate(self, state: BeuteState) -> Any:
        table, players = state.position.table.copy(), state.num_players()
        shares = np.zeros(players)
        finish(table, self.rng, np.zeros(players, np.int64), shares)
        return shares - 1 / players

    def prior(self, state: BeuteState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class Searcher(ABC):
    """What both bots do before and after OpenSpiel searches."""

    def check_budget(self, budget: Budget) -> None:
        if budget.milliseconds is not None:
            told = f"OpenSpiel's search takes a number of simulations, not {budget}"
            raise BeuteError(told, "wrong_budget", budget=str(budget))

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        self.check_budget(budget)
        compile_entries(When.AT_ONCE)
        game = game_of(known)
        position = Position.possible(game.numbering, known, heard, seat, rng)
        actions = position.actions()
        action = actions[0]
        if len(actions) > 1:
            action = self.search(BeuteState(game, position), rng, budget.simulations or SIMULATIONS)
        return position.numbering.by_action[seat][action]

    @abstractmethod
    def search(self, state: BeuteState, rng: Rng, simulations: int) -> int:
        """The action that a search of this state finds best."""


class Ismcts(Searcher):
    """Information-set Monte Carlo tree search."""

    def search(self, state: BeuteState, rng: Rng, simulations: int) -> int:
        dice = dice_from(rng)
        bot = ismcts.ISMCTSBot(
            game=state.get_game(),
            evaluator=Rollouts(rng),
            uct_c=EXPLORATION,
            max_simulations=simulations,
            random_state=dice,
        )
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.random_sample))
        return int(bot.step(state))


class Mcts(Searcher):
    """Monte Carlo tree search: of the state if nothing is hidden, else of some possible states, which then vote."""

    def search(self, state: BeuteState, rng: Rng, simulations: int) -> int:
        dice, visits = dice_from(rng), Counter[int]()
        hides = state.position.numbering.setup.about.SECRETS
        worlds = max(1, simulations // WORLD) if hides else 1
        bot = mcts.MCTSBot(
            game=state.get_game(),
            uct_c=EXPLORATION,
            max_simulations=simulations // worlds,
            evaluator=Rollouts(rng),
            solve=False,
            random_state=dice,
        )
        for _ in range(worlds):
            world = state.resample_from_infostate(state.current_player(), dice.random_sample)
            for child in bot.mcts_search(world).children:
                visits[child.action] += child.explore_count
        actions: list[int] = state.legal_actions()
        return max(actions, key=lambda action: visits[action])


def dice_from(rng: Rng) -> Any:
    return np.random.RandomState(below(rng, 1 << 32))


def game_of(known: State) -> Any:
    """The game that a state is of, with the options that its words depend on."""
    name = contract.game_of(known.dtype)
    told_by: Callable[[State], Mapping[str, Any]] = getattr(parts(name).words, "options_of", lambda known: {})
    return loaded(name, int(known.players), tuple(told_by(known).items()))


@lru_cache(maxsize=32)
def loaded(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Any:
    chosen: dict[str, Any] = {"players": players} | {option: as_parameter(value) for option, value in options}
    if not games.about(name).SECRETS:
        chosen["imperfect"] = True  # or ISMCTS would refuse it
    return pyspiel.load_game(short_name(name), chosen)
