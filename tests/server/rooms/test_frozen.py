"""The records of a table that cannot be carried out any more, without its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beute.play.replay import replay
from beute.server.rooms.frozen import records_of_log
from beute.server.rooms.room import Room
from beute.server.store.base import Row
from tests.server.rooms.sitting import ADA, Sitting, plan


def rows(sitting: Sitting) -> list[Row]:
    return [Row(at, line) for at, line in sitting.log]


@pytest.mark.parametrize(
    ("game", "options"),
    [("sneaky", {}), ("schattendieb", {"games": 2}), ("raeuber", {}), ("raeuber", {"open_sums": True})],
)
def test_the_records_are_those_of_the_games(game: str, options: dict[str, Any]) -> None:
    """With decisions taken back, changed and refused; and of a second match."""
    luck = random.Random(1)
    sitting = Sitting(plan("Ada", "Ada:Bea", "Ada:Cem", game=game, options=options))
    done = set[str]()
    for _ in range(250):
        room = sitting.room
        if not room.people.running:
            sitting.do(Room.offer, ADA, room.people.plan)
        elif room.playing.game.over:
            sitting.do(Room.next_game, ADA, room.game_number)
        else:
            undoable = [seat for seat in range(3) if room.playing.undoable(seat)]
            seat = luck.choice([seat for seat in range(3) if sitting.words(seat)])
            if undoable and luck.random() < 0.2:
                seat = luck.choice(undoable)
                sitting.do(Room.undo, ADA, seat, room.playing.version(seat))
            else:
                sitting.answer(seat, luck.choice(sitting.words(seat)))
        done.add(sitting.kinds[-1])
        found = records_of_log(rows(sitting))
        game_now = sitting.room.playing.game
        assert len(found[-1].events) == game_now.length
        assert replay(found[-1], at=game_now.length) == game_now
    assert {"played"} < done
    assert found[0].about == {"seats": ["Ada", "Bea", "Cem"]}


def test_a_game_that_was_played_on_from_another() -> None:
    first = Sitting(plan("Ada", "Ada:Bea"))
    first.play()
    events = first.room.records[0].events
    sitting = Sitting(plan("Ada", "Ada:Bea", events=events[: len(events) // 2]))
    sitting.play()
    (record,) = records_of_log(rows(sitting))
    assert record.events == sitting.room.records[0].events


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"{}", b'{"entry":"played"}', b'{"entry":"undone","seat":9}', b"7"]
)
def test_a_damaged_log_is_read_up_to_the_damage(damage: bytes) -> None:
    sitting = Sitting(plan("Ada", "Ada:Bea"))
    sitting.play(until=lambda room: room.playing.game.length > 30)
    whole = rows(sitting)
    (before,) = records_of_log(whole[:-2])
    (found,) = records_of_log([*whole[:-2], Row(0, damage), *whole[-2:]])
    assert found == before
    assert records_of_log([Row(0, damage)]) == []
