"""A turn: which dice can be placed where, when to roll again, busts: SN-7 to SN-11."""

import pytest

from tests.games.sneaky.position import position

START = """
    centre R1 Y2 G3
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
"""

LEGAL = [
    # SN-7: at least one, of the bandit's colour
    pytest.param(START + "roll YYRGSPP", "", "put c0, put c1, put c2", id="SN-7 first a die must be placed"),
    pytest.param(START + "roll YYRGSPP", "0 put c1", "again, put c0, put c1, put c2, stop", id="SN-7 then more may be"),
    pytest.param(START + "roll YYRGSPP", "0 put c0", "again, put c1, put c2, stop", id="SN-7 in any order"),
    pytest.param(
        START + "roll YYRGSPP",
        "0 put c1, 0 put c2, 0 put c0, 0 put c1",
        "again, stop",
        id="SN-7 any number, on any mix of bandits",
    ),
    pytest.param(START + "roll YBBSSPP", "", "put c1", id="SN-7 only on a bandit of the die's colour"),
    pytest.param(START + "roll GBBSSPP", "0 put c2", "again, stop", id="SN-7 a die is placed once"),
    pytest.param(
        START + "roll YYRGSPP",
        "0 put c1, 0 again, * roll YRGSPP",
        "put c0, put c1, put c2",
        id="SN-7 after each roll anew",
    ),
    pytest.param(
        """
        centre R1 R2 R3
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack -
        roll RBBBBBB
        """.replace("stack -", "stack - / -"),
        "",
        "put c0, put c1, put c2",
        id="SN-7 of several bandits of one colour the player chooses",
    ),
    # SN-8: the centre and the tops of the others' stacks
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack Y2
          1 cuffs 2 safe - stack R2 G3
          2 cuffs 2 safe - stack B2 P2
        roll YRGBSPP
        """,
        "",
        "put c0, put c1, put c2, put s1, put s2",
        id="SN-8 the tops of the others",
    ),
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack Y2
          1 cuffs 2 safe - stack R2 G3
          2 cuffs 2 safe - stack B2 P2
        roll YYYRBSS
        """,
        "",
        "put c0, put c1, put c2",
        id="SN-8 not one's own, nothing below a top",
    ),
    pytest.param(
        """
        centre S1 S2 S3
          0 cuffs 2 safe - stack Y2
          1 cuffs 2 safe - stack R2
        > 2 cuffs 2 safe - stack G2
          3 cuffs 2 safe - stack B2
        roll YRGBBPP
        """,
        "",
        "put s0, put s1, put s3",
        id="SN-8 with four players",
    ),
    pytest.param(
        """
        centre S1 S2 S3
          0 cuffs 2 safe - stack P2 Y2 / R3
        > 1 cuffs 2 safe - stack G2    / B3
        roll YRGBPPP
        """,
        "",
        "put s0.2, put s0.3",
        id="SN-8 with two players both stacks of the other",
    ),
    pytest.param(
        """
        centre S1 - S3
        pile   -
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack -
          2 cuffs 2 safe - stack Y2
        last round 2
        roll YYYSSSS
        """,
        "",
        "put c0, put c2, put s2",
        id="SN-8 nothing on an empty slot",
    ),
    # SN-9: never more dice than the value
    pytest.param(START + "roll YYYYYYR", "0 put c1", "again, put c0, put c1, stop", id="SN-9 a 2 takes a second"),
    pytest.param(START + "roll YYYYYYR", "0 put c1, 0 put c1", "again, put c0, stop", id="SN-9 a full 2 takes no more"),
    pytest.param(START + "roll RRRRRRR", "0 put c0", "again, stop", id="SN-9 a full 1 takes no second"),
    pytest.param(
        START + "roll GGGGGGG",
        "0 put c2, 0 put c2, 0 put c2",
        "again, stop",
        id="SN-9 a full 3 takes no fourth",
    ),
    pytest.param(
        START.replace("G3", "G3••") + "roll GGSSS",
        "0 put c2",
        "again, stop",
        id="SN-9 dice of earlier rolls count",
    ),
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack Y2
          2 cuffs 2 safe - stack Y2
        roll YYYYBBB
        """,
        "0 put s2, 0 put s2",
        "again, put s1, stop",
        id="SN-9 bandits are filled one by one",
    ),
    # SN-11: stop, or roll what is not placed
    pytest.param(
        START.replace("R1 Y2 G3", "R2 Y3 G3") + "roll YYYRRGG",
        "0 put c0, 0 put c0, 0 put c1, 0 put c1, 0 put c1, 0 put c2, 0 put c2",
        "stop",
        id="SN-11 no die is left to roll",
    ),
    pytest.param(
        START + "roll YYRGGGS",
        "0 put c0, 0 put c1, 0 put c1, 0 put c2, 0 put c2, 0 put c2",
        "stop",
        id="SN-11 every open bandit is full",
    ),
    pytest.param(
        START.replace("1 cuffs 2 safe - stack -", "1 cuffs 2 safe - stack B2") + "roll YYRGGGS",
        "0 put c0, 0 put c1, 0 put c1, 0 put c2, 0 put c2, 0 put c2",
        "again, stop",
        id="SN-11 a stack's top is open and not full",
    ),
    pytest.param(
        START.replace("0 cuffs 2 safe - stack -", "0 cuffs 2 safe - stack B2") + "roll YYRGGGS",
        "0 put c0, 0 put c1, 0 put c1, 0 put c2, 0 put c2, 0 put c2",
        "stop",
        id="SN-11 one's own stack is not open",
    ),
    pytest.param(
        """
        centre - - P3
        pile   -
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack R2 G2••
          2 cuffs 2 safe - stack -
        last round 2
        left BBPPP
        """,
        "0 put c2, 0 put c2, 0 put c2",
        "stop",
        id="SN-11 a bandit below a full top is not open",
    ),
]


@pytest.mark.parametrize(("drawing", "events", "legal"), LEGAL)
def test_legal(drawing: str, events: str, legal: str) -> None:
    assert position(drawing).play(events).legal == legal.split(", ")


SHOWS = [
    # SN-9: what lies, lies
    pytest.param(
        START + "roll YYRGSPP",
        "0 put c1, 0 put c2",
        "centre R1 Y2• G3•\n left YRSPP",
        id="SN-9 dice lie on their bandits",
    ),
    pytest.param(
        START + "roll YYRGSPP",
        "0 put c1, 0 put c2, 0 again, * roll YRSPP",
        "centre R1 Y2• G3•\n roll YRSPP",
        id="SN-9 and stay through the next roll",
    ),
    pytest.param(
        START + "roll YYRGSPP",
        "0 put c1, 0 put c2, 0 again, * roll YRSPP, 0 put c1, 0 again",
        "centre R1 Y2•• G3•\n rolls 4",
        id="SN-9 and through the one after it",
    ),
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack B2 Y2
          2 cuffs 2 safe - stack -
        roll YSSSSPP
        """,
        "0 put s1, 0 put c1, 0 put c2, 0 put c1",
        "centre S1 S2•• S3•\n 1 cuffs 2 safe - stack B2 Y2•\n left SPP",
        id="SN-9 on the bandit that was said",
    ),
    # SN-10: a bust
    pytest.param(
        START + "rolls 7",
        "* roll BBSSPPP",
        """
        centre R1 Y2 G3
        pile   rest
          0 cuffs 1 safe - stack -
        > 1 cuffs 2 safe - stack -
          2 cuffs 2 safe - stack -
        rolls 7
        """,
        id="SN-10 with the first roll",
    ),
    pytest.param(
        START + "roll YYRGGGS",
        "0 put c0, 0 put c1, 0 put c1, 0 again, * roll YYRR",
        """
        centre R1 Y2 G3
        pile   rest
          0 cuffs 1 safe - stack -
        > 1 cuffs 2 safe - stack -
        rolls 7
        """,
        id="SN-10 dice for full bandits only: what was filled is not captured",
    ),
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack R2
          1 cuffs 2 safe - stack B2 Y2••
          2 cuffs 2 safe - stack -
        rolls 5
        """,
        "* roll YRBPP",
        """
        centre S1 S2 S3
          0 cuffs 1 safe - stack R2
        > 1 cuffs 2 safe - stack B2 Y2
          2 cuffs 2 safe - stack -
        rolls 7
        """,
        id="SN-10 neither one's own stack nor what lies below a top helps",
    ),
    pytest.param(
        """
        centre S1 S2 S3
        > 0 cuffs 2 safe - stack -
          1 cuffs 2 safe - stack Y2
          2 cuffs 2 safe - stack -
        rolls 7
        """,
        "* roll YRRBBPP",
        "> 0 cuffs 2 safe - stack -\n roll YRRBBPP",
        id="SN-10 a die for another's top is no bust",
    ),
    # SN-11: all dice not yet placed, as often as one likes
    pytest.param(START + "roll YYRGSPP", "0 put c0, 0 again", "> 0 cuffs 2 safe - stack -\n rolls 6", id="SN-11 six"),
    pytest.param(START + "roll YYRGSPP", "0 put c0, 0 put c1, 0 put c1, 0 again", "rolls 4", id="SN-11 four"),
    pytest.param(
        START.replace("R1 Y2 G3", "R3 Y3 G3") + "roll YYYYYYY",
        "0 put c1, 0 again, * roll YYYYYY, 0 put c1, 0 again, * roll YYYYY, 0 put c1, 0 again, * roll RRRR, 0 put c0, "
        "0 again, * roll RRR, 0 put c0, 0 again, * roll RR, 0 put c0, 0 again, * roll G, 0 put c2",
        "> 0 cuffs 2 safe - stack -\n centre R3••• Y3••• G3•\n left -",
        id="SN-11 seven rolls in a turn",
    ),
]


@pytest.mark.parametrize(("drawing", "events", "expected"), SHOWS)
def test_shows(drawing: str, events: str, expected: str) -> None:
    position(drawing).play(events).must_show(expected)
