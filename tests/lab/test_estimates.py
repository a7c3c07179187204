"""Intervals hold what they promise, on toys whose truth is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beute.lab.estimates import Estimate, difference, mean, quantile, share
from beute.lab.ratings import POINTS, ratings


@pytest.mark.parametrize(
    ("certainty", "freedom", "wanted"),
    [(0.95, 3, 3.182), (0.95, 5, 2.571), (0.95, 10, 2.228), (0.95, 30, 2.042), (0.99, 10, 3.169), (0.999, 50, 3.496)],
)
def test_quantiles_are_those_of_the_tables(certainty: float, freedom: int, wanted: float) -> None:
    assert quantile(certainty, freedom) == pytest.approx(wanted, rel=0.02)


def coverage(trial: Callable[[Any], tuple[Estimate, float]], trials: int = 2000) -> float:
    """How often an interval holds the truth."""
    rng, held = np.random.default_rng(1), 0
    for _ in range(trials):
        estimate, truth = trial(rng)
        assert estimate.low is not None
        assert estimate.high is not None
        held += estimate.low <= truth <= estimate.high
    return held / trials


def toy(rng: Any, blocks: int, games: int, chance: float) -> tuple[Any, Any]:
    """Blocks whose games share their luck: each has its own chance to win."""
    luck = rng.beta(4 * chance, 4 * (1 - chance), blocks)
    return rng.binomial(games, luck).astype(float), np.full(blocks, float(games))


@pytest.mark.parametrize("chance", [0.25, 0.5, 0.7])
@pytest.mark.parametrize("blocks", [20, 100])
def test_shares_are_covered(chance: float, blocks: int) -> None:
    assert 0.93 < coverage(lambda rng: (share(*toy(rng, blocks, 4, chance)), chance)) < 0.98


def test_taking_games_for_independent_would_promise_too_much() -> None:
    def naive(rng: Any) -> tuple[Estimate, float]:
        wins, _ = toy(rng, 50, 4, 0.5)
        singly = np.concatenate([np.arange(4) < won for won in wins]).astype(float)
        return share(singly, np.ones(200)), 0.5

    assert coverage(naive) < 0.9


@pytest.mark.parametrize("blocks", [10, 60])
def test_means_are_covered_when_blocks_differ_in_size(blocks: int) -> None:
    def trial(rng: Any) -> tuple[Estimate, float]:
        counts = rng.integers(0, 4, blocks).astype(float)
        counts[:2] = 1
        return mean(counts * (10 + rng.normal(0, 5, blocks)), counts), 10.0

    assert 0.91 < coverage(trial) < 0.98


def test_differences_are_covered_and_gain_by_common_luck() -> None:
    reaches = []

    def trial(rng: Any) -> tuple[Estimate, float]:
        luck, ones = rng.normal(0, 10, 40), np.ones(40)
        estimate = difference(luck + rng.normal(3, 1, 40), ones, luck + rng.normal(1, 1, 40), ones)
        assert estimate.low is not None
        assert estimate.mean is not None
        reaches.append(estimate.mean - estimate.low)
        return estimate, 2.0

    assert 0.93 < coverage(trial) < 0.97
    assert np.mean(reaches) < 1


def test_who_always_won_may_yet_lose() -> None:
    always = share(np.full(10, 2.0), np.full(10, 2.0))
    assert (always.mean, always.high) == (1, 1)
    assert always.low is not None
    assert 0.5 < always.low < 0.75


def test_little_is_said_of_little() -> None:
    nothing, one = np.zeros(0), np.ones(1)
    assert mean(nothing, nothing) == share(nothing, nothing) == Estimate(None, None, None)
    assert mean(one, one) == Estimate(1, None, None)
    assert difference(one, one, one, one) == Estimate(None, None, None)
    alone = share(one, one)
    assert alone.low is not None
    assert alone.low < 0.2


STRENGTHS = np.array([1.2, 0.4, 0.0, -1.6])


def games_of(rng: Any, blocks: int) -> Any:
    """Every pair twice a block."""
    chances = 1 / (1 + np.exp(STRENGTHS[None, :] - STRENGTHS[:, None]))
    wins = np.zeros((blocks, 4, 4))
    for a in range(4):
        for b in range(a):
            wins[:, a, b] = rng.binomial(2, chances[a, b], blocks)
            wins[:, b, a] = 2 - wins[:, a, b]
    return wins


def test_ratings_recover_known_strengths() -> None:
    found = ratings(games_of(np.random.default_rng(3), 5000))
    for rating, strength in zip(found, STRENGTHS, strict=True):
        assert rating.mean == pytest.approx(POINTS * strength, abs=10)
    assert sum(rating.mean or 0 for rating in found) == pytest.approx(0, abs=1e-6)


def test_ratings_are_covered() -> None:
    assert 0.92 < coverage(lambda rng: (ratings(games_of(rng, 60))[0], POINTS * STRENGTHS[0]), 500) < 0.99


def test_ratings_stay_finite() -> None:
    wins = np.zeros((30, 3, 3))
    wins[:, 0, 1] = wins[:, 1, 2] = 1
    best, middle, worst = ratings(wins)
    assert best.mean is not None
    assert worst.mean is not None
    assert 400 < best.mean < 2000
    assert middle.mean == pytest.approx(0, abs=1e-6)
    assert best.high is not None
    assert best.high - best.mean > 150
