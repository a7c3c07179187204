"""The games pass OpenSpiel's own tests, and are the games that we play."""

from __future__ import annotations

import importlib
import pickle
import random
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test

import beute
from beute import games
from beute.research import openspiel
from beute.research.openspiel import short_name
from beute.research.openspiel.parameters import parameters
from tests.research.openspiel.played import decisions, load, states
from tests.setups import COUNTS

FEWEST = [(name, games.about(name).SEATS[0]) for name in games.NAMES]
VAULTS = "20 0 0 0 0 0 0 0 0 0 0 0"


# ---------------------------------------------------------------- OpenSpiel's tests


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_random_simulations(name: str, players: int) -> None:
    serialize = (name, players) in FEWEST
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("sneaky", {"bandits": 1123, "reward": "margin"}),
        ("schattendieb", {"vaults": VAULTS, "redraw": True, "all_close": "valid", "reward": "margin"}),
        ("raeuber", {"open_sums": True, "reward": "margin"}),
    ],
)
def test_random_simulations_with_options(name: str, chosen: dict[str, Any]) -> None:
    game = load(name, 3, **chosen)
    assert dict(game.get_parameters()) == parameters(name) | {"players": 3} | chosen
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_games_sim_test(name: str, players: int) -> None:
    np.random.seed(1)  # theirs
    games_sim_test.GamesSimTest("sim_game").sim_game(load(name, players))


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_api_test(name: str, players: int) -> None:
    np.random.seed(1)
    random.seed(1)
    checks: Any = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": load(name, players), "game_name": name})
    checks.setUpClass()
    for check in unittest.defaultTestLoader.getTestCaseNames(checks):
        getattr(checks(check), check)()


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_what_api_test_asks_of_whole_trees(name: str, players: int) -> None:
    """The rest of it, on one game: our trees are too large."""
    heard: list[str] = [""] * players
    for state in states(load(name, players), seed=3):
        asked = state.current_player()
        if state.is_chance_node():
            assert state.get_type() == pyspiel.StateType.CHANCE
        elif state.is_terminal():
            assert asked == pyspiel.PlayerId.TERMINAL
            assert sum(state.returns()) == pytest.approx(0)
        if asked < 0:
            with pytest.raises(RuntimeError):
                state.information_state_string()
            continue
        own = state.information_state_string()
        assert own.startswith(heard[asked])  # perfect recall
        assert own != heard[asked]
        heard[asked] = own
        for other in range(players):
            assert (state.information_state_string(other) == own) == (other == asked)


# ---------------------------------------------------------------- registering


def test_importing_again_is_fine() -> None:
    importlib.reload(openspiel)
    openspiel.register()
    there = pyspiel.registered_names()
    assert [there.count(short_name(name)) for name in games.NAMES] == [1, 1, 1]


def test_a_program_that_loads_a_game_ends_quietly() -> None:
    program = "import pyspiel, beute.research.openspiel; pyspiel.load_game('python_beute_raeuber')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"players": 6}, "Räuber is for 2 to 5 players, not 6"),
        ({"reward": "gold"}, "a reward is win or margin, not 'gold'"),
    ],
)
def test_wrong_parameters_are_explained(chosen: dict[str, Any], says: str) -> None:
    with pytest.raises(beute.BeuteError, match=says):
        pyspiel.load_game(short_name("raeuber"), chosen)


# ---------------------------------------------------------------- chance and actions


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_wrong_actions_are_explained(name: str, players: int) -> None:
    """And change nothing: OpenSpiel itself passes on whatever it is given."""
    game = load(name, players)
    for state in states(game, seed=5)[::7]:
        before, asked = (str(state), state.position.table.tobytes()), state.current_player()
        if state.is_terminal():
            with pytest.raises(beute.BeuteError, match=rf"the game is over; players are 0 to {players - 1}"):
                state.apply_action(0)
            continue
        who = "chance" if asked < 0 else f"player {asked}"
        there = game.max_chance_outcomes() if asked < 0 else game.num_distinct_actions()
        legal = state.legal_actions()
        told = rf"action \d+ \(.*\) of {who} is not legal; legal are {legal[0]} \("
        for action in random.Random(1).sample(sorted({*range(there)} - {*legal}), 3):
            with pytest.raises(beute.BeuteError, match=told):
                state.apply_action(action)
        for look in state.apply_action, state.action_to_string:
            with pytest.raises(
                beute.BeuteError, match=rf"action {there} of {who}: actions are whole numbers from 0 to"
            ):
                look(there)
        assert (str(state), state.position.table.tobytes()) == before


def test_other_mistakes_are_explained() -> None:
    state = decisions(load("raeuber", 2), seed=1)[0]
    with pytest.raises(beute.BeuteError, match="nothing is left to chance here"):
        state.chance_outcomes()
    for player in 2, 9:
        with pytest.raises(beute.BeuteError, match=f"no player {player}; players are 0 to 1"):
            state.resample_from_infostate(player, random.random)
        with pytest.raises(beute.BeuteError, match=f"no player {player}; players are 0 to 1"):
            state.action_to_string(player, 0)


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_chance_is_that_of_our_games(name: str, players: int) -> None:
    for state in states(load(name, players), seed=1, most=80):
        if state.is_chance_node():
            ours = as_ours(state).chances
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
            total = sum(ours.values())
            assert {state.action_to_string(action): chance for action, chance in outcomes} == pytest.approx(
                {word: weight / total for word, weight in ours.items()}
            )


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_actions_are_our_words(name: str, players: int) -> None:
    for state in states(load(name, players), seed=2, most=120):
        if state.current_player() >= 0:
            ours = as_ours(state)
            assert state.current_player() == ours.due[0]
            assert sorted(map(state.action_to_string, state.legal_actions())) == ours.legal
            assert all(state.string_to_action(word) in state.legal_actions() for word in ours.legal)


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_returns_are_our_win_shares(name: str, players: int) -> None:
    game, by_margin = load(name, players), load(name, players, reward="margin")
    last = states(game, seed=4)[-1]
    ours = as_ours(last)
    assert ours.winners is not None
    assert ours.scores is not None
    shares = [(seat in ours.winners) / len(ours.winners) for seat in range(players)]
    assert last.returns() == pytest.approx([share - 1 / players for share in shares])
    state = by_margin.new_initial_state()
    for action in last.history():
        state.apply_action(action)
    others = [max(ours.scores[:seat] + ours.scores[seat + 1 :]) for seat in range(players)]
    assert state.returns() == [own - best for own, best in zip(ours.scores, others, strict=True)]


def as_ours(state: Any) -> beute.Game:
    """The same game, played by our own means."""
    numbering = state.position.numbering
    game = beute.Game(numbering.setup, None)
    for step in state.full_history():
        by_chance = step.player == pyspiel.PlayerId.CHANCE
        word = numbering.word(int(step.player), step.action)
        game.play(f"* {word}" if by_chance else word, None if by_chance else int(step.player))
    return game


def test_sneaky_is_called_off_after_a_thousand_turns() -> None:
    """SN-25"""
    game = load("sneaky", 2)
    state = states(game, seed=1, most=40)[-1]
    state.position.table["turns"] = 1000
    dice = np.random.RandomState(1)
    for _ in range(100):
        if state.is_terminal():
            break
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(actions)))
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert state.legal_actions() == []


# ---------------------------------------------------------------- the same again


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_the_same_actions_lead_to_the_same_state(name: str, players: int) -> None:
    game = load(name, players)
    last = states(game, seed=5)[-1]
    again = game.new_initial_state()
    for action in last.history():
        again.apply_action(action)
    assert again.position.table.tobytes() == last.position.table.tobytes()
    assert again.position.heard == last.position.heard
    assert again.returns() == last.returns()


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_states_can_be_kept(name: str, players: int) -> None:
    game = load(name, players, **({"vaults": VAULTS} if name == "schattendieb" else {}))
    state = states(game, seed=6, most=45)[-1]
    kept = game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again[0]) == str(pickle.loads(pickle.dumps(game))) == str(game)
    for twin in (*kept, again[1]):
        assert twin.history() == state.history()
        assert twin.position.table.tobytes() == state.position.table.tobytes()
        assert [twin.information_state_string(seat) for seat in range(players)] == [
            state.information_state_string(seat) for seat in range(players)
        ]
        assert twin.legal_actions() == state.legal_actions()


def test_a_clone_goes_its_own_way() -> None:
    state = states(load("raeuber", 2), seed=1, most=20)[-1]
    before = state.position.table.tobytes(), state.information_state_string(0)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.position.table.tobytes(), state.information_state_string(0)) == before
    assert twin.information_state_string(0) != before[1]
