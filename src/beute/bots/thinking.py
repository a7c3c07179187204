"""How bots that go on as long as one likes keep to a budget, and how compiled code reads their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, fields
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from beute.bots import Budget

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PIECE: Final = 0.002  # seconds of compiled work between two looks at the clock


def think(run: Callable[[int], None], budget: Budget, each: int, first: int) -> None:
    """Run in pieces, until one of the budget's limits is reached; once at least.

    What is run once counts as `each` simulations; the first piece is so many runs.
    """
    run(0)  # loads what is compiled, or compiles it, before the clock is started
    begun = now = perf_counter()
    end = float("inf") if budget.milliseconds is None else begun + budget.milliseconds / 1000
    left = 1 << 62 if budget.simulations is None else max(1, budget.simulations // each)
    pace = first
    while left > 0 and (now < end or now == begun):
        some = min(pace, left)
        run(some)
        left -= some
        before, now = now, perf_counter()
        pace = next_piece(some, now - before, pace)


def next_piece(some: int, seconds: float, pace: int) -> int:
    """How many runs come next, when some have just taken so long; never more than twice as many as were planned."""
    return max(1, min(2 * pace, int(some * PIECE / max(seconds, 1e-9))))


def as_record(settings: DataclassInstance) -> Any:
    """An array with one record, with a number of each field's name."""
    layout = np.dtype((np.record, [(each.name, np.float64) for each in fields(settings)]))
    return np.array([astuple(settings)], layout)
