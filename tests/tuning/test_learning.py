"""The gradients of the networks are those of their losses: a small step changes the loss as the gradient says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beute.bots.master.schattendieb.features import DECISION, TABLE
from beute.bots.master.schattendieb.policy import NET
from tuning.network import read_out, untrained
from tuning.schattendieb.games import MOMENT, Lessons
from tuning.schattendieb.learning import SPREAD, gradient_of, gradient_of_likeness, weigh

ENTROPY = 0.1
STEP = 1e-2


def some_lessons(rng: np.random.Generator) -> Lessons:
    """Decisions that were made as often as an untrained network would, or nearly."""
    moments = np.zeros(200, MOMENT)
    moments["table"] = rng.normal(size=(200, TABLE))
    moments["many"] = rng.integers(2, 5, 200)
    moments["first"] = np.cumsum(moments["many"]) - moments["many"]
    moments["chosen"] = rng.integers(0, moments["many"])
    moments["result"], moments["gain"] = rng.normal(size=(2, 200))
    return Lessons(moments, rng.normal(size=(int(moments["many"].sum()), DECISION)).astype(np.float32))


def likeness(net: Any, lessons: Lessons) -> float:
    chances = weigh(net, lessons)[2]
    return float(-np.log(chances[lessons.moments["first"] + lessons.moments["chosen"]]).mean())


def loss(net: Any, lessons: Lessons) -> float:
    """Of the policy, as far as nothing is clipped, and of what was expected."""
    moments = lessons.moments
    chances = weigh(net, lessons)[2]
    chosen = chances[moments["first"] + moments["chosen"]]
    entropy = np.add.reduceat(-chances * np.log(chances), moments["first"])
    error = read_out(moments["table"] @ net.value, net.value_out) - moments["result"]
    return float((error**2 / 2 - chosen / moments["chance"] * moments["gain"] - ENTROPY * entropy).mean())


@pytest.mark.parametrize(
    ("told", "gradient"),
    [(likeness, gradient_of_likeness), (loss, lambda net, lessons: gradient_of(net, lessons, ENTROPY)[0])],
    ids=["likeness", "policy"],
)
def test_a_step_changes_the_loss_by_the_gradient(
    told: Callable[[Any, Lessons], float], gradient: Callable[[Any, Lessons], Any]
) -> None:
    rng = np.random.default_rng(1)
    net, lessons = untrained(NET, SPREAD, rng), some_lessons(rng)
    chosen = lessons.moments["first"] + lessons.moments["chosen"]
    lessons.moments["chance"] = weigh(net[0], lessons)[2][chosen]
    flat = gradient(net[0], lessons).view(np.float32)
    for name in ("table", "decision", "out", "value", "value_out"):
        some = np.zeros(1, NET)
        some[name] = rng.normal(size=some[name].shape)
        way: Any = some.view(np.float32)
        way /= np.linalg.norm(way)
        ahead, behind = (told((net.view(np.float32) + sign * STEP * way).view(NET)[0], lessons) for sign in (1, -1))
        assert (ahead - behind) / (2 * STEP) == pytest.approx(float(way @ flat), rel=0.05, abs=2e-4), name
