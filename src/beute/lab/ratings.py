"""Bradley-Terry ratings: a difference of ratings says how often one scores more than the other.

They are in Elo points with mean 0: 400 points more are ten wins to one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.lab.estimates import Estimate, quantile

POINTS: Final = 400 / np.log(10)
ONE_DRAW: Final = 0.5  # extra wins for each of two that met, so that no rating is infinite
STEPS: Final = 100


def ratings(wins: Any, certainty: float = 0.95) -> list[Estimate]:
    """Fitted to wins[block, a, b], how often a scored more than b in a block, ties half.

    The intervals are the wider of two: from the spread of blocks, and as if all pairs were independent.
    """
    blocks, bots = wins.shape[:2]
    met = wins.sum(axis=0)
    met = met + ONE_DRAW * ((met + met.T) > 0)
    strengths = _fitted(met)
    expected = _expected(strengths)
    inverse = np.linalg.pinv(_information(met + met.T, expected))
    surprise = (wins - (wins + wins.transpose(0, 2, 1)) * expected).sum(axis=2)
    spread = inverse @ (surprise.T @ surprise) @ inverse * blocks / max(blocks - 1, 1)
    errors = np.sqrt(np.maximum(np.diag(spread), np.diag(inverse)))
    reach = quantile(certainty, max(blocks - 1, 1)) * errors
    return [
        Estimate(*(float(POINTS * value) for value in (strengths[n], strengths[n] - reach[n], strengths[n] + reach[n])))
        for n in range(bots)
    ]


def _fitted(met: Any) -> Any:
    """The maximum-likelihood strengths, by Newton's method; their sum is 0."""
    strengths = np.zeros(len(met))
    games = met + met.T
    for _ in range(STEPS):
        expected = _expected(strengths)
        step = np.linalg.pinv(_information(games, expected)) @ (met - games * expected).sum(axis=1)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return strengths - strengths.mean()


def _expected(strengths: Any) -> Any:
    """How often each scores more than each other."""
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _information(games: Any, expected: Any) -> Any:
    weights = games * expected * (1 - expected)
    np.fill_diagonal(weights, 0)
    return np.diag(weights.sum(axis=1)) - weights
