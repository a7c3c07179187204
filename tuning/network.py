"""What networks with one layer of hidden units learn by: slopes, and steps down them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

MEMORY: Final = 0.9  # Adam's usual numbers: how much of the mean slope is kept at a step,
LONG_MEMORY: Final = 0.999  # and of its mean square,
LEAST: Final = 1e-8  # and what is added to its root


def untrained(layout: Any, spread: dict[str, float], rng: np.random.Generator) -> Any:
    """An array with one network of the layout, its weights by chance, of about the spread of their part."""
    net = np.zeros(1, layout)
    for name, part in spread.items():
        net[name] = rng.normal(0, part, net[name].shape)
    return net


class Adam:
    """Weights that go down a slope: the farther, the surer its direction has been (Kingma and Ba)."""

    def __init__(self, net: Any) -> None:
        self.layout = net.dtype
        self.weights = net.view(np.float32).astype(np.float64)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = 0

    @property
    def net(self) -> Any:
        """An array with one record of the network's layout."""
        return self.weights.astype(np.float32).view(self.layout)

    def descend(self, slope: Any, rate: float) -> None:
        steep = slope.view(np.float32).astype(np.float64)
        self.steps += 1
        self.mean += (1 - MEMORY) * (steep - self.mean)
        self.square += (1 - LONG_MEMORY) * (steep**2 - self.square)
        mean, square = self.mean / (1 - MEMORY**self.steps), self.square / (1 - LONG_MEMORY**self.steps)
        self.weights -= rate * mean / (np.sqrt(square) + LEAST)


def read_out(units: Any, out: Any) -> Any:
    """Units below zero are silent."""
    return np.maximum(units, 0) @ out


def backward(seen: Any, units: Any, out: Any, by_number: Any) -> tuple[Any, Any]:
    """From the slope by the numbers read out: that by the weights from what is seen to the units, and from them out."""
    by_unit = np.outer(by_number, out) * (units > 0)
    return seen.T @ by_unit, by_number @ np.maximum(units, 0)
