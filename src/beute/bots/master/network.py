"""How a small network is read: what is seen goes into hidden units, and these come to one number.

Of a policy there is a number for each decision, and the larger it is the likelier the decision.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from beute.games.kernel import Rng, below, rule


@rule
def into_units(seen: Any, weights: Any, units: Any) -> None:
    for h in range(len(units)):
        units[h] = 0
    add_to_units(seen, weights, units)


@rule
def add_to_units(seen: Any, weights: Any, units: Any) -> None:
    for n in range(len(seen)):
        x = seen[n]
        if x != 0:
            for h in range(len(units)):
                units[h] += x * weights[n, h]


@rule
def read_out(units: Any, weights: Any) -> float:
    """Units below zero are silent; they are a multiple of four."""
    silent = np.float32(0)
    a = b = c = d = silent
    for h in range(0, len(units), 4):  # four sums at once need not wait for each other
        a += max(units[h], silent) * weights[h]
        b += max(units[h + 1], silent) * weights[h + 1]
        c += max(units[h + 2], silent) * weights[h + 2]
        d += max(units[h + 3], silent) * weights[h + 3]
    return float(a + b + (c + d))


@rule
def into_chances(numbers: Any, n: int) -> None:
    """The first n numbers become chances, in their place: one that is larger by 1 is e times as likely."""
    most = numbers[0]
    for k in range(1, n):
        most = max(most, numbers[k])
    total = 0.0
    for k in range(n):
        numbers[k] = exp(numbers[k] - most)
        total += numbers[k]
    for k in range(n):
        numbers[k] /= total


@rule
def sample(chances: Any, n: int, rng: Rng) -> int:
    """One of n by their chances."""
    left = below(rng, 1 << 30) / (1 << 30)
    for k in range(n - 1):
        left -= chances[k]
        if left < 0:
            return k
    return n - 1
