"""How a policy learns to decide as another does."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tuning.lessons import Lessons, into_slope, part, weigh
from tuning.network import Adam

PASSES: Final = 40  # how often all moments are gone through
PIECE: Final = 512  # moments for each step
RATE: Final = 2e-3  # how long the first steps are; they get shorter
ASIDE: Final = 0.1  # of the moments, to see what was learned


def imitate(network: Adam, lessons: Lessons, rng: np.random.Generator) -> str:
    """Learn from moments, which stand in the order of their games; tell how well that went."""
    aside, rest = np.split(np.arange(len(lessons.moments)), [int(ASIDE * len(lessons.moments))])
    for n in range(PASSES):
        for piece in np.array_split(rng.permutation(rest), max(1, len(rest) // PIECE)):
            network.descend(slope_of_likeness(network.net, part(lessons, piece)), RATE * (1 - n / PASSES))
    alike = likeness(network.net[0], part(lessons, aside))
    return f"{len(lessons.moments)} decisions seen; of others {alike:.1%} would be the same"


def slope_of_likeness(net: Any, lessons: Lessons) -> Any:
    """The loss is less the more often decisions are made as often as they are liked (cross entropy)."""
    slope = np.zeros(1, net.dtype)
    units, chances, _ = weigh(net[0], lessons)
    into_slope(net[0], lessons, units, (chances - lessons.liked) / len(lessons.moments), slope[0])
    return slope


def likeness(net: Any, lessons: Lessons) -> float:
    """How often the most likely decision is the one that is liked most."""
    _, chances, moment = weigh(net, lessons)
    first = lessons.moments["first"]
    likely, liked = (of >= np.maximum.reduceat(of, first)[moment] for of in (chances, lessons.liked))
    return float(np.logical_or.reduceat(likely & liked, first).mean())
