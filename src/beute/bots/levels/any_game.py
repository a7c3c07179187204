"""A game of which nothing is known but its rules: a few ways for it to go on are imagined, and much is overlooked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beute.bots import Budget, search
from beute.games.dice import Rng, below
from beute.games.layout import State


@dataclass(frozen=True)
class Faults:
    """What a level does not see of such a game."""

    simulations: int
    """So many ways for the game to go on are imagined."""

    overlooks: float
    """How often a decision is not thought of."""


def weigh(
    faults: Faults, known: State, heard: Sequence[str], seat: int, rng: Rng, decisions: Sequence[int]
) -> dict[int, float]:
    """What is thought of, by the share of the win that it seems to bring."""
    seen = [decision for decision in decisions if below(rng, 1000) >= 1000 * faults.overlooks]
    if not seen:
        return {decisions[below(rng, len(decisions))]: 1.0}
    weighed = search.weigh(known, seat, rng, Budget(simulations=faults.simulations))
    return {decision: weighed.get(decision, 0.0) for decision in seen}
