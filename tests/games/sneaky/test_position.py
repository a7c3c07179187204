"""The drawings themselves: what is drawn is what is read, and they tell all that play depends on."""

from random import Random

import pytest

from tests.games.sneaky.position import Table, lines, new, position

DRAWINGS = [
    """
    centre R1 Y2 G3
    pile   rest
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
    rolls  7
    """,
    """
    centre R1 Y2• -
    pile   B2 B2 S3
      0 cuffs 0 safe Y1 P1 stack Y3 G2•
      1 cuffs 3 safe -     stack -
      2 cuffs 3 safe -     stack G2
    > 3 cuffs 1 safe -     stack R2 S2
    roll   YYRGS
    """,
    """
    centre -    Y2•• G3•
    pile   -
    > 0 cuffs 2 safe -  stack Y2 / Y3 R3
      1 cuffs 2 safe R1 stack R2• / -
    last round 1
    left   SSP
    """,
]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_drawing_that_is_read_is_drawn_the_same(drawing: str) -> None:
    assert position(drawing).lines == lines(drawing)


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(DRAWINGS[0].replace("rolls  7", "rolls  6"), id="a die is missing"),
        pytest.param(DRAWINGS[0].replace("safe -", "safe R1"), id="a bandit too many"),
        pytest.param(DRAWINGS[2].replace("Y2••", "Y2•••").replace("SSP", "SP"), id="a die too many on a bandit"),
    ],
)
def test_a_wrong_drawing_is_refused(drawing: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        position(drawing)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_depends_on_nothing_that_is_not_drawn(players: int) -> None:
    """A game is read from its own drawing again and again, and goes on as if it had not been."""
    luck = Random(players)
    table = new(players)
    for _ in range(150):
        if table.ending:
            break
        if str(table).splitlines()[-1].split()[0] in ("rolls", "roll", "left"):
            again = position(str(table))
            assert again.lines == table.lines
            assert again.possible == table.possible
            table = Table(again.engine, again.table)
        chances = table.chances
        event = luck.choices(list(chances), list(chances.values()))[0] if chances else luck.choice(table.legal)
        table.play(f"{'*' if chances else table.asked} {event}")
