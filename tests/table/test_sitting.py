"""Who sits where: bots take over and give back, the next game begins, and the result in words."""

from __future__ import annotations

import pickle
import random

import pytest

from beute import bots
from beute.play.errors import BeuteError
from beute.play.speech import Speech
from beute.table.scoring import ending, scoring, verdicts
from beute.table.seats import Seat
from beute.table.table import Table, Update
from tests.table.memory import Memory
from tests.table.playing import NAME, asked, log, new_table, steps, until, words
from tests.table.test_answers import at_a_try_in_vain
from tests.table.test_keeping import everything

# ---------------------------------------------------------------- sitting down


def said(update: Update) -> str:
    return " ".join(Speech("en", "raeuber", ("Ada", "Robin", "Cy")).say(one, "tell") for one in update.told)


def test_a_table_opens_only_with_names_that_can_be_told_apart() -> None:
    with pytest.raises(BeuteError) as wrong:
        Table.open(Memory(), NAME, "sneaky", [Seat("Ada"), Seat("Ada", "easy")], {})
    assert wrong.value.code == "same_name"


def test_a_bot_takes_over_and_everybody_is_told() -> None:
    table = new_table("raeuber", 3)
    before = {viewer: table.version(viewer) for viewer in table.viewers}
    change = table.sit(1, Seat("Robin", "random"))
    assert log(table)[-1] == {"entry": "seated", "seat": 1, "name": "Robin", "bot": "random"}
    assert table.people == (0, 2)
    assert table.viewers == (0, 2, None)
    assert set(change.updates) == {0, 2, None}
    assert all(update.version == before[viewer] + 1 for viewer, update in change.updates.items())
    assert {said(update) for update in change.updates.values()} == {"Robin, a bot, sits down."}
    assert table.match.names == ("Ada", "Robin", "Cy")
    assert table.speech("en").names == ("Ada", "Robin", "Cy")
    assert Table.load(table.store, NAME).seats == table.seats


def test_a_person_comes_back_and_knows_what_the_seat_knows() -> None:
    table = new_table("raeuber", 2)
    told = table.told(0)
    table.sit(0, Seat("Robin", "random"))
    change = table.sit(0, Seat("Ada"))
    assert set(change.updates) == {0, 1, None}
    assert change.updates[0].view == table.view(0)
    assert said(change.updates[1]) == "Ada sits down."
    assert table.told(0) == told
    assert table.people == (0, 1)


def test_the_number_of_a_seat_s_question_stays() -> None:
    """What a person had been asked can be answered by nobody else later."""
    table = new_table("schattendieb", 3)
    table.play(0, words(table, 0)[0])
    question = asked(table, 0)
    table.sit(0, Seat("Robin", "random"))
    assert asked(table, 0).id == question.id


@pytest.mark.parametrize(
    ("seat", "who", "code"),
    [
        (3, Seat("Robin", "random"), "unknown_seat"),
        (-1, Seat("Robin", "random"), "unknown_seat"),
        (0, Seat("Robin", "genius"), "unknown_bot"),
        (0, Seat("Robin", "turn"), "wrong_game"),
        (0, Seat("Robin", "search@soon"), "wrong_budget"),
        (0, Seat("Cy"), "same_name"),
        (2, Seat("Ada", "random"), "same_name"),
        (0, Seat("A\nB"), "strange_name"),
        (0, Seat("Wolfeschlegelstein"), "long_name"),
    ],
)
def test_who_cannot_sit_there(seat: int, who: Seat, code: str) -> None:
    table = new_table("raeuber", 3)
    before = everything(table)
    with pytest.raises(BeuteError) as wrong:
        table.sit(seat, who)
    assert wrong.value.code == code
    assert everything(table) == before
    assert len(log(table)) == 1


# ---------------------------------------------------------------- bots


def bots_turn(table: Table) -> None:
    """A bot that is asked thinks, off the table, and answers."""
    seat = next(seat for seat in table.game.due if seat not in table.people)
    table.bot_plays(seat, bots.think(table.bot(seat), table.task(seat)))


@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
def test_bots_play_a_whole_match(game: str) -> None:
    table = new_table(game, 3, bots={0: "random", 1: "greedy", 2: "random"})
    while not table.match.over:
        if table.game.over:
            table.next_game()
        else:
            bots_turn(table)
    again = Table.load(table.store, NAME)
    assert again.match.records() == table.match.records()


def test_a_task_is_finished_data() -> None:
    """It can be thought about elsewhere while the table goes on."""
    table = new_table("schattendieb", 3, bots={2: "greedy"})
    task = table.task(2)
    table.play(0, words(table, 0)[0])
    table.play(1, words(table, 1)[0])
    word = bots.think(table.bot(2), pickle.loads(pickle.dumps(task)))
    table.bot_plays(2, word)
    assert f"2 {word}" in table.game.as_played


def test_a_person_is_no_bot() -> None:
    table = new_table("raeuber", 2)
    for ask in (table.bot, table.task):
        with pytest.raises(BeuteError, match="at seat 0 sits a person") as wrong:
            ask(0)
        assert wrong.value.code == "not_a_bot"


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seed", range(3, 9))
def test_a_bot_that_takes_over_with_refusals_pending_plays_what_is_offered(bot: str, seed: int) -> None:
    """RB-6: it knows every sum, but must place the refused card first."""
    table, seat, word = at_a_try_in_vain(seed)
    table.play(seat, word)
    table.sit(seat, Seat("Robin", bot))
    card, offered = word.split(">")[0], words(table, seat)
    bots_turn(table)
    played = log(table)[-1]
    assert played["entry"] == "played"
    assert played["word"] in offered
    assert played["word"].split(">")[0] == card or not [other for other in offered if other.startswith(f"{card}>")]


def test_when_only_what_is_refused_too_is_offered_the_bot_tries_that() -> None:
    """RB-6: a table takes nothing else; in the end the card goes back and the bot plays what it likes."""
    for seed in range(40):
        table, seat, word = at_a_try_in_vain(seed)
        table.play(seat, word)
        table.sit(seat, Seat("Robin", "random"))
        while table.game.due == (seat,):
            offered = words(table, seat)
            bots_turn(table)
            entry = log(table)[-1]
            assert entry["entry"] in ("played", "refused")
            assert entry["entry"] == "played" or not set(offered) & set(table.game.legal_for(seat))
            if entry["entry"] == "played":
                break


# ---------------------------------------------------------------- the next game


def test_the_next_game_begins_when_this_is_over_and_not_before() -> None:
    """SD-21"""
    table = new_table("schattendieb", 3, games=2)
    with pytest.raises(BeuteError, match="the game is not over yet") as wrong:
        table.next_game()
    assert wrong.value.code == "game_goes_on"
    assert len(log(table)) == 1
    until(table, lambda table: table.game.over)
    numbers = [len([entry for entry in log(table) if entry.get("seat") == seat]) for seat in range(3)]
    before, first = {viewer: table.version(viewer) for viewer in table.viewers}, table.game
    change = table.next_game()
    assert set(change.updates) == {0, 1, 2, None}
    assert table.game is not first
    assert not table.match.over
    assert [asked(table, seat).id.n for seat in range(3)] == numbers
    for viewer, update in change.updates.items():
        assert update.version > before[viewer]
        assert update.told[0].code == "dealt"
        assert list(update.events) == table.game.heard(viewer)
        assert [entry.happening for entry in table.told(viewer)] == list(update.told), "the story starts again"
    for _ in steps(table, random.Random(1)):
        pass
    assert table.match.over
    with pytest.raises(BeuteError, match="the match is over: it has 2 games") as wrong:
        table.next_game()
    assert wrong.value.code == "match_is_over"


def test_a_match_over_is_still_shown_after_it_is_loaded() -> None:
    table = new_table("schattendieb", 3, games=2)
    for _ in steps(table, random.Random(3)):
        pass
    again = Table.load(table.store, NAME)
    assert again.match.over
    assert everything(again) == everything(table)
    assert again.match.points == table.match.points


# ---------------------------------------------------------------- the result in words


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
def test_every_point_of_the_result_is_accounted_for(game: str, language: str) -> None:
    table = new_table(game, 3, seed=2)
    until(table, lambda table: table.game.over)
    speech = table.speech(language)
    scores = scoring(table.game, speech)
    assert [score.total for score in scores] == table.game.scores
    assert [score.name for score in scores] == list(table.match.names)
    clauses = {line.clause for score in scores for line in score.lines}
    assert clauses <= set(table.game.setup.about.CLAUSES)
    assert ending(table.game, speech).endswith(f"({table.game.setup.about.ENDINGS[str(table.game.ending)]})")
    first, *others = verdicts(table.match, speech)
    winners = table.game.winners
    assert winners is not None
    assert all(table.match.names[seat] in first for seat in winners)
    assert bool(others) == (game == "schattendieb")
