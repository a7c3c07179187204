"""Means with intervals from games that come in blocks.

Games of a block share their luck and are not independent; blocks are. So a block is the unit: a mean is the ratio of
two sums over blocks, and its variance comes from the differences between blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Estimate:
    """A mean, and the ends of its interval; None where there is no data."""

    mean: float | None
    low: float | None
    high: float | None

    def data(self) -> dict[str, float | None]:
        return {name: None if value is None else round(value, 6) for name, value in vars(self).items()}


UNKNOWN = Estimate(None, None, None)


def quantile(certainty: float, freedom: int) -> float:
    """Student's t, two-sided, by the expansion in Abramowitz and Stegun 26.7.5; good to 2 % from 3 degrees on."""
    z = NormalDist().inv_cdf((1 + certainty) / 2)
    n = float(max(freedom, 1))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n ** (k + 1) for k, term in enumerate(terms))


def mean(sums: Any, counts: Any, certainty: float = 0.95) -> Estimate:
    """The mean of values of which each block has `counts` that add up to `sums`."""
    blocks, total, middle = _middle(sums, counts)
    if blocks == 0:
        return UNKNOWN
    if blocks == 1:
        return Estimate(middle, None, None)
    reach = quantile(certainty, blocks - 1) * float(np.sqrt(_variance(sums, counts, blocks, total, middle)))
    return Estimate(middle, middle - reach, middle + reach)


def share(sums: Any, counts: Any, certainty: float = 0.95) -> Estimate:
    """The same of values from 0 to 1: Wilson's interval, for as many independent games as have the spread of the
    blocks. Where blocks do not differ at all, one game of each counts.
    """
    blocks, total, middle = _middle(sums, counts)
    if blocks == 0:
        return UNKNOWN
    variance = _variance(sums, counts, blocks, total, middle) if blocks > 1 else 0.0
    alike = middle * (1 - middle)
    games = alike / variance if variance > 1e-12 and alike > 0 else float(blocks)
    z = quantile(certainty, max(blocks - 1, 1))
    scale = 1 + z * z / games
    centre = (middle + z * z / (2 * games)) / scale
    reach = z / scale * float(np.sqrt(alike / games + z * z / (4 * games * games)))
    return Estimate(middle, max(0.0, centre - reach), min(1.0, centre + reach))


def difference(sums: Any, counts: Any, others: Any, other_counts: Any, certainty: float = 0.95) -> Estimate:
    """The difference of two means of values from the same blocks."""
    blocks, total, middle = _middle(sums, counts)
    other_blocks, other_total, other = _middle(others, other_counts)
    if min(blocks, other_blocks) < 2:
        return UNKNOWN
    adds = (sums - middle * counts) / total - (others - other * other_counts) / other_total
    involved = int(((counts > 0) | (other_counts > 0)).sum())
    reach = quantile(certainty, involved - 1) * float(np.sqrt(involved / (involved - 1) * (adds**2).sum()))
    return Estimate(middle - other, middle - other - reach, middle - other + reach)


def _middle(sums: Any, counts: Any) -> tuple[int, float, float]:
    """How many blocks have values, how many values there are, and their mean."""
    blocks, total = int((counts > 0).sum()), float(counts.sum())
    return blocks, total, float(sums.sum()) / total if total else 0.0


def _variance(sums: Any, counts: Any, blocks: int, total: float, middle: float) -> float:
    return blocks / (blocks - 1) * float(((sums - middle * counts) ** 2).sum()) / total**2
