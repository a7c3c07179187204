"""Sneaky by rules of thumb: each in a drawn position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beute.bots.greedy import sneaky as bot
from beute.games.sneaky.rules import CENTRE, SPOTS
from tests.games.sneaky.position import position

THREE = """
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
"""
FRESH = "centre R1 Y2 G3\n> 0 cuffs 2 safe - stack -" + THREE


def choice(drawing: str) -> str:
    table = position(drawing)
    a = bot.greedy(table.state, table.turn, np.array([1], np.uint64))
    return table.engine.decision_words[int(a)]


def worth(s: Any, seat: int = 0) -> Any:
    prices = np.empty(SPOTS)
    bot.price_bandits(s, seat, prices)
    return prices


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param(FRESH + "roll RBBBSSP", "put c0", id="fill what can be filled"),
        pytest.param("centre R1•  Y2•• G3\n> 0 cuffs 2 safe - stack -" + THREE + "left BBSP", "stop", id="few colours"),
        pytest.param(
            "centre R1• Y2• G3•••\n> 0 cuffs 2 safe - stack -" + THREE + "left BB", "stop", id="a full 3 is not staked"
        ),
        pytest.param(
            "centre R1• Y2 G3\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack B2\n2 cuffs 2 safe - stack P2"
            "\nleft SSSSSS",
            "again",
            id="four colours and six dice are no risk",
        ),
        pytest.param(
            "centre R1 Y3 S3\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack B2 G3\n2 cuffs 2 safe - stack -"
            "\nroll YGGGSPP",
            "put s1",
            id="steal what can be stolen",
        ),
        pytest.param(
            "centre R1• Y2•• -\n> 0 cuffs 0 safe - stack R3\n1 cuffs 3 safe B1 stack B3 S3 P3••"
            "\n2 cuffs 2 safe - stack -\npile -\nlast round 1\nleft GG",
            "again",
            id="behind in the last turn there is nothing to lose",
        ),
        pytest.param(
            "centre R1• Y2 G2\n> 0 cuffs 4 safe - stack R3 B3 S3\n1 cuffs 2 safe - stack -\n2 cuffs 2 safe - stack -"
            "\npile -\nlast round 1\nleft BBBBBB",
            "stop",
            id="ahead in the last turn there is nothing to gain",
        ),
    ],
)
def test_choices(drawing: str, expected: str) -> None:
    assert choice(drawing) == expected


def test_bust_risk() -> None:
    """Three colours are wanted, four dice are left: (1 - 3/6) to the fourth."""
    s = position(FRESH.replace("G3", "G3••").replace("Y2", "Y2•") + "rolls 4").state
    assert bot.bust_risk(s) == pytest.approx(0.5**4)


def test_fill_chance() -> None:
    """One die is likelier to come than three; the second bandit of a colour waits for the first."""
    s = position(FRESH + "rolls 7").state
    one, two, three = (bot.fill_chance(s, spot) for spot in range(CENTRE))
    assert 1 > one > two > three > 0
    both = position(FRESH.replace("Y2", "R2") + "rolls 7").state
    assert bot.fill_chance(both, 0) == one
    assert bot.fill_chance(both, 1) == three


def test_price_bandits() -> None:
    """A stolen bandit is worth more than one of the centre, most of all the leader's; own ones have no price."""
    s = position(
        """
        centre R1 Y2 G3
        > 0 cuffs 2 safe - stack B2
          1 cuffs 2 safe - stack P2
          2 cuffs 2 safe B1 S1 stack S2
        rolls 7
        """
    ).state
    prices = worth(s)
    assert prices[0] == bot.kept(0) == bot.SAFE
    assert prices[1] == bot.kept(1)
    assert prices[CENTRE] == 0
    assert prices[CENTRE + 2] > prices[CENTRE + 1] > prices[1]


def test_revenge() -> None:
    """A lone opponent's loss is one's gain; among several the leader's is."""
    assert bot.revenge(2, False) > bot.revenge(4, False)
    assert bot.revenge(4, True) > bot.revenge(4, False)


def test_haul() -> None:
    """Two of the centre bring a handcuff, one none; nothing costs one."""
    nothing = position(FRESH + "rolls 7").state
    one = position(FRESH.replace("R1", "R1•") + "rolls 6").state
    two = position(FRESH.replace("R1", "R1•").replace("Y2", "Y2••") + "rolls 4").state
    prices = worth(nothing)
    assert bot.haul(nothing, prices) == -bot.CUFF
    assert bot.haul(one, prices) == prices[0]
    assert bot.haul(two, prices) == pytest.approx(prices[0] + prices[1] + bot.CUFF)


def test_hope_and_gamble() -> None:
    """With many dice there is more to hope for than to fear, with two dice and one colour it is the other way round."""
    many = position(FRESH.replace("R1", "R1•") + "rolls 6").state
    few = position(FRESH.replace("R1", "R1•").replace("Y2", "Y2••").replace("G3", "G3••") + "rolls 2").state
    prices = worth(many)
    assert bot.hope(many, prices) > bot.hope(few, prices) > 0
    assert bot.prospect(many, prices) == bot.gamble(many, prices) > bot.haul(many, prices)
    assert bot.prospect(few, prices) == bot.haul(few, prices) > bot.gamble(few, prices)


def test_best_place() -> None:
    """Two dice fill a 2: things look better then than before."""
    table = position(FRESH + "roll YYBBBSP")
    spot, value = bot.best_place(table.state, 0, worth(table.state))
    assert spot == 1
    assert value > bot.haul(table.state, worth(table.state))


def test_lead_if_stopped() -> None:
    """What was filled counts, and so do the handcuffs; who still plays will gain a little."""
    drawing = """
        centre R1• Y2 G2
        > 0 cuffs 3 safe - stack R3
          1 cuffs 2 safe - stack P3
          2 cuffs 2 safe - stack -
        pile -
        last round 2
        rolls 6
        """
    assert bot.lead_if_stopped(position(drawing).state, 0) == 3 + 1 + 5 - 3 - bot.MARGIN
    assert bot.lead_if_stopped(position(drawing.replace("last round 2", "last round 1")).state, 0) == 6


def test_least_tempting_top() -> None:
    """Of a 2 and a 3 the one on top is that by which an opponent gains less, chance and value together."""
    table = position("centre R1 Y2•• G3•••\n> 0 cuffs 2 safe - stack -" + THREE + "left BB").play("0 stop")
    loss = {"top Y2": 2 * bot.FILLS[7, 2], "top G3": 3 * bot.FILLS[7, 3]}
    a = bot.greedy(table.state, 0, np.array([1], np.uint64))
    assert table.engine.decision_words[int(a)] == min(loss, key=lambda word: loss[word])
    assert bot.least_tempting_top(table.state, 0) == a
