"""Sneaky: the turn solved exactly, on the tuned value of the positions after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beute.bots import Budget, turn
from beute.games.kernel import Rng, State

WHIM: Final = 0.0


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    return {turn.choose(known, seen, seat, rng, budget): 1.0}
