"""RB-9 and RB-11: who may count a sack sees its cards in the order they were laid, and their sum."""

from __future__ import annotations

import pytest

import beute
from beute import Game, Match
from beute.games.raeuber.view import RaeuberView
from tests.games.raeuber.position import dealing, raeuber

EVERYBODY = (0, 1, 2, None)
HANDS = ["9 5 R 3 6 7", "5 4 R 3 6 8", "9 8 R R 10 10"]

# What each viewer sees of the 26 after each event: its cards and their sum, or nothing.
TURNS = [
    ("0 9>26", {0: "9 = 9"}),
    ("* draw 0 10", {0: "9 = 9"}),
    ("1 4>26", {0: "9 4 = 13"}),  # RB-10: it stays with its owner
    ("* draw 1 10", {0: "9 4 = 13"}),
    ("2 R>26", {0: "9 4 R = 13", 2: "9 4 R = 13"}),  # RB-11: the robber lets its player count
    ("* draw 2 10", {0: "9 4 R = 13", 2: "9 4 R = 13"}),
    ("0 5>26", {0: "9 4 R 5 = 18", 2: "9 4 R 5 = 18"}),
    ("* draw 0 10", {0: "9 4 R 5 = 18", 2: "9 4 R 5 = 18"}),
    ("1 5>26", {1: "9 4 R 5 5 = 23", 2: "9 4 R 5 5 = 23"}),  # RB-8: robbed, and the new owner sees all
    ("* draw 1 10", {1: "9 4 R 5 5 = 23", 2: "9 4 R 5 5 = 23"}),
    ("2 8>27", {1: "9 4 R 5 5 = 23"}),  # RB-11: the own next play ends the count
    ("* draw 2 10", {1: "9 4 R 5 5 = 23"}),
    ("0 3>26", dict.fromkeys(EVERYBODY, "9 4 R 5 5 3 = 26")),  # RB-9: counted out for everybody
    ("* draw 0 10", dict.fromkeys(EVERYBODY, "9 4 R 5 5 3 = 26")),
    ("1 6>29", dict.fromkeys(EVERYBODY, "9 4 R 5 5 3 = 26")),
]


def counted(game: Game[RaeuberView], sack: str = "26") -> dict[int | None, str]:
    """What each viewer sees in a sack."""
    found = {}
    for seat in (*range(game.players), None):
        (shown,) = [each for each in game.view(seat)["sacks"] if each["name"] == sack]
        assert (shown["cards"] is None) == (shown["loot"] is None)
        if shown["cards"] is not None:
            found[seat] = f"{' '.join(shown['cards'])} = {shown['loot']}"
    return found


def played(events: list[str], open_sums: bool = False, hands: list[str] = HANDS) -> Game[RaeuberView]:
    game: Game[RaeuberView] = Game(raeuber(len(hands), open_sums).setup, None)
    for event in [*dealing(hands), *events]:
        game.play(event)
    return game


def test_rb_9_rb_11_cards_and_sum_for_who_may_count() -> None:
    """RB-9, RB-11: turn by turn."""
    game = played([])
    assert counted(game) == dict.fromkeys(EVERYBODY, " = 0"), "in the centre, empty"
    for event, seen in TURNS:
        game.play(event)
        assert counted(game) == seen, event


def test_rb_11_a_sack_taken_with_a_robber_is_counted_by_its_owner() -> None:
    """RB-5, RB-11"""
    game = played(["0 R>28"])
    assert counted(game, "28") == {0: "R = 0"}


def test_rb_8_rb_11_a_robber_on_a_robber_robs_and_counts() -> None:
    """RB-8, RB-11: who was robbed counted it only as its owner."""
    game = played(["0 7>28", "* draw 0 10", "1 R>28", "* draw 1 10"])
    assert counted(game, "28") == {0: "7 R = 7", 1: "7 R = 7"}
    game.play("2 R>28")
    assert counted(game, "28") == {1: "7 R R = 7", 2: "7 R R = 7"}
    for event in ("* draw 2 10", "0 6>28", "* draw 0 10", "1 4>29"):
        game.play(event)
    assert counted(game, "28") == {2: "7 R R 6 = 13"}


def test_rb_9_rb_11_a_sack_sealed_by_another_is_counted_out_and_another_s_is_not() -> None:
    """RB-9, RB-11"""
    game = played(["0 9>26", "* draw 0 10", "1 8>26", "* draw 1 10", "2 9>26"], hands=[*HANDS[:2], "9 8 R R 10 10"])
    assert counted(game) == dict.fromkeys(EVERYBODY, "9 8 9 = 26")
    game.play("* draw 2 10")
    game.play("0 5>27")
    assert counted(game, "27") == {0: "5 = 5"}


@pytest.mark.parametrize("open_sums", [False, True])
def test_rb_11_rb_18_open_sums_show_sums_and_no_other_cards(open_sums: bool) -> None:
    """RB-11, RB-18"""
    game = played([event for event, _ in TURNS[:6]], open_sums)
    for seat in EVERYBODY:
        (shown,) = [each for each in game.view(seat)["sacks"] if each["name"] == "26"]
        may_count = seat in (0, 2)
        assert shown["loot"] == (13 if may_count or open_sums else None)
        assert shown["cards"] == (["9", "4", "R"] if may_count else None)


def test_rb_11_what_is_taken_back_lies_there_no_more() -> None:
    """RB-11, RB-18: with open sums a placement can be taken back."""
    game = played(["0 9>26", "* draw 0 10", "1 4>26"], open_sums=True)
    (before,) = [each for each in game.view(0)["sacks"] if each["name"] == "26"]
    assert before["cards"] == ["9", "4"]
    game.undo(1)
    (after,) = [each for each in game.view(0)["sacks"] if each["name"] == "26"]
    assert (after["cards"], after["loot"]) == (["9"], 9)


def test_rb_11_copies_and_games_read_again_show_the_same_cards() -> None:
    """RB-11: the state does not tell the cards, the events do."""
    game = played([event for event, _ in TURNS])
    twin = game.copy()
    twin.play("* draw 1 10")
    twin.play("2 9>29")
    assert counted(twin, "29") == {1: "6 9 = 15"}
    assert counted(game, "29") == {1: "6 = 6"}
    read = beute.replay(game.record())
    assert [counted(read, sack) for sack in ("26", "27", "29")] == [counted(game, sack) for sack in ("26", "27", "29")]


def test_rb_11_a_match_that_is_resumed_shows_the_same_cards() -> None:
    """RB-11"""
    match = Match("raeuber", 3, seed=4)
    while len(match.game.events) < 60:
        match.game.play(match.game.legal[-1])
    again = Match.resumed(match.saved())
    for seat in EVERYBODY:
        assert again.game.view(seat)["sacks"] == match.game.view(seat)["sacks"]
    assert any(counted(match.game, sack) for sack in ("26", "45a", "100"))


def test_rb_11_the_open_view_has_all_cards() -> None:
    """RB-11: for who may see everything."""
    game = played([event for event, _ in TURNS])
    sacks = {sack["name"]: sack["cards"] for sack in game.open_view()["sacks"]}
    assert (sacks["26"], sacks["27"], sacks["29"], sacks["100"]) == (["9", "4", "R", "5", "5", "3"], ["8"], ["6"], [])
