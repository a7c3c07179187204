"""Whether a slope is that of a loss: a small step changes the loss by what the slope says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tuning.lessons import Lessons, weigh

STEP = 1e-2


def check_slope(loss: Callable[[Any], float], net: Any, steep: Any, rng: np.random.Generator) -> None:
    """Step by step in a direction of each part of the network alone."""
    layout, weights = net.dtype, net.view(np.float32)
    for name in layout.names:
        some = np.zeros(1, layout)
        some[name] = rng.normal(size=some[name].shape)
        way: Any = some.view(np.float32)
        way /= np.linalg.norm(way)
        ahead, behind = (loss((weights + sign * STEP * way).view(layout)[0]) for sign in (1, -1))
        expected = pytest.approx(float(way @ steep.view(np.float32)), rel=0.05, abs=2e-4)
        assert (ahead - behind) / (2 * STEP) == expected, name


def some_moments(layout: Any, rng: np.random.Generator) -> Any:
    """Moments with two to four decisions, and what came of them."""
    moments = np.zeros(200, layout)
    moments["table"] = rng.normal(size=moments["table"].shape)
    moments["many"] = rng.integers(2, 5, 200)
    moments["first"] = np.cumsum(moments["many"]) - moments["many"]
    moments["chosen"] = rng.integers(0, moments["many"])
    moments["result"] = rng.normal(size=moments["result"].shape)
    moments["gain"] = rng.normal(size=200)
    return moments


def chosen_by(net: Any, lessons: Lessons) -> Any:
    """How likely the decisions are that were made."""
    return weigh(net, lessons).chances[lessons.moments["first"] + lessons.moments["chosen"]]


def loss_of_policy(net: Any, lessons: Lessons, entropy: float) -> float:
    """As far as nothing is clipped."""
    moments, chances = lessons.moments, weigh(net, lessons).chances
    mixed = np.add.reduceat(-chances * np.log(chances), moments["first"])
    return float((-chosen_by(net, lessons) / moments["chance"] * moments["gain"] - entropy * mixed).mean())
