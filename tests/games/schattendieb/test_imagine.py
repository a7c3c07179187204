"""What a seat may imagine of what it does not know, SD-16 included."""

from random import Random

import pytest

from beute.play.engine import engine
from beute.play.setup import set_up
from tests.games.schattendieb.position import Position, position
from tests.games.schattendieb.test_knowledge import ADDING, CHOOSING


def imagined(p: Position, seat: int | None, how_many: int = 40) -> list[Position]:
    """Some tables that the seat holds possible, checked: all cards are there, and the seat would know the same."""
    tables = [p.imagined(seat, seed) for seed in range(how_many)]
    for table in tables:
        table.check_counts()
        assert table.known(seat).table.tobytes() == p.known(seat).table.tobytes()
    return tables


STEALING = """
    steal TS
    pile    W1 W2 W3 V6 + R1 R2 R3
    buried  B9
    0  W7 W8 V4  > TS  [B1]
    1  R7 R8 V5  > V6  [B2 B3]
    2                  [B4] V7
    3  C5 C6 V7  > C7  []
    """
DRAWING = """
    draw 1 to 4
    pile    W1 W2 W3 V6 + R1 R2 R3
    0  W7 W8 V4 W9     [B1]
    1  R7 V5           [B2 B3]
    2                  [B4] V7
    3  C5 C6 V7        []
    """
POSITIONS = [
    pytest.param(CHOOSING, id="SD-5 choosing"),
    pytest.param(STEALING, id="SD-7 stealing"),
    pytest.param(ADDING, id="SD-9 adding"),
    pytest.param(DRAWING, id="SD-13 drawing"),
    pytest.param("over all_shut\npile W1 W2\n0 W3 > V6 []\n1 W4 > V7 []\n2 [W5] V8", id="SD-18 over"),
    pytest.param("over no_cards\nburied W1 W2\n0 > W3 []\n1 W4 > V7 []\n2 W5 > W6 []", id="SD-19 over"),
]


@pytest.mark.parametrize("drawing", POSITIONS)
def test_imagined(drawing: str) -> None:
    """Cards conserved, everything known kept; it varies, and tells nothing of how things really are."""
    p = position(drawing)
    for seat in (*p.seats, None):
        tables = imagined(p, seat, 12)
        assert len({table.table.tobytes() for table in tables}) > 1
        hidden = tables[0]
        for seed in range(12, 16):
            again = p.imagined(seat, seed).table.tobytes()
            assert hidden.imagined(seat, seed).table.tobytes() == again, "what is imagined depends on knowledge alone"


@pytest.mark.clause("SD-4", "SD-12", "SD-14")
def test_everything_is_imagined() -> None:
    """Every unseen card may be everywhere."""
    p = position("choose\npile W1 R1 + B1\nburied C1\n0 V4 []\n1 W2 []\n2 R2 []")
    unseen = {"W1", "R1", "B1", "C1", "W2", "R2"}
    tables = imagined(p, 0, 200)
    layers = [table.pile.split(" + ") for table in tables]
    assert {table.hands[1] for table in tables} == unseen
    assert {table.hands[2] for table in tables} == unseen
    assert {card for top, _ in layers for card in top.split()} == unseen
    assert {packet for _, packet in layers} == unseen
    assert {" ".join(table.names(table.s.buried)) for table in tables} == unseen
    assert {table.hands[0] for table in tables} == {"V4"}


@pytest.mark.clause("SD-12", "SD-17")
@pytest.mark.parametrize(
    ("played", "ending"),
    [pytest.param("V6 V7 TS", "one_open", id="SD-17"), pytest.param("V6 V7 V9", "all_shut", id="SD-18")],
)
def test_imagined_after_the_end(played: str, ending: str) -> None:
    """After the last round too, for those who have closed in it as well."""
    p = position("choose\npile W1 W2\n0 V6 B1 B2 [R1]\n1 V7 B3 B4 [R2]\n2 V9 TS C1 [R3]").plays(played)
    assert p.asked == ending
    for seat in (0, 1, 2, None):
        imagined(p, seat)


# ---------------------------------------------------------------- hands that SD-16 forbids

FEW_OTHERS = """
    choose
    pile  W1 R1 B1 C1  V8 V8 V9 V9 V10 V10 V11 V11 V12 V12 V13
    0  W9 W8 W7 W6    []
    1  V4 V5 V6 R5    [R10]
    2  V6 V7 V7 B8    [B9]
    3  V13 V14 V15 TC []
    """


def others(cards: str) -> int:
    """How many are no Vault Shut cards."""
    return sum(not card.startswith("V") for card in cards.split())


def mixed() -> Position:
    """Everybody has drawn one card, and seat 0 knows that no other hand is all Vault Shut cards, though nearly all are:
    it has not seen R1, B1 and C1, which are in the hands of seats 1, 2 and 3."""
    p = position(FEW_OTHERS, redraw=True).plays("W9 R5 B8 TC").all_done().draws("0 W1, 1 R1, 2 B1, 3 C1")
    assert p.hands[1:] == ["R1 V4 V5 V6", "B1 V6 V7 V7", "C1 V13 V14 V15"]
    return p


@pytest.mark.clause("SD-16")
def test_no_hand_of_four() -> None:
    """Nobody can hold four Vault Shut cards after action 7."""
    p = mixed()
    for table in imagined(p, 0):
        assert [others(hand) for hand in table.hands] == [4, 1, 1, 1]
    for seat in (1, 2, 3, None):
        for table in imagined(p, seat):
            assert all(others(hand) for hand in table.hands)
    assert len({table.hands[1] for table in imagined(p, 0)}) > 10


@pytest.mark.clause("SD-16")
def test_nor_the_rest_of_such_a_hand() -> None:
    """Whoever plays a Vault Shut card of it keeps the other card; whoever plays another may have kept none."""
    p = mixed().plays("W8 V4 V6 V13")
    assert p.step == "add"
    for table in imagined(p, 0):
        assert [others(hand) for hand in table.hands[1:]] == [1, 1, 1]
    p = mixed().plays("W8 V4 V6 C1")
    for table in imagined(p, 0):
        assert [others(hand) for hand in table.hands[1:]] == [1, 1, 0]


@pytest.mark.clause("SD-16", "SD-5")
def test_nor_while_others_choose() -> None:
    """What others have chosen goes back, and the hand is four again."""
    p = mixed().after("0 play W8, 1 play R1, 3 play V15")
    for table in imagined(p, 0):
        assert [others(hand) for hand in table.hands[1:]] == [1, 1, 1]


@pytest.mark.clause("SD-16", "SD-12")
def test_a_packet_of_such_hands() -> None:
    """Two such hands lie under the pile, so at least two cards there are others."""
    p = mixed().plays("W8 V4 V6 V13").all_done()
    assert p.pile.endswith("+ R1 B1 V5 V6 V7 V7")
    for q in (p, p.draws("0 V8, 3 V8")):
        for seat in (0, 1, None):
            for table in imagined(q, seat, 20):
                assert others(table.pile.split("+")[1]) >= 2
                assert others(table.hands[3]) >= 1
    assert {others(table.pile.split("+")[1]) for table in imagined(p, 0)} == {2}


@pytest.mark.clause("SD-16", "SD-12")
def test_a_packet_of_one_such_hand() -> None:
    """One other card at least, as long as nobody has drawn from it."""
    p = mixed().plays("W8 V4 B1 V13").all_done()
    assert p.pile.endswith("+ R1 V5 V6")
    q = p.draws("0 V8, 2 V8, 3 V9").draws("2 V9, 2 V10, 2 V10, 2 V11").draws("2 V11, 2 V12, 2 V12, 2 V13")
    assert (q.asked, q.pile) == ("0 2 3", "R1 V5 V6")
    for table in imagined(p, 0):
        assert others(table.pile.split("+")[1]) >= 1
    for table in imagined(q, 0):
        assert others(table.pile) >= 1


@pytest.mark.clause("SD-16")
def test_four_are_possible_when_too_few_are_left() -> None:
    """Fewer than four cards were left, so four Vault Shut cards may be held, and here must be."""
    p = position(
        """
        choose
        pile  V8 W1 V9  V10 V10 V11
        0  V4 V5 V6 W9  []
        1  C1 C2 C3 R9  []
        2  V6 V7 V7 B8  []
        """,
        redraw=True,
    )
    p = p.plays("W9 R9 B8").all_done().draws("0 V8, 1 W1, 2 V9")
    assert p.asked == "0 1 2"
    for table in imagined(p, 1):
        assert [others(hand) for hand in table.hands] == [0, 4, 0]


@pytest.mark.parametrize(
    ("redraw", "events"),
    [
        pytest.param(True, "", id="SD-16 not after the first deal"),
        pytest.param(False, "", id="SD-16 not without the option"),
        pytest.param(False, "0 play W9, 1 play R5, 2 play B8, 3 play TC, 0 done, 1 done, 2 done", id="SD-16 nor later"),
    ],
)
def test_four_are_possible_otherwise(redraw: bool, events: str) -> None:
    p = position(FEW_OTHERS, redraw=redraw).after(events)
    p = p.draws("0 W1, 1 R1, 2 B1, 3 C1") if events else p
    assert any(not all(others(hand) for hand in table.hands) for table in imagined(p, 0))


PASSED_OVER = """
    choose
    pile  R1 V8 B1  V9 V9 V10 V10 V11
    0  V4 V5 V6 R9  []
    1  V6 V7 V7 B8  []
    2  C1 C2 C3 C7  []
    """


@pytest.mark.clause("SD-16")
@pytest.mark.parametrize(
    ("draws", "held"),
    [
        pytest.param("0 R1, 1 V8, 2 B1", 0, id="SD-16 before four are drawn"),
        pytest.param("0 R1, 1 V8, 2 B1, 1 V9, 1 V9", 2, id="SD-16 while four are drawn"),
        pytest.param("0 R1, 1 V8, 2 B1, 1 V9, 1 V9, 1 V10, 1 V10", 4, id="SD-16 after four are drawn"),
    ],
)
def test_who_was_passed_over(draws: str, held: int) -> None:
    """It is done in seat order, so when seat 1 redraws, seat 0 did not have to, when four could be drawn."""
    p = position(PASSED_OVER, redraw=True).plays("R9 B8 C7").all_done().draws(draws)
    assert len(p.hands[1].split()) == held
    for table in imagined(p, 2):
        assert others(table.hands[0]) == 1, "R1 can be nowhere else"


@pytest.mark.clause("SD-16")
@pytest.mark.parametrize("players", [3, 5, 7])
def test_whole_games(players: int) -> None:
    """With low Vault Shut cards that hardly ever close, after every round and for everybody."""
    rng = Random(players)
    e = engine(set_up("schattendieb", players, {"redraw": True, "vaults": [20, *[0] * 11]}))
    p = Position(e, e.table())
    looked = 0
    while not p.s.ending:
        before, p = p, p.after(some_event(p, rng))
        if before.step.startswith("draw") and p.step == "choose" and p.s.left >= 4:
            looked += 1
            for seat in (*p.seats, None):
                for table in imagined(p, seat, 3):
                    assert all(others(hand) for hand in table.hands if hand)
    assert looked > 3


def some_event(p: Position, rng: Random) -> str:
    """Any, but Vault Shut cards are kept if they can."""
    if p.asked == "*":
        words, weights = p.engine.chances(p.s)
        return f"* {rng.choices(words, weights)[0]}"
    seat = int(p.asked.split()[0])
    return f"{seat} {min(p.legal(seat), key=lambda word: (word.startswith('play V'), rng.random()))}"
