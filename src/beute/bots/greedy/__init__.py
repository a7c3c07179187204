"""A readable heuristic for each game: a few rules of thumb, no search.

Other bots call `greedy` from compiled code as they call the contract: it finds its game by the type of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beute.bots import Budget
from beute.bots.absurd import guarded
from beute.bots.greedy import raeuber, schattendieb, sneaky
from beute.games.contract import extend, of_each_game
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.raeuber import rules as raeuber_rules
from beute.games.schattendieb import rules as schattendieb_rules
from beute.games.sneaky import rules as sneaky_rules

greedy: Callable[[State, int, Rng], int] = of_each_game(
    "greedy",
    "What a due seat decides by rules of thumb, from what it knows: the same on the true and the concealed state.",
)

# At import, so that the games are known before anything that calls `greedy` can be compiled.
extend(sneaky_rules.STATE, sneaky)
extend(schattendieb_rules.STATE, schattendieb)
extend(raeuber_rules.STATE, raeuber)


def policy(known: State, seat: int, rng: Rng) -> int:
    """Rules of thumb have gaps: what is absurd is not played."""
    return guarded(known, seat, greedy(known, seat, rng), rng)


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    """The budget is ignored: there is no search."""
    return int(policy(known, seat, rng))
