"""Bots choose legal moves, and only from what their seat knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

import beute
from beute import bots, games
from beute.play.setup import Setup
from tests.setups import SETUPS, label

FEW = bots.Budget(simulations=20)
LEVELS = ("easy", "medium", "hard")
EACH = [(name, setup) for setup in SETUPS for name in bots.who_play(setup.game) if name not in LEVELS]


@pytest.mark.parametrize(("name", "setup"), EACH, ids=lambda part: part if isinstance(part, str) else label(part))
def test_bots_play_whole_games(name: str, setup: Setup) -> None:
    game = beute.new(setup.game, setup.players, seed=3, **dict(setup.options))
    bot = bots.named(name, setup.game)
    while not game.over:
        seat = game.due[-1]
        game.play(bots.answer(bot, game, seat, FEW), seat)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", games.NAMES)
def test_levels_play(level: str, game: str) -> None:
    table = beute.new(game, games.about(game).SEATS[0], seed=3)
    while not table.over and len(table.events) < 60:
        seat = table.due[0]
        table.play(bots.answer(bots.named(level, game), table, seat), seat)


def test_the_same_secret_gives_the_same_answer_and_others_do_not() -> None:
    game, bot = beute.new("raeuber", 4, seed=1), bots.named("random")
    seat, record = game.due[0], game.record()
    assert bots.answer(bot, game, seat) == bots.answer(bot, game, seat)
    answers = Counter(bots.answer(bot, beute.replay(record, seed=n), seat) for n in range(300))
    assert set(answers) == set(game.legal)


# ---------------------------------------------------------------- what a bot cannot know


def twins(name: str, players: int, tries: int = 400) -> Iterator[tuple[beute.Game, beute.Game, int]]:
    """Games in which a seat that is asked has seen the same, though two hidden cards lie elsewhere."""
    luck = random.Random(players)
    for _ in range(tries):
        game = beute.new(name, players, seed=luck.randrange(10))
        for _ in range(luck.randrange(40)):
            if not game.over:
                game.play(luck.choice(game.legal_for(game.due[0])), game.due[0])
        if game.over:
            continue
        seat = luck.choice(game.due)
        heard = game.heard(seat)
        if len(heard) != len(game.events):
            continue
        hidden = [n for n, event in enumerate(game.events) if event != heard[n]]
        events = list(game.events)
        a, b = luck.sample(hidden, 2)
        (first, card), (second, other) = (events[n].rsplit(" ", 1) for n in (a, b))
        events[a], events[b] = f"{first} {other}", f"{second} {card}"
        try:
            twin = beute.replay(beute.Record(name, players, tuple(events)), luck=game.luck)
        except beute.BeuteError:
            continue  # one of the cards was played
        if card != other and twin.known(seat).tobytes() == game.known(seat).tobytes():
            assert twin.heard(seat) == heard
            yield game, twin, seat


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_bots_cannot_tell_games_apart_that_look_the_same_to_their_seat(game: str, players: int) -> None:
    alike = list(islice(twins(game, players), 40))
    assert len(alike) > 20
    assert any(len(a.events) > 4 * players + 20 for a, _, _ in alike)
    for ours, theirs, seat in alike[:40]:
        for name in bots.who_play(game):
            bot = bots.named(name)
            assert bots.answer(bot, ours, seat, FEW) == bots.answer(bot, theirs, seat, FEW)


# ---------------------------------------------------------------- names


def test_a_bot_that_does_not_exist() -> None:
    there = "there are easy, medium, hard, master, random, greedy, turn, search, openspiel:ismcts, openspiel:mcts"
    with pytest.raises(beute.BeuteError, match=f"no bot 'randon'; {there}; did you mean 'random'"):
        bots.named("randon")


def test_a_bot_of_another_game() -> None:
    assert "turn" in bots.who_play("sneaky")
    assert "turn" not in bots.who_play("raeuber")
    with pytest.raises(beute.BeuteError, match="bot 'turn' plays sneaky, not raeuber"):
        bots.named("turn", "raeuber")
