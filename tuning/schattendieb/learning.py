"""Learning from games: proximal policy optimisation (Schulman and others), with the slopes of the network written out.

A slope tells how the loss grows with each weight. What decisions led to more than was expected shall be made more
often, and what is expected shall come nearer to what came of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.schattendieb.policy import NET, Net
from tuning.network import Adam, backward, read_out
from tuning.schattendieb.games import Lessons

ROUNDS: Final = 2  # how often all moments are gone through, until there are new games
PIECES: Final = 5  # steps of such a round, each by another part of the moments
CLIP: Final = 0.2  # a decision that has become more or less frequent by this part has moved enough, until then
SPREAD: Final = {"table": 0.15, "decision": 0.25, "out": 0.1, "value": 0.2, "value_out": 0.1}  # of untrained weights
TINY: Final = 1e-12


class Signs(NamedTuple):
    """How learning goes, as means over all moments."""

    error: float  # squared, of what was expected
    entropy: float  # of the decisions: how mixed the strategy is
    clipped: float  # how many decisions had moved enough

    def __str__(self) -> str:
        return f"error {self.error:.4f}, entropy {self.entropy:.3f}, clipped {self.clipped:.3f}"


def learn(network: Adam, lessons: Lessons, rate: float, entropy: float, rng: np.random.Generator) -> Signs:
    """Go through the lessons; the larger `entropy`, the more mixed the strategy stays."""
    signs = []
    for _ in range(ROUNDS):
        for piece in np.array_split(rng.permutation(len(lessons.moments)), PIECES):
            slope, sign = slope_of(network.net[0], part(lessons, piece), entropy)
            network.descend(slope, rate)
            signs.append(sign)
    return Signs(*np.mean(signs, axis=0))


def part(lessons: Lessons, piece: Any) -> Lessons:
    """Some moments with their decisions, in a new order."""
    moments = lessons.moments[piece]
    many = moments["many"]
    first = np.cumsum(many) - many
    rows = np.arange(many.sum()) + np.repeat(moments["first"] - first, many)
    moments["first"] = first
    return Lessons(moments, lessons.decisions[rows])


# ---------------------------------------------------------------- slopes


def slope_of(net: Net, lessons: Lessons, entropy: float) -> tuple[Any, Signs]:
    """The slope of the mean loss, laid out like the network itself."""
    slope = np.zeros(1, NET)
    error = slope_of_value(net, lessons.moments, slope[0])
    return slope, Signs(error, *slope_of_policy(net, lessons, entropy, slope[0]))


def slope_of_value(net: Net, moments: Any, slope: Any) -> float:
    """The loss is half the squared error of what was expected."""
    seen = moments["table"]
    units = seen @ net.value
    error = read_out(units, net.value_out) - moments["result"]
    slope.value, slope.value_out = backward(seen, units, net.value_out, error / len(moments))
    return float((error**2).mean())


def slope_of_policy(net: Net, lessons: Lessons, entropy: float, slope: Any) -> tuple[float, float]:
    """The loss is less the more often decisions with a gain are made, and the more mixed all are."""
    moments, first = lessons.moments, lessons.moments["first"]
    seen, units, chances, moment = weigh(net, lessons)
    chosen = first + moments["chosen"]
    ratio = chances[chosen] / moments["chance"]
    clipped = np.where(moments["gain"] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(clipped, 0, ratio * moments["gain"])
    by_number = pull[moment] * chances
    by_number[chosen] -= pull
    logs = np.log(chances + TINY)
    mixed = -np.add.reduceat(chances * logs, first)
    by_number += entropy * chances * (logs + mixed[moment])
    into_slope(net, seen, units, by_number / len(moments), slope)
    return float(mixed.mean()), float(clipped.mean())


def slope_of_likeness(net: Net, lessons: Lessons) -> Any:
    """The loss is less the more often what was chosen would be chosen (cross entropy)."""
    slope = np.zeros(1, NET)
    seen, units, by_number, _ = weigh(net, lessons)
    by_number[lessons.moments["first"] + lessons.moments["chosen"]] -= 1
    into_slope(net, seen, units, by_number / len(lessons.moments), slope[0])
    return slope


def weigh(net: Net, lessons: Lessons) -> tuple[Any, Any, Any, Any]:
    """What is seen of each decision, the hidden units, how likely it is, and which moment it belongs to."""
    moments, decisions = lessons
    moment = np.repeat(np.arange(len(moments)), moments["many"])
    seen = np.concatenate([moments["table"][moment], decisions], axis=1)
    units = seen @ np.concatenate([net.table, net.decision])
    return seen, units, softmax(read_out(units, net.out), moments["first"], moment), moment


def into_slope(net: Net, seen: Any, units: Any, by_number: Any, slope: Any) -> None:
    by_both, slope.out = backward(seen, units, net.out, by_number)
    slope.table, slope.decision = np.split(by_both, [len(net.table)])


def softmax(numbers: Any, first: Any, moment: Any) -> Any:
    """How likely each decision is among those of its moment."""
    odds = np.exp(numbers - np.maximum.reduceat(numbers, first)[moment])
    return odds / np.add.reduceat(odds, first)[moment]
