"""How networks with one hidden layer learn: gradients, and the Adam optimiser."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

MEMORY: Final = 0.9  # Adam's usual constants: beta 1,
LONG_MEMORY: Final = 0.999  # beta 2
LEAST: Final = 1e-8  # and epsilon


def untrained(layout: Any, spread: dict[str, float], rng: np.random.Generator) -> Any:
    """An array with one network of the layout, with random weights of the given standard deviations."""
    net = np.zeros(1, layout)
    for name, part in spread.items():
        net[name] = rng.normal(0, part, net[name].shape)
    return net


class Adam:
    """Weights that are changed by the Adam optimiser (Kingma and Ba)."""

    def __init__(self, net: Any) -> None:
        self.layout = net.dtype
        self.weights = net.view(np.float32).astype(np.float64)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = 0

    @property
    def net(self) -> Any:
        """An array with one record of the network's layout."""
        return self.weights.astype(np.float32).view(self.layout)

    def descend(self, gradient: Any, rate: float) -> None:
        flat = gradient.view(np.float32).astype(np.float64)
        self.steps += 1
        self.mean += (1 - MEMORY) * (flat - self.mean)
        self.square += (1 - LONG_MEMORY) * (flat**2 - self.square)
        mean, square = self.mean / (1 - MEMORY**self.steps), self.square / (1 - LONG_MEMORY**self.steps)
        self.weights -= rate * mean / (np.sqrt(square) + LEAST)


def read_out(units: Any, out: Any) -> Any:
    """Units below zero count as zero (ReLU)."""
    return np.maximum(units, 0) @ out


def backward(seen: Any, units: Any, out: Any, by_number: Any) -> tuple[Any, Any]:
    """Backpropagation: from the gradient by the outputs to those by both layers of weights."""
    by_unit = np.outer(by_number, out) * (units > 0)
    return seen.T @ by_unit, by_number @ np.maximum(units, 0)
