"""Tables that go on from the first events of a record, with luck of their own."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from beute.play.errors import BrokenRecord
from beute.play.game import new
from beute.play.replay import replay, verify_luck
from beute.table.seats import Seat
from beute.table.table import Table
from tests.setups import COUNTS
from tests.table.memory import Memory
from tests.table.playing import NAME, NAMES, log, memory, steps


def played(game: str, players: int, part: float) -> list[str]:
    """A part of the events of a random game, up to where nothing lies face down."""
    luck, found = random.Random(2), new(game, players, seed=2)
    while not found.over:
        found.play(luck.choice(found.legal))
    events = list(found.events)
    there = replay(found.record(), at=int(len(events) * part))
    return events[: there.face_down_events.start]


def continued(game: str, players: int, events: list[str]) -> Table:
    seats, options = [Seat(name) for name in NAMES[:players]], {"games": 1} if game == "schattendieb" else {}
    return Table.open(Memory(), NAME, game, seats, options, "seed", events=events)


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_it_goes_on_to_a_record_whose_luck_can_be_verified(game: str, players: int) -> None:
    events = played(game, players, 0.8)
    table = continued(game, players, events)
    fork = table.game.fork
    assert (fork, log(table)[0]["entry"]) == (len(events), "continued")
    for _ in steps(table, random.Random(3), undo=0):
        pass
    (record,) = table.match.records()
    assert list(record.events[:fork]) == events
    assert (record.about or {})["fork"] == fork
    assert replay(record).over
    verify_luck(record)


@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
def test_its_log_folds_to_the_same_table(game: str) -> None:
    table = continued(game, 3, played(game, 3, 0.5))
    for _ in steps(table, random.Random(4), most=20):
        pass
    again = Table.load(memory(table), NAME)
    assert again.game.fork == table.game.fork
    assert [again.view(viewer) for viewer in table.viewers] == [table.view(viewer) for viewer in table.viewers]
    assert [again.told(viewer) for viewer in table.viewers] == [table.told(viewer) for viewer in table.viewers]


def test_nothing_from_before_is_taken_back() -> None:
    events = played("sneaky", 2, 0.5)
    at = next(n for n, event in enumerate(events) if " put " in event) + 1
    seat = int(events[at - 1][0])
    whole = continued("sneaky", 2, events[:at])
    assert not whole.undoable(seat)
    earlier = continued("sneaky", 2, events[: at - 1])
    earlier.play(seat, events[at - 1].partition(" ")[2])
    assert earlier.undoable(seat)
    earlier.undo(seat)
    assert not earlier.undoable(seat)


def test_where_the_record_ends_before_chance_it_is_drawn_anew() -> None:
    table = continued("sneaky", 2, [])
    assert table.game.fork == 0
    assert table.game.due, "chance has decided who begins"


@pytest.mark.parametrize("events", [["0 fly"], ["* nothing"], ["7 roll"], [""]])
def test_events_that_cannot_be(events: list[str]) -> None:
    with pytest.raises(BrokenRecord, match=r"events\[0\]"):
        continued("sneaky", 2, events)


@pytest.mark.parametrize(("key", "value"), [("events", "0 roll"), ("events", [1]), ("events", None), ("secret", 5)])
def test_a_log_that_begins_otherwise_is_told_so(key: str, value: Any) -> None:
    store = memory(continued("sneaky", 2, []))
    store.logs[NAME] = [json.dumps({**store.load(NAME)[0], key: value})]
    with pytest.raises(BrokenRecord):
        Table.load(store, NAME)
