"""Absurd moves of Sneaky, each in drawn positions: where it is one, and where a little makes it none."""

from __future__ import annotations

import pytest

from beute.bots.absurd import absurdity, sensible
from beute.bots.absurd.sneaky import LIST
from beute.games.bits import members
from tests.games.sneaky.position import Table, position

OTHERS = "\n1 cuffs 2 safe - stack -\n2 cuffs 2 safe - stack -\n"
ME = "\n> 0 cuffs 2 safe - stack -" + OTHERS
AHEAD = "\n> 0 cuffs 3 safe - stack R3 B3" + OTHERS
BEHIND = "\n> 0 cuffs 1 safe - stack -\n1 cuffs 2 safe - stack -\n2 cuffs 2 safe - stack -\n"  # by five and two points
FAR_BEHIND = "\n> 0 cuffs 1 safe - stack -\n1 cuffs 2 safe P1 B1 stack S3 P3 G2\n2 cuffs 2 safe - stack -\n"


def names(table: Table) -> dict[str, str]:
    """The legal words that are absurd, and what each is."""
    seat = table.turn
    found = {word: absurdity(table.state, seat, table.engine.decisions[word]) for word in table.legal}
    return {word: LIST[number - 1].name for word, number in found.items() if number}


@pytest.mark.clause("SN-11")
def test_stopping_with_nothing_filled() -> None:
    table = position("centre R1 Y2• G3" + ME + "left RBBSSP")
    assert names(table)["stop"] == "stops_empty_handed"


@pytest.mark.clause("SN-10")
@pytest.mark.parametrize("drawing", ["centre R1 Y2• G3" + ME, "centre R1 Y2• -" + ME + "pile -\nlast round 2\n"])
def test_that_stop_is_what_a_bust_is(drawing: str) -> None:
    """The proof: both leave the same table, so another roll, which may fill something, loses nothing."""
    stopped, bust = (position(drawing + "left BBSSPP") for _ in range(2))
    stopped.play("0 stop")
    bust.play("0 again, * roll BBSSPP")
    for table in stopped, bust:  # what the dice showed in a turn that is over matters to nobody
        table.state.dice = table.state.placed = table.state.dice_left = 0
        table.state.wants = table.state.spots = 0
    stopped.state.byte = bust.state.byte
    assert stopped.table.tobytes() == bust.table.tobytes()


@pytest.mark.parametrize(
    ("drawing", "absurd"),
    [
        pytest.param("centre R1• Y2• G3" + ME + "left BBSSP", {}, id="with something filled one may stop"),
        pytest.param("centre R1• Y2• G3" + ME + "left YBBSP", {"stop": "leaves_a_full_bandit"}, id="SN-12 one more"),
        pytest.param("centre R1• Y2 G3" + ME + "left YBBSPP", {}, id="SN-12 one of two dice is not full"),
        pytest.param(
            "centre R1• Y2• G3" + ME + "pile S3 B3\nleft YBBSP", {}, id="SN-20 it would bring about the last round"
        ),
        pytest.param(
            "centre R1• G3 B3\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack Y2•\n2 cuffs 2 safe - stack -"
            "\npile S3 B2\nleft YSSPP",
            {"stop": "leaves_a_full_bandit"},
            id="SN-20 others' bandits do not",
        ),
        pytest.param("centre R1• B3••• S3••" + ME + "left P", {}, id="one die is enough for one"),
    ],
)
def test_stopping_with_something_filled(drawing: str, absurd: dict[str, str]) -> None:
    assert names(position(drawing)) == absurd


@pytest.mark.clause("SN-12")
def test_rolling_with_too_few_dice() -> None:
    table = position(
        "centre R1• G3• B3•\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack P3•••\n2 cuffs 2 safe - stack -\nleft S"
    )
    assert names(table) == {"again": "rolls_for_nothing"}


@pytest.mark.clause("SN-9")
@pytest.mark.parametrize(
    ("drawing", "absurd"),
    [
        pytest.param(
            "centre R1• G3 B3•••\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack -\n2 cuffs 2 safe - stack S2•"
            "\nleft GP",
            {"put c1": "wastes_a_die"},
            id="two dice left, three wanted",
        ),
        pytest.param(
            "centre R1 G3 B3•••\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack P2••\n2 cuffs 2 safe - stack -"
            "\nroll RG",
            {"put c1": "wastes_a_die"},
            id="the other die fills one",
        ),
        pytest.param(
            "centre R1• G3 B3•••\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack P2•\n2 cuffs 2 safe - stack -"
            "\nroll GG",
            {},
            id="SN-7 one must be placed",
        ),
        pytest.param(
            "centre R1 G3 -\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack P2••\n2 cuffs 2 safe - stack B3•••"
            "\npile -\nlast round 1\nroll RG",
            {},
            id="in the last round it may keep a colour open",
        ),
    ],
)
def test_wasted_dice(drawing: str, absurd: dict[str, str]) -> None:
    assert names(position(drawing)) == absurd


LAST = "pile -\nlast round 1\n"


@pytest.mark.clause("SN-24")
@pytest.mark.parametrize(
    ("drawing", "absurd"),
    [
        pytest.param("centre R1• Y2 G3" + AHEAD + LAST + "left BBSSPP", {"again": "risks_a_won_game"}, id="won"),
        pytest.param(
            "centre R1 Y2• G3" + AHEAD + LAST + "left BBSSPP", {"stop": "stops_empty_handed"}, id="nothing to risk"
        ),
        pytest.param("centre R1• Y2 G3" + AHEAD + "pile -\nlast round 2\nleft BBSSPP", {}, id="another turn to come"),
        pytest.param(
            "centre R1• - -" + AHEAD + "pile -\nlast round 2\nleft BBSSPP", {}, id="SN-21 over, but nothing to roll for"
        ),
        pytest.param(
            "centre R1• - -\n> 0 cuffs 3 safe - stack R3 B3\n1 cuffs 2 safe - stack Y2\n2 cuffs 2 safe - stack -\n"
            "pile -\nlast round 2\nleft BBSSPP",
            {"again": "risks_a_won_game"},
            id="SN-21 the centre is empty then",
        ),
        pytest.param("centre R1• Y2 G3" + BEHIND + LAST + "left BBSSPP", {"stop": "stops_beaten"}, id="could win"),
        pytest.param("centre R1• Y2 -" + FAR_BEHIND + LAST + "left BBSSPP", {}, id="cannot win"),
        pytest.param("centre R1• Y2 G3" + BEHIND + "pile -\nlast round 2\nleft BBSSPP", {}, id="not over yet"),
    ],
)
def test_the_last_turn(drawing: str, absurd: dict[str, str]) -> None:
    assert names(position(drawing)) == absurd


def test_sensible_are_the_others() -> None:
    table = position("centre R1 Y2• G3" + ME + "left RBBSSP")
    words = {table.engine.decision_words[a] for a in members(sensible(table.state, table.turn))}
    assert words == set(table.legal) - {"stop"}
