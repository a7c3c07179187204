"""How a decision is picked from those that were weighed: the worse, the seldomer, and never an absurd one."""

from __future__ import annotations

from collections import Counter
from math import e

import numpy as np
import pytest

from beute.bots.master import ABSURD, pick

TEMPERATURE = 0.1


def picked(weighed: dict[int, float], temperature: float, times: int = 4000) -> Counter[int]:
    rng = np.array([5], np.uint64)
    return Counter(pick(weighed, temperature, rng) for _ in range(times))


def test_without_a_whim_the_best_and_of_equals_the_first() -> None:
    assert picked({3: 0.2, 1: 0.5, 2: 0.5}, 0.0) == {1: 4000}


def test_one_whim_worse_is_picked_e_times_less_often() -> None:
    counts = picked({0: 0.5, 1: 0.5 - TEMPERATURE}, TEMPERATURE)
    assert counts[0] / counts[1] == pytest.approx(e, rel=0.15)


def test_an_absurd_one_is_never_picked() -> None:
    weighed = {0: 0.9, 1: 0.9 - 1.01 * ABSURD * TEMPERATURE, 2: 0.9 - 0.9 * ABSURD * TEMPERATURE}
    assert set(picked(weighed, TEMPERATURE)) == {0, 2}
