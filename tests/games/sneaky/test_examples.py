"""The worked examples of the rule sheet: Sarah's turn, and Tim's after it.

The sheet tells which dice are placed. What else was rolled, the value of the two new bandits and how Tim goes on
it shows in pictures or not at all: these are made up here so that they fit.
"""

import pytest

import beute
from beute.games.sneaky.view import SneakyView
from beute.play.luck import Scripted

SARAH, TIM = 0, 1

CHANCE = [
    f"start {SARAH}",
    "open R1",
    "open Y2",
    "open G3",
    "roll YGGBBSP",  # Sarah: all seven dice
    "roll YRSP",  # the remaining four
    "roll GBP",  # the remaining three
    "open B2",
    "open G2",
    "roll YRGGBSP",  # Tim: all seven dice
    "roll GGBP",  # the remaining four
    "open P1",
    "roll YYYYYYY",
]
SARAHS_TURN = ["put c2", "put c2", "put c1", "again", "put c0", "again", "put c2", "stop"]


def new_game(players: int) -> beute.Game[SneakyView]:
    return beute.new("sneaky", players, luck=Scripted(CHANCE))


def played(players: int, words: list[str]) -> beute.Game[SneakyView]:
    game = new_game(players)
    for word in words:
        game.play(word)
    return game


def centre(game: beute.Game[SneakyView]) -> list[str | None]:
    """The bandits, a dot for each die."""
    return [None if there is None else there["bandit"] + "•" * there["dice"] for there in game.view()["centre"]]


@pytest.mark.clause("SN-6", "SN-7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sarahs_first_roll(players: int) -> None:
    """Two green dice on the green 3, a yellow one on the yellow 2."""
    game = new_game(players)
    assert game.due == (SARAH,)
    assert game.legal == ["put c1", "put c2"]
    game = played(players, SARAHS_TURN[:3])
    assert centre(game) == ["R1", "Y2•", "G3••"]
    assert game.view()["dice"] == ["B", "B", "S", "P"]
    assert game.legal == ["again", "stop"]


@pytest.mark.clause("SN-9", "SN-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sarahs_second_roll(players: int) -> None:
    """She rolls four dice, and places a red one; what lies, lies; the second yellow she keeps back."""
    game = played(players, SARAHS_TURN[:4])
    assert game.events[-1] == "* roll YRSP"
    assert game.legal == ["put c0", "put c1"]
    game.play("put c0")
    assert centre(game) == ["R1•", "Y2•", "G3••"]
    assert game.legal == ["again", "put c1", "stop"]


@pytest.mark.clause("SN-9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sarahs_third_roll(players: int) -> None:
    """She rolls three dice; the green 3 is full, no further green die can be placed on it."""
    game = played(players, SARAHS_TURN[:6])
    assert game.events[-1] == "* roll GBP"
    assert game.legal == ["put c2"]
    game.play("put c2")
    assert centre(game) == ["R1•", "Y2•", "G3•••"]
    assert game.legal == ["again", "stop"]
    full = game.why("put c2")
    assert full is not None
    assert (full.clause, full.code) == ("SN-9", "bandit_is_full")


@pytest.mark.clause("SN-12", "SN-13", "SN-14", "SN-17", "SN-19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sarah_stops(players: int) -> None:
    """She has the red 1 face down, the green 3 on her stack, and three handcuffs."""
    game = played(players, SARAHS_TURN)
    sarah = game.view()["seats"][SARAH]
    assert sarah["safe"] == ["R1"]
    assert [stack["bandits"] for stack in sarah["stacks"]] == ([[], ["G3"]] if players == 2 else [["G3"]])
    assert sarah["cuffs"] == 3
    assert [there["cuffs"] for there in game.view()["seats"][1:]] == [2] * (players - 1)
    assert centre(game) == ["B2", "Y2", "G2"]  # the yellow 2 stays, its die came off
    assert game.due == (TIM,)


@pytest.mark.clause("SN-7", "SN-8", "SN-11")
@pytest.mark.parametrize(("players", "sarahs"), [(2, "s0.3"), (3, "s0"), (4, "s0")])
def test_tims_turn(players: int, sarahs: str) -> None:
    """A green die on Sarah's green 3, a blue and a green one in the centre, no yellow one."""
    game = played(players, SARAHS_TURN)
    assert game.legal == ["put c0", "put c1", "put c2", f"put {sarahs}"]
    for word in f"put {sarahs}", "put c0", "put c2":
        game.play(word)
    assert centre(game) == ["B2•", "Y2", "G2•"]
    assert game.view()["seats"][SARAH]["stacks"][-1] == {"bandits": ["G3"], "dice": 1}
    assert game.legal == ["again", "put c1", "stop"]
    game.play("again")
    assert game.events[-1] == "* roll GGBP"
    assert centre(game) == ["B2•", "Y2", "G2•"]


@pytest.mark.clause("SN-12", "SN-14", "SN-15", "SN-18")
@pytest.mark.parametrize(("players", "sarahs"), [(2, "s0.3"), (3, "s0"), (4, "s0")])
def test_tim_robs_sarah(players: int, sarahs: str) -> None:
    """Bandits of others go face up on one's own stack, and change hands again."""
    game = played(players, [*SARAHS_TURN, f"put {sarahs}", "put c0", "put c2", "again"])
    for word in f"put {sarahs}", f"put {sarahs}", "put c0", "stop":
        game.play(word)
    if players > 2:
        assert game.legal == ["top B2", "top G3"]
        game.play("top B2")
    sarah, tim, *_ = game.view()["seats"]
    assert [stack["bandits"] for stack in sarah["stacks"]] == [[]] * len(sarah["stacks"])
    assert [stack["bandits"] for stack in tim["stacks"]] == ([["B2"], ["G3"]] if players == 2 else [["G3", "B2"]])
    assert (sarah["safe"], sarah["cuffs"], tim["cuffs"]) == (["R1"], 3, 2)
    assert centre(game) == ["P1", "Y2", "G2"]
    assert game.due == (2 % players,)
