"""RB-6, RB-12 and RB-18: what a person is offered without open sums, and what is refused aloud."""

from __future__ import annotations

from typing import Any

import pytest

from beute import Game, IllegalMove
from tests.games.raeuber.position import SACKS, table

EVERYBODY = (0, 1, 2, None)

NARROW = """
    turn 0
    26 of 0: 20, top 6
    27 of 1: sealed, top 7
    70a of 1: 61, top 9
    100 of 2: 93, top R
    seat 0: R 8 10
    seat 1: R 4 5
    seat 2: 8 9 9
    unseen: 2 3
    """


def refused(game: Game, word: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        game.play(word)
    return caught.value


def told(game: Game) -> list[Any]:
    """What is announced, the same for everybody."""
    first, *others = [game.view(seat)["refused"] for seat in EVERYBODY]
    assert others == [first] * len(others)
    assert isinstance(first, list)
    return first


# ---------------------------------------------------------------- what is offered


def test_rb_18_every_card_is_offered_on_every_unsealed_sack_it_may_be_tried_on() -> None:
    """RB-18: not on the sealed 27 (RB-9), the robber not on the own 26 (RB-7); what exceeds a sack is not told."""
    game = table(NARROW)
    loot = [f"{card}>{sack}" for card in ("8", "10") for sack in SACKS if sack != "27"]
    robber = [f"R>{sack}" for sack in SACKS if sack not in ("26", "27")]
    assert game.view(0)["choices"] == sorted(loot + robber)
    assert set(game.view(0)["choices"]) - set(game.legal) == {"8>26", "10>26", "10>70a", "8>100", "10>100"}


def test_rb_18_who_is_not_asked_is_offered_nothing() -> None:
    """RB-18"""
    game = table(NARROW)
    assert [game.view(seat)["choices"] for seat in (1, 2, None)] == [[], [], []]
    game.play("0 8>70b")
    assert game.chance_is_due
    assert [game.view(seat)["choices"] for seat in EVERYBODY] == [[], [], [], []]


def test_rb_18_a_last_card_is_offered_on_every_unsealed_sack_too() -> None:
    """RB-18"""
    game = table("last 0\n26 of 1: 20, top 6\n27 of 1: sealed, top 7\nseat 0: 8\nseat 1: R")
    assert game.view(0)["choices"] == sorted(f"8>{sack}" for sack in SACKS if sack != "27")
    assert refused(game, "8>26").code == "exceeds_sack"
    assert game.view(1)["refused"] == ["0 8>26"]


STUCK = """
    turn 0
    26 of 0: 18, top 9
    27 of 0: 19, top 9
    28 of 0: 20, top 9
    29 of 0: 21, top 9
    45a 45b of 0: 37, top 8
    70a 70b of 0: 62, top 7
    100 of 0: 92, top 7
    seat 0: R 10
    seat 1: R 6
    unseen: R
    """


@pytest.mark.parametrize("open_sums", [False, True])
def test_rb_12_when_nothing_fits_the_question_is_which_card_to_lay_out(open_sums: bool) -> None:
    """RB-12"""
    game = table(STUCK, open_sums)
    assert game.view(0)["choices"] == ["10>out", "R>out"]
    assert refused(game, "10>100").code == "exceeds_sack"
    assert game.view(1)["refused"] == [], "it was not offered, so it was no try"
    game.play("10>out")
    assert game.view(1)["log"][-1] == "0 10>out", "face up"


def test_rb_12_when_something_fits_laying_out_is_not_offered() -> None:
    """RB-12"""
    game = table(STUCK.replace("100 of 0", "100 of 1"))
    assert game.legal == ["R>100"]
    assert not [word for word in game.view(0)["choices"] if word.endswith(">out")]
    for sack in SACKS:
        assert refused(game, f"10>{sack}").clause == "RB-6"
    assert game.view(0)["choices"] == ["R>100"]


# ---------------------------------------------------------------- what is refused


def test_rb_6_a_try_that_exceeds_the_sack_is_refused_aloud() -> None:
    """RB-6"""
    game = table(NARROW)
    error = refused(game, "10>70a")
    assert (error.clause, error.code, error.seat, error.word) == ("RB-6", "exceeds_sack", 0, "10>70a")
    assert told(game) == ["0 10>70a"]


def test_rb_6_a_refusal_is_no_event_of_the_game() -> None:
    """RB-6"""
    game = table(NARROW)
    before = game.copy()
    refused(game, "10>70a")
    assert game == before
    assert game.events == ()
    assert game.due == (0,)
    assert game.legal == before.legal
    assert game.view(0)["hands"][0] == ["R", "8", "10"]
    assert told(before) == []


def test_rb_6_the_same_card_on_the_same_sack_is_not_tried_again_this_turn() -> None:
    """RB-6"""
    game = table(NARROW)
    offered = game.view(0)["choices"]
    tried = []
    for word in ("10>70a", "10>100", "8>26"):  # the same card elsewhere, another card, may be tried
        tried.append(word)
        refused(game, word)
        assert told(game) == [f"0 {each}" for each in tried]
        assert game.view(0)["choices"] == [each for each in offered if each not in tried]
    assert refused(game, "10>70a").code == "exceeds_sack"
    assert told(game) == ["0 10>70a", "0 10>100", "0 8>26"], "told once"


def test_rb_6_then_any_other_choice_may_be_made_and_refusals_are_forgotten_after_the_turn() -> None:
    """RB-6"""
    game = table(NARROW)
    refused(game, "10>70a")
    game.play("8>70a")
    assert told(game) == []
    game.play("* draw 0 2")
    assert told(game) == []
    assert game.due == (1,)


def test_rb_6_what_was_refused_is_offered_again_in_the_next_turn() -> None:
    """RB-6"""
    game = table(NARROW)
    refused(game, "10>100")
    for event in ("0 R>70a", "* draw 0 2", "1 R>26", "* draw 1 3"):
        game.play(event)
    refused(game, "2 8>100")
    assert told(game) == ["2 8>100"]
    game.play("2 9>70b")
    assert told(game) == []
    assert game.due == (0,)
    assert "10>100" in game.view(0)["choices"]
    refused(game, "0 10>100")
    assert told(game) == ["0 10>100"]


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("8>27", id="RB-9 on a sealed sack"),
        pytest.param("R>26", id="RB-7 a robber on an own sack"),
        pytest.param("9>28", id="RB-4 a card that is not in the hand"),
        pytest.param("8>out", id="RB-12 out, though something fits"),
        pytest.param("1 4>28", id="RB-4 out of turn"),
        pytest.param("11>26", id="no such card"),
        pytest.param("* draw 0 2", id="RB-4 drawing before playing"),
    ],
)
def test_what_anybody_can_see_is_wrong_is_no_try_and_not_announced(word: str) -> None:
    game = table(NARROW)
    choices = game.view(0)["choices"]
    refused(game, word)
    assert told(game) == []
    assert game.view(0)["choices"] == choices


def test_rb_18_the_text_of_a_refusal_offers_no_more_than_the_view() -> None:
    """RB-18: it says what can be tried, not what would fit."""
    game = table(NARROW)
    text = str(refused(game, "10>70a"))
    assert text.endswith(f"possible: {', '.join(game.view(0)['choices'])}")
    assert "10>26" in text, "that would exceed too, but nobody has tried it"


def test_rb_18_with_open_sums_a_card_that_exceeds_is_not_offered_and_so_never_tried() -> None:
    """RB-18"""
    game = table(NARROW, open_sums=True)
    assert game.view(0)["choices"] == game.legal
    assert refused(game, "10>70a").clause == "RB-6"
    assert told(game) == []
