"""OpenSpiel's searches play our games: by themselves, and as bots at our tables."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import beute
from beute import bots, games, lab
from beute.bots import Budget, custom
from beute.play.luck import Secret
from beute.play.setup import set_up
from beute.research.episode import numbers
from beute.research.openspiel.bots import Ismcts, game_of
from tests.research.openspiel.played import any_action, load
from tests.research.openspiel.test_game import FEWEST

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this version had been installed, with the entry points that it has."""
    named = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][custom.GROUP]
    points = {name: EntryPoint(name, value, custom.GROUP) for name, value in named.items()}
    monkeypatch.setattr(custom, "installed", lambda: points)


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_their_bots_play_a_whole_game(name: str, players: int) -> None:
    dice = np.random.RandomState(1)
    game = load(name, players, **({"imperfect": True} if name == "sneaky" else {}))
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice, max_length=20)
    seated: list[Any] = [
        ismcts.ISMCTSBot(game, rollouts, uct_c=1.0, max_simulations=2, random_state=dice),
        mcts.MCTSBot(game, uct_c=1.0, max_simulations=2, evaluator=rollouts, random_state=dice),
    ]
    state, asked = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(any_action(state, dice))
            continue
        asked += 1
        bot = seated[state.current_player() % 2]
        state.apply_action(int(bot.step(state)) if asked < 100 else any_action(state, dice))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("bot", ["ismcts", "mcts"])
@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_they_sit_at_our_tables(name: str, players: int, bot: str, installed: None) -> None:
    game = beute.new(name, players, seed=2)
    guest = bots.named(f"openspiel:{bot}", name)
    for _ in range(30):
        if game.over:
            break
        seat = game.due[0]
        said = bots.answer(guest, game, seat, Budget(simulations=12))
        assert said == bots.answer(guest, game, seat, Budget(simulations=12))
        game.play(said, seat)


def test_they_sit_in_arenas(installed: None) -> None:
    rows = lab.simulate("raeuber", 2, ["openspiel:ismcts@5", "random"], games=2, seed=1)
    assert sorted(set(rows["bot"])) == ["openspiel:ismcts@5", "random"]


@pytest.mark.parametrize("bot", ["ismcts@30", "mcts@100"])
def test_they_are_better_than_chance(bot: str, installed: None) -> None:
    rows = lab.simulate("raeuber", 2, [f"openspiel:{bot}", "random"], games=8, seed=3)
    assert sum(rows.filter(rows["bot"] != "random")["win"]) > 5


def test_a_budget_is_a_number_of_simulations() -> None:
    game = beute.new("raeuber", 2, seed=1)
    with pytest.raises(beute.BeuteError, match="takes a number of simulations, not 50ms"):
        bots.answer(Ismcts(), game, game.due[0], Budget(milliseconds=50))


def test_without_openspiel_it_is_said_how_to_get_it(installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("beute.research.openspiel")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(beute.BeuteError, match=r"OpenSpiel is not installed: .*beute\[research\]"):
        bots.named("openspiel:ismcts")


def test_a_state_tells_which_words_it_has() -> None:
    for name in games.NAMES:
        options = {"vaults": (0, 0, 0, 0, 0, 5, 5, 5, 5, 0, 0, 0)} if name == "schattendieb" else {}
        setup = set_up(name, 3, options)
        game = beute.Game(setup, Secret.seeded(1))
        assert game_of(game.known(0)).numbering.words == numbers(setup).words
