"""Gazza, the game of `docs/how-to/own-game.md`, everywhere that ours are: check, lab, bots, environments."""

from __future__ import annotations

import json
from collections.abc import Iterator

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test

import beute
from beute.bots import LEVELS, Budget, answer, named
from beute.lab.arena import Arena
from beute.lab.random_games import play_many
from beute.play.setup import set_up
from beute.research import check_game
from beute.research.bounds import bounds
from tests import brought
from tests.command import run

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of PettingZoo's own tests
SEATS = range(2, 5)


@pytest.fixture(autouse=True)
def gazza() -> Iterator[None]:
    with brought.installed(brought.gazza()):
        yield


def test_it_keeps_its_promises() -> None:
    assert check_game("gazza", some=2) == 2 * len(SEATS)


@pytest.mark.parametrize("hand", [2, 5])
def test_it_keeps_them_with_its_option(hand: int) -> None:
    check_game("gazza", some=1, hand=hand)


def test_games_are_simulated() -> None:
    summary = play_many(set_up("gazza", 3, {}), 500, seed=1)
    assert summary.finished == 500
    assert summary.decisions == 500 * 30  # GZ-9: every trinket is laid once
    done = run("simulate", "gazza", "--players", "2", "--games", "50", "--json")
    assert json.loads(done.stdout)["endings"] == {"all_laid": 50}


@pytest.mark.parametrize("players", SEATS)
def test_every_seat_wins_equally_often(players: int) -> None:
    """As who begins is drawn (GZ-4); within four standard deviations of so many games."""
    games = 40_000
    summary = play_many(set_up("gazza", players, {}), games, seed=1)
    fair = 1 / players
    for wins in summary.data()["wins"]:
        assert abs(wins / games - fair) < 4 * (fair * (1 - fair) / games) ** 0.5


@pytest.mark.parametrize("level", [*LEVELS, "search", "random"])
def test_bots_play_it_to_the_end(level: str) -> None:
    game, bot = beute.new("gazza", 2, seed=3), named(level, "gazza")
    while not game.over:
        seat = game.due[0]
        game.play(answer(bot, game, seat, Budget(simulations=10)), seat)
    assert beute.replay(game.record()) == game


def test_search_is_better_than_chance() -> None:
    arena = Arena.of(set_up("gazza", 2, {}), ("search@100", "random"), 60, 1)
    search, random = arena.run().wins
    assert (search.low or 0) > (random.mean or 1)


def test_agents_of_pettingzoo_play_it() -> None:
    from beute.research.pettingzoo import env, parallel_env

    api_test(env("gazza", players=3), num_cycles=200)
    parallel_api_test(parallel_env("gazza", players=4), num_cycles=200)


def test_it_is_registered_by_its_name() -> None:
    """As its name says, where the libraries look for environments."""
    import beute.research.gymnasium
    import beute.research.pettingzoo

    beute.research.gymnasium.register()
    beute.research.pettingzoo.register()
    assert pettingzoo.make("aec", "beute/gazza_v0", players=2).possible_agents == ["player_0", "player_1"]
    table = gymnasium.make("beute/Gazza-v0", players=3, bots="random")
    table.reset(seed=1)
    over, steps = False, 0
    while not over:
        mask = table.unwrapped.action_masks()  # type: ignore[attr-defined]
        _, reward, over, _, _ = table.step(int(np.flatnonzero(mask)[0]))
        steps += 1
    assert steps == 10
    assert reward in (0, 1 / 3, 1 / 2, 1)


def test_thousands_of_games_at_once() -> None:
    from beute.research.gymnasium import vector_env

    games = vector_env("gazza", 32, players=4)
    games.reset(seed=1)
    for _ in range(20):
        actions = [int(np.flatnonzero(mask)[0]) for mask in games.action_masks()]
        observations, *_ = games.step(np.array(actions))
    assert observations.shape[0] == 32
    assert games.single_observation_space.contains(observations[0])


@pytest.mark.parametrize("players", SEATS)
def test_openspiel_plays_it(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from beute.research import openspiel

    openspiel.register()
    game = pyspiel.load_game("python_beute_gazza", {"players": players})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    assert game.max_game_length() == bounds(set_up("gazza", players, {})).decisions == 30
    assert game.get_type().provides_information_state_tensor


def test_it_is_shown_without_a_picture_of_its_own() -> None:
    from beute.research.pettingzoo import env

    text = env("gazza", players=2, render_mode="ansi")
    text.reset(seed=1)
    assert "Pile: 24" in text.render()
    painted = env("gazza", players=2, render_mode="rgb_array")
    painted.reset(seed=1)
    assert painted.render().std() > 1
