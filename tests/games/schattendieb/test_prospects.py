"""What a seat is told beforehand of its answers: SD-11, SD-18, SD-19."""

import pytest

from tests.games.schattendieb.position import Position, new_game, position

CHOOSE = """
    choose
    pile rest
    discard
    0  W1 V4 V9 TS       [R1 R2 R3 R4 R5]
    1  V6 V7 V7 B3       [W2]
    2                    [W10] V8
    3  C4 C5 TC V5       []
    """
NO_PILE = """
    choose
    buried W1
    0  W2 V9        [R1]
    1  V6 V7        [W3]
    2  C4 C5        []
    """
ADD = """
    add
    buried W1
    0  W2        > W4       [R1]
    1  V6 V7     > V8       [W3]
    2  C4 C5     > C6       []
    """


def told(where: Position, seat: int) -> dict[str, tuple[bool | None, str]]:
    """By word: whether it shuts, and the risks, those that are sure with an exclamation mark."""
    return {
        prospect["word"]: (
            prospect["shuts"],
            " ".join(risk["code"] + "!" * risk["sure"] for risk in prospect["risks"]),
        )
        for prospect in where.view(seat)["prospects"]
    }


def test_a_vault_shut_card_shuts_as_many_jewels_as_its_value() -> None:
    assert told(position(CHOOSE), 0) == {
        "play W1": (None, ""),
        "play TS": (None, ""),
        "play V4": (False, "all_shut"),
        "play V9": (True, "all_shut"),
    }


def test_an_empty_vault_cannot_be_shut() -> None:
    assert told(position(CHOOSE), 3)["play V5"] == (False, "all_shut")


def test_what_is_told_is_what_happens() -> None:
    for card, shut in (("V4", False), ("V9", True)):
        after = position(CHOOSE).plays(f"{card} B3 C4").all_done()
        assert (not after.view(None)["seats"][0]["open"]) is shut


def test_a_card_that_lies_face_down_is_told_of_too() -> None:
    game = new_game("W1 V4 V9 TS\nV6 V7 V8 B3\nC4 C5 TC V5")
    game.play("0 play V9")
    assert [prospect["word"] for prospect in game.view(0)["prospects"]] == ["play W1", "play TS", "play V4", "play V9"]


@pytest.mark.parametrize(
    ("others", "risk"),
    [
        ("1  B1 B2 B3 B4 [W2]\n 2  C1 C2 C3 C4 [W3]", "all_shut"),
        ("1  B1 B2 B3 B4 []\n 2  C1 C2 C3 C4 [W3]", ""),  # an empty vault cannot be shut
    ],
)
def test_where_only_valid_cards_count_nobody_fears_others(others: str, risk: str) -> None:
    drawing = f"choose\npile rest\ndiscard\n0  W1 V4 V9 TS [R1 R2 R3 R4 R5]\n{others}"
    assert told(position(drawing, all_close="valid"), 0) == {
        "play W1": (None, ""),
        "play TS": (None, ""),
        "play V4": (False, ""),  # it would not shut
        "play V9": (True, risk),
    }


def test_nobody_fears_cards_that_all_have_seen() -> None:
    discard = "V5 V6 V6 V7 V7 V8 V8 V9 V10 V10 V11 V11 V12 V12 V13 V13 V14"
    drawing = f"choose\npile rest\ndiscard {discard}\n0  W1 V4 V9 TS [R1]\n1  B1 B2 B3 V15 [W2]\n2  C1 C2 C3 C4 [W3]"
    assert told(position(drawing), 0)["play V9"] == (True, "")


def test_without_a_pile_others_may_add_all_they_have() -> None:
    assert told(position(NO_PILE), 0) == {
        "play W2": (None, "others_may_run_out"),
        "play V9": (True, "all_shut others_may_run_out"),
    }


def test_a_last_card_ends_the_game() -> None:
    drawing = "choose\nburied W1\n0  W2 [R1]\n1  V7 [W3]\n2  C4 [C1]"
    assert told(position(drawing), 0) == {"play W2": (None, "own_last_card! others_last_card!")}
    assert position(drawing).plays("W2 V7 C4").all_done().asked == "no_cards"


def test_adding_the_last_card_ends_the_game() -> None:
    assert told(position(ADD), 0) == {
        "add W2": (None, "own_last_card! others_may_run_out"),
        "done": (None, "others_may_run_out"),
    }
    assert position(ADD).after("0 add W2, 0 done, 2 done").asked == "no_cards"
    assert position(ADD).after("0 done, 2 done").asked == "0 2"


def test_who_has_no_card_left_before_adding_ends_the_game_anyway() -> None:
    drawing = "add\nburied W1\n0  > W4 [R1]\n1  > V8 [W3]\n2  C4 C5 > C6 []"
    assert told(position(drawing), 0) == {"done": (None, "own_last_card! others_last_card!")}


def test_spectators_and_those_who_are_not_asked_are_told_nothing() -> None:
    assert position(CHOOSE).view(None)["prospects"] == []
    assert position(CHOOSE).view(2)["prospects"] == []
    assert position(ADD).view(1)["prospects"] == []
