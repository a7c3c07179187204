"""How the policy of Räuber's master is trained: what is told of a decision, and that it learns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from beute.bots import Budget
from beute.bots.master.raeuber.glance import DECISION
from beute.games.kernel import hurry
from beute.games.raeuber.rules import MAX_SEATS
from tests.tuning.slopes import check_slope, chosen_by, loss_of_policy, some_moments
from tuning.lessons import Lessons
from tuning.raeuber import imitation
from tuning.raeuber.learning import learn, slopes_of, untrained_learner
from tuning.raeuber.tables import LEARNER, MOMENT, PARTS, RIVAL, compete, credit, gather, seat_in_company

ENTROPY = 0.1


def test_surprises_fade_towards_the_decisions_before() -> None:
    """Two games of two and one moments; what was expected then, and the result, are the first seat's."""
    moments = np.zeros(3, MOMENT)
    moments["game"] = 0, 0, 1
    moments["expected"][:, 0] = 0.5, 0.7, 0.4
    moments["seat"] = 0, 1, 0
    results = np.zeros((2, MAX_SEATS))
    results[:, 0] = 1, 0
    credit(moments, results, 0.5)
    assert moments["result"][:, 0].tolist() == pytest.approx([0.5 + 0.2 + 0.5 * 0.3, 1, 0])
    assert moments["gain"].tolist() == pytest.approx([0.2 + 0.5 * 0.3, 0, -0.4])


def test_one_learner_is_at_every_table() -> None:
    seated = seat_in_company(3, 500, np.random.default_rng(1))
    assert (seated == LEARNER).any(axis=1).all()
    assert all(len(set(row) - {LEARNER}) <= 1 for row in seated.tolist())
    assert len(np.unique(seated)) == 4


def test_the_policy_learns_by_the_slope_of_its_loss() -> None:
    """What `greedy` feels of a move is added to its number, whatever the network says."""
    rng = np.random.default_rng(1)
    learner, moments = untrained_learner(rng), some_moments(MOMENT, rng)
    rows = int(moments["many"].sum())
    lessons = Lessons(moments, rng.normal(size=(rows, DECISION)).astype(np.float32), rng.normal(size=rows))
    net = learner.policy.net
    moments["chance"] = chosen_by(net[0], lessons)
    assert not np.allclose(moments["chance"], chosen_by(net[0], lessons._replace(priors=0)))
    steep, _, _ = slopes_of(learner, lessons, 2, ENTROPY)
    check_slope(lambda other: loss_of_policy(other, lessons, ENTROPY), net, steep, rng)


@pytest.mark.slow
def test_how_often_search_looks_at_moves_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imitation, "AT_ONCE", 1)
    monkeypatch.setattr(imitation, "LOOKING", Budget(simulations=60))
    monkeypatch.setattr(imitation, "COMPANY", ("search",))
    moments, decisions, looks = imitation.watch(2, 1)
    assert len(moments) > 30
    assert moments["many"].sum() == len(decisions) == len(looks)
    first = np.cumsum(moments["many"]) - moments["many"]
    assert np.add.reduceat(looks, first) == pytest.approx(1)


@pytest.mark.slow
def test_a_policy_that_has_learned_beats_the_one_it_began_with() -> None:
    hurry()
    rng = np.random.default_rng(1)
    learner = untrained_learner(rng)
    first, likely = learner.policy.net, []
    with ThreadPoolExecutor(PARTS) as pool:
        for _ in range(12):
            policies = np.concatenate([learner.policy.net, first, first])
            lessons = gather(pool, 2, 200, policies, learner.judgement.net, rng)
            likely.append(learn(pool, learner, lessons, 2, 2e-3, 0.01, rng).likelihood)
        policies = np.concatenate([learner.policy.net, first, first])
        own, other = compete(pool, 2, policies, learner.judgement.net, RIVAL, 1000, 5)
    assert own + other == pytest.approx(1)
    assert own > 0.6
    assert likely[-1] > likely[0]
