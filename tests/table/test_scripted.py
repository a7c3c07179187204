"""Tables on which chance follows a script for a while."""

from __future__ import annotations

import json
import random

import pytest

from beute.play.errors import BeuteError, BrokenRecord
from beute.play.luck import Secret
from beute.play.replay import verify_luck
from beute.table.seats import Seat
from beute.table.table import Table
from tests.table.memory import Memory
from tests.table.playing import NAME, NAMES, log, memory, steps

BEFORE = ["* start 0", "* open Y1", "* open R2", "* open G3", "* roll YRRGGGP"]
SCRIPT = ["roll RRGGGP", "open B1", "roll YYRRGGB"]


def scripted(script: list[str] = SCRIPT) -> Table:
    seats = [Seat(name) for name in NAMES[:2]]
    return Table.open(Memory(), NAME, "sneaky", seats, {}, "seed", events=BEFORE, script=script)


def chance(table: Table) -> list[str]:
    return [event[2:] for event in table.game.as_played[len(BEFORE) :] if event.startswith("* ")]


def go_on(table: Table, *words: str) -> Table:
    for word in words:
        table.play(table.game.due[0], word)
    return table


def test_chance_does_what_the_script_says_and_then_what_the_secret_says() -> None:
    table = go_on(scripted(), "put c0", "again", "put c1", "stop")
    assert chance(table) == SCRIPT
    assert table.scripted
    go_on(table, next(word for word in table.game.legal if word.startswith("put")), "stop")
    assert len(chance(table)) > len(SCRIPT)


def test_its_log_folds_to_a_table_that_follows_the_rest_of_the_script() -> None:
    table = go_on(scripted(), "put c0", "again")
    again = go_on(Table.load(memory(table), NAME), "put c1", "stop")
    assert chance(again) == SCRIPT
    assert [entry["entry"] for entry in log(table)[:2]] == ["continued", "scripted"]


def test_what_is_taken_back_comes_again() -> None:
    table = go_on(scripted(), "put c0")
    table.undo(0)
    assert chance(go_on(table, "put c0", "again")) == SCRIPT[:1]


def test_nothing_is_sealed_until_it_ends() -> None:
    table = go_on(scripted(), "put c0", "again")
    assert not isinstance(table.game.luck, Secret)
    assert table.game.record().about is None
    table.end_script()
    left = table.game.length
    assert (table.scripted, table.game.fork, isinstance(table.game.luck, Secret)) == (False, left, True)
    again = Table.load(memory(table), NAME)
    assert (again.scripted, again.game.fork) == (False, left)
    for _ in steps(again, random.Random(1), undo=0):
        pass
    (record,) = again.match.records()
    assert (record.about or {})["fork"] == left
    verify_luck(record)


def test_ended_in_the_middle_what_it_said_does_not_happen() -> None:
    table = go_on(scripted(["roll YYYYYY"]), "put c0")
    table.end_script()
    go_on(table, "again")
    assert chance(table) != ["roll YYYYYY"]


def test_a_script_that_cannot_be_is_refused_and_nothing_has_happened() -> None:
    table = go_on(scripted(["roll Y"]), "put c0")
    before = table.view(0)
    with pytest.raises(BeuteError, match="the script says"):
        go_on(table, "again")
    assert table.view(0)["choices"] == before["choices"]
    assert table.scripted


@pytest.mark.parametrize("words", [None, "roll", [1]])
def test_a_log_that_says_it_otherwise_is_told_so(words: object) -> None:
    store = memory(scripted())
    store.logs[NAME][1] = json.dumps({"entry": "scripted", "words": words})
    with pytest.raises(BrokenRecord, match="words"):
        Table.load(store, NAME)
