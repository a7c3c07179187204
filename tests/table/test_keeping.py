"""What is kept of a table, two who play at one, and a store that fails."""

from __future__ import annotations

import gc
import random
from typing import Any
from weakref import ref

import pytest

from beute.play.errors import BeuteError
from beute.table.seats import Seat
from beute.table.store import Conflict, Store, StoreError
from beute.table.table import Table
from tests.table.memory import Memory
from tests.table.playing import NAME, asked, log, memory, new_table, step, steps, until, words


def everything(table: Table) -> Any:
    """All that a table is to anybody."""
    return [
        (table.view(viewer), table.version(viewer), table.told(viewer), viewer is not None and table.question(viewer))
        for viewer in (*range(table.game.players), None)
    ]


def answer_something(table: Table) -> None:
    seat = table.game.due[0]
    table.play(seat, words(table, seat)[0])


def test_a_table_that_nobody_needs_is_freed_at_once() -> None:
    """A server has a new one for each match, and looks for garbage rarely."""
    gc.collect()
    gc.disable()
    try:
        table = Table.open(Memory(), NAME, "raeuber", [Seat("Ada"), Seat("Bob")], {}, seed="1")
        answer_something(table)
        opened, game = ref(table), ref(table.game)
        table.reload()
        loaded = ref(table.game)
        del table
        assert (opened(), game(), loaded()) == (None, None, None)
    finally:
        gc.enable()


# ---------------------------------------------------------------- every step


def test_a_memory_is_a_store() -> None:
    store: Store = Memory()
    with pytest.raises(BeuteError, match="no table nowhere"):
        Table.load(store, "nowhere")


def test_every_step_is_kept_before_anybody_is_told() -> None:
    """The log grows by one entry with every accepted step, and the earlier ones stay as they are."""
    table = new_table("schattendieb", 3, games=2)
    lines = list(memory(table).logs[NAME])
    assert len(lines) == 1
    for _ in steps(table, random.Random(1), most=80):
        now = memory(table).logs[NAME]
        assert (len(now), now[: len(lines)]) == (len(lines) + 1, lines)
        assert table.kept
        lines = list(now)


@pytest.mark.parametrize(("game", "games"), [("raeuber", 1), ("schattendieb", 2)])
def test_a_match_that_is_over_leaves_its_records(game: str, games: int) -> None:
    options: dict[str, Any] = {"games": games} if games > 1 else {}
    table = new_table(game, 3, **options)
    for _ in steps(table, random.Random(2), undo=0):
        assert (NAME in memory(table).records) == table.match.over
    assert memory(table).records[NAME] == table.match.records()
    assert len(memory(table).records[NAME]) == games


def test_two_tables_in_one_store_do_not_meet() -> None:
    store = Memory()
    seats = [Seat("Ada"), Seat("Bo")]
    one, other = (Table.open(store, name, "raeuber", seats, {}, name) for name in ("one", "other"))
    answer_something(one)
    assert [len(store.load(name)) for name in ("one", "other")] == [2, 1]
    assert one.game != other.game


def test_a_table_is_not_opened_over_another() -> None:
    table = new_table("raeuber", 2)
    with pytest.raises(Conflict):
        Table.open(table.store, NAME, "raeuber", [Seat("Cy"), Seat("Di")], {})
    assert [seat.name for seat in Table.load(table.store, NAME).seats] == ["Ada", "Bo"]


# ---------------------------------------------------------------- two who play at one table


@pytest.mark.parametrize("unsaved", [False, True])
def test_a_step_that_does_not_follow_the_last_is_refused_and_nothing_has_happened(unsaved: bool) -> None:
    """Two processes at one table never overwrite each other."""
    ours = new_table("raeuber", 3, unsaved=unsaved)
    theirs = Table.load(ours.store, NAME)
    answer_something(theirs)
    before, lines = everything(ours), log(ours)
    for _ in range(2):
        with pytest.raises(Conflict, match="was played on elsewhere: it has 2 entries, not 1") as conflict:
            answer_something(ours)
        assert conflict.value.code == "conflict"
        assert conflict.value.data == {"table": NAME, "after": 1, "there": 2}
        assert everything(ours) == before
        assert log(ours) == lines
    ours.reload()
    assert everything(ours) == everything(theirs)
    answer_something(ours)
    assert len(log(ours)) == 3


# ---------------------------------------------------------------- a store that fails


def test_without_a_store_no_table_is_opened() -> None:
    store = Memory()
    store.full = True
    with pytest.raises(StoreError, match="no space left"):
        Table.open(store, NAME, "raeuber", [Seat("Ada"), Seat("Bo")], {})
    assert store.logs == {}


@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
def test_where_the_store_fails_a_step_is_refused_and_nothing_has_happened(game: str) -> None:
    """Every kind of step; and the same step afterwards does what it would have done."""
    luck = random.Random(4)
    table = new_table(game, 3)
    for n in range(40):
        before, state = everything(table), luck.getstate()
        memory(table).full = True
        with pytest.raises(StoreError):
            step(table, luck)
        assert everything(table) == before, n
        assert len(log(table)) == n + 1
        memory(table).full = False
        luck.setstate(state)
        step(table, luck)
    assert everything(Table.load(table.store, NAME)) == everything(table)


def test_a_question_is_not_used_up_by_a_step_that_was_not_kept() -> None:
    table = new_table("raeuber", 2)
    seat = table.game.due[0]
    question, word = asked(table, seat).id, words(table, seat)[0]
    memory(table).full = True
    with pytest.raises(StoreError):
        table.answer(question, word)
    memory(table).full = False
    table.answer(question, word)
    assert len(log(table)) == 2


def test_luck_is_the_same_after_a_step_that_was_not_kept() -> None:
    """Else a failing store would be a way to draw again."""
    table, twin = new_table("raeuber", 2), new_table("raeuber", 2)
    memory(table).full = True
    for _ in range(3):
        with pytest.raises(StoreError):
            answer_something(table)
    memory(table).full = False
    answer_something(table)
    answer_something(twin)
    assert table.game.as_played == twin.game.as_played


def test_a_table_can_go_on_unsaved_and_says_so() -> None:
    table = new_table("schattendieb", 3, unsaved=True)
    assert (table.kept, table.trouble) == (True, None)
    memory(table).full = True
    for n, taken in enumerate(steps(table, random.Random(1), most=10)):
        assert taken.change.updates
        assert not table.kept
        assert table.trouble is not None
        assert table.trouble.code == "full"
        assert len(log(table)) == 1, n
    with pytest.raises(StoreError):
        table.save()
    memory(table).full = False
    table.save()
    assert (table.kept, table.trouble) == (True, None)
    assert len(log(table)) == 11
    assert everything(Table.load(table.store, NAME)) == everything(table)


def test_what_could_not_be_kept_is_kept_with_the_next_step() -> None:
    table = new_table("raeuber", 2, unsaved=True)
    memory(table).full = True
    answer_something(table)
    memory(table).full = False
    answer_something(table)
    assert table.kept
    assert len(log(table)) == 3


def test_a_table_that_could_not_be_kept_at_all_can_be_played_unsaved() -> None:
    store = Memory()
    store.full = True
    table = Table.open(store, NAME, "raeuber", [Seat("Ada"), Seat("Bo")], {}, "1", unsaved=True)
    assert not table.kept
    answer_something(table)
    store.full = False
    table.save()
    assert len(store.load(NAME)) == 2


def test_an_unsaved_table_that_was_played_on_elsewhere_is_told_so() -> None:
    """What it did meanwhile can no longer be kept; nothing of the other is lost."""
    table = new_table("raeuber", 3, unsaved=True)
    other = Table.load(table.store, NAME)
    memory(table).full = True
    answer_something(table)
    memory(table).full = False
    answer_something(other)
    lines = log(other)
    for attempt in (table.save, lambda: answer_something(table)):
        with pytest.raises(Conflict):
            attempt()
        assert log(other) == lines
        assert not table.kept
    table.reload()
    assert table.kept
    assert everything(table) == everything(other)


@pytest.mark.parametrize("unsaved", [False, True])
def test_records_that_cannot_be_kept_take_nothing_back(unsaved: bool) -> None:
    """The last step is in the log, so it has happened; the records are tried again."""
    table = new_table("raeuber", 2, unsaved=unsaved)
    memory(table).cannot_finish = True
    until(table, lambda table: table.match.over)
    assert not table.kept
    assert table.trouble is not None
    assert everything(Table.load(table.store, NAME)) == everything(table)
    with pytest.raises(StoreError):
        table.save()
    memory(table).cannot_finish = False
    table.save()
    assert table.kept
    assert memory(table).records[NAME] == table.match.records()
