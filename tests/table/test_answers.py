"""Questions and answers: which is accepted, which is stale, and what counts as a step of a seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beute.play.errors import BeuteError, IllegalMove
from beute.table.table import QuestionId, StaleAnswer, Table
from tests.table.playing import EACH, NAME, asked, label, log, new_table, steps, until, words

# ---------------------------------------------------------------- one at a time


def test_a_question_names_the_table_the_seat_and_its_number() -> None:
    table = new_table("sneaky", 2)
    seat = table.game.due[0]
    question = asked(table, seat)
    assert question.id == QuestionId(NAME, seat, 0)
    assert question.asks.clause in table.game.setup.about.CLAUSES
    assert table.question(1 - seat) is None


def test_an_answer_is_played_logged_and_told() -> None:
    table = new_table("sneaky", 2)
    seat = table.game.due[0]
    word = words(table, seat)[0]
    change = table.answer(asked(table, seat).id, word)
    assert f"{seat} {word}" in table.game.as_played
    assert log(table)[-1] == {"entry": "played", "seat": seat, "word": word, "chance": []}
    assert set(change.updates) == {0, 1, None}
    for viewer, update in change.updates.items():
        assert update.events == (f"{seat} {word}",)
        assert update.told
        assert update.view == table.view(viewer)
        assert update.version == table.version(viewer) == update.view["version"]
        assert update.question == (None if viewer is None else table.question(viewer))
    assert asked(table, seat).id.n == 1


def test_the_same_answer_again_is_known_as_one() -> None:
    table = new_table("sneaky", 2)
    seat = table.game.due[0]
    question, word = asked(table, seat).id, words(table, seat)[0]
    table.answer(question, word)
    before = log(table)
    with pytest.raises(StaleAnswer) as repeated:
        table.answer(question, word)
    assert repeated.value.code == "repeated_answer"
    assert log(table) == before


def test_another_answer_to_the_same_question_is_stale() -> None:
    table = new_table("raeuber", 3)
    seat = table.game.due[0]
    question, (word, other) = asked(table, seat).id, words(table, seat)[:2]
    table.answer(question, word)
    before = log(table)
    with pytest.raises(StaleAnswer) as stale:
        table.answer(question, other)
    assert stale.value.code == "stale_answer"
    assert log(table) == before


@pytest.mark.parametrize("n", [-1, 1, 7])
def test_a_question_that_was_not_asked_yet_is_stale_too(n: int) -> None:
    table = new_table("sneaky", 2)
    seat = table.game.due[0]
    with pytest.raises(StaleAnswer) as stale:
        table.answer(QuestionId(NAME, seat, n), words(table, seat)[0])
    assert stale.value.code == "stale_answer"


def test_a_question_of_another_table() -> None:
    table = new_table("sneaky", 2)
    seat = table.game.due[0]
    with pytest.raises(StaleAnswer) as stale:
        table.answer(QuestionId("another", seat, 0), words(table, seat)[0])
    assert stale.value.code == "other_table"


@pytest.mark.parametrize("seat", [-1, 2, 64])
def test_a_seat_that_is_not_there(seat: int) -> None:
    table = new_table("sneaky", 2)
    with pytest.raises(BeuteError, match="seats go from 0 to 1") as wrong:
        table.answer(QuestionId(NAME, seat, 0), "stop")
    assert wrong.value.code == "unknown_seat"


def test_who_is_not_asked_is_told_why_not() -> None:
    table = new_table("sneaky", 2)
    seat = 1 - table.game.due[0]
    with pytest.raises(IllegalMove) as wrong:
        table.play(seat, "put c0")
    assert (wrong.value.code, wrong.value.offered) == ("not_your_turn", [])
    assert len(log(table)) == 1


@pytest.mark.parametrize("word", ["", "*", "* roll YYYYYYY", "0 put c0", "PUT C0", "put c0 ", "jump"])
def test_a_word_that_is_none(word: str) -> None:
    table = new_table("sneaky", 2)
    with pytest.raises(IllegalMove) as wrong:
        table.play(table.game.due[0], word)
    assert wrong.value.code == "unknown_word"
    assert len(log(table)) == 1


def test_nobody_is_asked_once_the_match_is_over() -> None:
    table = new_table("raeuber", 2)
    until(table, lambda table: table.match.over)
    assert [table.question(seat) for seat in (0, 1)] == [None, None]
    with pytest.raises(IllegalMove) as over:
        table.play(0, "R>26")
    assert over.value.code == "game_is_over"


# ---------------------------------------------------------------- refused tries


def at_a_try_in_vain(seed: int = 3) -> tuple[Table, int, str]:
    """A table of Räuber at which something that may be tried does not fit."""
    table = new_table("raeuber", 3, seed=seed)

    def vain(table: Table) -> list[str]:
        seat = table.game.due[0]
        return [word for word in words(table, seat) if word not in table.game.legal_for(seat)]

    until(table, lambda table: bool(table.game.due) and bool(vain(table)))
    return table, table.game.due[0], vain(table)[0]


def test_a_refused_try_is_an_accepted_answer_and_the_seat_is_asked_anew() -> None:
    """RB-6: it is logged and told to all; no event of the game."""
    table, seat, word = at_a_try_in_vain()
    before, events = asked(table, seat).id, table.game.as_played
    change = table.answer(before, word)
    assert log(table)[-1] == {"entry": "refused", "seat": seat, "word": word}
    assert table.game.as_played == events
    assert asked(table, seat).id.n == before.n + 1
    assert asked(table, seat).asks.code == "elsewhere"
    assert set(change.updates) == {0, 1, 2, None}
    for update in change.updates.values():
        assert update.events == ()
        assert [happening.code for happening in update.told] == ["refused"]
        assert [refusal["word"] for refusal in update.view["refusals"]] == [word]
    with pytest.raises(StaleAnswer) as repeated:
        table.answer(before, word)
    assert repeated.value.code == "repeated_answer"


def test_the_table_takes_only_what_it_offers() -> None:
    """RB-6: after a refusal no other card, though it would fit; the reason is the one that the view shows."""
    table, seat, word = at_a_try_in_vain()
    table.play(seat, word)
    before = log(table)
    card = word.split(">")[0]
    waiting = [other for other in table.game.legal_for(seat) if other.split(">")[0] != card]
    assert waiting, "something else would fit"
    for other, code in [(waiting[0], "refused_card_first"), (word, "refused_already")]:
        with pytest.raises(IllegalMove) as refused:
            table.play(seat, other)
        assert (refused.value.code, refused.value.clause) == (code, "RB-6")
        assert refused.value.offered == words(table, seat)
        assert {each.split(">")[0] for each in refused.value.offered} == {card}
    assert log(table) == before


# ---------------------------------------------------------------- at once


def test_seats_that_choose_at_once_never_make_each_other_stale() -> None:
    """SD-5"""
    table = new_table("schattendieb", 4)
    questions = {seat: asked(table, seat) for seat in range(4)}
    for seat in (2, 0, 3, 1):
        table.answer(questions[seat].id, words(table, seat)[0])
    assert not table.game.face_down or table.game.as_played[-1].startswith("1 ")
    assert {asked(table, seat).id.n for seat in table.game.due} == {1}


def test_a_face_down_choice_can_be_changed_until_all_have_chosen() -> None:
    """SD-5: each change is a step of that seat."""
    table = new_table("schattendieb", 3)
    for n, word in enumerate(words(table, 1)[:3]):
        question = asked(table, 1)
        assert question.id.n == n
        change = table.answer(question.id, word)
        assert log(table)[-1]["entry"] == ("changed" if n else "played")
        assert table.game.as_played[-1] == f"1 {word}"
        assert set(change.updates) == ({1} if n else {0, 1, 2, None})
        with pytest.raises(StaleAnswer):
            table.answer(question.id, word)
    others = {seat: asked(table, seat).id.n for seat in (0, 2)}
    assert others == {0: 0, 2: 0}


def test_what_cannot_be_chosen_instead_is_refused_in_the_words_of_the_view() -> None:
    """SD-5"""
    table = new_table("schattendieb", 3)
    table.play(1, words(table, 1)[0])
    before = log(table)
    not_mine = next(word for word in words(table, 0) if word not in words(table, 1))
    for word in (not_mine, "done"):
        with pytest.raises(IllegalMove) as refused:
            table.play(1, word)
        assert refused.value.clause == "SD-5"
        assert refused.value.offered == words(table, 1)
    assert log(table) == before


# ---------------------------------------------------------------- in whole games


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_numbers_rise_with_every_accepted_step_of_a_seat_and_with_nothing_else(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """Changes, refused tries and taking back included; a new game, and what others do, not."""
    table, before = new_table(game, players, **options), [0] * players
    kinds = set()
    for step in steps(table, random.Random(players), most=400, undo=0.4):
        expected = [n + (seat == step.seat) for seat, n in enumerate(before)]
        for seat in range(players):
            question = table.question(seat)
            assert question is None or question.id == QuestionId(NAME, seat, expected[seat]), step
        before = expected
        kinds.add(step.kind)
    wanted = {
        "sneaky": {"played", "undone"},
        "schattendieb": {"played", "undone", "changed"},
        "raeuber": {"played", "undone"} if options else {"played", "refused"},
    }
    assert kinds >= wanted[game]
