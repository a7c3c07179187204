"""Programs in the place of people: all are told which those are, and a table may be without them."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from beute.play.errors import SetupError
from beute.server.messages import table_message
from beute.server.rooms.log import checked
from beute.server.rooms.plan import Programs
from beute.server.rooms.room import Room
from tests.server.rooms.sitting import ADA, BO, CY, DI, START, Sitting, plan

NONE: Programs = "forbidden"


def marks(room: Room) -> list[bool]:
    """Of each seat, whether all are told that a program sits there."""
    return [seat["program"] for seat in table_message(room)["seats"]]


def with_programs(*seats: str, start: bool = True) -> Sitting:
    """A table at which Bo and Cy, who are programs, have sat down."""
    sitting = Sitting(plan("Ada", *seats), start=False)
    for person, name in (BO, "Bo"), (CY, "Cy"):
        sitting.do(Room.join, person, name, None, True)
    if start:
        sitting.do(Room.start, ADA)
    return sitting


def without_programs(sitting: Sitting) -> None:
    """The host forbids them, if that is possible."""
    sitting.do(lambda room: room.arrange(ADA, replace(room.people.plan, seats=(*room.people.seats,), programs=NONE)))


def test_a_program_is_told_from_people_and_bots() -> None:
    sitting = with_programs("open", "easy", "open")
    assert marks(sitting.room) == [False, True, False, True]
    assert sitting.room.people.seats[1].kind == "person"
    assert marks(sitting.loaded()) == marks(sitting.room)
    assert sitting.kinds.count("program") == 2


def test_a_table_of_a_program_says_so() -> None:
    room = Room.create("t", plan("Ada", "open"), ADA, "link", START, program=True)
    assert marks(room) == [True, False]


def test_the_mark_follows_who_sits_there() -> None:
    sitting = with_programs("open", "open")
    sitting.do(Room.leave, BO)
    assert marks(sitting.room) == [False, False, True], "a bot of ours stands in"
    sitting.do(Room.come_back, BO)
    assert marks(sitting.room) == [False, True, True]
    sitting.do(Room.hand_over, 1, BO, DI)
    assert marks(sitting.room) == [False, False, True], "a person has the seat now"
    sitting.do(Room.hand_over, 0, ADA, BO, True)
    assert marks(sitting.room) == [True, False, True]
    assert sitting.kinds.count("program") == 2, "it is noted once"
    assert marks(sitting.loaded()) == marks(sitting.room)


def test_what_is_forbidden_is_refused_in_every_way() -> None:
    sitting = Sitting(plan("Ada", "open", "Di", programs=NONE), start=False)
    sitting.refused("programs_forbidden", Room.join, BO, "Bo", None, True)
    sitting.refused("programs_forbidden", Room.watch, BO, True)
    sitting.refused("programs_forbidden", Room.hand_over, 0, ADA, BO, True)
    sitting.do(Room.join, BO, "Bo")
    sitting.do(Room.watch, CY)
    sitting.do(Room.hand_over, 0, ADA, CY)


def test_a_program_creates_no_table_without_programs_for_itself() -> None:
    with pytest.raises(SetupError) as caught:
        Room.create("t", plan("Ada", "open", programs=NONE), ADA, "link", START, program=True)
    assert caught.value.code == "program_sits_there"


def test_what_sits_there_is_removed_before_it_is_forbidden() -> None:
    sitting = with_programs("open", "open", start=False)
    arranged = replace(sitting.room.people.plan, seats=(*sitting.room.people.seats,), programs=NONE)
    refused = sitting.refused("program_sits_there", Room.arrange, ADA, arranged)
    assert refused.data["names"] == "Bo, Cy"
    for seat in (1, 2):
        sitting.do(Room.remove, ADA, seat)
    without_programs(sitting)
    sitting.refused("programs_forbidden", Room.join, BO, "Bo", None, True)


def test_it_is_not_changed_while_a_match_is_played() -> None:
    sitting = Sitting(plan("Ada", "easy"))
    sitting.refused("match_goes_on", Room.arrange, ADA, replace(sitting.room.people.plan, programs=NONE))


def test_one_that_watches_or_is_away_has_no_place_there_any_more() -> None:
    sitting = with_programs("open", "open", start=False)
    sitting.do(Room.watch, DI, True)
    sitting.do(Room.remove, ADA, 1)
    sitting.do(lambda room: room.presence.arrive(CY, 1))
    sitting.do(lambda room: room.presence.goodbye(CY, 1, room.now))
    sitting.wait(100)
    sitting.do(Room.seat_bot, ADA, 2)
    assert sitting.room.viewers(CY) == sitting.room.viewers(DI) == [None]
    without_programs(sitting)
    for room in sitting.room, sitting.loaded():
        assert room.people.everybody == {ADA}
        assert [seat.away_name for seat in room.people.seats] == ["", "", ""]
    sitting.refused("programs_forbidden", Room.come_back, CY)


def test_a_rematch_keeps_it_and_may_change_it() -> None:
    sitting = Sitting(plan("Ada", "easy", game="raeuber", programs=NONE))
    sitting.play()
    plan_now = replace(sitting.room.people.plan, seats=(*sitting.room.people.seats,))
    sitting.do(Room.offer, ADA, plan_now)
    assert table_message(sitting.room)["programs"] == NONE
    sitting.refused("programs_forbidden", Room.watch, BO, True)
    sitting.play()
    sitting.do(Room.offer, ADA, replace(plan_now, programs="allowed"))
    sitting.do(Room.watch, BO, True)


def test_a_rematch_cannot_forbid_what_sits_there() -> None:
    sitting = Sitting(plan("Ada", "open", game="raeuber"), start=False)
    sitting.do(Room.join, BO, "Bo", None, True)
    sitting.do(Room.start, ADA)
    sitting.play()
    offered = replace(sitting.room.people.plan, seats=(*sitting.room.people.seats,), programs=NONE)
    sitting.refused("program_sits_there", Room.offer, BO, offered)


def test_a_log_of_before_has_no_programs_and_allows_them() -> None:
    sitting = Sitting(plan("Ada", "open"), start=False)
    created = orjson.loads(sitting.log[0][1])
    assert "programs" not in created["plan"], "as it was written before"
    room = Room.load("t", [(START, checked(created, 0))], START)
    assert room.people.plan.programs == "allowed"
    room.join(BO, "Bo", program=True)
