"""Der Schattendieb as people play it: a few games that may come are imagined, and a first look says the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from beute.bots import Budget
from beute.bots.levels.noticing import noticed
from beute.bots.master.schattendieb import PRIOR_TEMPERATURE, Comparison
from beute.bots.master.schattendieb.memory import no_memory, remembered
from beute.games.dice import Rng, below
from beute.games.layout import State

NEARLY_NEVER: Final = 1e-9  # a chance that is taken for none


@dataclass(frozen=True)
class Faults:
    """What a level does not see of Der Schattendieb."""

    simulations: int
    """Imagined ways for the game to go on, all decisions together: the fewer, the worse it counts."""

    first_look: float
    """So many such ways a first look at a decision counts for; the fewer, the more a lucky picture misleads it."""

    memory: bool
    """Whether it concludes from what others played last what they may hold."""

    overlooks: float
    """How often it does not think of a card; of one at least it does."""


def weigh(
    faults: Faults, known: State, heard: Sequence[str], seat: int, rng: Rng, decisions: Sequence[int]
) -> dict[int, float]:
    """What each of these decisions seems worth that it thinks of."""
    comparison = Comparison(known, seat, rng, remembered(known, heard, seat) if faults.memory else no_memory())
    comparison.think(Budget(faults.simulations))
    chances, worlds = comparison.chances, comparison.worlds
    level = float(comparison.totals @ chances) / worlds
    opinion = level + PRIOR_TEMPERATURE * np.log(np.maximum(chances / chances.max(), NEARLY_NEVER))
    seem = (comparison.totals + faults.first_look * opinion) / (worlds + faults.first_look)
    there = noticed(decisions, faults.overlooks, rng) or [decisions[below(rng, len(decisions))]]
    return {int(a): float(share) for a, share in zip(comparison.decisions, seem, strict=True) if a in there}
