"""What a policy learns from: moments in which a learner had to decide, each with some decisions; and slopes for it.

A slope tells how the loss grows with each weight. What decisions led to more than was expected shall be made more
often: proximal policy optimisation (Schulman and others).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tuning.network import read_out

CLIP: Final = 0.2  # a decision that has become more or less frequent by this part has moved enough, until then
TINY: Final = 1e-12


class Lessons(NamedTuple):
    """All that is learned from at a time."""

    moments: Any  # records: `table` as it was seen, `many` decisions from `first` on, which was `chosen`, `gain`, …
    decisions: Any  # a row of features for each decision that a moment had
    priors: Any = 0  # what a decision's number is before the network is asked
    liked: Any = 0  # how often each decision is made by who is imitated, the decisions of a moment once together


class Weighed(NamedTuple):
    """What a network makes of lessons."""

    units: Any  # the hidden units of each decision
    chances: Any  # how likely it is
    moment: Any  # which moment it belongs to


def part(lessons: Lessons, piece: Any) -> Lessons:
    """Some moments with their decisions, in a new order."""
    moments = lessons.moments[piece]
    many = moments["many"]
    first = np.cumsum(many) - many
    rows = np.arange(many.sum()) + np.repeat(moments["first"] - first, many)
    moments["first"] = first
    return Lessons(moments, *(each[rows] if np.ndim(each) else each for each in lessons[1:]))


def weigh(net: Any, lessons: Lessons) -> Weighed:
    moments, decisions, priors, _ = lessons
    moment = np.repeat(np.arange(len(moments)), moments["many"])
    units = decisions @ net.decision
    units += (moments["table"] @ net.table)[moment]
    return Weighed(units, softmax(read_out(units, net.out) + priors, moments["first"], moment), moment)


def softmax(numbers: Any, first: Any, moment: Any) -> Any:
    """How likely each decision is among those of its moment."""
    odds = np.exp(numbers - np.maximum.reduceat(numbers, first)[moment])
    return odds / np.add.reduceat(odds, first)[moment]


def slope_of_policy(net: Any, lessons: Lessons, entropy: float, slope: Any) -> tuple[float, float]:
    """The loss is less the more often decisions with a gain are made, and the more mixed all are.

    Told are the mean entropy, and how many decisions had moved enough.
    """
    moments, first = lessons.moments, lessons.moments["first"]
    weighed = weigh(net, lessons)
    chances, moment = weighed.chances, weighed.moment
    chosen = first + moments["chosen"]
    ratio = chances[chosen] / moments["chance"]
    clipped = np.where(moments["gain"] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(clipped, 0, ratio * moments["gain"])
    by_number = pull[moment] * chances
    by_number[chosen] -= pull
    logs = np.log(chances + TINY)
    mixed = -np.add.reduceat(chances * logs, first)
    by_number += entropy * chances * (logs + mixed[moment])
    into_slope(net, lessons, weighed.units, by_number / len(moments), slope)
    return float(mixed.mean()), float(clipped.mean())


def into_slope(net: Any, lessons: Lessons, units: Any, by_number: Any, slope: Any) -> None:
    """From the slope by the numbers of decisions to that by the weights."""
    by_number = by_number.astype(np.float32)
    by_unit = by_number[:, None] * net.out * (units > 0)
    slope.out = by_number @ np.maximum(units, 0)
    slope.decision = lessons.decisions.T @ by_unit
    slope.table = lessons.moments["table"].T @ np.add.reduceat(by_unit, lessons.moments["first"])
