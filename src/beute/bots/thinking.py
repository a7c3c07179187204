"""How bots that can think without end keep to a budget, and how compiled code reads their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, fields
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.stopping import wanted_now

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PIECE: Final = 0.002  # seconds of compiled work between two looks at the clock
INSTANT: Final = 0.05  # seconds that a bot thinks at least: nobody notices them, and a first guess would be a poor one


def think(run: Callable[[int], None], budget: Budget, each: int, first: int) -> None:
    """Run in pieces, until one of the budget's limits is reached or the answer is wanted now; once at least.

    One run counts as `each` simulations; the first piece has `first` runs.
    """
    run(0)  # loads what is compiled, or compiles it, before the clock is started
    begun = now = perf_counter()
    end = float("inf") if budget.milliseconds is None else begun + budget.milliseconds / 1000
    left = 1 << 62 if budget.simulations is None else max(1, budget.simulations // each)
    pace = first
    while left > 0 and (now < end or now == begun) and not hurried(begun, now):
        some = min(pace, left)
        run(some)
        left -= some
        before, now = now, perf_counter()
        pace = next_piece(some, now - before, pace)


def hurried(begun: float, now: float) -> bool:
    """Whether to end with what was found since it was begun."""
    return now - begun >= INSTANT and wanted_now()


def next_piece(some: int, seconds: float, pace: int) -> int:
    """How many runs come next, given how long the last ones took; at most twice as many as planned."""
    return max(1, min(2 * pace, int(some * PIECE / max(seconds, 1e-9))))


def as_record(settings: DataclassInstance) -> Any:
    """An array with one record, with a number of each field's name."""
    layout = np.dtype((np.record, [(each.name, np.float64) for each in fields(settings)]))
    return np.array([astuple(settings)], layout)
