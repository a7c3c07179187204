"""The slopes that the policy of Der Schattendieb's master learns by are those of the losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beute.bots.master.schattendieb.features import DECISION
from beute.bots.master.schattendieb.policy import NET
from tests.tuning.slopes import check_slope, chosen_by, loss_of_policy, some_moments
from tuning.lessons import Lessons
from tuning.network import read_out, untrained
from tuning.schattendieb.games import MOMENT
from tuning.schattendieb.learning import SPREAD, slope_of, slope_of_likeness

ENTROPY = 0.1


def likeness(net: Any, lessons: Lessons) -> float:
    return float(-np.log(chosen_by(net, lessons)).mean())


def loss(net: Any, lessons: Lessons) -> float:
    """Of the policy, and of what was expected."""
    error = read_out(lessons.moments["table"] @ net.value, net.value_out) - lessons.moments["result"]
    return float((error**2 / 2).mean()) + loss_of_policy(net, lessons, ENTROPY)


@pytest.mark.parametrize(
    ("told", "slope"),
    [(likeness, slope_of_likeness), (loss, lambda net, lessons: slope_of(net, lessons, ENTROPY)[0])],
    ids=["likeness", "policy"],
)
def test_a_step_changes_the_loss_by_the_slope(
    told: Callable[[Any, Lessons], float], slope: Callable[[Any, Lessons], Any]
) -> None:
    rng = np.random.default_rng(1)
    net, moments = untrained(NET, SPREAD, rng), some_moments(MOMENT, rng)
    lessons = Lessons(moments, rng.normal(size=(int(moments["many"].sum()), DECISION)).astype(np.float32))
    moments["chance"] = chosen_by(net[0], lessons)
    check_slope(lambda other: told(other, lessons), net, slope(net[0], lessons), rng)
