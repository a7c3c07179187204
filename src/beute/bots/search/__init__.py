"""Information-set Monte Carlo tree search, for every game of the contract and any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Final

import numpy as np

from beute import games
from beute.bots import Budget, value
from beute.bots.search.simulation import MOST_SEATS, simulate
from beute.bots.search.tree import Tree
from beute.bots.thinking import as_record, think
from beute.games import contract
from beute.games.bits import members
from beute.games.contract import NOBODY
from beute.games.dice import Rng
from beute.games.layout import State

THINKING: Final = Budget(milliseconds=300)  # the default
ROOM: Final = 16  # upper bound of what a simulation adds to the tree, on average


@dataclass(frozen=True)
class SearchSettings:
    """How a search explores and where it stops; compiled code reads the numbers as a record of these names."""

    exploration: float = 0.7
    """The exploration constant of UCT; win shares go from 0 to 1."""

    turns: float = 1000
    """How many turns a simulation plays, the present one included; then the position is valued."""

    widening: float = 1.0
    """How many outcomes of a public chance event (Sneaky's rolls) the tree keeps apart at its first visit."""

    widening_power: float = 0.5
    """How fast that number grows: with visits to this power."""

    greedy: float = 0.0
    """How often a decision of a rollout is that of `greedy`; else it is random."""


@cache
def settings_of(game: str) -> SearchSettings:
    """The settings that were found good for a game, which are data; of most games nothing is known."""
    try:
        return SearchSettings(**(games.data_beside(game, __name__) or {}))
    except TypeError as error:
        there = ", ".join(one.name for one in fields(SearchSettings))
        raise games.UnusableGame(f"search.toml of {game!r}: there are {there}; {error}") from error


def tuned(known: State) -> SearchSettings:
    """The settings for the game of this state."""
    return settings_of(contract.game_of(known.dtype))


@dataclass
class Search:
    """A search from what a seat knows. It can be continued at any time; `best` is its answer so far."""

    known: State
    seat: int
    rng: Rng
    settings: SearchSettings = field(default_factory=SearchSettings)
    tree: Tree = field(default_factory=Tree)
    simulations: int = 0
    rolled_out: int = 0  # decisions of all rollouts

    def __post_init__(self) -> None:
        self._known, self._world, self._shown = (np.array([self.known]) for _ in range(3))
        contract.conceal(self._shown[0], NOBODY)
        self._nothing_hidden = self._shown.tobytes() == self._known.tobytes()
        self._settings = as_record(self.settings)
        self._weights = value.weights(contract.game_of(self.known.dtype))
        self._totals = np.zeros(MOST_SEATS)

    def think(self, budget: Budget) -> None:
        """Continue until one of the budget's limits is reached."""
        think(self.run, budget, each=1, first=8)

    def run(self, simulations: int) -> None:
        """So many more simulations."""
        self.tree.make_room(ROOM * (1 + simulations))
        self.rolled_out += simulate(
            self._known,
            self._world,
            self._shown,
            self._shown.view(np.uint64),
            self.seat,
            self._nothing_hidden,
            self._settings,
            self._weights,
            self.tree.nodes,
            self.tree.edges,
            self.tree.used,
            self._totals,
            self.rng,
            simulations,
        )
        self.simulations += simulations

    @property
    def shares(self) -> list[float]:
        """The win shares that the seats may expect, by the simulations so far."""
        return [float(total) / max(1, self.simulations) for total in self._totals[: int(self.known.players)]]

    @property
    def tried(self) -> dict[int, tuple[int, float]]:
        """The decisions that were tried, with their visits and the seat's mean win share after them."""
        return {int(e.decision): (int(e.visits), float(e.share) / int(e.visits)) for e in self.tree.at_root}

    @property
    def best(self) -> int:
        """The decision with the most visits, of equal ones the one with the larger win share."""
        tried = self.tried
        return max(tried, key=lambda decision: tried[decision])


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    return choose_by(tuned(known), known, seat, rng, budget)


def weigh(known: State, seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """The share of the win that the seat can expect after each decision, of those that were tried."""
    search = Search(known, seat, rng, tuned(known))
    search.think(budget)
    return {decision: share for decision, (_, share) in search.tried.items()}


def choose_by(settings: SearchSettings, known: State, seat: int, rng: Rng, budget: Budget) -> int:
    """What a search with these settings decides; at once if there is nothing to decide."""
    decisions = members(contract.legal(known, seat))
    if len(decisions) == 1:
        return decisions[0]
    search = Search(known, seat, rng, settings)
    search.think(budget if budget != Budget() else THINKING)
    return search.best
