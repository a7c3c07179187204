"""The strongest bot for each game and number of players.

A game's module weighs the decisions: what share of the win the seat can expect after each. The choice is then the best,
or any of those that come close: in a game of simultaneous choices nobody must be able to reckon with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from types import ModuleType
from typing import Final

from beute.bots import Budget
from beute.bots.master import raeuber, schattendieb, sneaky
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import STATE as RAEUBER
from beute.games.schattendieb.rules import STATE as SCHATTENDIEB
from beute.games.sneaky.rules import STATE as SNEAKY

ABSURD: Final = 3.0  # whims
THINKING: Final = Budget(milliseconds=900)  # when nothing is said
MASTERS: Final[dict[object, ModuleType]] = {SNEAKY: sneaky, SCHATTENDIEB: schattendieb, RAEUBER: raeuber}


def choose(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    whim = float(MASTERS[known.dtype].WHIM)
    return pick(weigh(known, seen, seat, rng, budget if budget != Budget() else THINKING), whim, rng)


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """For each legal decision the share of the win that the seat can expect after it."""
    decisions = members(contract.legal(known, seat))
    if len(decisions) == 1:
        return {decisions[0]: 1.0}
    weighed: dict[int, float] = MASTERS[known.dtype].weigh(known, seen, seat, rng, budget)
    return weighed


def pick(weighed: dict[int, float], whim: float, rng: Rng) -> int:
    """The best decision, or one that is not much worse: a share smaller by `whim` is chosen e times less often.

    What is worse by more than ABSURD whims is never chosen.
    """
    best = max(weighed, key=lambda decision: weighed[decision])
    if whim == 0:
        return best
    worse = {decision: (weighed[best] - share) / whim for decision, share in weighed.items()}
    odds = {decision: exp(-whims) for decision, whims in worse.items() if whims <= ABSURD}
    left = sum(odds.values()) * below(rng, 1 << 30) / (1 << 30)
    for decision, part in odds.items():
        left -= part
        if left < 0:
            return decision
    return best
