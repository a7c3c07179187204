"""The slope by which Räuber's network learns is that of its loss, and learning makes results likelier."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beute.bots.master.network import into_units, read_out
from beute.bots.master.raeuber.facts import FACTS
from beute.bots.master.raeuber.judgement import NET, UNITS
from tuning.network import Adam, untrained
from tuning.raeuber.network import SPREAD, chances, likelihood, slope_of

STEP = 1e-2
PLAYERS = 3


def some_results(rng: np.random.Generator) -> tuple[Any, Any]:
    return rng.normal(size=(200, PLAYERS, FACTS)).astype(np.float32), rng.dirichlet(np.ones(PLAYERS), 200)


def loss(net: Any, facts: Any, shares: Any) -> float:
    return -likelihood(chances(net, facts)[1], shares)


def test_a_step_changes_the_loss_by_the_slope() -> None:
    rng = np.random.default_rng(1)
    net, given = untrained(NET, SPREAD, rng), some_results(rng)
    steep = slope_of(net[0], *given).view(np.float32)
    for name in SPREAD:
        some = np.zeros(1, NET)
        some[name] = rng.normal(size=some[name].shape)
        way: Any = some.view(np.float32)
        way /= np.linalg.norm(way)
        ahead, behind = (loss((net.view(np.float32) + sign * STEP * way).view(NET)[0], *given) for sign in (1, -1))
        assert (ahead - behind) / (2 * STEP) == pytest.approx(float(way @ steep), rel=0.05, abs=2e-4), name


def test_steps_down_the_slope_make_results_likelier() -> None:
    rng = np.random.default_rng(2)
    network, given = Adam(untrained(NET, SPREAD, rng)), some_results(rng)
    before = loss(network.net[0], *given)
    for _ in range(20):
        network.descend(slope_of(network.net[0], *given), 1e-3)
    assert loss(network.net[0], *given) < before


def test_the_game_reads_the_network_as_learning_does() -> None:
    rng = np.random.default_rng(3)
    net, (facts, _) = untrained(NET, SPREAD, rng)[0], some_results(rng)
    units, worth = np.zeros(UNITS, np.float32), np.zeros(PLAYERS)
    for seat in range(PLAYERS):
        into_units(facts[0, seat], net.units, units)
        worth[seat] = read_out(units, net.out)
    assert np.exp(worth) / np.exp(worth).sum() == pytest.approx(chances(net, facts)[1][0], rel=1e-3)
