"""The strongest bot for each game and number of players.

A game's module rates the decisions (`weigh`): what share of the win the seat can expect after each. The choice is then
made by a softmax of the ratings: in a game of simultaneous choices nobody must be able to predict it. In a game without
such a module `search` plays, and takes its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from types import ModuleType
from typing import Final

from beute.bots import Budget, search
from beute.bots.absurd import sensible
from beute.games import beside, contract
from beute.games.bits import members
from beute.games.dice import Rng, below
from beute.games.layout import State

ABSURD: Final = 3.0  # temperatures below the best
THINKING: Final = Budget(milliseconds=900)  # the default


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    game = of(known)
    time = budget if budget != Budget() else THINKING
    if game is None:
        return search.choose(known, heard, seat, rng, time)
    weighed = weigh(known, heard, seat, rng, time)
    return pick(without_absurd(known, seat, weighed), float(game.TEMPERATURE), rng)


def of(known: State) -> ModuleType | None:
    """The module of the game of this state."""
    return beside(contract.game_of(known.dtype), __name__)


def weigh(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it."""
    decisions = members(contract.legal(known, seat))
    if len(decisions) == 1:
        return {decisions[0]: 1.0}
    game = of(known)
    if game is None:
        return search.weigh(known, seat, rng, budget)
    weighed: dict[int, float] = game.weigh(known, heard, seat, rng, budget)
    return weighed


def without_absurd(known: State, seat: int, weighed: dict[int, float]) -> dict[int, float]:
    """What was weighed of the sensible decisions: the last guard of the master and of the levels."""
    kept = sensible(known, seat)
    return {decision: share for decision, share in weighed.items() if contract.contains(kept, decision)}


def pick(weighed: dict[int, float], temperature: float, rng: Rng) -> int:
    """A decision by the softmax of the shares: one smaller by `temperature` is chosen e times less often.

    What is worse than the best by more than ABSURD temperatures is never chosen; at temperature 0 only the best is.
    """
    best = max(weighed, key=lambda decision: weighed[decision])
    if temperature == 0:
        return best
    worse = {decision: (weighed[best] - share) / temperature for decision, share in weighed.items()}
    odds = {decision: exp(-gap) for decision, gap in worse.items() if gap <= ABSURD}
    left = sum(odds.values()) * below(rng, 1 << 30) / (1 << 30)
    for decision, part in odds.items():
        left -= part
        if left < 0:
            return decision
    return best
