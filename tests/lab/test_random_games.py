"""Random games: the same for a seed, however they are played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from beute.lab.random_games import BATCH, play_many, records
from beute.play.setup import set_up
from tests.oracle.check import check, random_record
from tests.setups import COUNTS, SETUPS, label


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_records_are_games_by_the_oracle(setup: Any) -> None:
    for record in records(setup, 3, seed=6, with_legal=True):
        check(record.data())


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_the_same_games_on_any_number_of_threads(name: str, players: int) -> None:
    setup = set_up(name, players, {})
    games = 2 * BATCH + 100
    one, three = (play_many(setup, games, seed=4, threads=threads).data() for threads in (1, 3))
    for data in one, three:
        for key in ("seconds", "compile_seconds", "decisions_per_second", "games_per_second"):
            del data[key]
    assert one == three
    assert sum(one["wins"]) == pytest.approx(games, abs=0.01)
    assert sum(one["endings"].values()) == games


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_the_summary_is_that_of_the_records(name: str, players: int) -> None:
    setup = set_up(name, players, {})
    data = play_many(setup, 60, seed=9).data()
    games = list(records(setup, 60, seed=9))
    assert data["endings"] == Counter(game.ending for game in games)
    assert data["decisions"] == sum(not event.startswith("*") for game in games for event in game.events)
    results = [(game.scores or (), game.winners or ()) for game in games]
    for seat in range(players):
        assert data["mean_scores"][seat] == pytest.approx(sum(scores[seat] for scores, _ in results) / 60, abs=1e-4)
        shares = [1 / len(winners) for _, winners in results if seat in winners]
        assert data["wins"][seat] == pytest.approx(sum(shares), abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_random_play_is_distributed_as_the_oracles(name: str, players: int) -> None:
    """Mean decisions of independent random games, ours and the oracle's, within five standard errors."""
    luck = random.Random(1)
    theirs = []
    for _ in range(60):
        record = random_record(name, players, {}, luck)
        theirs.append(sum(not event.startswith("*") for event in record["events"]))
    mean = sum(theirs) / len(theirs)
    deviation = (sum((n - mean) ** 2 for n in theirs) / len(theirs)) ** 0.5
    ours = play_many(set_up(name, players, {}), 20_000, seed=2).data()["mean_decisions"]
    assert abs(ours - mean) < 5 * deviation / len(theirs) ** 0.5 + 1e-9


def test_unfinished_games_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """SN-25: seen by letting the turn counter start high."""
    from beute.play.engine import engine

    setup = set_up("sneaky", 2, {})
    rules = engine(setup)
    start = rules.start.copy()
    start[0].turns = 1000
    monkeypatch.setitem(rules.__dict__, "start", start)
    data = play_many(setup, 10, seed=1).data()
    assert data["endings"] == {"unfinished": 10}
    assert data["mean_scores"] == [0, 0]
    assert next(records(setup, 1, seed=1)).ending is None
