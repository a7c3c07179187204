"""Regression slopes from games whose seats are not independent of each other: a game is the unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from beute.lab.estimates import UNKNOWN, Estimate, quantile

ENOUGH: Final = 20  # games that differ in what is asked about
GROUPS: Final = 20  # of a jackknife


def slope(having: Any, getting: Any, certainty: float = 0.95) -> Estimate:
    """How much more a seat gets for each one more it has, by game and seat; for yes or no a difference of means.

    The interval allows for correlated seats of one game (White's, clustered by game).
    """
    if len(having) < ENOUGH:
        return UNKNOWN
    x, y = having - having.mean(), getting - getting.mean()
    spread = float((x * x).sum())
    if (having != np.median(having)).any(axis=1).sum() < ENOUGH:
        return UNKNOWN
    middle = float((x * y).sum()) / spread
    games = len(having)
    surprise = (x * (y - middle * x)).sum(axis=1)
    error = np.sqrt(games / (games - 1) * float((surprise**2).sum())) / spread
    reach = quantile(certainty, games - 1) * float(error)
    return Estimate(middle, middle - reach, middle + reach)


def jackknife(statistic: Callable[[Any], Any], blocks: int, certainty: float = 0.95) -> list[Estimate]:
    """Some numbers that are computed from blocks, with intervals: each group of blocks is left out once."""
    groups = min(GROUPS, blocks)
    group = np.arange(blocks) * groups // blocks
    middle = np.array(statistic(np.ones(blocks, bool)))
    without = np.array([statistic(group != left_out) for left_out in range(groups)])
    error = np.sqrt((groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    reach = quantile(certainty, groups - 1) * error
    return [Estimate(float(m), float(m - r), float(m + r)) for m, r in zip(middle, reach, strict=True)]
