"""RB-6, RB-12 and RB-18: what a person is offered without open sums, and what is refused aloud."""

from __future__ import annotations

import pytest

from beute import BeuteError, Game, IllegalMove
from beute.games.raeuber.view import RaeuberView
from beute.games.views import Choice, Refusal
from tests.games.raeuber.position import SACKS, table

EVERYBODY = (0, 1, 2, None)

NARROW = """
    turn 0
    26 of 0: 20, top 6
    27 of 1: sealed, top 7
    70a of 1: 61, top 9
    100 of 2: 93, top R
    seat 0: R 8 10
    seat 1: R 4 5
    seat 2: 8 9 9
    unseen: 2 3
    """
IN_CENTRE = ("28", "29", "45a", "45b", "70b")
# A 10 fits nowhere, a 3 everywhere.
TIGHT = """
    turn 0
    26 of 1: 17, top 6
    27 of 1: 18, top 7
    28 of 2: 19, top 6
    29 of 0: 20, top 8
    45a of 1: 36, top 9
    45b of 2: 36, top 5
    70a of 1: 61, top 9
    70b of 2: 61, top 7
    100 of 0: 91, top 8
    seat 0: HAND
    seat 1: R R
    seat 2: R R
    unseen: R
    """
OF_OTHERS = ("26", "27", "28", "45a", "45b", "70a", "70b")


def refused(game: Game[RaeuberView], word: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        game.play(word)
    return caught.value


def told(game: Game[RaeuberView]) -> list[str]:
    """What is announced, the same for everybody."""
    first, *others = [game.view(seat)["refusals"] for seat in (*range(game.players), None)]
    assert others == [first] * len(others)
    assert first == list(game.refusals)
    return [f"{refusal['seat']} {refusal['word']}" for refusal in first]


def shown(game: Game[RaeuberView], word: str, seat: int = 0) -> Choice:
    """A choice as the seat is shown it."""
    (found,) = [choice for choice in game.view(seat)["choices"] if choice["word"] == word]
    choice: Choice = found
    return choice


def on(card: str, *sacks: str) -> list[str]:
    return [f"{card}>{sack}" for sack in sacks]


# ---------------------------------------------------------------- what is offered


@pytest.mark.clause("RB-18")
def test_rb_18_every_card_is_offered_on_every_unsealed_sack_it_may_be_tried_on() -> None:
    """RB-18: not on the sealed 27 (RB-9), nor what exceeds the own 26 (RB-6); what exceeds others' is not told."""
    game = table(NARROW)
    assert game.offered(0) == [
        *on("R", "28", "29", "45a", "45b", "70a", "70b", "100"),
        *on("8", "28", "29", "45a", "45b", "70a", "70b", "100"),
        *on("10", "28", "29", "45a", "45b", "70a", "70b", "100"),
    ]
    assert set(game.offered(0)) - set(game.legal) == {"10>70a", "8>100", "10>100"}


@pytest.mark.parametrize(
    ("word", "possible", "clause", "code"),
    [
        pytest.param("10>28", "yes", None, None, id="RB-5 a sack in the centre takes everything"),
        pytest.param("10>70a", "try", None, None, id="RB-6 another's sack may be tried"),
        pytest.param("8>70a", "try", None, None, id="RB-6 also with what would fit"),
        pytest.param("R>70a", "try", None, None, id="RB-6 and with a robber"),
        pytest.param("8>26", "no", "RB-6", "exceeds_sack", id="RB-6 one's own is offered only what fits"),
        pytest.param("8>27", "no", "RB-9", "sealed", id="RB-9 a sealed sack"),
        pytest.param("R>27", "no", "RB-9", "sealed", id="RB-9 a sealed sack and a robber"),
        pytest.param("R>26", "no", "RB-7", "robber_on_own_sack", id="RB-7 a robber on one's own sack"),
    ],
)
def test_choices_say_whether_they_are_possible(word: str, possible: str, clause: str | None, code: str | None) -> None:
    choice = shown(table(NARROW), word)
    assert (choice["possible"], choice["clause"], choice["code"]) == (possible, clause, code)
    card, _, sack = word.partition(">")
    assert (choice["pick"], choice["to"]) == ({"kind": "card", "name": card}, {"kind": "sack", "name": sack})


def test_rb_6_on_one_s_own_sacks_only_what_fits_is_offered() -> None:
    """RB-6"""
    game = table(NARROW.replace("0: R 8 10", "0: 6 7").replace("70a of 1", "70a of 0"))
    assert game.offered(0) == [
        *on("6", "26", "28", "29", "45a", "45b", "70a", "70b", "100"),
        *on("7", "28", "29", "45a", "45b", "70a", "70b", "100"),
    ]
    assert shown(game, "6>26")["possible"] == "yes", "it seals"
    assert shown(game, "7>26")["code"] == "exceeds_sack"
    assert [shown(game, word)["possible"] for word in ("7>70a", "7>100")] == ["yes", "try"]


def test_rb_6_rb_11_on_a_sack_that_a_robber_lets_one_count_only_what_fits_is_offered() -> None:
    """RB-6, RB-11: until the own next play."""
    game = table(NARROW.replace("0: R 8 10", "0: 8 9 10, counts 70a").replace("2: 8 9 9", "2: 8 9"))
    assert [shown(game, f"{card}>70a")["possible"] for card in ("8", "9", "10")] == ["yes", "yes", "no"]
    assert refused(game, "10>70a").code == "exceeds_sack"
    assert told(game) == [], "it was not offered, so it was no try"
    for event in ("0 8>28", "* draw 0 2", "1 4>29", "* draw 1 3", "2 8>45a"):
        game.play(event)
    assert [shown(game, f"{card}>70a")["possible"] for card in ("9", "10")] == ["try", "try"]


def test_rb_6_rb_11_laying_a_robber_lets_its_player_count_at_the_next_turn() -> None:
    """RB-6, RB-11: the robber itself may be tried, then only what fits is offered."""
    game = table(NARROW.replace("top R", "top 5"))
    for event in ("0 R>100", "* draw 0 2", "1 4>29", "* draw 1 3", "2 9>28"):
        game.play(event)
    assert [shown(game, f"{card}>100")["possible"] for card in ("2", "8", "10")] == ["yes", "no", "no"]
    assert [shown(game, f"{card}>70a")["possible"] for card in ("2", "8", "10")] == ["try", "try", "try"]


@pytest.mark.clause("RB-18")
def test_rb_18_who_is_not_asked_is_offered_nothing() -> None:
    """RB-18"""
    game = table(NARROW)
    assert [game.view(seat)["choices"] for seat in (1, 2, None)] == [[], [], []]
    game.play("0 8>70b")
    assert game.chance_is_due
    assert [game.view(seat)["choices"] for seat in EVERYBODY] == [[], [], [], []]


@pytest.mark.clause("RB-18")
def test_rb_18_a_last_card_is_offered_on_every_unsealed_sack_too() -> None:
    """RB-18"""
    game = table("last 0\n26 of 1: 20, top 6\n27 of 1: sealed, top 7\nseat 0: 8\nseat 1: R")
    assert game.offered(0) == on("8", *(sack for sack in SACKS if sack != "27"))
    assert refused(game, "8>26").code == "exceeds_sack"
    assert told(game) == ["0 8>26"]
    assert game.offered(0) == on("8", *(sack for sack in SACKS if sack not in ("26", "27")))


# ---------------------------------------------------------------- laying out

STUCK = """
    turn 0
    26 of 0: 18, top 9
    27 of 0: 19, top 9
    28 of 0: 20, top 9
    29 of 0: 21, top 9
    45a 45b of 0: 37, top 8
    70a 70b of 0: 62, top 7
    100 of 0: 92, top 7
    seat 0: R 10
    seat 1: R 6
    unseen: R
    """


@pytest.mark.clause("RB-12")
@pytest.mark.parametrize("open_sums", [False, True])
def test_rb_12_when_nothing_fits_the_question_is_which_card_to_lay_out(open_sums: bool) -> None:
    """RB-12"""
    game = table(STUCK, open_sums)
    assert game.offered(0) == ["R>out", "10>out"]
    assert [choice["to"] for choice in game.view(0)["choices"]] == [{"kind": "out", "name": "out"}] * 2
    assert refused(game, "10>100").code == "exceeds_sack"
    assert told(game) == [], "it was not offered, so it was no try"
    game.play("10>out")
    assert game.log(1)[-1] == "0 10>out", "face up"


@pytest.mark.parametrize("owner", [0, 1])
def test_rb_12_also_when_others_have_the_sacks_nobody_has_to_find_out_by_trying(owner: int) -> None:
    """RB-12: the question itself becomes which card to lay out."""
    drawing = TIGHT.replace("of 0", f"of {owner}").replace("HAND", "10 10")
    game = table(drawing)
    assert game.offered(0) == ["10>out"]
    assert told(game) == []


@pytest.mark.clause("RB-12")
def test_rb_12_when_something_fits_laying_out_is_not_offered() -> None:
    """RB-12"""
    game = table(STUCK.replace("100 of 0", "100 of 1"))
    assert game.legal == ["R>100"]
    assert game.offered(0) == ["R>100", "10>100"]
    assert refused(game, "10>out").code == "something_fits"
    for sack in SACKS:
        assert refused(game, f"10>{sack}").clause == "RB-6"
    assert told(game) == ["0 10>100"], "the others are the seat's own: they were not offered"
    assert game.offered(0) == ["R>100"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.clause("RB-6")
def test_rb_6_a_try_that_exceeds_the_sack_is_refused_aloud() -> None:
    """RB-6: by the sack's owner; everybody sees the card and the sack."""
    game = table(NARROW)
    error = refused(game, "10>70a")
    assert (error.clause, error.code, error.seat, error.word) == ("RB-6", "exceeds_sack", 0, "10>70a")
    assert told(game) == ["0 10>70a"]
    expected: Refusal = {
        "seat": 0,
        "by": 1,
        "word": "10>70a",
        "pick": {"kind": "card", "name": "10"},
        "to": {"kind": "sack", "name": "70a"},
        "code": "exceeds_sack",
        "clause": "RB-6",
    }
    assert game.refusals == (expected,)


@pytest.mark.clause("RB-6")
def test_rb_6_a_refusal_is_no_event_of_the_game() -> None:
    """RB-6: legality, records, and what bots know take no notice."""
    game = table(NARROW)
    before = game.copy()
    refused(game, "10>70a")
    assert game == before
    assert game.events == ()
    assert game.due == (0,)
    assert game.legal == before.legal
    assert game.view(0)["hands"][0] == ["R", "8", "10"]
    for seat in EVERYBODY:
        assert game.known(seat).tobytes() == before.known(seat).tobytes()
        assert game.heard(seat) == before.heard(seat)
    assert told(before) == []


def test_rb_6_a_refused_card_must_go_on_another_sack() -> None:
    """RB-6: until it is placed only that card is offered, on the sacks that have not refused it."""
    game = table(NARROW)
    refused(game, "10>70a")
    assert game.offered(0) == on("10", *IN_CENTRE, "100")
    refused(game, "10>100")
    assert told(game) == ["0 10>70a", "0 10>100"]
    assert game.offered(0) == on("10", *IN_CENTRE)
    for word, clause, code in [
        ("10>70a", "RB-6", "refused_already"),
        ("10>100", "RB-6", "refused_already"),
        ("10>26", "RB-6", "exceeds_sack"),
        ("10>27", "RB-9", "sealed"),
        ("8>28", "RB-6", "refused_card_first"),
        ("8>70a", "RB-6", "refused_card_first"),
        ("8>100", "RB-6", "refused_card_first"),
        ("8>26", "RB-6", "refused_card_first"),
        ("R>28", "RB-6", "refused_card_first"),
        ("R>26", "RB-6", "refused_card_first"),
        ("R>27", "RB-6", "refused_card_first"),
    ]:
        choice = shown(game, word)
        assert (choice["possible"], choice["clause"], choice["code"]) == ("no", clause, code), word


def test_rb_6_a_refused_card_may_go_on_one_s_own_sack_if_it_fits() -> None:
    """RB-6"""
    game = table(NARROW.replace("26 of 0: 20", "26 of 0: 15"))
    refused(game, "10>100")
    assert game.offered(0) == on("10", "26", *IN_CENTRE[:-1], "70a", "70b")


def test_rb_6_no_second_and_third_guess_at_the_same_sack() -> None:
    """RB-6: 9 refused, 8 refused, 7 seals, at no cost: that is what the rule is there for."""
    game = table(NARROW.replace("0: R 8 10", "0: 7 8 9").replace("2: 8 9 9", "2: 8 9"))
    refused(game, "9>100")
    assert not [word for word in game.offered(0) if word.endswith(">100")]
    refused(game, "0 8>100")
    assert told(game) == ["0 9>100"], "the 8 was not offered: a table does not take it, and nothing is announced"
    assert game.offered(0) == on("9", *IN_CENTRE[:-1], "70a", "70b")


def test_rb_6_the_same_try_is_announced_once() -> None:
    """RB-6"""
    game = table(NARROW)
    for _ in range(2):
        assert refused(game, "10>70a").code == "exceeds_sack"
        assert told(game) == ["0 10>70a"]


def test_rb_6_when_no_sack_is_left_the_card_goes_back_into_the_hand() -> None:
    """RB-6: and no card of that value is offered again in this turn."""
    game = table(TIGHT.replace("HAND", "R 3 10"))
    others = [*on("R", *OF_OTHERS), *on("3", *SACKS)]
    assert game.offered(0) == [*others, *on("10", *OF_OTHERS)], "not on the own 29 and 100, which it exceeds"
    for n, sack in enumerate(OF_OTHERS, start=1):
        refused(game, f"10>{sack}")
        assert len(told(game)) == n
        left = on("10", *OF_OTHERS[n:])
        assert game.offered(0) == (left or others)
    assert {shown(game, f"10>{sack}")["code"] for sack in SACKS} == {"refused_already", "exceeds_sack"}
    assert game.view(0)["hands"][0] == ["R", "3", "10"]
    game.play("3>26")
    assert told(game) == []


def test_rb_6_an_equal_card_is_not_offered_again_either() -> None:
    """RB-6: no card of that value."""
    game = table(TIGHT.replace("HAND", "R 10 10").replace("100 of 0: 91", "100 of 0: 92"))
    for sack in OF_OTHERS:
        refused(game, f"10>{sack}")
    assert game.offered(0) == on("R", *OF_OTHERS)


def test_rb_6_in_another_order_too() -> None:
    """RB-6: whichever sack is the last, and with the card that is not the highest."""
    game = table(TIGHT.replace("HAND", "3 10"))
    for sack in reversed(OF_OTHERS):
        assert f"10>{sack}" in game.offered(0)
        refused(game, f"10>{sack}")
    assert game.offered(0) == on("3", *SACKS)


def test_rb_6_after_a_card_went_back_another_may_be_refused_in_its_turn() -> None:
    """RB-6: the 3 on the 26; then it must go elsewhere, and the 10 is still not offered."""
    drawing = TIGHT.replace("HAND", "4 10").replace("28 of 2: 19", "28 of 2: 25")
    game = table(drawing)
    for sack in OF_OTHERS:
        refused(game, f"10>{sack}")
    assert game.offered(0) == on("4", *SACKS)
    refused(game, "4>28")
    assert told(game)[-1] == "0 4>28"
    assert game.offered(0) == on("4", *(sack for sack in SACKS if sack != "28"))


def test_rb_6_in_the_library_any_legal_move_may_follow_and_refusals_are_forgotten_after_the_turn() -> None:
    """RB-6: a table enforces what is offered, the rules know nothing of it."""
    game = table(NARROW)
    refused(game, "10>70a")
    game.play("8>70a")
    assert told(game) == []
    game.play("* draw 0 2")
    assert told(game) == []
    assert game.due == (1,)


@pytest.mark.clause("RB-6")
def test_rb_6_what_was_refused_is_offered_again_in_the_next_turn() -> None:
    """RB-6"""
    game = table(NARROW)
    refused(game, "10>100")
    for event in ("0 R>70a", "* draw 0 2", "1 R>26", "* draw 1 3"):
        game.play(event)
    refused(game, "2 9>26")
    assert told(game) == ["2 9>26"]
    assert game.offered(2) == on("9", "28", "29", "45a", "45b", "70a", "70b")
    game.play("2 9>70b")
    assert told(game) == []
    assert game.due == (0,)
    assert "10>100" in game.offered(0)
    refused(game, "0 10>100")
    assert told(game) == ["0 10>100"]


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("8>27", id="RB-9 on a sealed sack"),
        pytest.param("R>26", id="RB-7 a robber on an own sack"),
        pytest.param("8>26", id="RB-6 on an own sack that it exceeds"),
        pytest.param("9>28", id="RB-4 a card that is not in the hand"),
        pytest.param("8>out", id="RB-12 out, though something fits"),
        pytest.param("1 4>28", id="RB-4 out of turn"),
        pytest.param("11>26", id="no such card"),
        pytest.param("* draw 0 2", id="RB-4 drawing before playing"),
    ],
)
def test_what_the_seat_can_see_is_wrong_is_no_try_and_not_announced(word: str) -> None:
    game = table(NARROW)
    choices = game.view(0)["choices"]
    refused(game, word)
    assert told(game) == []
    assert game.view(0)["choices"] == choices


@pytest.mark.parametrize("word", ["8>70a", "8>26", "8>27", "1 4>28", "11>26"])
def test_rb_6_only_a_try_can_be_refused(word: str) -> None:
    """RB-6: neither what fits nor what is not offered."""
    game = table(NARROW)
    with pytest.raises(BeuteError) as caught:
        game.refuse(word, 0)
    assert caught.value.code == "not_a_try"
    assert told(game) == []


def test_rb_18_the_text_of_a_refusal_offers_no_more_than_the_view() -> None:
    """RB-18: it says what can be tried, not what would fit."""
    game = table(NARROW)
    error = refused(game, "10>70a")
    assert error.offered == error.data["offered"] == game.offered(0)
    assert str(error).endswith(f"possible: {', '.join(game.offered(0))}")
    assert "10>100" in str(error), "that would exceed too, but nobody has tried it"


@pytest.mark.clause("RB-18")
def test_rb_18_with_open_sums_a_card_that_exceeds_is_not_offered_and_so_never_tried() -> None:
    """RB-18"""
    game = table(NARROW, open_sums=True)
    assert sorted(game.offered(0)) == game.legal
    assert refused(game, "10>70a").clause == "RB-6"
    assert told(game) == []


# ---------------------------------------------------------------- taking back


def test_rb_6_no_placement_can_be_taken_back_without_open_sums() -> None:
    """RB-6: trying and taking back would be counting."""
    game = table(NARROW)
    game.play("8>70a")
    assert [game.undoable(seat) for seat in range(3)] == [False, False, False]
    assert [game.view(seat)["undoable"] for seat in EVERYBODY] == [False] * 4


def test_rb_6_with_open_sums_it_can_while_no_card_was_drawn() -> None:
    """RB-6, RB-18"""
    game = table(NARROW, open_sums=True)
    game.play("8>70a")
    assert [game.undoable(seat) for seat in range(3)] == [True, False, False]
    game.play("* draw 0 2")
    assert [game.undoable(seat) for seat in range(3)] == [False, False, False]


def test_rb_14_a_play_that_had_the_last_cards_revealed_is_not_taken_back() -> None:
    """RB-14: its player would know the others' last cards; a last card is taken back like any other play."""
    game = table("turn 1\n100 of 0: 50, top 5\nseat 0: 4\nseat 1: 6 7", open_sums=True)
    game.play("7>100")
    assert game.view(0)["step"] == "last_cards"
    assert not game.undoable(1)
    game.play("1 6>100")
    assert game.undoable(1)
