"""Whole games for tests that look at every view of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from beute.games.sneaky.view import SneakyView
from beute.play.game import Game
from beute.play.luck import Secret
from beute.play.setup import Setup
from tests.games.sneaky.position import new


def eager(setup: Setup, seed: int) -> Iterator[Game[SneakyView]]:
    """A game of all that can happen, before each decision and when it is over."""
    game, luck = Game[SneakyView](setup, Secret.seeded(seed)), random.Random(seed)
    while not game.over:
        yield game
        puts = [word for word in game.legal if word.startswith("put")]
        game.play(luck.choice(puts if puts and luck.random() < 0.9 else game.legal))
    yield game


def raided(setup: Setup, ending: str) -> Game[SneakyView]:
    """A short game: each turn takes two bandits of the centre, and the last round none or all."""
    table = new(setup.players, **dict(setup.options)).play("* start 1, * open Y1, * open R2, * open G3")
    for _ in range(11):
        table.raid()
    while table.ending is None:
        table.raid() if ending == "centre_empty" else table.bust()
    game: Game[SneakyView] = Game(setup, None)
    for event in table.events:
        game.play(event)
    return game
