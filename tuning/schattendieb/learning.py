"""Learning from games: decisions that led to more than was expected shall be made more often (`lessons`), and what is
expected shall come nearer to what came of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.schattendieb.policy import NET, Net
from tuning.lessons import Lessons, part, slope_of_policy
from tuning.network import Adam, backward, read_out

ROUNDS: Final = 2  # how often all moments are gone through, until there are new games
PIECES: Final = 5  # steps of such a round, each by another part of the moments
SPREAD: Final = {"table": 0.15, "decision": 0.25, "out": 0.1, "value": 0.2, "value_out": 0.1}  # of untrained weights


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
