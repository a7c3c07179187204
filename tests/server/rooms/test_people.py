"""Who may sit down, leave, return, and who has the host's rights."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from beute.server.messages import table_message, you_message
from beute.server.rooms.plan import RoomSeat
from beute.server.rooms.room import MOST_WATCHERS, Room
from tests.server.rooms.sitting import ADA, BO, CY, DI, Sitting, plan

AWAY = 61.0  # seconds after which a bot may be seated


def waiting(*seats: str) -> Sitting:
    return Sitting(plan(*seats), start=False)


# ---------------------------------------------------------------- sitting down


def test_people_sit_down_by_the_link_and_the_host_starts() -> None:
    sitting = waiting("Ada", "open", "easy", "open")
    assert sitting.do(Room.join, BO, "Bo") == 1
    sitting.refused("open_seats", Room.start, ADA)
    assert sitting.do(Room.join, CY, "Cy") == 3
    sitting.refused("not_host", Room.start, BO)
    sitting.do(Room.start, ADA)
    assert sitting.room.state == "playing"
    assert sitting.told == ["joined", "joined", "started"]
    sitting.refused("begun_already", Room.start, ADA)


def test_who_joins_twice_has_one_seat_unless_they_ask_for_another() -> None:
    sitting = waiting("Ada", "open", "open")
    assert sitting.do(Room.join, BO, "Bo") == sitting.do(Room.join, BO, "Somebody") == 1
    assert sitting.do(Room.join, BO, "Bea", 2) == 2
    assert sitting.seats == ["Ada", "Bo", "Bea"]


def test_a_taken_seat_stays_taken() -> None:
    sitting = waiting("Ada", "open", "easy")
    sitting.refused("seat_taken", Room.join, BO, "Bo", 0)
    sitting.refused("seat_taken", Room.join, BO, "Bo", 2)
    sitting.refused("seat_taken", Room.join, BO, "Bo", 9)
    sitting.do(Room.join, BO, "Bo")
    sitting.refused("seat_taken", Room.join, CY, "Cy")


@pytest.mark.parametrize(
    ("name", "code"),
    [("Ada", "same_name"), ("A" * 13, "long_name"), ("A\tB", "strange_name"), ("\u202e", "strange_name")],
)
def test_names_can_be_shown_and_told_apart(name: str, code: str) -> None:
    waiting("Ada", "open").refused(code, Room.join, BO, name)


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    sitting = waiting("Ada", "easy", "open")
    thief = sitting.room.people.seats[1].name
    sitting.do(Room.join, BO, thief)
    assert sitting.room.people.seats[2] == RoomSeat("person", thief, BO)
    assert sitting.room.people.seats[1].name not in (thief, "")


def test_a_name_is_kept_for_who_may_return() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy"))
    sitting.do(Room.leave, BO)
    sitting.play()
    sitting.do(Room.leave, CY)
    sitting.refused("same_name", Room.join, DI, "Bo")
    sitting.do(Room.join, DI, "Di")
    sitting.do(Room.come_back, BO)
    assert sitting.seats == ["Ada", "Bo", "Di"]


def test_a_watcher_becomes_a_player() -> None:
    sitting = waiting("Ada", "open")
    sitting.do(Room.watch, BO)
    assert sitting.room.viewers(BO) == [None]
    assert sitting.room.people.watchers == {BO}
    sitting.do(Room.join, BO, "Bo")
    assert sitting.room.viewers(BO) == [1]
    assert not sitting.room.people.watchers
    sitting.do(Room.watch, BO)
    assert sitting.room.viewers(BO) == [1]


def test_strangers_see_nothing_and_a_host_without_a_seat_what_a_spectator_sees() -> None:
    sitting = Sitting(plan("easy", "easy"))
    assert sitting.room.viewers(ADA) == [None]
    sitting.refused("not_at_this_table", Room.viewers, BO)
    assert you_message(sitting.room, ADA)["link"] == "link"
    sitting.do(Room.watch, BO)
    assert you_message(sitting.room, BO)["link"] is None


def test_watchers_are_limited() -> None:
    sitting = waiting("Ada", "open")
    for person in range(100, 100 + MOST_WATCHERS):
        sitting.do(Room.watch, person)
    sitting.refused("too_many_watchers", Room.watch, BO)
    sitting.do(Room.leave, 100)
    sitting.do(Room.watch, BO)


# ---------------------------------------------------------------- leaving and returning


def test_a_bot_takes_over_and_the_person_returns() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Ada:Eva", stand_in="easy"))
    sitting.do(Room.leave, ADA)
    first, _, second = sitting.room.people.seats
    assert (first.bot, first.away, first.away_name) == ("easy", ADA, "Ada")
    assert (second.bot, second.away, second.away_name) == ("easy", ADA, "Eva")
    assert sitting.room.viewers(ADA) == [None]
    assert [notice.name for notice in sitting.notices if notice.code == "left"] == ["Ada", "Eva"]
    sitting.refused("not_your_seat", Room.answer, ADA, 0, "1.0", "roll")
    sitting.do(Room.come_back, ADA)
    assert sitting.seats == ["Ada", "Bo", "Eva"]
    assert sitting.room.viewers(ADA) == [0, 2]
    sitting.refused("nothing_to_return_to", Room.come_back, ADA)


def test_who_left_returns_by_the_link_too() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.leave, BO)
    assert sitting.do(Room.join, BO, "Bo") == 1
    assert sitting.seats == ["Ada", "Bo"]


def test_one_of_several_at_a_device_stands_up() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Bo:Bea"))
    sitting.do(Room.seat_bot, BO, 2)
    assert sitting.room.people.seats_of(BO) == [1]
    assert sitting.room.people.seats[2].away == BO
    sitting.refused("not_host", Room.seat_bot, BO, 0)


def test_who_leaves_a_table_that_waits_leaves_an_open_seat() -> None:
    sitting = waiting("Ada", "Bo")
    sitting.do(Room.leave, BO)
    assert sitting.room.people.seats[1] == RoomSeat("open")
    sitting.refused("not_at_this_table", Room.viewers, BO)


def test_who_leaves_twice_has_left_for_good() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.leave, BO)
    sitting.do(Room.leave, BO)
    assert sitting.room.people.seats[1].away is None
    sitting.refused("nothing_to_return_to", Room.come_back, BO)
    sitting.refused("not_at_this_table", Room.leave, BO)


def test_who_leaves_after_a_match_may_still_look_at_it() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.play()
    sitting.do(Room.leave, BO)
    assert sitting.room.people.seats[1] == RoomSeat("open")
    assert sitting.room.viewers(BO) == [None]


def test_who_is_deleted_is_not_named_any_more() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.forget, BO)
    assert "Bo" not in str(table_message(sitting.room))
    sitting.refused("nothing_to_return_to", Room.come_back, BO)


def test_leaving_while_the_game_is_paused() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.pause, BO)
    sitting.do(Room.leave, BO)
    assert sitting.room.bots_due == []
    sitting.do(Room.resume, ADA)
    sitting.do(Room.come_back, BO)
    assert sitting.seats == ["Ada", "Bo"]


def test_everybody_leaves_and_the_first_who_returns_is_the_host() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.leave, BO)
    sitting.do(Room.leave, ADA)
    assert sitting.room.people.seated == []
    sitting.room.check_host(ADA)  # who may still delete the table
    sitting.do(Room.come_back, BO)
    assert sitting.room.people.host == BO
    sitting.do(Room.come_back, ADA)
    assert sitting.room.people.host == BO


# ---------------------------------------------------------------- the host


def test_a_host_who_leaves_hands_on_to_who_is_here() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy"))
    sitting.room.presence.arrive(CY, 7)
    sitting.do(Room.leave, ADA)
    assert sitting.room.people.host == CY
    assert "host" in sitting.told
    sitting.do(Room.hand_host_on, CY, 1)
    sitting.refused("not_host", Room.close, CY)
    sitting.refused("not_a_person", Room.hand_host_on, BO, 0)


@pytest.mark.parametrize("act", [Room.close, Room.check_host])
def test_only_the_host_closes_and_deletes_however_long_they_are_away(act: Callable[..., None]) -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.away_since, ADA)
    sitting.wait(AWAY)
    sitting.refused("not_host", act, BO)
    sitting.refused("not_host", Room.remove, BO, 0)
    sitting.refused("not_host", Room.renew_link, BO, "other")


def test_others_go_on_when_the_host_is_away() -> None:
    sitting = waiting("Ada", "Bo", "open")
    table_message(sitting.room)  # from now on the host is away
    sitting.refused("not_host", Room.seat_bot, BO, 2)
    sitting.wait(AWAY)
    sitting.refused("not_host", Room.seat_bot, CY, 2)
    sitting.do(Room.seat_bot, BO, 2)
    sitting.do(Room.start, BO)
    assert sitting.room.people.host == ADA


def test_a_bot_is_seated_for_who_is_away_after_a_countdown() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.room.presence.arrive(BO, 1)
    assert sitting.refused("is_here", Room.seat_bot, ADA, 1).data == {"name": "Bo"}
    sitting.room.presence.goodbye(BO, 1, sitting.now)
    sitting.wait(20)
    assert sitting.refused("away_too_short", Room.seat_bot, ADA, 1).data == {"name": "Bo", "seconds": 40}
    sitting.wait(40)
    sitting.do(Room.seat_bot, ADA, 1)
    sitting.refused("bot_sits_there", Room.seat_bot, ADA, 1)
    sitting.do(Room.come_back, BO)
    assert sitting.seats == ["Ada", "Bo"]


def test_before_a_match_too_a_bot_sits_down_for_who_is_away() -> None:
    sitting = waiting("Ada", "Bo")
    sitting.do(Room.away_since, BO)
    sitting.wait(AWAY)
    sitting.do(Room.seat_bot, ADA, 1)
    sitting.do(Room.start, ADA)
    sitting.do(Room.come_back, BO)
    assert sitting.seats == ["Ada", "Bo"]


def test_the_host_removes_a_person_from_all_seats_for_good() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Bo:Bea"))
    sitting.refused("own_seat", Room.remove, ADA, 0)
    sitting.do(Room.remove, ADA, 2)
    assert [notice.name for notice in sitting.notices if notice.code == "removed"] == ["Bo", "Bea"]
    assert [seat.kind for seat in sitting.room.people.seats] == ["person", "bot", "bot"]
    sitting.refused("not_at_this_table", Room.viewers, BO)
    sitting.refused("nothing_to_return_to", Room.come_back, BO)
    sitting.refused("not_a_person", Room.remove, ADA, 2)
    sitting.refused("unknown_seat", Room.remove, ADA, 3)


def test_a_new_link_ends_watching_by_the_old_one() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.do(Room.watch, CY)
    sitting.do(Room.renew_link, ADA, "new")
    sitting.refused("not_at_this_table", Room.viewers, CY)
    assert you_message(sitting.room, BO)["link"] == "new"


def test_a_closed_table() -> None:
    sitting = Sitting(plan("Ada", "Bo", limit=10))
    sitting.do(Room.pause, BO)
    sitting.do(Room.close, ADA)
    room = sitting.room
    assert (room.state, room.bots_due, room.deadlines, room.people.paused) == ("closed", [], {}, None)
    asked = room.playing.game.due[0]
    person = room.people.seats[asked].person
    sitting.refused("closed_table", Room.answer, person, asked, sitting.question(asked), sitting.words(asked)[0])
    sitting.refused("closed_table", Room.join, CY, "Cy")
    sitting.refused("closed_table", Room.watch, CY)
    sitting.refused("closed_table", Room.pause, ADA)
    sitting.refused("closed_table", Room.renew_link, ADA, "new")
    sitting.refused("closed_table", Room.seat_bot, ADA, 1)
    sitting.refused("closed_table", Room.close, ADA)
    sitting.do(Room.leave, BO)
    assert sitting.room.viewers(ADA) == [0]


# ---------------------------------------------------------------- another device


def test_a_seat_goes_to_another_browser_and_the_host_with_it() -> None:
    sitting = Sitting(plan("Ada", "Ada:Eva", "Bo"))
    sitting.do(Room.watch, CY)
    sitting.do(Room.hand_over, 1, ADA, CY)
    assert sitting.room.viewers(CY) == [1]
    assert sitting.room.people.host == ADA
    assert sitting.seats == ["Ada", "Eva", "Bo"]
    assert not sitting.room.people.watchers
    sitting.refused("not_your_seat", Room.hand_over, 1, ADA, DI)
    sitting.do(Room.hand_over, 0, ADA, DI)
    assert sitting.room.people.host == DI
    sitting.refused("not_at_this_table", Room.viewers, ADA)


def test_a_late_goodbye_removes_nobody() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    presence = sitting.room.presence
    assert presence.arrive(BO, 1)
    assert not presence.arrive(BO, 2)
    assert not presence.goodbye(BO, 1, sitting.now)
    assert not presence.goodbye(BO, 1, sitting.now)
    assert presence.here(BO)
    sitting.wait(5)
    assert presence.goodbye(BO, 2, sitting.now)
    sitting.wait(7)
    assert sitting.room.away_since(BO) == sitting.now - 7
    assert table_message(sitting.room)["seats"][1]["away_since"] == sitting.now - 7


def test_who_was_never_here_is_away_since_the_table_was_looked_at() -> None:
    sitting = waiting("Ada", "Bo")
    assert sitting.room.away_since(BO) == sitting.now
    sitting.wait(30)
    assert sitting.room.away_since(BO) == sitting.now - 30
