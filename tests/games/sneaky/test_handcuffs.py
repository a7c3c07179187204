"""Handcuffs gained and returned: SN-17, SN-18."""

import pytest

from tests.games.sneaky.position import position

# The spots that are filled in a turn, and the handcuffs of seat 1 before and after it.
CASES = [
    pytest.param("c0 c1", 2, 3, id="SN-17 two from the centre"),
    pytest.param("c1 c2", 2, 3, id="SN-17 any two"),
    pytest.param("c0 c1 c2", 2, 3, id="SN-17 three are worth no more than two"),
    pytest.param("c0 c1 s0", 2, 3, id="SN-17 two, and one from an opponent"),
    pytest.param("c0 c1", 0, 1, id="SN-17 the first handcuff after none"),
    pytest.param("c0", 2, 2, id="SN-17 SN-18 one from the centre: no change"),
    pytest.param("c2", 0, 0, id="SN-17 SN-18 one from the centre with none: no change"),
    pytest.param("c0 s0 s2", 2, 2, id="SN-17 opponents' do not count to two"),
    pytest.param("c1 s0", 1, 1, id="SN-17 one and one are not two from the centre"),
    pytest.param("s0", 2, 1, id="SN-18 an opponent's alone does not help"),
    pytest.param("s0 s2", 2, 1, id="SN-18 nor do two of them"),
    pytest.param("s0", 0, 0, id="SN-18 none to return"),
]


def drawing(cuffs: int) -> str:
    return f"""
        centre R1 Y2 G3
          0 cuffs 2 safe - stack B2 S2
        > 1 cuffs {cuffs} safe - stack R2
          2 cuffs 5 safe - stack P3
        rolls 7
    """


@pytest.mark.parametrize(("spots", "before", "after"), CASES)
def test_captures(spots: str, before: int, after: int) -> None:
    table = position(drawing(before)).take(spots)
    if table.legal:
        table.play(f"1 {table.legal[0]}")
    assert [there["cuffs"] for there in table.view["seats"]] == [2, after, 5]


@pytest.mark.parametrize(
    ("events", "before", "after"),
    [
        pytest.param("* roll BBBBBBB", 2, 1, id="SN-18 a bust"),
        pytest.param("* roll RGBBBBB, 1 put c0, 1 again, * roll BBBBBB", 2, 1, id="SN-18 a bust with a 1 filled"),
        pytest.param(
            "* roll YYRGBBB, 1 put c0, 1 put c1, 1 put c1, 1 again, * roll BBBB",
            1,
            0,
            id="SN-18 a bust with two of the centre filled",
        ),
        pytest.param("* roll BBBBBBB", 0, 0, id="SN-18 a bust with none to return"),
        pytest.param("* roll YYRGBBB, 1 put c2, 1 stop", 2, 1, id="SN-18 stopping with nothing filled"),
    ],
)
def test_no_capture(events: str, before: int, after: int) -> None:
    table = position(drawing(before).replace("B2 S2", "-").replace("P3", "-")).play(events)
    assert [there["cuffs"] for there in table.view["seats"]] == [2, after, 5]


@pytest.mark.parametrize(
    ("spots", "cuffs"),
    [
        pytest.param("c0 c1", 3, id="SN-17 with two players"),
        pytest.param("s1.2 s1.3", 1, id="SN-18 with two players both stacks of the other"),
        pytest.param("c1 s1.2", 2, id="SN-17 SN-18 with two players one of each"),
    ],
)
def test_with_two_players(spots: str, cuffs: int) -> None:
    table = position("""
        centre R1 Y2 G3
        > 0 cuffs 2 safe - stack - / -
          1 cuffs 2 safe - stack B2 / S3
        rolls 7
    """).take(spots)
    assert table.view["seats"][0]["cuffs"] == cuffs
