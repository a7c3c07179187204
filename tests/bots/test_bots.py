"""Bots choose legal moves, and only from what their seat knows."""

from __future__ import annotations

from collections import Counter

import pytest

import beute
from beute import bots
from tests.setups import SETUPS, label

FEW = bots.Budget(simulations=20)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
@pytest.mark.parametrize("name", bots.NAMES)
def test_bots_play_whole_games(name: str, setup: beute.play.setup.Setup) -> None:
    game = beute.new(setup.game, setup.players, seed=3, **dict(setup.options))
    bot = bots.named(name)
    while not game.over:
        seat = game.due[-1]
        game.play(bots.answer(bot, game, seat, b"secret", FEW), seat)


def test_the_same_secret_gives_the_same_answer_and_others_do_not() -> None:
    game, bot = beute.new("raeuber", 4, seed=1), bots.named("random")
    seat = game.due[0]
    assert bots.answer(bot, game, seat, b"a") == bots.answer(bot, game, seat, b"a")
    answers = Counter(bots.answer(bot, game, seat, f"{n}".encode()) for n in range(300))
    assert set(answers) == set(game.legal)


def test_a_bot_cannot_tell_games_apart_that_look_the_same_to_its_seat() -> None:
    """Others' cards are dealt anew; what the bot is given, and so its answer, stays."""
    game = beute.new("schattendieb", 4, seed=5)
    swapped = list(game.events)
    first, second = (
        next(n for n, event in enumerate(swapped) if event.startswith(f"* deal {seat}")) for seat in (1, 2)
    )
    cards = [swapped[n].split()[-1] for n in (first, second)]
    swapped[first], swapped[second] = f"* deal 1 {cards[1]}", f"* deal 2 {cards[0]}"
    assert swapped != list(game.events)
    twin = beute.replay(beute.Record("schattendieb", 4, tuple(swapped)))
    assert twin.known(0).tobytes() == game.known(0).tobytes()
    assert twin.seen(0) == game.seen(0)
    for n in range(50):
        secret = f"{n}".encode()
        assert bots.answer(bots.named("random"), game, 0, secret) == bots.answer(bots.named("random"), twin, 0, secret)


def test_a_bot_that_does_not_exist() -> None:
    there = "there are random, greedy, search; did you mean 'random'"
    with pytest.raises(beute.BeuteError, match=f"no bot 'randon'; {there}"):
        bots.named("randon")
