"""What a turn captures, and where it goes: SN-12 to SN-16."""

import pytest

from tests.games.sneaky.position import position

START = """
    centre R1 Y2 G3
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
"""
RICH = """
    centre R1 Y2 G3
      0 cuffs 2 safe -  stack B2 S2
    > 1 cuffs 2 safe P1 stack R2
      2 cuffs 2 safe -  stack Y3
"""
TWO = """
    centre B1 Y2 G3
    > 0 cuffs 2 safe - stack S2 / -
      1 cuffs 2 safe - stack P2 R2 / P3
"""

SHOWS = [
    # SN-12: what is filled, from everywhere
    pytest.param(
        RICH.replace("Y2", "Y2••").replace("S2", "S2••") + "left RPP",
        "1 stop, 1 top Y2, * open G2",
        """
        centre R1 G2 G3
        pile   rest
          0 cuffs 2 safe -  stack B2
          1 cuffs 2 safe P1 stack R2 S2 Y2
        > 2 cuffs 2 safe -  stack Y3
        rolls 7
        """,
        id="SN-12 from the centre and from a stack alike",
    ),
    pytest.param(
        RICH.replace("G3", "G3••").replace("Y2", "Y2•").replace("stack Y3", "stack Y3••") + "left YP",
        "1 stop",
        """
        centre R1 Y2 G3
        pile   rest
          0 cuffs 2 safe -  stack B2 S2
          1 cuffs 1 safe P1 stack R2
        > 2 cuffs 2 safe -  stack Y3
        rolls 7
        """,
        id="SN-12 what is not full stays, and its dice come off",
    ),
    pytest.param(
        RICH.replace("R1", "R1•").replace("Y2", "Y2•").replace("S2", "S2•") + "left BBPP",
        "1 stop, * open G2",
        """
        centre G2 Y2 G3
          0 cuffs 2 safe -     stack B2 S2
          1 cuffs 2 safe R1 P1 stack R2
        > 2 cuffs 2 safe -     stack Y3
        rolls 7
        """,
        id="SN-12 SN-13 the one full bandit only; a 1 goes to the safe ones",
    ),
    pytest.param(
        RICH.replace("S2", "S2••").replace("Y3", "Y3•••") + "left PP",
        "1 stop, 1 top S2",
        """
        centre R1 Y2 G3
          0 cuffs 2 safe -  stack B2
          1 cuffs 1 safe P1 stack R2 Y3 S2
        > 2 cuffs 2 safe -  stack -
        """,
        id="SN-12 from several opponents",
    ),
    # SN-13, SN-14: 1s are safe, 2s and 3s lie on the stack
    pytest.param(
        START.replace("R1 Y2 G3", "R1• Y1• G1•") + "left RRPP",
        "0 stop",
        "centre - - -\n > 0 cuffs 3 safe Y1 R1 G1 stack -\n refill",
        id="SN-13 1s never go on a stack",
    ),
    pytest.param(
        START.replace("G3", "G3•••") + "left YRRR",
        "0 stop, * open B3",
        "centre R1 Y2 B3\n 0 cuffs 2 safe - stack G3",
        id="SN-14 the first bandit of a stack",
    ),
    pytest.param(
        RICH.replace("Y2", "Y2••") + "left RRRRR",
        "1 stop, * open B3",
        "1 cuffs 2 safe P1 stack R2 Y2",
        id="SN-14 a new bandit lies on the old ones",
    ),
    pytest.param(
        TWO.replace("Y2", "Y2••").replace("G3", "G3•••") + "left BB",
        "0 stop, * open B2, * open B3",
        """
        0 cuffs 3 safe - stack S2 Y2 / G3
        > 1 cuffs 2 safe - stack P2 R2 / P3
        """,
        id="SN-14 with two players 2s and 3s apart, and no question",
    ),
    pytest.param(
        TWO.replace("R2", "R2••").replace("P3", "P3•••") + "left BB",
        "0 stop",
        """
        0 cuffs 1 safe - stack S2 R2 / P3
        > 1 cuffs 2 safe - stack P2 / -
        """,
        id="SN-14 with two players from both stacks",
    ),
    # SN-15: the order of those that come on one stack
    pytest.param(
        START.replace("Y2 G3", "Y2•• G3•••") + "left RR",
        "0 stop",
        "centre R1 - -\n > 0 cuffs 3 safe - stack -\n lays Y2 G3",
        id="SN-15 they are to be laid",
    ),
    pytest.param(
        START.replace("Y2 G3", "Y2•• G3•••") + "left RR",
        "0 stop, 0 top G3",
        "> 0 cuffs 3 safe - stack Y2 G3\n refill",
        id="SN-15 the 3 on top",
    ),
    pytest.param(
        START.replace("Y2 G3", "Y2•• G3•••") + "left RR",
        "0 stop, 0 top Y2",
        "> 0 cuffs 3 safe - stack G3 Y2\n refill",
        id="SN-15 the 2 on top",
    ),
    pytest.param(
        RICH.replace("R1 Y2 G3", "P2•• Y2•• G3") + "left RRR",
        "1 stop, 1 top P2",
        "> 1 cuffs 3 safe P1 stack R2 Y2 P2\n refill",
        id="SN-15 on top of what lay there",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "S2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top Y2",
        "> 0 cuffs 3 safe - stack -\n lays G3 S2",
        id="SN-15 the top first, then the next",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "S2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top Y2, 0 top G3",
        "> 0 cuffs 3 safe - stack S2 G3 Y2\n refill",
        id="SN-15 and the last by itself",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "Y2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top Y2, 0 top G3",
        "> 0 cuffs 3 safe - stack Y2 G3 Y2\n refill",
        id="SN-15 two alike, the other between them",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "Y2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top G3",
        "> 0 cuffs 3 safe - stack Y2 Y2 G3\n refill",
        id="SN-15 two alike are left, and need no question",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "Y2•• Y2•• G3") + "left GGG",
        "0 stop",
        "> 0 cuffs 3 safe - stack Y2 Y2\n refill",
        id="SN-15 two of one kind need no question",
    ),
    pytest.param(
        START.replace("R1 Y2", "R1• Y2••") + "left GGGG",
        "0 stop",
        "> 0 cuffs 3 safe R1 stack Y2\n refill",
        id="SN-15 a 1 and a 2 need no question",
    ),
    pytest.param(
        TWO.replace("Y2", "Y2••").replace("R2", "R2••") + "left GGG",
        "0 stop, 0 top Y2, * open B2",
        """
        0 cuffs 2 safe - stack S2 R2 Y2 / -
        > 1 cuffs 2 safe - stack P2 / P3
        """,
        id="SN-15 with two players two 2s",
    ),
    pytest.param(
        TWO.replace("G3", "G3•••").replace("P3", "P3•••") + "left Y",
        "0 stop, 0 top P3, * open B2",
        """
        0 cuffs 2 safe - stack S2 / G3 P3
        > 1 cuffs 2 safe - stack P2 R2 / -
        """,
        id="SN-15 with two players two 3s",
    ),
    pytest.param(
        TWO.replace("Y2 G3", "Y2•• G3•••").replace("R2", "R2••") + "left -",
        "0 stop, 0 top R2",
        """
        > 0 cuffs 3 safe - stack S2 Y2 R2 / G3
        1 cuffs 2 safe - stack P2 / P3
        refill
        """,
        id="SN-15 with two players the 3 beside two 2s goes by itself",
    ),
    pytest.param(
        TWO.replace("B1 Y2 G3", "B2•• Y2•• G3").replace("R2", "R2••") + "left G",
        "0 stop, 0 top B2, 0 top R2",
        """
        > 0 cuffs 3 safe - stack S2 Y2 R2 B2 / -
        1 cuffs 2 safe - stack P2 / P3
        """,
        id="SN-15 with two players three 2s",
    ),
    # SN-16: uncovered bandits
    pytest.param(
        RICH.replace("B2 S2", "B2 S2••") + "left BBBPP",
        "1 stop, * roll YYRGBPP",
        "0 cuffs 2 safe - stack B2\n > 2 cuffs 2 safe - stack Y3\n roll YYRGBPP",
        id="SN-16 it lies on top from the next turn on",
    ),
]


@pytest.mark.parametrize(("drawing", "events", "expected"), SHOWS)
def test_shows(drawing: str, events: str, expected: str) -> None:
    position(drawing).play(events).must_show(expected)


LEGAL = [
    pytest.param(
        START.replace("0 cuffs 2 safe - ", "0 cuffs 2 safe B1 ").replace("1 cuffs 2 safe - ", "1 cuffs 2 safe S1 P1 ")
        + "roll YBBSSPP",
        "",
        "put c1",
        id="SN-13 nobody puts a die on a safe bandit",
    ),
    pytest.param(
        START.replace("R1", "R1•") + "left YYYYYY",
        "0 stop, * open B2, * roll YRRRRRR",
        "put c1",
        id="SN-13 not even in the turn after",
    ),
    pytest.param(START.replace("G3", "G3•••") + "left YYYY", "0 stop, * open R3, * roll GGGGGGG", "put s0", id="SN-14"),
    pytest.param(
        START.replace("Y2 G3", "Y2•• G3•••") + "left RR",
        "0 stop, 0 top Y2, * open B1, * open B2, * roll YGSSSSS",
        "put s0",
        id="SN-15 the top can be stolen, what lies below not",
    ),
    pytest.param(
        START.replace("Y2 G3", "Y2•• G3•••") + "left RR",
        "0 stop",
        "top G3, top Y2",
        id="SN-15 only the top is asked for",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "S2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top S2",
        "top G3, top Y2",
        id="SN-15 then the next",
    ),
    pytest.param(
        START.replace("R1 Y2 G3", "Y2•• Y2•• G3•••") + "left -",
        "0 stop, 0 top Y2",
        "top G3, top Y2",
        id="SN-15 a kind twice is offered as long as there is one",
    ),
    pytest.param(
        TWO.replace("Y2", "Y2••").replace("R2", "R2••") + "left GGG",
        "0 stop",
        "top R2, top Y2",
        id="SN-15 with two players the 2s",
    ),
    pytest.param(
        TWO.replace("G3", "G3•••").replace("P3", "P3•••") + "left Y",
        "0 stop",
        "top G3, top P3",
        id="SN-15 with two players the 3s",
    ),
    pytest.param(
        TWO.replace("Y2 G3", "Y2•• G3•••").replace("R2", "R2••") + "left -",
        "0 stop",
        "top R2, top Y2",
        id="SN-15 with two players 2s are not mixed with 3s",
    ),
    pytest.param(
        RICH.replace("B2 S2", "B2 S2••") + "left BBBPP",
        "",
        "again, stop",
        id="SN-16 nothing goes on the bandit below a full one",
    ),
    pytest.param(
        RICH.replace("B2 S2", "B2 S2••") + "left BBBPP",
        "1 again, * roll YBBBB",
        "put c1, put s2",
        id="SN-16 nor after the next roll",
    ),
    pytest.param(
        RICH.replace("B2 S2", "B2 S2••") + "left BBBPP",
        "1 stop, * roll RBSSSSS",
        "put c0, put s0, put s1",
        id="SN-16 but in the next turn",
    ),
]


@pytest.mark.parametrize(("drawing", "events", "legal"), LEGAL)
def test_legal(drawing: str, events: str, legal: str) -> None:
    assert position(drawing).play(events).legal == legal.split(", ")
