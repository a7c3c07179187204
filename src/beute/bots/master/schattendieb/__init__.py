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
from beute.bots.master.schattendieb.policy import NET, WORK
from beute.bots.master.schattendieb.rollouts import SEEDS, compare, policy_prior
from beute.bots.master.schattendieb.worlds import HIDDEN, imagine_some
from beute.bots.thinking import think
from beute.games.dice import Rng, below
from beute.games.layout import State

TEMPERATURE: Final = 0.005
PLAIN: Final = 0.4  # how often another seat is assumed to play as `greedy`
PRIOR_WORLDS: Final = 100  # the policy's prior counts as much as so many worlds
PRIOR_TEMPERATURE: Final = (
    0.015  # a decision that the policy makes e times less often has a prior that is lower by this
)
LEAST: Final = 0.0025  # the lowest probability used there


@cache
def trained(players: int) -> Any:
    """The policy's weights, as `tuning/schattendieb` found them."""
    return np.load(Path(__file__).parent / "weights" / f"{players}.npy").view(NET)


def weigh(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> dict[int, float]:
    comparison = Comparison(known, seat, rng, remembered(known, heard, seat))
    comparison.think(budget)
    return comparison.shares


class Comparison:
    """Compares the decisions of a seat. It can be continued at any time."""

    def __init__(self, known: State, seat: int, rng: Rng, memory: Memory) -> None:
        self.seat, self.memory = seat, memory
        self.for_worlds, self.for_plays = (np.array([below(rng, SEEDS)], np.uint64) for _ in range(2))
        self.net, self.work = trained(int(known.players)), np.zeros(1, WORK)
        self.known, self.branch = np.array([known]), np.array([known])
        self.hidden = np.zeros(int(not memory.empty), HIDDEN)
        many = policy_prior(self.known, seat, self.net, self.work)
        self.decisions, self.chances = self.work["numbers"][0, :many].copy(), self.work["chances"][0, :many].copy()
        self.totals = np.zeros(many)
        self.worlds = 0

    def think(self, budget: Budget) -> None:
        """Continue until one of the budget's limits is reached; a simulation is one decision in one world."""
        think(self.run, budget, each=len(self.decisions), first=1)

    def run(self, worlds: int) -> None:
        """So many more worlds."""
        some = np.repeat(self.known, worlds)
        imagine_some(some, self.known, self.seat, *self.memory, self.hidden, self.net, self.work, self.for_worlds)
        compare(some, self.branch, self.seat, self.decisions, self.net, self.work, PLAIN, self.totals, self.for_plays)
        self.worlds += worlds

    @property
    def shares(self) -> dict[int, float]:
        """What each decision is worth, by the simulations so far and the policy's prior."""
        level = float(self.totals @ self.chances) / max(1, self.worlds)
        opinion = level + PRIOR_TEMPERATURE * np.log(np.maximum(self.chances / self.chances.max(), LEAST))
        shares = np.clip((self.totals + PRIOR_WORLDS * opinion) / (self.worlds + PRIOR_WORLDS), 0, 1)
        return {int(a): float(share) for a, share in zip(self.decisions, shares, strict=True)}
