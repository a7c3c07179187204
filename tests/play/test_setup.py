"""Wrong games, player counts and options."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import beute
from beute.play.setup import set_up


@pytest.mark.parametrize(
    ("game", "players", "options", "code", "says"),
    [
        ("chess", 2, {}, "unknown_game", "no game 'chess'; there are sneaky, schattendieb, raeuber"),
        ("Sneaky", 2, {}, "unknown_game", "did you mean 'sneaky'?"),
        (None, 2, {}, "unknown_game", "no game None"),
        ("sneaky", 1, {}, "wrong_players", "Sneaky is for 2 to 4 players, not 1"),
        ("sneaky", 5, {}, "wrong_players", "2 to 4"),
        ("sneaky", "3", {}, "wrong_players", "not '3'"),
        ("sneaky", True, {}, "wrong_players", "not True"),
        ("schattendieb", 2, {}, "wrong_players", "3 to 7"),
        ("schattendieb", 8, {}, "wrong_players", "3 to 7"),
        ("raeuber", 6, {}, "wrong_players", "2 to 5"),
        ("raeuber", 2, {"bandits": "1223"}, "unknown_option", "Räuber has no option 'bandits'; it has open_sums"),
        ("sneaky", 2, {"bandits": "2222"}, "wrong_option", "1223, 1123 or 1233, not '2222' (SN-2)"),
        ("raeuber", 2, {"open_sums": "maybe"}, "wrong_option", "on or off, not 'maybe' (RB-18)"),
        ("raeuber", 2, {"open_sums": None}, "wrong_option", "RB-18"),
        ("schattendieb", 3, {"vaults": [20]}, "wrong_option", "twelve counts"),
        ("schattendieb", 3, {"vaults": [1] * 12}, "wrong_option", "add up to 20"),
        ("schattendieb", 3, {"vaults": [21, -1, *[0] * 10]}, "wrong_option", "SD-3"),
        ("schattendieb", 3, {"vaults": "a,b"}, "wrong_option", "SD-3"),
        ("schattendieb", 3, {"vaults": 7}, "wrong_option", "SD-3"),
        ("schattendieb", 3, {"vaults": [1.5, 18.5, *[0] * 10]}, "wrong_option", "SD-3"),
        ("schattendieb", 3, {"games": 0}, "wrong_option", "1 to 20, not 0 (SD-21)"),
        ("schattendieb", 3, {"games": 21}, "wrong_option", "SD-21"),
        ("schattendieb", 3, {"games": "many"}, "wrong_option", "SD-21"),
        ("schattendieb", 3, {"games": 2.0}, "wrong_option", "SD-21"),
        ("schattendieb", 3, {"all_close": "never"}, "wrong_option", "played or valid"),
    ],
)
def test_a_wrong_setup_says_what_would_do(game: Any, players: Any, options: Any, code: str, says: str) -> None:
    with pytest.raises(beute.SetupError) as wrong:
        beute.new(game, players, **options)
    assert wrong.value.code == code
    assert says in str(wrong.value)


@pytest.mark.parametrize("said", [True, "on", "true", "YES", "1", 1])
def test_a_switch_is_said_in_several_ways(said: object) -> None:
    assert beute.new("raeuber", 2, seed=1, open_sums=said).options["open_sums"] is True


def test_a_list_can_be_said_with_commas() -> None:
    game = beute.new("schattendieb", 3, seed=1, vaults="20,0,0,0,0,0,0,0,0,0,0,0")
    assert game.record().options == {"vaults": [20, *[0] * 11]}


def test_a_record_names_what_differs_from_the_default() -> None:
    assert beute.new("sneaky", 2, seed=1, bandits="1223").record().options == {}
    assert beute.new("sneaky", 2, seed=1, bandits="1123").record().options == {"bandits": "1123"}


def test_a_set_up_can_be_sent_to_other_processes() -> None:
    setup = set_up("schattendieb", 4, {"redraw": True})
    assert setup.about.TITLE == "Der Schattendieb"
    assert pickle.loads(pickle.dumps(setup)) == setup
