"""How the policy and the judgement of Räuber's master learn from games.

The judgement, which sees all hands, learns what shares of the win came of positions. The policy, which sees what its
seat may know, learns to decide so that the seat can expect more than before (`lessons`).
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.raeuber import judgement, policy
from tuning.lessons import Lessons, part, slope_of_policy
from tuning.network import Adam, backward, read_out, untrained

PIECES: Final = 8  # steps from the lessons of some games, each by another part of them
JUDGEMENT_RATE: Final = 0.25  # its steps are shorter than the policy's by this
POLICY_SPREAD: Final = {"table": 0.1, "decision": 0.15, "out": 0.05}  # of untrained weights
JUDGEMENT_SPREAD: Final = {"units": 0.1, "out": 0.1}


class Learner(NamedTuple):
    policy: Adam
    judgement: Adam


def untrained_learner(rng: np.random.Generator) -> Learner:
    return Learner(
        Adam(untrained(policy.NET, POLICY_SPREAD, rng)), Adam(untrained(judgement.NET, JUDGEMENT_SPREAD, rng))
    )


class Signs(NamedTuple):
    """How learning goes, as means over all moments."""

    entropy: float  # of the decisions: how mixed the strategy is
    clipped: float  # how many decisions had moved enough
    likelihood: float  # of what came of positions, its logarithm

    def __str__(self) -> str:
        return f"entropy {self.entropy:.3f}, clipped {self.clipped:.3f}, log likelihood {self.likelihood:.4f}"


def learn(
    pool: Executor, learner: Learner, lessons: list[Lessons], players: int, rate: float, entropy: float, rng: Any
) -> Signs:
    """Go once through the lessons, each part of them in a thread of its own."""
    spread = np.concatenate([each.moments["gain"][each.moments["many"] > 0] for each in lessons]).std()
    orders = []
    for each in lessons:
        each.moments["gain"] /= spread
        orders.append(np.array_split(rng.permutation(np.nonzero(each.moments["many"])[0]), PIECES))
    signs = list[Signs]()
    for pieces in zip(*orders, strict=True):
        slopes = list(
            pool.map(lambda each, piece: slopes_of(learner, part(each, piece), players, entropy), lessons, pieces)
        )
        by_policy, by_judgement, sign = zip(*slopes, strict=True)
        learner.policy.descend(np.mean(by_policy, axis=0), rate)
        learner.judgement.descend(np.mean(by_judgement, axis=0), JUDGEMENT_RATE * rate)
        signs += sign
    return Signs(*np.mean(signs, axis=0))


def slopes_of(learner: Learner, lessons: Lessons, players: int, entropy: float) -> tuple[Any, Any, Signs]:
    """The slopes of the mean losses, by the weights of the policy and of the judgement."""
    moments = lessons.moments
    slope = np.zeros(1, policy.NET)
    signs = slope_of_policy(learner.policy.net[0], lessons, entropy, slope[0])
    by_judgement, likelihood = slope_of_judgement(
        learner.judgement.net[0], moments["facts"][:, :players], moments["result"][:, :players]
    )
    return slope.view(np.float32), by_judgement.view(np.float32), Signs(*signs, likelihood)


def slope_of_judgement(net: Any, facts: Any, shares: Any) -> tuple[Any, float]:
    """The loss is less the likelier the results (cross entropy); told is their log likelihood too."""
    units, expected = judged(net, facts)
    by_number = ((expected - shares) / len(shares)).astype(np.float32)
    slope = np.zeros(1, judgement.NET)
    flat = len(shares) * shares.shape[1]
    slope[0].units, slope[0].out = backward(
        facts.reshape(flat, -1), units.reshape(flat, -1), net.out, by_number.reshape(flat)
    )
    return slope, likelihood(expected, shares)


def judged(net: Any, facts: Any) -> tuple[Any, Any]:
    """The hidden units of all seats, and the shares that they can expect."""
    units = facts @ net.units
    odds = np.exp(read_out(units, net.out))
    return units, odds / odds.sum(1, keepdims=True)


def likelihood(expected: Any, shares: Any) -> float:
    return float((np.log(np.maximum(expected, 1e-12)) * shares).sum(1).mean())
