"""SD-12 to SD-15: drawing from the layers of the pile, until it is gone."""

import pytest

from tests.games.schattendieb.position import Position, position

# ---------------------------------------------------------------- layers


@pytest.mark.clause("SD-12")
def test_layers_in_order() -> None:
    """A card comes from the first layer that is not empty, each of its cards as likely."""
    p = position(
        """
        draw 0 to 4
        pile  W1 W1 V4 + R5 R5 + B6
        0  C1 C2    []
        1  C3       []
        2  C4 C5 C6 []
        """
    )
    assert p.chances() == {"draw 0 W1": 2, "draw 0 V4": 1}
    p = p.draws("0 W1")
    assert p.chances() == {"draw 0 W1": 1, "draw 0 V4": 1}
    p = p.draws("0 V4")
    assert p.chances() == {"draw 1 W1": 1}, "the first layer has a card yet"
    p = p.draws("1 W1")
    assert p.chances() == {"draw 1 R5": 2}
    p = p.draws("1 R5")
    assert p.chances() == {"draw 1 R5": 1}
    p = p.draws("1 R5")
    assert p.chances() == {"draw 2 B6": 1}


@pytest.mark.clause("SD-12")
def test_layers_are_public() -> None:
    """How many cards a layer has is public, which is not."""
    p = position("draw 0 to 4\npile W1 W2 + R5 R6 R7\n0 C1 C2 C3 []\n1 C3 C4 C5 []\n2 [B1] V6")
    for seat in (0, 1, 2, None):
        assert p.known(seat).pile == "? ? + ? ? ?"
        assert p.view(seat)["pile"] == [2, 3]


# ---------------------------------------------------------------- how much is drawn

HAND = [f"{kind}{value}" for value in range(1, 11) for kind in "CCB"]  # enough for seven hands
DECK = [f"{kind}{value}" for value in range(1, 11) for kind in "WWRR"]  # and for a pile
FRONT = ["B1", "B2", "B3", "B4", "B5", "B6", "B7"]


def drawing_begins(held: list[int], pile: str) -> Position:
    """Every seat adds its jewel in front to its vault, holds so many cards, and action 7 begins.

    The pile is said in numbers, as `5 + 3`; a seat that holds -1 has closed.
    """
    cards, deck = iter(HAND), iter(DECK)
    seats = []
    for seat, n in enumerate(held):
        hand = " ".join(next(cards) for _ in range(n))
        seats.append(f"{seat} {hand} > {FRONT[seat]} []" if n >= 0 else f"{seat} [{FRONT[seat]}] V15")
    layers = [" ".join(next(deck) for _ in range(int(n))) for n in pile.split("+")]
    return position("\n".join(["add", f"pile {' + '.join(layers)}", *seats])).all_done()


def drawn_out(p: Position) -> tuple[Position, str]:
    """Action 7 to its end, always the first card; and who drew."""
    drawers = ""
    while p.asked == "*":
        word = next(iter(p.chances()))
        drawers += word.split()[1]
        p = p.after(f"* {word}")
    return p, drawers


@pytest.mark.parametrize(
    ("held", "pile", "drawers", "left"),
    [
        pytest.param([3, 3, 3], "9", "012", "6", id="SD-13 everybody up to four"),
        pytest.param([1, 3, 0], "20", "00012222", "12", id="SD-13 in seat order, each before the next"),
        pytest.param([2, -1, 3], "8", "002", "5", id="SD-13 not whoever closed"),
        pytest.param([3, 3, 3], "4", "012", "1", id="SD-13 a pile that is just enough for four, and one more"),
        pytest.param([3, 3, 3], "3", "012", "gone", id="SD-15 a pile that this draw empties is gone"),
        pytest.param([3, 3, 3], "1 + 2", "012", "gone", id="SD-13 SD-12 the packets are part of the pile"),
        pytest.param([3, 3, 3], "1 + 3", "012", "1", id="SD-13 SD-12 from one packet to the next"),
        pytest.param([3, 3, 3], "2", "", "gone, 2 buried", id="SD-14 not four for everybody: nobody has less than 3"),
        pytest.param([3, 3, 3], "1 + 1", "", "gone, 2 buried", id="SD-14 SD-12 the packets are buried too"),
        pytest.param([2, 3, 1], "5", "022", "gone, 2 buried", id="SD-14 up to three, the rest is discarded"),
        pytest.param([2, 3, 1], "6", "001222", "gone", id="SD-13 six are just enough for four"),
        pytest.param([2, 3, 1], "3", "022", "gone", id="SD-14 three are just enough for three"),
        pytest.param([0, 3, 3], "4", "000", "gone, 1 buried", id="SD-14 one draws three, the others none"),
        pytest.param([0, 3, 3], "3 + 2", "000", "gone, 2 buried", id="SD-14 SD-12 a packet not needed is buried"),
        pytest.param([0, 0, 3], "6", "000111", "gone", id="SD-14 six are just enough for three"),
        pytest.param([0, 0, 3], "5", "0011", "gone, 1 buried", id="SD-14 not even three: up to two"),
        pytest.param([0, 0, 3], "4", "0011", "gone", id="SD-14 four are just enough for two"),
        pytest.param([0, 0, 3], "3", "01", "gone, 1 buried", id="SD-14 not even two: up to one"),
        pytest.param([0, 0, 0], "5", "012", "gone, 2 buried", id="SD-14 one each, though some could have two"),
        pytest.param([1, 0, 2], "2", "1", "gone, 1 buried", id="SD-14 up to one, which two have already"),
        pytest.param([0, 0, -1], "7", "000111", "gone, 1 buried", id="SD-14 whoever closed needs none"),
        pytest.param([0] * 7, "28", "0000111122223333444455556666", "gone", id="SD-13 seven empty hands, 28 cards"),
        pytest.param([0] * 7, "27", "000111222333444555666", "gone, 6 buried", id="SD-14 seven empty hands, 27 cards"),
        pytest.param([0] * 7, "20", "00112233445566", "gone, 6 buried", id="SD-14 seven empty hands, 20 cards"),
        pytest.param([0] * 7, "7", "0123456", "gone", id="SD-14 seven empty hands, 7 cards"),
        pytest.param([3] * 7, "6", "", "gone, 6 buried", id="SD-14 seven hands of three, one card too few"),
        pytest.param([3] * 7, "7", "0123456", "gone", id="SD-13 seven hands of three, just enough"),
    ],
)
def test_drawing(held: list[int], pile: str, drawers: str, left: str) -> None:
    p, who = drawn_out(drawing_begins(held, pile))
    assert who == drawers
    there = "gone" if p.s.gone else str(p.s.left)
    assert left == there + (f", {p.s.lost} buried" if p.s.lost else "")
    assert p.asked == " ".join(str(seat) for seat, n in enumerate(held) if n >= 0), "the next round"


@pytest.mark.parametrize(
    ("held", "pile", "goal"),
    [
        pytest.param([3, 3, 3], "9", 4, id="SD-13 four"),
        pytest.param([0, 3, 3], "5", 3, id="SD-14 three"),
        pytest.param([0, 0, 3], "5", 2, id="SD-14 two"),
        pytest.param([0, 0, 3], "2", 1, id="SD-14 one"),
    ],
)
def test_the_hand_size(held: list[int], pile: str, goal: int) -> None:
    p = drawing_begins(held, pile)
    assert p.step == f"draw 0 to {goal}"
    p, _ = drawn_out(p)
    assert [len(hand.split()) for hand in p.hands] == [max(goal, n) for n in held]


@pytest.mark.clause("SD-14")
def test_buried_face_down() -> None:
    """What is left of the pile is discarded face down, and unknown to all."""
    p = position("add\npile W1 W2\n0 C1 C2 C3 > B1 []\n1 C3 C4 C5 > B2 []\n2 C5 C6 C7 > B3 []").all_done()
    assert p.drawing == p.redrawn("choose\nburied W1 W2\n0 C1 C2 C3 [B1]\n1 C3 C4 C5 [B2]\n2 C5 C6 C7 [B3]")
    for seat in (0, 1, 2, None):
        known = p.known(seat)
        assert known.hidden(known.s.buried, int(known.s.lost)) == "? ?"
        view = p.view(seat)
        assert (view["face_down"], view["gone"], view["pile"]) == (2, True, [])


# ---------------------------------------------------------------- the pile is gone


@pytest.mark.clause("SD-15")
def test_gone_for_good() -> None:
    """A pile that a draw has emptied is gone: nobody draws again, and the discard stays where it is."""
    p = position(
        """
        add
        pile  W1 W2 W3
        0  C1 C2 C3  > B1  []
        1  C4 C5 C6  > B2  []
        2  C7 C8 C9  > B3  []
        """
    )
    p = p.all_done().draws("0 W1, 1 W2, 2 W3")
    discard = p.discard
    p = p.plays("W1 W2 W3").all_done()
    assert p.drawing == p.redrawn("choose\n0 C1 C2 C3 [B1 W1]\n1 C4 C5 C6 [B2 W2]\n2 C7 C8 C9 [B3 W3]")
    p = p.plays("C1 C4 C7").all_done()
    assert p.drawing == p.redrawn("choose\n0 C2 C3 [B1 W1 C1]\n1 C5 C6 [B2 W2 C4]\n2 C8 C9 [B3 W3 C7]")
    assert p.discard == discard


@pytest.mark.clause("SD-15", "SD-12")
def test_no_pile_for_those_who_close_later() -> None:
    """A hand that is discarded after the pile is gone makes no new pile."""
    p = position("choose\n0 V6 C1 C2 C3 [B1]\n1 C4 C5 []\n2 C6 C7 []\n3 C8 C9 []")
    p = p.plays("V6 C4 C6 C8").all_done()
    assert p.drawing == p.redrawn("choose\nburied C1 C2 C3\n0 [B1] V6\n1 C5 [C4]\n2 C7 [C6]\n3 C9 [C8]")


@pytest.mark.clause("SD-12", "SD-14")
def test_those_who_close_as_the_pile_ends() -> None:
    """Hands go under the pile before it is drawn from, and can save it."""
    p = position(
        """
        choose
        pile  W1 W2
        0  V6 W3 W4 W5  [B1]
        1  C4 R1 R2 R3  []
        2  C6 R4 R5 R6  []
        3  C8 R7 R8 R9  []
        """
    )
    p = p.plays("V6 C4 C6 C8").all_done()
    assert (p.step, p.pile) == ("draw 1 to 4", "W1 W2 + W3 W4 W5")
    p = p.draws("1 W2, 2 W1, 3 W4")
    assert (p.asked, p.pile) == ("1 2 3", "W3 W5")
