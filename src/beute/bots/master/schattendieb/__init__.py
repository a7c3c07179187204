"""Der Schattendieb: every decision is tried in many imagined worlds, in which all play on by a trained policy.

The worlds fit what the others chose in the last round (`memory`, `worlds`). What the policy itself thinks of a decision
counts like some worlds more, so that a short look is not worse than none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.master.schattendieb.memory import Memory, remembered
from beute.bots.master.schattendieb.policy import MIND, NET
from beute.bots.master.schattendieb.rollouts import SEEDS, compare, first_impression
from beute.bots.master.schattendieb.worlds import HIDDEN, imagine_some
from beute.bots.thinking import think
from beute.games.dice import Rng, below
from beute.games.layout import State

WHIM: Final = 0.005
PLAIN: Final = 0.4  # how often another is thought to play by rules of thumb
IMPRESSION: Final = 100  # worlds that the policy's own opinion counts for
OPINION: Final = 0.015  # a decision that the policy makes e times less often is thought to be worth this much less
LEAST: Final = 0.0025  # how rarely a decision is made at least, when it comes to that


@cache
def trained(players: int) -> Any:
    """The policy's weights, as `tuning/schattendieb` found them."""
    return np.load(Path(__file__).parent / "weights" / f"{players}.npy").view(NET)


def weigh(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    comparison = Comparison(known, seat, rng, remembered(known, seen, seat))
    comparison.think(budget)
    return comparison.shares


class Comparison:
    """The decisions of a seat side by side. It can be gone on with as long as one likes."""

    def __init__(self, known: State, seat: int, rng: Rng, memory: Memory) -> None:
        self.seat, self.memory = seat, memory
        self.for_worlds, self.for_plays = (np.array([below(rng, SEEDS)], np.uint64) for _ in range(2))
        self.net, self.mind = trained(int(known.players)), np.zeros(1, MIND)
        self.known, self.branch = np.array([known]), np.array([known])
        self.hidden = np.zeros(int(not memory.empty), HIDDEN)
        many = first_impression(self.known, seat, self.net, self.mind)
        self.decisions, self.chances = self.mind["numbers"][0, :many].copy(), self.mind["chances"][0, :many].copy()
        self.totals = np.zeros(many)
        self.worlds = 0

    def think(self, budget: Budget) -> None:
        """Go on until one of the budget's limits is reached; a simulation is one decision in one world."""
        think(self.run, budget, each=len(self.decisions), first=1)

    def run(self, worlds: int) -> None:
        """So many more worlds."""
        some = np.repeat(self.known, worlds)
        imagine_some(some, self.known, self.seat, *self.memory, self.hidden, self.net, self.mind, self.for_worlds)
        compare(some, self.branch, self.seat, self.decisions, self.net, self.mind, PLAIN, self.totals, self.for_plays)
        self.worlds += worlds

    @property
    def shares(self) -> dict[int, float]:
        """What each decision is worth, as far as it was seen, and by first impression."""
        level = float(self.totals @ self.chances) / max(1, self.worlds)
        opinion = level + OPINION * np.log(np.maximum(self.chances / self.chances.max(), LEAST))
        shares = np.clip((self.totals + IMPRESSION * opinion) / (self.worlds + IMPRESSION), 0, 1)
        return {int(a): float(share) for a, share in zip(self.decisions, shares, strict=True)}
