"""A readable heuristic for a game: a few rules of thumb, no search.

Other bots call `greedy` from compiled code as they call the contract: it finds its game by the type of the state. In a
game that has none a decision is drawn at random, and nobody is offered `greedy` as a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beute.bots import Budget
from beute.bots.absurd import guarded
from beute.games import contract, is_beside
from beute.games.compiling import rule
from beute.games.contract import legal, of_each_game
from beute.games.dice import Rng
from beute.games.layout import State


@rule
def at_random(s: State, seat: int, rng: Rng) -> int:
    return contract.choose(legal(s, seat), rng)


greedy: Callable[[State, int, Rng], int] = of_each_game(
    "greedy",
    "What a due seat decides by rules of thumb, from what it knows: the same on the true and the concealed state.",
    part=__name__,
    otherwise=at_random,
)


def plays(game: str) -> bool:
    """Whether the game has rules of thumb."""
    return is_beside(game, __name__)


def policy(known: State, seat: int, rng: Rng) -> int:
    """Rules of thumb have gaps: what is absurd is not played."""
    return guarded(known, seat, greedy(known, seat, rng), rng)


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    """The budget is ignored: there is no search."""
    return int(policy(known, seat, rng))
