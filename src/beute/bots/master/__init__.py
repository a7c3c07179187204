"""The strongest bot for each game and number of players.

A game's module rates the decisions (`weigh`): what share of the win the seat can expect after each. The choice is then
made by a softmax of the ratings: in a game of simultaneous choices nobody must be able to predict it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from types import ModuleType
from typing import Final

from beute.bots import Budget
from beute.bots.absurd import sensible
from beute.bots.master import raeuber, schattendieb, sneaky
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import STATE as RAEUBER
from beute.games.schattendieb.rules import STATE as SCHATTENDIEB
from beute.games.sneaky.rules import STATE as SNEAKY

ABSURD: Final = 3.0  # temperatures below the best
THINKING: Final = Budget(milliseconds=900)  # the default
MASTERS: Final[dict[object, ModuleType]] = {SNEAKY: sneaky, SCHATTENDIEB: schattendieb, RAEUBER: raeuber}


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    temperature = float(MASTERS[known.dtype].TEMPERATURE)
    weighed = weigh(known, heard, seat, rng, budget if budget != Budget() else THINKING)
    return pick(without_absurd(known, seat, weighed), temperature, rng)


def weigh(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it."""
    decisions = members(contract.legal(known, seat))
    if len(decisions) == 1:
        return {decisions[0]: 1.0}
    weighed: dict[int, float] = MASTERS[known.dtype].weigh(known, heard, seat, rng, budget)
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
