"""A game as people handle it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import beute
from beute.games.views import offered
from beute.play.luck import Scripted
from tests.setups import COUNTS, SETUPS, label


def play_some(game: beute.Game[Any], moves: int, seed: int = 0) -> beute.Game[Any]:
    luck = random.Random(seed)
    for _ in range(moves):
        if game.over:
            break
        seat = luck.choice(game.due)
        game.play(luck.choice(game.legal_for(seat)), seat)
    return game


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_a_new_game_asks_somebody(name: str, players: int) -> None:
    game = beute.new(name, players=players, seed=1)
    assert game.due
    assert game.legal == game.legal_for(game.due[0])
    assert game.scores is None
    assert game.winners is None
    assert game.ending is None
    assert not game.chance_is_due


def test_a_seed_repeats_a_game_and_no_seed_does_not() -> None:
    assert beute.new("raeuber", 3, seed=5) == beute.new("raeuber", 3, seed=5)
    assert beute.new("raeuber", 3, seed=5) != beute.new("raeuber", 3, seed=6)
    assert beute.new("raeuber", 3) != beute.new("raeuber", 3)


def test_the_table_as_text() -> None:
    script = ["start 2", "open Y1", "open R2", "open G3", "roll YYRGGSP"]
    game = beute.new("sneaky", players=3, luck=Scripted(script))
    assert str(game).splitlines() == [
        "Sneaky, 3 players",
        "Centre   c0 Y1   c1 R2   c2 G3   (pile 21)",
        "  Seat 0   cuffs 2   safe -   stack -",
        "  Seat 1   cuffs 2   safe -   stack -",
        "> Seat 2   cuffs 2   safe -   stack -",
        "Dice     Y Y R G G S P",
        "Asked: Seat 2",
    ]


def test_an_illegal_move_says_what_why_and_what_would_do() -> None:
    script = ["start 0", "open Y1", "open R2", "open G3", "roll YYYYYYY"]
    game = beute.new("sneaky", players=2, luck=Scripted(script))
    with pytest.raises(beute.IllegalMove) as refused:
        game.play("put c1")
    assert str(refused.value) == (
        "'put c1' by seat 0: the roll has no die of that colour left (SN-7); possible: put c0"
    )
    assert (refused.value.seat, refused.value.word, refused.value.clause) == (0, "put c1", "SN-7")
    assert (refused.value.code, refused.value.offered) == ("no_die_of_that_colour", ["put c0"])


@pytest.mark.parametrize(
    ("word", "seat", "code"),
    [
        ("put c9", None, "unknown_word"),
        ("", None, "unknown_word"),
        ("PUT C0", None, "unknown_word"),
        ("put c0", 7, "unknown_seat"),
        ("put c0", -3, "unknown_seat"),
        ("put c0", -1, "unknown_seat"),
        ("put c0", 64, "unknown_seat"),  # beyond the bits of a word
        ("9 put c0", None, "unknown_seat"),
        ("put c0", 1, "not_your_turn"),
        ("* roll Y", None, "impossible_chance"),
    ],
)
def test_wrong_words_and_seats(word: str, seat: int | None, code: str) -> None:
    script = ["start 0", "open Y1", "open R2", "open G3", "roll YYYYYYY"]
    game = beute.new("sneaky", players=2, luck=Scripted(script))
    before = game.copy()
    with pytest.raises(beute.IllegalMove) as refused:
        game.play(word, seat)
    assert refused.value.code == code
    assert game == before


def test_a_move_after_the_end_is_refused() -> None:
    game = play_some(beute.new("schattendieb", 3, seed=4), 10_000)
    assert game.over
    with pytest.raises(beute.IllegalMove, match="the game is over") as refused:
        game.play("done")
    assert refused.value.clause in game.setup.about.CLAUSES


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_undo_takes_back_one_decision_and_brings_the_same_luck(setup: Any) -> None:
    game = play_some(beute.new(setup.game, setup.players, seed=8, **dict(setup.options)), 7)
    before = game.copy()
    seat, word = game.due[-1], game.legal_for(game.due[-1])[0]
    game.play(word, seat)
    after = game.copy()
    game.undo()
    assert game == before
    assert game.state.tobytes() == before.state.tobytes()
    game.play(word, seat)
    assert game == after
    assert game.state.tobytes() == after.state.tobytes()


def test_undo_at_the_start() -> None:
    game = beute.new("sneaky", 2, seed=1)
    with pytest.raises(ValueError, match="no decision to undo"):
        game.undo()


def test_a_copy_goes_its_own_way() -> None:
    game = beute.new("raeuber", 2, seed=1)
    twin = game.copy()
    twin.play(twin.legal[0])
    assert twin != game
    assert len({game, twin, game.copy()}) == 2


def test_decisions_made_at_once_are_written_in_the_order_of_seats() -> None:
    game = beute.new("schattendieb", 4, seed=2)
    for seat in (3, 0, 2):
        game.play(game.legal_for(seat)[0], seat)
    assert [event[0] for event in game.events[-3:]] == ["0", "2", "3"]
    twin = beute.new("schattendieb", 4, seed=2)
    for seat in (0, 2, 3):
        twin.play(twin.legal_for(seat)[0], seat)
    assert game == twin


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_views_are_plain_data_for_every_seat(setup: Any) -> None:
    import json

    game = play_some(beute.new(setup.game, setup.players, seed=3, **dict(setup.options)), 30)
    for seat in (None, *range(setup.players)):
        view = game.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat
        may_change = view["step"] == "choose" and seat in view["chosen"]
        assert bool(view["choices"]) == (seat in game.due or may_change)
        words = [choice["word"] for choice in view["choices"]]
        assert len(set(words)) == len(words)
        assert set(words) >= (set(game.legal_for(seat)) if seat is not None else set())
        assert offered(view["choices"]) == (game.offered(seat) if seat is not None else [])


def test_a_view_hides_others_hands_and_face_down_choices() -> None:
    game = beute.new("schattendieb", 3, seed=2)
    chosen = game.legal_for(1)[0]
    game.play(chosen, 1)
    for seat in (None, 0):
        view = game.view(seat)
        assert (view["asked"], view["chosen"]) == ([0, 2], [1])
        assert view["seats"][1]["hand"] == ["?"] * 4
        assert view["seats"][1]["front"] is None
        assert not [event for event in game.log(seat) if event.startswith("1 ")]
    mine = game.view(1)
    assert (mine["asked"], mine["chosen"]) == ([0, 2], [1])
    assert f"play {mine['seats'][1]['front']}" == chosen
    assert game.log(1)[-1] == f"1 {chosen}"
    dealt = [event for event in game.log(1) if event.startswith("* deal")]
    assert sum(event.endswith("?") for event in dealt) == 8


@pytest.mark.parametrize("seat", [-1, 3, 64])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(beute.BeuteError, match="seats go from 0 to 2"):
        beute.new("raeuber", 3, seed=1).view(seat)


def test_a_game_without_luck_waits_to_be_told() -> None:
    game = beute.replay({"beute": 1, "game": "sneaky", "players": 2, "events": []})
    assert game.chance_is_due
    assert game.due == ()
    assert game.chances == {"start 0": 1, "start 1": 1}
    with pytest.raises(beute.IllegalMove) as refused:
        game.play("start 1", -1)  # chance has no seat
    assert refused.value.code == "unknown_seat"
    game.play("* start 1")
    with pytest.raises(beute.IllegalMove, match="chance"):
        game.play("put c0")
    assert len(game.chances) == 6


def test_a_game_can_begin_at_a_position() -> None:
    """It goes on from there as the game in which the position came about; what came before cannot be taken back."""
    whole = play_some(beute.new("sneaky", 3, seed=2), 7)
    game = beute.Game(whole.setup, None, np.array([whole.state]))
    assert (game.due, game.legal, game.events) == (whole.due, whole.legal, ())
    with pytest.raises(beute.BeuteError, match="no decision to undo"):
        game.undo()
    game.play(game.legal[0])
    game.undo()
    assert game.state == whole.state
