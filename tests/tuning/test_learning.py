"""The slopes that the policy of Der Schattendieb's master learns by are those of the losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beute.bots.master.schattendieb.features import DECISION
from beute.bots.master.schattendieb.policy import NET
from tests.tuning.slopes import check_slope, chosen_by, loss_of_policy, some_moments
from tuning.imitation import likeness, slope_of_likeness
from tuning.lessons import Lessons, weigh
from tuning.network import read_out, untrained
from tuning.schattendieb.games import MOMENT
from tuning.schattendieb.learning import SPREAD, slope_of

ENTROPY = 0.1


def unlikeness(net: Any, lessons: Lessons) -> float:
    return float(-(lessons.liked * np.log(weigh(net, lessons).chances)).sum() / len(lessons.moments))


def loss(net: Any, lessons: Lessons) -> float:
    """Of the policy, and of what was expected."""
    error = read_out(lessons.moments["table"] @ net.value, net.value_out) - lessons.moments["result"]
    return float((error**2 / 2).mean()) + loss_of_policy(net, lessons, ENTROPY)


def some_lessons(net: Any, rng: np.random.Generator) -> Lessons:
    moments = some_moments(MOMENT, rng)
    decisions = rng.normal(size=(int(moments["many"].sum()), DECISION)).astype(np.float32)
    liked = rng.random(len(decisions))
    liked /= np.repeat(np.add.reduceat(liked, moments["first"]), moments["many"])
    lessons = Lessons(moments, decisions, liked=liked)
    moments["chance"] = chosen_by(net, lessons)
    return lessons


@pytest.mark.parametrize(
    ("told", "slope"),
    [(unlikeness, slope_of_likeness), (loss, lambda net, lessons: slope_of(net[0], lessons, ENTROPY)[0])],
    ids=["likeness", "policy"],
)
def test_a_step_changes_the_loss_by_the_slope(
    told: Callable[[Any, Lessons], float], slope: Callable[[Any, Lessons], Any]
) -> None:
    rng = np.random.default_rng(1)
    net = untrained(NET, SPREAD, rng)
    lessons = some_lessons(net[0], rng)
    check_slope(lambda other: told(other, lessons), net, slope(net, lessons), rng)


def test_who_is_imitated_likes_the_same_decisions_most() -> None:
    rng = np.random.default_rng(2)
    net = untrained(NET, SPREAD, rng)
    lessons = some_lessons(net[0], rng)
    assert 0 < likeness(net[0], lessons) < 1
    assert likeness(net[0], lessons._replace(liked=weigh(net[0], lessons).chances)) == 1
