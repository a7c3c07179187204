"""Records of games that were played on from others: their luck is verified from there on."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from beute.play.errors import BrokenRecord
from beute.play.game import Game, new
from beute.play.luck import Secret
from beute.play.record import Record
from beute.play.replay import draws, replay, verify_luck


def at_random(game: Game[Any], seed: int) -> Record:
    luck = random.Random(seed)
    while not game.over:
        game.play(luck.choice(game.legal))
    return game.record()


@pytest.fixture(scope="module")
def first() -> Record:
    return at_random(new("sneaky", 2, seed=1), 1)


@pytest.fixture(scope="module")
def forked(first: Record) -> Record:
    """Another game from half of the first on."""
    half = len(first.events) // 2
    game = replay(first, at=half)
    game.fork = half
    game.resume(Secret.seeded("other"))
    return at_random(game, 2)


def told(record: Record, **about: Any) -> Record:
    return replace(record, about={**(record.about or {}), **about})


def test_the_fork_is_told_and_the_luck_verified_from_there(first: Record, forked: Record) -> None:
    fork = (forked.about or {})["fork"]
    assert fork == len(first.events) // 2
    assert forked.events[:fork] == first.events[:fork]
    assert "fork" not in (first.about or {})
    verify_luck(forked)
    before = sum(event.startswith("*") for event in forked.events[:fork])
    since = draws(forked)
    assert since[0].event >= fork
    assert since[0].chance == before
    assert all(Secret.seeded("other").gives(draw) for draw in since)
    assert Record.read(forked.text()) == forked


def test_without_it_the_luck_of_before_is_not_its_own(forked: Record) -> None:
    with pytest.raises(BrokenRecord) as caught:
        verify_luck(told(forked, fork=0))
    assert caught.value.code == "loaded_die"


def test_luck_after_the_fork_that_the_secret_does_not_give(first: Record, forked: Record) -> None:
    """As if the whole first game had been played with the other's secret."""
    about = forked.about or {}
    with pytest.raises(BrokenRecord) as caught:
        verify_luck(told(first, secret=about["secret"], seal=about["seal"], fork=about["fork"]))
    assert caught.value.code == "loaded_die"
    assert caught.value.event is not None
    assert caught.value.event >= about["fork"]


@pytest.mark.parametrize("fork", [-1, 10**6, "5", None, 1.5])
def test_a_fork_that_is_none(forked: Record, fork: Any) -> None:
    with pytest.raises(BrokenRecord) as caught:
        verify_luck(told(forked, fork=fork))
    assert caught.value.code == "wrong_form"


def test_nothing_from_before_the_fork_is_taken_back(first: Record) -> None:
    at = next(n for n, event in enumerate(first.events) if " put " in event) + 1
    seat = int(first.events[at - 1][0])
    game = replay(first, at=at)
    assert game.undoable(seat)
    game.fork = at
    assert not game.undoable(seat)
