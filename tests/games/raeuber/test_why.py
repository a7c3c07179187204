"""Every refusal names its clause and a stable code (RB-4, RB-6, RB-7, RB-9, RB-12, RB-15)."""

from __future__ import annotations

import pytest

import beute
from beute import BrokenRecord
from beute.games.raeuber import CLAUSES
from beute.texts import texts
from tests.games.raeuber.position import asked, dealing, engine_of, raeuber, state, table

REASONS = texts("en").under("reasons")

TURN = """
    turn 0
    26 of 0: 20, top 6
    27 of 1: sealed, top 7
    28 of 0: sealed, top 7
    70a of 1: 61, top 9
    seat 0: R 8 10
    seat 1: R 4 5
    unseen: 2 3
    """
STUCK = """
    turn 0
    26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10
    seat 0: R R
    seat 1: 2 3
    unseen: R
    """
LAST = "last 1\n26 of 0: 20, top 6\n27 of 1: 2, top 2\nseat 0: 4\nseat 1: 9"
LAST_ROBBER = "last 1\n26 of 0: 20, top 6\n27 of 1: 2, top 2\nseat 0:\nseat 1: R"
DRAW = TURN.replace("turn 0", "draw 0")
OVER = "over\nseat 0:\nseat 1:"

REFUSALS = [
    (TURN, 1, "4>26", "RB-4", "not_your_turn"),
    (TURN, 1, "9>out", "RB-4", "not_your_turn"),
    (DRAW, 0, "8>100", None, "chance_is_due"),
    (DRAW, 1, "4>100", None, "chance_is_due"),
    (LAST, 0, "4>26", "RB-15", "not_your_turn"),
    (TURN, 0, "9>26", "RB-4", "not_in_hand"),
    (TURN, 0, "9>27", "RB-4", "not_in_hand"),
    (TURN, 0, "9>out", "RB-4", "not_in_hand"),
    (STUCK, 0, "2>out", "RB-4", "not_in_hand"),
    (LAST, 1, "4>26", "RB-15", "not_in_hand"),
    (TURN, 0, "8>out", "RB-12", "something_fits"),
    (TURN, 0, "R>out", "RB-12", "something_fits"),
    (LAST, 1, "9>out", "RB-15", "not_with_last_card"),
    (TURN, 0, "8>27", "RB-9", "sealed"),
    (TURN, 0, "R>27", "RB-9", "sealed"),
    (TURN, 0, "8>28", "RB-9", "sealed"),
    (TURN, 0, "R>28", "RB-9", "sealed"),
    (TURN, 0, "R>26", "RB-7", "robber_on_own_sack"),
    (STUCK, 0, "R>100", "RB-7", "robber_on_own_sack"),
    (LAST_ROBBER, 1, "R>27", "RB-7", "robber_on_own_sack"),
    (TURN, 0, "8>26", "RB-6", "exceeds_sack"),
    (TURN, 0, "10>70a", "RB-6", "exceeds_sack"),
    (LAST, 1, "9>26", "RB-6", "exceeds_sack"),
    (OVER, 0, "8>26", "RB-15", "game_is_over"),
    (TURN, 0, "11>26", None, "unknown_word"),
    (TURN, 0, "8>45", None, "unknown_word"),
    (TURN, 2, "8>26", None, "unknown_seat"),
]


@pytest.mark.parametrize(
    ("drawing", "seat", "word", "clause", "code"),
    [pytest.param(*case, id=f"{case[3]} {case[4]}: {case[2]}") for case in REFUSALS],
)
@pytest.mark.parametrize("open_sums", [False, True])
def test_refusals(drawing: str, seat: int, word: str, clause: str | None, code: str, open_sums: bool) -> None:
    game = table(drawing, open_sums)
    reason = game.why(word, seat)
    assert reason is not None
    assert (reason.clause, reason.code) == (clause, code)
    assert reason.text == REASONS[code]
    with pytest.raises(beute.IllegalMove) as caught:
        game.play(word, seat)
    assert (caught.value.clause, caught.value.code) == (clause, code)


def test_every_code_of_the_game_has_a_case() -> None:
    """Those of refused tries are only in choices (RB-6)."""
    own = {*texts("en").under("raeuber.reasons")} | {"not_your_turn", "not_in_hand", "game_is_over", "chance_is_due"}
    assert own - {case[4] for case in REFUSALS} == {"refused_already", "refused_card_first"}


@pytest.mark.parametrize("drawing", [TURN, STUCK, LAST, LAST_ROBBER])
def test_a_word_is_legal_or_there_is_a_reason_why_not(drawing: str) -> None:
    s = state(drawing)
    rules, (seat,) = engine_of(s), asked(s)
    for word, number in rules.decisions.items():
        if word not in rules.legal(s, seat):
            clause, code = rules.parts.words.why(s, seat, number)
            assert clause in CLAUSES, word
            assert code in REASONS, word


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("* draw 1 2", id="RB-4 for another seat"),
        pytest.param("* draw 0 4", id="RB-3 a card that is in a hand or a sack"),
        pytest.param("* deal 0 2", id="RB-3 dealing is over"),
        pytest.param("* start 0", id="RB-3 somebody has started"),
    ],
)
def test_chance_cannot_do_that(word: str) -> None:
    game = table(DRAW)
    reason = game.why(word)
    assert reason is not None
    assert (reason.clause, reason.code) == (None, "impossible_chance")
    with pytest.raises(beute.IllegalMove, match="possible: draw 0 2, draw 0 3"):
        game.play(word)


@pytest.mark.parametrize(
    ("event", "clause", "code"),
    [
        pytest.param("1 9>26", "RB-4", "not_your_turn", id="RB-4 out of turn"),
        pytest.param("0 9>26", "RB-4", "not_in_hand", id="RB-4 not in hand"),
        pytest.param("0 2>out", "RB-12", "something_fits", id="RB-12 out"),
        pytest.param("* draw 0 R", None, "chance_is_not_due", id="RB-4 drawing before playing"),
    ],
)
def test_a_record_that_breaks_the_rules_is_told_at_which_event_by_which_clause(
    event: str, clause: str | None, code: str
) -> None:
    events = [*dealing(["2 3 4 5 6 7", "9 9 8 8 R R"]), event]
    with pytest.raises(BrokenRecord, match=r"events\[13\]") as caught:
        beute.replay({"beute": 1, "game": "raeuber", "players": 2, "events": events})
    assert (caught.value.event, caught.value.clause, caught.value.code) == (13, clause, code)


@pytest.mark.clause("RB-4")
@pytest.mark.parametrize(
    ("events", "code"),
    [
        pytest.param(["0 2>26", "1 9>26"], "chance_is_due", id="RB-4 playing before the other has drawn"),
        pytest.param(["0 2>26", "* draw 1 R"], "impossible_chance", id="RB-4 a card for who has not played"),
    ],
)
def test_a_record_without_the_draw_of_rb_4_is_broken(events: list[str], code: str) -> None:
    """RB-4"""
    events = [*dealing(["2 3 4 5 6 7", "9 9 8 8 R R"]), *events]
    with pytest.raises(BrokenRecord, match=r"events\[14\]") as caught:
        beute.replay({"beute": 1, "game": "raeuber", "players": 2, "events": events})
    assert caught.value.code == code


@pytest.mark.clause("RB-3")
def test_the_words_of_another_table_are_no_words_here() -> None:
    """RB-3: with two players there is no seat 2 to deal to."""
    assert "deal 2 7" in raeuber(3).outcomes
    assert "deal 2 7" not in raeuber(2).outcomes
