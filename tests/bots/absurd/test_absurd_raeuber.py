"""Absurd moves of Räuber, each in drawn positions: where it is one, and where a little makes it none."""

from __future__ import annotations

from typing import Any

import pytest

from beute.bots.absurd import absurdity
from beute.bots.absurd.raeuber import LIST
from tests.games.raeuber.position import engine_of, state

ALL_TAKEN = "26 27 28 29 45b 70b of 1: sealed, top 9"


def names(s: Any) -> dict[str, str]:
    """The legal words of the seat whose turn it is that are absurd, and what each is."""
    rules, seat = engine_of(s), int(s.seat)
    known = rules.known(s, seat)
    found = {word: absurdity(known, seat, rules.decisions[word]) for word in rules.legal(s, seat)}
    return {word: LIST[number - 1].name for word, number in found.items() if number}


def turn(sacks: str, hand: str, others: str = "seat 1: 2 3 4 5\nunseen: Rx6 8x3 9x3 10x3") -> Any:
    return state("\n".join(["turn 0", *sacks.split("; "), f"seat 0: {hand}", others]))


@pytest.mark.clause("RB-10")
@pytest.mark.parametrize(
    ("sacks", "hand", "absurd"),
    [
        pytest.param("70a of 1: 8, top 8", "R 5 6", {"5>70a", "6>70a"}, id="nothing to spoil, nothing to rob back"),
        pytest.param("70a of 1: 8, top 8", "R 8 6", {"6>70a"}, id="RB-8 an 8 robs it"),
        pytest.param("70a of 1: 8, top 8", "R 6 6", set(), id="the second 6 can rob it"),
        pytest.param("70a of 1: 18, top 8", "R 5 6", set(), id="a richer sack may be worth covering"),
        pytest.param("26 of 1: 9, top 9", "R 7 6", {"6>26"}, id="with the 7 there are 10 left, which a card seals"),
        pytest.param("70a of 0: 8, top 8", "R 5 6", set(), id="one's own"),
    ],
)
def test_feeding_a_poor_sack(sacks: str, hand: str, absurd: set[str]) -> None:
    assert names(turn(sacks, hand)) == dict.fromkeys(absurd, "feeds_a_poor_sack")


@pytest.mark.clause("RB-5")
def test_without_a_sack_in_the_centre_a_gift_may_be_all_there_is() -> None:
    sacks = f"{ALL_TAKEN}; 45a of 0: 40, top 8; 100 of 0: 41, top 8; 70a of 1: 8, top 8"
    assert names(turn(sacks, "R 5 6", "seat 1: 2 3\nunseen: Rx2 8 9")) == {}


@pytest.mark.clause("RB-9")
@pytest.mark.parametrize(
    ("sacks", "absurd"),
    [
        pytest.param("26 of 0: 20, top 4; 70a of 1: 30, top 8", {"6>70a"}, id="the 6 seals one's own for 32 more"),
        pytest.param("45a of 0: 39, top 4; 70a of 1: 30, top 8", set(), id="for 6 more it may be left"),
        pytest.param("45a of 1: 39, top 4; 70a of 1: 30, top 8", {"6>70a"}, id="for 45, and 39 that another loses"),
        pytest.param("45a of 1: 38, top 4; 70a of 1: 30, top 8", set(), id="the 6 seals nothing"),
    ],
)
def test_giving_what_would_seal(sacks: str, absurd: set[str]) -> None:
    assert names(turn(sacks, "R 6")) == dict.fromkeys(absurd, "gives_a_seal_away")


@pytest.mark.clause("RB-8")
@pytest.mark.parametrize(
    ("sacks", "absurd"),
    [
        pytest.param("70a of 1: 20, top 9; 100 of 1: 40, top 9", {"9>70a"}, id="20 points less from the same player"),
        pytest.param("70a of 1: 20, top 9; 100 of 1: 39, top 9", set(), id="19 points less"),
        pytest.param("70a of 1: 20, top 9; 100 of 1: 40, top 8", set(), id="the other is not robbed by a 9"),
        pytest.param("26 of 1: 17, top 9; 100 of 1: 40, top 9", set(), id="RB-9 the smaller is sealed"),
        pytest.param(
            "70a of 2: 20, top 9; 70b of 2: 30, top 8; 100 of 1: 40, top 9", set(), id="from the player who leads"
        ),
    ],
)
def test_robbing_the_poorer(sacks: str, absurd: set[str]) -> None:
    others = "seat 1: 2 3\nseat 2: 4 5\nunseen: Rx6 8x3 9x3 10x3"
    assert names(turn(sacks, "R 9", others)) == dict.fromkeys(absurd, "robs_the_poorer")


def last(sacks: str, hand: str, other: str = "") -> Any:
    return state("\n".join(["last 0", ALL_TAKEN, *sacks.split("; "), f"seat 0: {hand}", f"seat 1: {other}"]))


@pytest.mark.clause("RB-15")
@pytest.mark.parametrize(
    ("sacks", "absurd"),
    [
        pytest.param("100 of 0: 40, top 8; 70a of 1: 30, top 9", {"5>70a"}, id="kept is more than given"),
        pytest.param(
            "100 of 0: 40, top 8; 70a of 1: 30, top 5", {"5>45a", "5>100"}, id="robbing 35 is more than 5 of one's own"
        ),
        pytest.param(
            "100 of 0: 95, top 8; 70a of 1: 30, top 5", {"5>45a", "5>100"}, id="sealing is no more than robbing 35"
        ),
    ],
)
def test_the_very_last_card(sacks: str, absurd: set[str]) -> None:
    found = names(last(sacks, "5"))
    assert {word for word, name in found.items() if name == "misplaces_the_last_card"} == absurd


@pytest.mark.clause("RB-17")
def test_the_win_comes_before_points() -> None:
    """With 300 points for the other nobody wins by a card: points count. Where the win is near, it does."""
    sacks = "26 27 28 29 of 0: sealed, top 9\n45a of 1: sealed, top 9\n70a of 1: sealed, top 8\n70b of 1: sealed, top 7"
    drawn = f"last 0\n{sacks}\n100 of 1: 60, top 5\nseat 0: 5\nseat 1:"
    assert names(state(drawn)) == {"5>45b": "misplaces_the_last_card"}


@pytest.mark.clause("RB-14")
def test_with_a_card_to_come_after_it_nothing_is_sure() -> None:
    assert names(last("100 of 0: 40, top 8; 70a of 1: 30, top 9; 45a of 0: 0, top R", "5", "3")) == {}
