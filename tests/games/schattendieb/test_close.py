"""SD-11, SD-12: closing a vault, and where the hand goes."""

import pytest

from tests.games.schattendieb.position import position

JEWELS = [f"{kind}{value}" for kind in "BC" for value in range(1, 11)]


@pytest.mark.parametrize(
    ("jewels", "card", "closes"),
    [
        pytest.param(1, "V4", True, id="SD-11 a value above the number of jewels"),
        pytest.param(4, "V4", True, id="SD-11 a value equal to the number of jewels"),
        pytest.param(5, "V4", False, id="SD-11 a value below the number of jewels"),
        pytest.param(0, "V4", False, id="SD-11 an empty vault cannot be closed"),
        pytest.param(0, "V15", False, id="SD-11 an empty vault cannot be closed by any card"),
        pytest.param(1, "V15", True, id="SD-11 one jewel is enough"),
        pytest.param(15, "V15", True, id="SD-11 the highest value, just enough"),
        pytest.param(16, "V15", False, id="SD-11 more jewels than any card closes"),
        pytest.param(10, "V10", True, id="SD-11 ten of one kind"),
        pytest.param(11, "V10", False, id="SD-11 eleven of two kinds"),
    ],
)
def test_closing(jewels: int, card: str, closes: bool) -> None:
    """It is not optional: nobody is asked whether the vault shall close."""
    vault = " ".join(JEWELS[:jewels])
    p = position(f"choose\n0 {card} W9 [{vault}]\n1 TS V6 []\n2 TW V7 []\n3 TR V8 []").plays(f"{card} TS TW TR")
    assert p.drawing == p.redrawn(
        f"choose\nburied W9\n0 [{vault}] {card}\n1 V6 []\n2 V7 []\n3 V8 []"
        if closes
        else f"choose\n0 W9 [{vault}]\n1 V6 []\n2 V7 []\n3 V8 []"
    )
    assert p.asked == ("1 2 3" if closes else "0 1 2 3")
    assert p.scores == ([sum(int(jewel[1:]) for jewel in JEWELS[:jewels]) if closes else 0, 0, 0, 0])


@pytest.mark.clause("SD-11")
def test_copies_count() -> None:
    """Two jewels alike are two jewels."""
    p = position("choose\n0 V4 W9 [W1 W1 B2 C2 C2]\n1 TS V6 []\n2 TW V7 []").plays("V4 TS TW")
    assert p.closer(0) == []


UNDER = """
    choose
    pile  W1 W2 W3 W4 W5 W6
    0  V6 B1 B2 B3  [R1]
    1  C1 C2 R2 TS  []
    2  V7 B4 B5 B6  [R3 R4]
    3  C3 C4 R5 TW  [R6]
    4  V4 B7 B8 B9  []
    """


@pytest.mark.clause("SD-12")
def test_one_hand_under_the_pile() -> None:
    """Face down under the pile; the player is out, and draws no more."""
    p = position(UNDER).plays("V6 C1 B4 C3 B7").all_done()
    assert p.drawing == p.redrawn(
        """
        draw 1 to 4
        pile  W1 W2 W3 W4 W5 W6 + B1 B2 B3
        0               [R1] V6
        1  C2 R2 TS     [C1]
        2  V7 B5 B6     [B4 R3 R4]
        3  C4 R5 TW     [R6 C3]
        4  V4 B8 B9     [B7]
        """
    )
    p = p.draws("1 W1, 2 W2, 3 W3, 4 W4")
    assert (p.asked, p.pile) == ("1 2 3 4", "W5 W6 + B1 B2 B3")


@pytest.mark.clause("SD-12")
def test_one_packet_for_a_round() -> None:
    """The hands of all who close in the same round are shuffled together; a card too low closes nothing."""
    p = position(UNDER).plays("V6 C1 V7 C3 V4").all_done()
    assert p.drawing == p.redrawn(
        """
        draw 1 to 4
        pile  W1 W2 W3 W4 W5 W6 + B1 B2 B3 B4 B5 B6
        0               [R1] V6
        1  C2 R2 TS     [C1]
        2               [R3 R4] V7
        3  C4 R5 TW     [R6 C3]
        4  B7 B8 B9     []
        """
    )
    assert "V4" in p.discard.split()


@pytest.mark.clause("SD-12")
def test_a_packet_for_each_round() -> None:
    """A later packet lies under an earlier one."""
    p = position(UNDER).plays("V6 C1 B4 C3 B7").all_done()
    p = p.draws("1 W1, 2 W2, 3 W3, 4 W4")
    p = p.plays("C2 V7 C4 B8").all_done()
    assert p.pile == "W5 W6 + B1 B2 B3 + W2 B5 B6"
    assert p.asked == "*"


@pytest.mark.clause("SD-12", "SD-15")
def test_hands_after_the_pile() -> None:
    """With the pile gone the hands go to the discard, face down."""
    p = position(
        """
        choose
        buried  V15
        0  V6 B1 B2 B3  [R1]
        1  C1 C2        []
        2  V7 B4        [R3 R4]
        3  C3 C4        [R6]
        """
    )
    p = p.plays("V6 C1 V7 C3").all_done()
    assert p.drawing == p.redrawn(
        """
        choose
        buried  V15 B1 B2 B3 B4
        0         [R1] V6
        1  C2     [C1]
        2         [R3 R4] V7
        3  C4     [R6 C3]
        """
    )


SEVEN = """
    choose
    pile  W2 R2 B2 C2 W2 TB  W3 R3 B3 C3 TR  W4 R4 B4 TC  W5 R5 V15  C5
    0  V6 W8 W9 W10  [C10]
    1  V6 W1 R9 R10  [C10]
    2  V7 R1 B9 B10  [C9]
    3  V7 B1 W9 W10  [C9]
    4  V8 C1 R9 R10  [C8]
    5  TS W1 B9 B10  [C8]
    6  TW R1 B8 B8   []
    """


@pytest.mark.clause("SD-12")
def test_five_packets() -> None:
    """With seven players five can close one after the other; each packet waits for all above it.

    In every round one closes and the others stalemate (SD-6), so that only one card each is drawn.
    """
    p = position(SEVEN)
    p = p.plays("V6 W1 R1 B1 C1 W1 R1").draws("1 TB, 2 W2, 3 R2, 4 B2, 5 C2, 6 W2")
    p = p.plays("V6 W2 R2 B2 C2 W2").draws("2 TR, 3 W3, 4 R3, 5 B3, 6 C3")
    p = p.plays("V7 W3 R3 B3 C3").draws("3 TC, 4 W4, 5 R4, 6 B4")
    p = p.plays("V7 W4 R4 B4").draws("4 V15, 5 W5, 6 R5")
    p = p.plays("V8 W5 R5")
    assert p.drawing == p.redrawn(
        """
        draw 5 to 4
        pile  C5 + W8 W9 W10 + R9 R10 TB + B9 B10 TR + W9 W10 TC + R9 R10 V15
        0               [C10] V6
        1               [C10] V6
        2               [C9] V7
        3               [C9] V7
        4               [C8] V8
        5  TS B9 B10    [C8]
        6  TW B8 B8     []
        """
    )
    assert list(p.chances()) == ["draw 5 C5"]
    p = p.draws("5 C5")
    assert p.chances() == {"draw 6 W8": 1, "draw 6 W9": 1, "draw 6 W10": 1}
    p = p.draws("6 W9")
    assert (p.asked, p.pile) == ("5 6", "W8 W10 + R9 R10 TB + B9 B10 TR + W9 W10 TC + R9 R10 V15")
