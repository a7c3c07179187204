"""What a seat knows: SD-5, SD-9, SD-12, SD-14."""

import re

import pytest

from tests.games.schattendieb.position import new_game, position, tidy

CHOOSING = """
    choose
    pile    W1 W2 W3 + R1 R2 R3
    buried  B9
    0  W7 W8 V4     > TS  [B1]
    1  R7 R8 V5     > V6  [B2 B3]
    2                     [B4] V7
    3  C5 C6 TW V7        []
    """
FIRST_CHOICE = CHOOSING.replace("> V6", "V6")
ADDING = """
    add
    pile    W1 W2 W3 + R1 R2 R3
    0  W8 V4     > W7 W9 done  [B1]
    1  R9 V5     > R7 R8       [B2 B3]
    2                          [B4] V7
    3  C6 TW V7  > C5          []
    4  C7 TB V8  > V9          []
    """


@pytest.mark.parametrize(
    ("drawing", "seat", "known"),
    [
        pytest.param(
            CHOOSING,
            0,
            """
            choose
            pile    ? ? ? + ? ? ?
            buried  ?
            0  W7 W8 V4 > TS  [B1]
            1  ? ? ? ?        [B2 B3]
            2                 [B4] V7
            3  ? ? ? ?        []
            """,
            id="SD-5 one's own choice, not that of others",
        ),
        pytest.param(
            CHOOSING,
            3,
            """
            choose
            pile    ? ? ? + ? ? ?
            buried  ?
            0  ? ? ? ?        [B1]
            1  ? ? ? ?        [B2 B3]
            2                 [B4] V7
            3  C5 C6 TW V7    []
            """,
            id="SD-5 choices of others go back into their hands",
        ),
        pytest.param(
            CHOOSING,
            None,
            """
            choose
            pile    ? ? ? + ? ? ?
            buried  ?
            0  ? ? ? ?        [B1]
            1  ? ? ? ?        [B2 B3]
            2                 [B4] V7
            3  ? ? ? ?        []
            """,
            id="SD-5 a spectator sees no hand and no choice",
        ),
        pytest.param(
            ADDING,
            1,
            """
            add
            pile    ? ? ? + ? ? ?
            0  ? ? ?     > W7     [B1]
            1  R9 V5     > R7 R8  [B2 B3]
            2                     [B4] V7
            3  ? ? ?     > C5     []
            4  ? ? ?     > V9     []
            """,
            id="SD-9 the own additions, not those of others, nor that they are done",
        ),
        pytest.param(
            ADDING,
            0,
            """
            add
            pile    ? ? ? + ? ? ?
            0  W8 V4     > W7 W9 done  [B1]
            1  ? ? ?     > R7          [B2 B3]
            2                          [B4] V7
            3  ? ? ?     > C5          []
            4  ? ? ?     > V9          []
            """,
            id="SD-9 one's own end of adding",
        ),
    ],
)
def test_concealed(drawing: str, seat: int | None, known: str) -> None:
    assert position(drawing).known(seat).drawing == tidy(known)


@pytest.mark.clause("SD-12")
def test_who_closed_knows_what_a_spectator_knows() -> None:
    for drawing in (CHOOSING, ADDING):
        p = position(drawing)
        assert p.known(2).table.tobytes() == p.known(None).table.tobytes()


@pytest.mark.clause("SD-12")
def test_who_closes_forgets_the_hand() -> None:
    """From then on, the hand that went under the pile included."""
    p = position("choose\npile W1 W2 W3\n0 V6 B1 B2 B3 [R1]\n1 C1 C2 []\n2 C3 C4 []").plays("V6 C1 C3").all_done()
    known = p.known(0)
    assert known.pile == "? ? ? + ? ? ?"
    assert known.table.tobytes() == p.known(None).table.tobytes()


@pytest.mark.clause("SD-12", "SD-17")
def test_who_closes_last_forgets_the_hand() -> None:
    """When that ends the game, too."""
    p = position("choose\npile W1\n0 V6 B1 B2 [R1]\n1 V7 B3 B4 [R2]\n2 TS C1 C2 [R3]").plays("V6 V7 TS")
    assert p.asked == "one_open"
    for seat in (0, 1):
        assert p.known(seat).table.tobytes() == p.known(None).table.tobytes()


@pytest.mark.clause("SD-12")
def test_who_closed_is_shown_what_a_spectator_is_shown() -> None:
    """The log too, in which the cards that are now under the pile were drawn."""
    game = new_game("W9 R1 B1 V6\nR8 W1 B2 V7\nB7 W2 C3 V8", "0 C1, 1 C2, 2 C4, 1 C5, 2 C6")
    for word in (
        "play W9",
        "play R8",
        "play B7",
        "done",
        "done",
        "done",
        "play V6",
        "play B2",
        "play C3",
        "done",
        "done",
    ):
        game.play(word)
    assert game.due == (1, 2)
    assert game.view(0) | {"seat": None} == game.view(None)
    assert game.log(0) == game.log(None)
    assert game.heard(0) == game.heard(None)


@pytest.mark.parametrize(
    ("drawing", "events", "seats"),
    [
        pytest.param(FIRST_CHOICE, ["3 play C5"], [0, 1, 2, None], id="SD-5 whether another has chosen"),
        pytest.param(ADDING, ["1 add R9", "1 done"], [0, 2, 3, 4, None], id="SD-9 whether another has added"),
        pytest.param(ADDING, ["3 done"], [0, 1, 2, 4, None], id="SD-9 whether another is done"),
    ],
)
def test_nothing_to_be_seen(drawing: str, events: list[str], seats: list[int | None]) -> None:
    """Byte for byte: who knows less sees no difference."""
    p = position(drawing)
    before = [p.known(seat).table.tobytes() for seat in seats]
    for event in events:
        p = p.after(event)
        assert [p.known(seat).table.tobytes() for seat in seats] == before


@pytest.mark.parametrize(
    ("drawing", "one", "other", "seats"),
    [
        pytest.param(CHOOSING, "W7", "C5", [1, 2, None], id="SD-5 a card of two hands"),
        pytest.param(CHOOSING, "TS", "R8", [2, 3, None], id="SD-5 a choice and a card of another hand"),
        pytest.param(CHOOSING, "V6", "R7", [0, 2, 3, None], id="SD-5 a choice and a card of the same hand"),
        pytest.param(CHOOSING, "TS", "V6", [2, 3, None], id="SD-5 two choices"),
        pytest.param(CHOOSING, "W7", "W1", [1, 2, 3, None], id="SD-4 a card of a hand and of the pile"),
        pytest.param(CHOOSING, "C5", "R1", [0, 1, 2, None], id="SD-12 a card of a hand and of a packet"),
        pytest.param(CHOOSING, "W1", "R1", [0, 1, 2, 3, None], id="SD-12 a card of the deck and of a packet"),
        pytest.param(CHOOSING, "W1", "B9", [0, 1, 2, 3, None], id="SD-14 a card of the pile and one face down"),
        pytest.param(ADDING, "W9", "W8", [1, 2, 3, 4, None], id="SD-9 a card that was added and one that was not"),
        pytest.param(ADDING, "R8", "R1", [0, 2, 3, 4, None], id="SD-9 a card that was added and one of the pile"),
    ],
)
def test_equal_knowledge(drawing: str, one: str, other: str, seats: list[int | None]) -> None:
    """Two cards that a seat cannot see, exchanged, change no byte of what it knows; whoever sees one sees it."""
    exchanged = {one: other, other: one}
    p = position(drawing)
    q = position(re.sub(r"\b\w+\b", lambda word: exchanged.get(word[0], word[0]), drawing))
    same = [seat for seat in (*p.seats, None) if p.known(seat).table.tobytes() == q.known(seat).table.tobytes()]
    assert same == seats
