"""How Räuber's network learns from positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

import numpy as np

from beute.bots import value
from beute.bots.master.raeuber.facts import FACTS, look_at
from beute.bots.master.raeuber.judgement import NET
from beute.bots.value.raeuber import expect
from beute.games.compiling import batch
from beute.games.raeuber.rules import MAX_SEATS
from tuning.network import Adam, backward, read_out

SPREAD: Final = {"units": 0.1, "out": 0.1}  # of untrained weights
PIECE: Final = 1024  # positions for each step
ASIDE: Final = 0.1  # share of the games for validation


@dataclass(frozen=True)
class Lessons:
    """Positions that the network has to value, in the order of their games, and the shares to be learned."""

    tables: Any
    shares: Any
    aside: Any  # whether each position is for validation

    @classmethod
    def of(cls, tables: Any, shares: Any) -> Lessons:
        return cls(tables, shares, np.arange(len(tables)) < ASIDE * len(tables))


def joined(found: Iterable[Lessons]) -> Lessons:
    parts = [(each.tables, each.shares, each.aside) for each in found]
    return Lessons(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def learn(network: Adam, lessons: Lessons, passes: int, rate: float, rng: np.random.Generator) -> None:
    """Learn from the positions, except those for validation; print the results on these."""
    tables, shares, aside = lessons.tables, lessons.shares, np.flatnonzero(lessons.aside)
    rest = np.flatnonzero(~lessons.aside)
    pieces = ceil(len(rest) / PIECE)
    for n in range(passes):
        for k, piece in enumerate(np.array_split(rng.permutation(rest), pieces)):
            gradient = gradient_of(network.net[0], facts_of(tables[piece]), shares[piece])
            network.descend(gradient, rate * (1 - (n + k / pieces) / passes))
    tables, shares = tables[aside], shares[aside]
    plain = plainly(tables)[:, : shares.shape[1]]
    by_network = chances(network.net[0], facts_of(tables)[:, : shares.shape[1]])[1]
    print(
        f"log likelihood in {len(aside)} positions of other games: {likelihood(by_network, shares):.4f}, "
        f"by the plain value {likelihood(plain, shares):.4f}",
        flush=True,
    )


def likelihood(expected: Any, shares: Any) -> float:
    return float((np.log(np.maximum(expected, 1e-12)) * shares).sum(1).mean())


def facts_of(tables: Any) -> Any:
    facts = np.zeros((len(tables), MAX_SEATS, FACTS), np.float32)
    look_at_all(tables, facts)
    return facts


@batch
def look_at_all(tables: Any, facts: Any) -> None:
    for n in range(len(tables)):
        look_at(tables[n], facts[n])


def plainly(tables: Any) -> Any:
    expected = np.zeros((len(tables), MAX_SEATS))
    expect_all(tables, value.weights("raeuber"), expected)
    return expected


@batch
def expect_all(tables: Any, weights: Any, expected: Any) -> None:
    for n in range(len(tables)):
        expect(tables[n], weights, expected[n])


def chances(net: Any, facts: Any) -> tuple[Any, Any]:
    """The hidden units of all seats, and the shares that they can expect."""
    units = facts @ net.units
    odds = np.exp(read_out(units, net.out))
    return units, odds / odds.sum(1, keepdims=True)


def gradient_of(net: Any, facts: Any, shares: Any) -> Any:
    """The loss is the cross entropy of the results."""
    players = shares.shape[1]
    facts = np.ascontiguousarray(facts[:, :players])
    units, expected = chances(net, facts)
    by_number = ((expected - shares) / len(shares)).astype(np.float32)
    gradient = np.zeros(1, NET)
    flat = len(shares) * players
    gradient[0].units, gradient[0].out = backward(
        facts.reshape(flat, -1), units.reshape(flat, -1), net.out, by_number.reshape(flat)
    )
    return gradient
