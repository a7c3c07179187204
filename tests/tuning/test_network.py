"""Räuber's network: its gradient is that of its loss, learning makes results likelier, targets are as documented."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beute.bots import Budget
from beute.bots.master.network import into_units, read_out
from beute.bots.master.raeuber.facts import FACTS
from beute.bots.master.raeuber.judgement import NET, UNITS
from tuning.network import Adam, untrained
from tuning.raeuber import games
from tuning.raeuber.learning import SPREAD, chances, gradient_of, likelihood
from tuning.raeuber.lessons import PATIENCE, TOLD, aims, expectations, gather

STEP = 1e-2
PLAYERS = 3


def some_results(rng: np.random.Generator) -> tuple[Any, Any]:
    return rng.normal(size=(200, PLAYERS, FACTS)).astype(np.float32), rng.dirichlet(np.ones(PLAYERS), 200)


def loss(net: Any, facts: Any, shares: Any) -> float:
    return -likelihood(chances(net, facts)[1], shares)


def test_a_step_changes_the_loss_by_the_gradient() -> None:
    rng = np.random.default_rng(1)
    net, given = untrained(NET, SPREAD, rng), some_results(rng)
    flat = gradient_of(net[0], *given).view(np.float32)
    for name in SPREAD:
        some = np.zeros(1, NET)
        some[name] = rng.normal(size=some[name].shape)
        way: Any = some.view(np.float32)
        way /= np.linalg.norm(way)
        ahead, behind = (loss((net.view(np.float32) + sign * STEP * way).view(NET)[0], *given) for sign in (1, -1))
        assert (ahead - behind) / (2 * STEP) == pytest.approx(float(way @ flat), rel=0.05, abs=2e-4), name


def test_steps_down_the_gradient_make_results_likelier() -> None:
    rng = np.random.default_rng(2)
    network, given = Adam(untrained(NET, SPREAD, rng)), some_results(rng)
    before = loss(network.net[0], *given)
    for _ in range(20):
        network.descend(gradient_of(network.net[0], *given), 1e-3)
    assert loss(network.net[0], *given) < before


def test_the_game_reads_the_network_as_learning_does() -> None:
    rng = np.random.default_rng(3)
    net, (facts, _) = untrained(NET, SPREAD, rng)[0], some_results(rng)
    units, worth = np.zeros(UNITS, np.float32), np.zeros(PLAYERS)
    for seat in range(PLAYERS):
        into_units(facts[0, seat], net.units, units)
        worth[seat] = read_out(units, net.out)
    assert np.exp(worth) / np.exp(worth).sum() == pytest.approx(chances(net, facts)[1][0], rel=1e-3)


def test_the_others_have_what_is_not_expected_in_parts_as_the_network_judges() -> None:
    net, tables, told = untrained(NET, SPREAD, np.random.default_rng(4))[0], fresh_tables(2), told_of(2)
    told["seat"], told["expected"] = (0, 2), (0.5, 0.2)
    shares = expectations(net, tables, told, PLAYERS)
    assert shares.sum(1) == pytest.approx([1, 1])
    assert (shares[0, 0], shares[1, 2]) == (0.5, 0.2)
    told["expected"] = (0.1, 0.9)
    again = expectations(net, tables, told, PLAYERS)
    assert again[0, 1] / again[0, 2] == pytest.approx(shares[0, 1] / shares[0, 2])


def test_what_is_learned_is_expected_or_came_of_it() -> None:
    net, tables, told = untrained(NET, SPREAD, np.random.default_rng(5))[0], fresh_tables(6), told_of(6)
    told["expected"] = 0.5
    told["chose"][4] = told["chose"][5] = False  # nothing is expected where there is no choice
    told["astray"][1] = True
    told["last"][2] = told["last"][5] = True
    results = np.repeat([[1.0, 0, 0], [0, 0, 1.0]], 3, axis=0)
    expected = expectations(net, tables, told, PLAYERS)
    learned = aims(net, tables, told, results)
    assert learned[5] == pytest.approx([0, 0, 1]), "the result"
    assert learned[4] == pytest.approx([0, 0, 1]), "what came of it"
    assert learned[3] == pytest.approx(expected[3] + PATIENCE * (learned[4] - expected[3]))
    assert learned[2] == pytest.approx(expected[2] + PATIENCE * (results[2] - expected[2])), "of its own game"
    assert learned[1] == pytest.approx(expected[1]), "astray"
    assert learned[0] == pytest.approx(expected[0] + PATIENCE * (learned[1] - expected[0]))


def fresh_tables(many: int) -> Any:
    return np.concatenate([games.rules_for(PLAYERS).table() for _ in range(many)])


def told_of(many: int) -> Any:
    told = np.zeros(many, TOLD)
    told["chose"] = True
    return told


def test_games_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "AT_ONCE", 2)
    monkeypatch.setattr("tuning.raeuber.lessons.BY_MASTER", Budget(simulations=2))
    net = untrained(NET, SPREAD, np.random.default_rng(6))
    tables, told, results = gather(net, PLAYERS, 7)
    assert len(tables) == len(told) == len(results) > 2 * 30
    assert told["last"].sum() == 2
    assert told["last"][-1]
    assert results.sum(1) == pytest.approx(np.ones(len(results)))
    assert (results[told["last"].cumsum() - told["last"] == 0] == results[0]).all(), "a game has one result"
    assert [int(s.seat) for s in tables] == told["seat"].tolist()
    assert 0 < told["expected"][told["chose"]].mean() < 1
    again = gather(net, PLAYERS, 7)
    assert all((one == other).all() for one, other in zip((tables, told, results), again, strict=True))
