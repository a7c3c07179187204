"""Absurd moves of Der Schattendieb, each in drawn positions: where it is one, and where a little makes it none."""

from __future__ import annotations

import pytest

from beute.bots.absurd import absurdity
from beute.bots.absurd.schattendieb import LIST
from tests.games.schattendieb.position import Position, position

PILE = "\npile rest\ndiscard"


def names(p: Position, seat: int = 0) -> dict[str, str]:
    """The legal words of a seat that are absurd, and what each is."""
    known = p.known(seat)
    found = {word: absurdity(known.s, seat, p.engine.decisions[word]) for word in p.legal(seat)}
    return {word: LIST[number - 1].name for word, number in found.items() if number}


def choose(hand: str, vault: str, two: str = "B1 B2 B3 B4 [C2]", pile: str = PILE) -> Position:
    return position(f"choose\n0 {hand} [{vault}]\n1 R1 R2 R3 R4 [C1]\n2 {two}{pile}")


@pytest.mark.clause("SD-11")
@pytest.mark.parametrize(
    ("p", "absurd"),
    [
        pytest.param(choose("V9 V4 W3 W8", "W1"), {"play V9", "play V4"}, id="on one point"),
        pytest.param(choose("V9 V4 W3 W8", "W3 C2"), {"play V9", "play V4"}, id="on five points"),
        pytest.param(choose("V9 V4 W3 W8", "W4 C2"), set(), id="on six, two for each player"),
        pytest.param(choose("V9 V4 W3 W8", "W1", two="[C2] V6"), set(), id="SD-17 with two open it may be the last"),
        pytest.param(choose("V4 W4 W8", "W1 R1 B1 C1 W1"), set(), id="a card that is too low shuts nothing"),
        pytest.param(choose("V9 W3", "W1", two="B1 B2 [C2]", pile=""), set(), id="SD-15 without a pile it is late"),
    ],
)
def test_shutting_for_nothing(p: Position, absurd: set[str]) -> None:
    assert names(p) == dict.fromkeys(absurd, "shuts_for_nothing")


@pytest.mark.clause("SD-11")
@pytest.mark.parametrize(
    ("p", "absurd"),
    [
        pytest.param(choose("V4 V9 V9 W8", ""), {"play V9"}, id="the lower does as well"),
        pytest.param(choose("V9 V9 W3 W8", ""), set(), id="none is lower"),
        pytest.param(choose("V4 V5 W3 W8", "W1 W2 R3 R5 B5 B6"), set(), id="neither will ever shut so many jewels"),
    ],
)
def test_throwing_the_better_shut_away(p: Position, absurd: set[str]) -> None:
    assert names(p) == dict.fromkeys(absurd, "throws_the_better_shut_away")


def stealing(one: str, two: str, three: str = "B6 B7 B8 > V9 []", thief: str = "TS") -> Position:
    return position(f"steal {thief}\n0 V4 V5 W9 > {thief} []\n1 R1 R2 R3 {one}\n2 B1 B2 B3 {two}\n3 {three}{PILE}")


@pytest.mark.clause("SD-7")
@pytest.mark.parametrize(
    ("p", "absurd"),
    [
        pytest.param(stealing("> W3 [C5]", "> R7 [C6]"), {"steal 1"}, id="less, from the poorer"),
        pytest.param(stealing("> W3 [C6]", "> R7 [C6]"), {"steal 1"}, id="less, from an equal"),
        pytest.param(stealing("> W3 [C7]", "> R7 [C6]"), set(), id="less, from the richer"),
        pytest.param(
            stealing("> W3 [C5]", "> R7 [C6]", "B6 B7 B8 > TW []"), set(), id="the thief of watches would take it"
        ),
    ],
)
def test_stealing_the_poorer(p: Position, absurd: set[str]) -> None:
    assert names(p) == dict.fromkeys(absurd, "steals_the_poorer")


@pytest.mark.clause("SD-8")
def test_a_thief_of_one_kind() -> None:
    p = stealing("> W3 [C5]", "> W7 [C6]", "B6 B7 > V9 []", thief="TW")
    assert names(p) == {"steal 1": "steals_the_poorer"}


def adding(hand: str, vault: str, front: str = "W7", discard: str = "", two: str = "B1 B2 B3 > V5 []") -> Position:
    return position(f"add\n0 {hand} > {front} [{vault}]\n1 R1 R2 R3 > V6 []\n2 {two}\npile rest\ndiscard {discard}")


FULL = "R4 R5 R6 R7 R8 R9 B4 B5 B6 B7 B8 C1 C2"  # thirteen jewels


@pytest.mark.clause("SD-9")
@pytest.mark.parametrize(
    ("p", "absurd"),
    [
        pytest.param(adding("W9 W8 V4", f"{FULL} C3"), {"add W9", "add W8"}, id="a sixteenth jewel"),
        pytest.param(adding("W9 W8 V4", FULL), set(), id="a fifteenth: V15 may come"),
        pytest.param(adding("W9 W8 V4", FULL, discard="V15"), {"add W9", "add W8"}, id="V15 is gone"),
        pytest.param(adding("W9 W8 V4", FULL, two="[B1] V15"), {"add W9", "add W8"}, id="V15 has shut another's vault"),
        pytest.param(adding("W9 W8 V4", f"{FULL} C3 C4"), set(), id="it was too full before"),
    ],
)
def test_overfilling(p: Position, absurd: set[str]) -> None:
    assert names(p) == dict.fromkeys(absurd, "overfills_the_vault")


@pytest.mark.clause("SD-9")
@pytest.mark.parametrize(
    ("p", "absurd"),
    [
        pytest.param(adding("W2 W9 V4", "R4 R5 R6"), {"add W2"}, id="V4 shuts four, and W2 is not worth it"),
        pytest.param(adding("W2 W9 V4", "R4 R5"), set(), id="four is what V4 shuts"),
        pytest.param(adding("W2 W9 V4 V8", "R4 R5 R6"), set(), id="V8 shuts it still"),
        pytest.param(adding("W2 W9 V4", "R4 R5 R6 R7"), set(), id="V4 was too low before"),
        pytest.param(
            adding("W2 W9 V4", "R4 R5 R6", two="[B10 C10] V7"), set(), id="a vault that is beaten has nothing to lose"
        ),
    ],
)
def test_spoiling(p: Position, absurd: set[str]) -> None:
    assert names(p) == dict.fromkeys(absurd, "spoils_the_vault")
