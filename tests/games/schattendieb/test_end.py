"""SD-17 to SD-20: the four endings, and what counts."""

import pytest

import beute
from tests.games.schattendieb.position import position

# ---------------------------------------------------------------- one_open


@pytest.mark.clause("SD-17")
def test_two_left_and_one_closes() -> None:
    """The last open vault scores nothing; nothing is drawn any more."""
    p = position(
        """
        choose
        pile  W1 W2 W3 W4
        0               [R10 R9] V6
        1  V7 B1 B2 B3  [R8 R7]
        2  C1 B4 B5 B6  [W10 B10 C10]
        """
    )
    p = p.plays("V7 C1").all_done()
    assert p.asked == "one_open"
    assert p.scores == [19, 15, 0]
    assert p.vaults[2] == "W10 B10 C1 C10", "action 5 was done (SD-10)"


@pytest.mark.clause("SD-17")
def test_several_close_at_once() -> None:
    """At once, from three or more open vaults too."""
    p = position("choose\npile W1\n0 V6 B1 [R1]\n1 V6 B2 [R2]\n2 TS B3 [R3]\n3 V7 B4 [R4]").plays("V6 V6 TS V7")
    assert (p.asked, p.scores) == ("one_open", [1, 2, 0, 4])


@pytest.mark.clause("SD-17")
def test_the_last_one_plays_a_card_too_low() -> None:
    """With `all_close` valid, all but one close."""
    drawing = "choose\npile W1\n0 V6 B1 [R1]\n1 V6 B2 [R2]\n2 V7 B3 []"
    p = position(drawing, all_close="valid").plays("V6 V6 V7")
    assert (p.asked, p.scores) == ("one_open", [1, 2, 0])


@pytest.mark.clause("SD-17")
def test_two_open_vaults_play_on() -> None:
    """Not before."""
    p = position("choose\n0 V6 B1 [R1]\n1 V6 B2 [R2]\n2 TS B3 [R3]\n3 TW B4 [R4]").plays("V6 V6 TS TW")
    assert p.asked == "2 3"


# ---------------------------------------------------------------- all_shut

VALID = "choose\npile W1 W2 W3\n0 V6 B1 [R1]\n1 V7 B2 [R2]\n2 V8 B3 [R3]"
ONE_EMPTY = "choose\npile W1 W2 W3\n0 V6 B1 [R1]\n1 V7 B2 []\n2 TS V8 [R3]\n3 B5 V8 []"
ONE_TOO_LOW = "choose\npile W1 W2 W3 W4\n0 V6 B1 [R1]\n1 V7 B2 [R2]\n2 V4 B3 [C1 C2 C3 C4 C5]\n3 V8 B4 []"
NONE_VALID = "choose\npile W1 W2 W3\n0 V6 B1 []\n1 V7 B2 []\n2 V8 B3 []"
OTHERS_SHUT = "choose\npile W1 W2 W3\n0 [R9 R10] V9\n1 V7 B2 [R2]\n2 [C7] V9\n3 V8 B3 [R3]"


@pytest.mark.parametrize(
    ("drawing", "all_close", "played", "asked", "scores"),
    [
        pytest.param(VALID, "played", "V6 V7 V8", "all_shut", [0, 0, 0], id="SD-18 all play a valid card"),
        pytest.param(VALID, "valid", "V6 V7 V8", "all_shut", [0, 0, 0], id="SD-18 all play a valid card, valid"),
        pytest.param(VALID, "played", "V6 V7 B3", "2", [0, 0, 0], id="SD-18 not if one plays a jewel"),
        pytest.param(ONE_TOO_LOW, "played", "V6 V7 V4 V8", "all_shut", [0, 0, 0, 0], id="SD-18 valid or not"),
        pytest.param(ONE_TOO_LOW, "valid", "V6 V7 V4 V8", "*", [1, 2, 0, 0], id="SD-18 valid: those that are close"),
        pytest.param(NONE_VALID, "played", "V6 V7 V8", "all_shut", [0, 0, 0], id="SD-18 none of them valid"),
        pytest.param(NONE_VALID, "valid", "V6 V7 V8", "*", [0, 0, 0], id="SD-18 valid: none closes, the game goes on"),
        pytest.param(ONE_EMPTY, "played", "V6 V7 TS B5", "2", [0, 0, 0, 0], id="SD-18 a thief is no Vault Shut card"),
        pytest.param(OTHERS_SHUT, "played", "V7 V8", "all_shut", [19, 0, 7, 0], id="SD-18 all still in the game"),
        pytest.param(OTHERS_SHUT, "valid", "V7 V8", "all_shut", [19, 0, 7, 0], id="SD-18 valid: all still in the game"),
    ],
)
def test_all_shut(drawing: str, all_close: str, played: str, asked: str, scores: list[int]) -> None:
    p = position(drawing, all_close=all_close).plays(played)
    assert (p.asked, p.scores) == (asked, scores)


@pytest.mark.clause("SD-18")
def test_at_once() -> None:
    """As soon as the cards are revealed: they stay in front, no vault closes, no hand moves."""
    p = position(VALID).plays("V6 V7 V8")
    assert p.drawing == p.redrawn(
        """
        over all_shut
        pile  W1 W2 W3
        0  B1 > V6  [R1]
        1  B2 > V7  [R2]
        2  B3 > V8  [R3]
        """
    )


@pytest.mark.clause("SD-18", "SD-11", "SD-12")
def test_valid_goes_on() -> None:
    """With `all_close` valid, cards too low go to the discard and the others close."""
    p = position(ONE_TOO_LOW, all_close="valid").plays("V6 V7 V4 V8")
    assert p.drawing == p.redrawn(
        """
        draw 2 to 4
        pile  W1 W2 W3 W4 + B1 B2
        0      [R1] V6
        1      [R2] V7
        2  B3  [C1 C2 C3 C4 C5]
        3  B4  []
        """
    )


@pytest.mark.clause("SD-18")
@pytest.mark.parametrize("all_close", ["Played", "both", "", 1, None])
def test_wrong_all_close(all_close: object) -> None:
    """The option is `played` or `valid`."""
    with pytest.raises(beute.SetupError, match=r"all_close .*SD-18"):
        position(VALID, all_close=all_close)


# ---------------------------------------------------------------- no_cards


@pytest.mark.parametrize(
    ("drawing", "events", "asked", "scores"),
    [
        pytest.param(
            "choose\n0 B1 [R1]\n1 B2 C1 [R2]\n2 B3 C2 [R3]",
            "0 play B1, 1 play B2, 2 play B3, 0 done, 1 done, 2 done",
            *("no_cards", [0, 0, 0]),
            id="SD-19 a last card was played",
        ),
        pytest.param(
            "choose\n0 B1 B4 B5 [R1]\n1 B2 C1 [R2]\n2 B3 C2 [R3]",
            "0 play B1, 1 play B2, 2 play B3, 0 add B4, 0 add B5, 0 done, 1 done, 2 done",
            *("no_cards", [0, 0, 0]),
            id="SD-19 a last card was added",
        ),
        pytest.param(
            "choose\n0 B1 B4 B5 [R1]\n1 B2 C1 [R2]\n2 B3 C2 [R3]",
            "0 play B1, 1 play B2, 2 play B3, 0 add B4, 0 done, 1 done, 2 done",
            *("0 1 2", [0, 0, 0]),
            id="SD-19 not while all have a card",
        ),
        pytest.param(
            "choose\n0 B1 [R1]\n1 C4 B2 [R2]\n2 TS C2 [R3]",
            "0 play B1, 1 play C4, 2 play TS",
            *("2", [0, 0, 0]),
            id="SD-19 not before the thieves",
        ),
        pytest.param(
            "choose\n0 B1 [R1]\n1 C4 B2 [R2]\n2 TS C2 [R3]",
            "0 play B1, 1 play C4, 2 play TS, 2 steal 0",
            *("1", [0, 0, 0]),
            id="SD-19 nor before all have added",
        ),
        pytest.param(
            "choose\n0 B1 [R1]\n1 C4 B2 [R2]\n2 TR C2 [R3]",
            "0 play B1, 1 play C4, 2 play TR, 0 done",
            *("1", [0, 0, 0]),
            id="SD-19 nor while somebody is still adding",
        ),
        pytest.param(
            "choose\n0 TS [R1]\n1 V6 B2 [R2]\n2 TR C2 [R3]",
            "0 play TS, 1 play V6, 2 play TR",
            *("no_cards", [0, 0, 0]),
            id="SD-19 a Vault Shut card of that round comes too late",
        ),
        pytest.param(
            "choose\n0 V9 [R1]\n1 B1 B2 [R2]\n2 B3 C2 [R3]",
            "0 play V9, 1 play B1, 2 play B3, 1 done, 2 done",
            *("no_cards", [0, 0, 0]),
            id="SD-19 even one's own last card",
        ),
        pytest.param(
            "choose\n0 B1 [R1]\n1 B1 C1 [R2]\n2 [R9 R10] V6\n3 TC C2 [R3]",
            "0 play B1, 1 play B1, 3 play TC",
            *("no_cards", [0, 0, 19, 0]),
            id="SD-19 after a stalemate too; SD-20 a vault closed before counts",
        ),
        pytest.param(
            "choose\n0 TC V4 [R1]\n1 TB C1 [R2]\n2 [R9 R10] V6\n3 TS C2 [R3]",
            "0 play TC, 1 play TB, 3 play TS",
            *("0 1 3", [0, 0, 19, 0]),
            id="SD-19 whoever closed needs no card",
        ),
        pytest.param(
            "choose\npile W1 W2 W3 W4 W5 W6 W7 W8 W9\n0 B1 [R1]\n1 B2 C1 [R2]\n2 B3 C2 [R3]",
            "0 play B1, 1 play B2, 2 play B3, 0 done, 1 done, 2 done",
            *("*", [0, 0, 0]),
            id="SD-19 not while there is a pile",
        ),
        pytest.param(
            "choose\n0 V6 [R1]\n1 V7 [R2]\n2 V8 [R3]",
            "0 play V6, 1 play V7, 2 play V8",
            *("all_shut", [0, 0, 0]),
            id="SD-18 SD-19 all shut is seen before that a hand is empty",
        ),
    ],
)
def test_no_cards(drawing: str, events: str, asked: str, scores: list[int]) -> None:
    p = position(drawing).after(events)
    assert (p.asked, p.scores) == (asked, scores)


@pytest.mark.clause("SD-19", "SD-5")
def test_nothing_goes_into_the_vaults_then() -> None:
    """At once, after action 4; SD-5: everybody sees what was added."""
    p = position("choose\n0 B1 B4 [R1]\n1 V6 C1 [R2]\n2 C3 C2 [R3]").plays("B1 V6 C3")
    p = p.after("2 done, 0 add B4, 0 done")
    over = p.redrawn("over no_cards\n0 > B1 B4 [R1]\n1 C1 > V6 [R2]\n2 C2 > C3 [R3]")
    assert p.drawing == over
    assert p.known(None).drawing == over.replace("1 C1", "1 ?").replace("2 C2", "2 ?")


# ---------------------------------------------------------------- none_drawn


@pytest.mark.clause("SD-14")
@pytest.mark.parametrize(
    ("pile", "asked", "buried"),
    [
        pytest.param("W1", "none_drawn", 1, id="SD-19 one card for two empty hands"),
        pytest.param("W1 W2", "*", 0, id="SD-19 SD-14 one card for each empty hand"),
    ],
)
def test_none_drawn(pile: str, asked: str, buried: int) -> None:
    """Not even one for everybody, so nobody draws and the pile is gone; SD-10 and SD-11 were done before."""
    p = position(
        f"""
        choose
        pile  {pile}
        0  B1 B2 B3 B4      []
        1  C5 C6 C7 C8      []
        2  V6 C9 C2 C3      [R1]
        3  TR TW V15 V14    [R2]
        4                   [R9 R10] V9
        """
    )
    p = p.plays("B1 C5 C9 TR").after("0 add B2, 0 add B3, 0 add B4, 1 add C6, 1 add C7, 1 add C8").all_done()
    assert (p.asked, int(p.s.lost)) == (asked, buried)
    assert p.vaults == ["B1 B2 B3 B4", "C5 C6 C7 C8", "R1 C9", "R2", "R9 R10"]
    assert p.scores == [0, 0, 0, 0, 19]
    if asked == "*":
        assert p.draws("0 W1, 1 W2").asked == "0 1 2 3"


@pytest.mark.clause("SD-19")
def test_whoever_closes_in_that_round_scores() -> None:
    """The end comes after action 7; the hand that goes under the pile may save the others (SD-12)."""
    drawing = """
        choose
        pile  W1
        0  B1 B2            []
        1  C5 C6            []
        2  V6 {}            [R10]
        3  TR TW V15 V14    [R2]
        """
    events = "0 play B1, 1 play C5, 2 play V6, 3 play TR, 0 add B2, 0 done, 1 add C6, 1 done"
    p = position(drawing.format("")).after(events)
    assert (p.asked, p.scores) == ("none_drawn", [0, 0, 10, 0])
    p = position(drawing.format("C1")).after(events)
    assert (p.step, p.pile) == ("draw 0 to 1", "W1 + C1")


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("vaults", "scores"),
    [
        pytest.param(["[W1] V6", "[W10 W10] V6", "[R1]"], [1, 20, 0], id="SD-20 the sum of the values"),
        pytest.param(["[W9 R9 B9 C9] V6", "[]", "[C2]"], [36, 0, 0], id="SD-20 every kind counts alike"),
        pytest.param(["[W1 W2 W3 W4 W5 W6 W7 W8 W9 W10] V15", "[]", "[]"], [55, 0, 0], id="SD-20 every value"),
        pytest.param(["[]", "[W10 R10]", "[B10]"], [0, 0, 0], id="SD-17 SD-20 an open vault counts nothing"),
    ],
)
def test_scores(vaults: list[str], scores: list[int]) -> None:
    seats = [f"{seat} {vault}" for seat, vault in enumerate(vaults)]
    assert position("\n".join(["over no_cards", *seats])).scores == scores
