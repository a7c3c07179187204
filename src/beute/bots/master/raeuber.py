"""Räuber: tree search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beute.bots import Budget
from beute.bots.search import Search, tuned
from beute.games.kernel import Rng, State

WHIM: Final = 0.0


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    search = Search(known, seat, rng, tuned(known))
    search.think(budget)
    return {decision: share for decision, (_, share) in search.looked_at.items()}
