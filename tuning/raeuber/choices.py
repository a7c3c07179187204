"""Weights that make choices likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Choices:
    """Things that one of could come about: rows of numbers, some for each question, and how far each did."""

    numbers: Any
    parts: Any
    question: Any  # for each row the number of its question, in order

    def chances(self, weights: Any) -> Any:
        """How likely each row is among those of its question."""
        worth = self.numbers @ weights
        first = np.flatnonzero(np.diff(self.question, prepend=-1))
        odds = np.exp(worth - np.maximum.reduceat(worth, first)[self.question])
        return odds / np.add.reduceat(odds, first)[self.question]

    def likelihood(self, weights: Any) -> float:
        """The mean log likelihood of what came about."""
        return float((self.parts * np.log(np.maximum(self.chances(weights), 1e-12))).sum() / (1 + self.question[-1]))

    def fitted(self, ridge: float = 1e-4) -> Any:
        """The maximum-likelihood weights, by Newton's method with short steps and a small ridge penalty."""
        scale = np.sqrt((self.numbers**2).mean(0)) + 1e-9
        scaled = Choices(self.numbers / scale, self.parts, self.question)
        first = np.flatnonzero(np.diff(self.question, prepend=-1))
        weights = np.zeros(len(scale))
        for _ in range(15):
            likely = scaled.chances(weights)
            weighted = scaled.numbers * likely[:, None]
            mean = np.add.reduceat(weighted, first)
            gradient = self.parts @ scaled.numbers - mean.sum(0) - ridge * len(first) * weights
            hessian = weighted.T @ scaled.numbers - mean.T @ mean + ridge * len(first) * np.eye(len(scale))
            step = np.linalg.solve(hessian, gradient)
            weights += step * min(1.0, 3 / np.abs(step).max())
        return weights / scale


def with_late(numbers: Any, late: Any) -> Any:
    """Everything twice: as it is, and by how late it is."""
    return np.concatenate([numbers, numbers * late[:, None]], 1)
