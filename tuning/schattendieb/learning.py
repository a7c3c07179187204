"""Learning from games: proximal policy optimisation (Schulman et al.), with the gradients written out.

Decisions that led to more than expected become more frequent, and the expected value moves closer to the result.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.schattendieb.policy import NET, Net
from tuning.network import Adam, backward, read_out
from tuning.schattendieb.games import Lessons

ROUNDS: Final = 2  # epochs until there are new games
PIECES: Final = 5  # minibatches per epoch
CLIP: Final = 0.2  # the clipping range of PPO
SPREAD: Final = {"table": 0.15, "decision": 0.25, "out": 0.1, "value": 0.2, "value_out": 0.1}  # of untrained weights
TINY: Final = 1e-12


class Signs(NamedTuple):
    """How learning goes, as means over all moments."""

    error: float  # squared, of what was expected
    entropy: float  # of the decisions
    clipped: float  # share of clipped decisions

    def __str__(self) -> str:
        return f"error {self.error:.4f}, entropy {self.entropy:.3f}, clipped {self.clipped:.3f}"


def learn(network: Adam, lessons: Lessons, rate: float, entropy: float, rng: np.random.Generator) -> Signs:
    """Go through the lessons; the larger `entropy`, the more mixed the strategy stays."""
    signs = []
    for _ in range(ROUNDS):
        for piece in np.array_split(rng.permutation(len(lessons.moments)), PIECES):
            gradient, sign = gradient_of(network.net[0], part(lessons, piece), entropy)
            network.descend(gradient, rate)
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


# ---------------------------------------------------------------- gradients


def gradient_of(net: Net, lessons: Lessons, entropy: float) -> tuple[Any, Signs]:
    """The gradient of the mean loss, laid out like the network itself."""
    gradient = np.zeros(1, NET)
    error = gradient_of_value(net, lessons.moments, gradient[0])
    return gradient, Signs(error, *gradient_of_policy(net, lessons, entropy, gradient[0]))


def gradient_of_value(net: Net, moments: Any, gradient: Any) -> float:
    """The loss is half the squared error of what was expected."""
    seen = moments["table"]
    units = seen @ net.value
    error = read_out(units, net.value_out) - moments["result"]
    gradient.value, gradient.value_out = backward(seen, units, net.value_out, error / len(moments))
    return float((error**2).mean())


def gradient_of_policy(net: Net, lessons: Lessons, entropy: float, gradient: Any) -> tuple[float, float]:
    """The loss falls with the frequency of decisions that have an advantage, and with the entropy."""
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
    into_gradient(net, seen, units, by_number / len(moments), gradient)
    return float(mixed.mean()), float(clipped.mean())


def gradient_of_likeness(net: Net, lessons: Lessons) -> Any:
    """The loss is the cross entropy of the decisions that were chosen."""
    gradient = np.zeros(1, NET)
    seen, units, by_number, _ = weigh(net, lessons)
    by_number[lessons.moments["first"] + lessons.moments["chosen"]] -= 1
    into_gradient(net, seen, units, by_number / len(lessons.moments), gradient[0])
    return gradient


def weigh(net: Net, lessons: Lessons) -> tuple[Any, Any, Any, Any]:
    """The features of each decision, the hidden units, its probability, and the moment it belongs to."""
    moments, decisions = lessons
    moment = np.repeat(np.arange(len(moments)), moments["many"])
    seen = np.concatenate([moments["table"][moment], decisions], axis=1)
    units = seen @ np.concatenate([net.table, net.decision])
    return seen, units, softmax(read_out(units, net.out), moments["first"], moment), moment


def into_gradient(net: Net, seen: Any, units: Any, by_number: Any, gradient: Any) -> None:
    by_both, gradient.out = backward(seen, units, net.out, by_number)
    gradient.table, gradient.decision = np.split(by_both, [len(net.table)])


def softmax(numbers: Any, first: Any, moment: Any) -> Any:
    """How likely each decision is among those of its moment."""
    odds = np.exp(numbers - np.maximum.reduceat(numbers, first)[moment])
    return odds / np.add.reduceat(odds, first)[moment]
