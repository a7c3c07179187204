"""Sneaky: the turn solved exactly, on the tuned value of the positions after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from beute.bots import Budget, turn
from beute.bots.value import weights
from beute.games.contract import legal
from beute.games.kernel import Rng, State, members

WHIM: Final = 0.0


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    """The last decisions first: of those that are worth the same, stopping is taken before a die is placed in vain."""
    worth = np.empty(turn.DECISIONS)
    turn.weigh(np.array([known]), seat, weights("sneaky"), np.zeros(1, turn.SOLVED), worth)
    return {decision: float(worth[decision]) for decision in reversed(members(legal(known, seat)))}
