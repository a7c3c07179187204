"""A small network: features go into hidden units (ReLU), and these into one number."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.games.compiling import vector


@vector
def into_units(seen: Any, weights: Any, units: Any) -> None:
    for h in range(len(units)):
        units[h] = 0
    add_to_units(seen, weights, units)


@vector
def add_to_units(seen: Any, weights: Any, units: Any) -> None:
    """Most features are zero."""
    for n in range(len(seen)):
        x = seen[n]
        if x != 0:
            for h in range(len(units)):
                units[h] += x * weights[n, h]


@vector
def read_out(units: Any, weights: Any) -> float:
    """Units below zero count as zero (ReLU); their number is a multiple of four."""
    silent = np.float32(0)
    a = b = c = d = silent
    for h in range(0, len(units), 4):  # four independent sums can be computed at once
        a += max(units[h], silent) * weights[h]
        b += max(units[h + 1], silent) * weights[h + 1]
        c += max(units[h + 2], silent) * weights[h + 2]
        d += max(units[h + 3], silent) * weights[h + 3]
    return float(a + b + (c + d))
