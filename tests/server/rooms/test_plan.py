"""What a table can be set up with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from beute.play.errors import BeuteError
from beute.server.rooms.plan import LIMITS, Plan, RoomSeat, checked, free_thief, with_names
from beute.table.seats import THIEVES
from tests.server.rooms.sitting import plan

GOOD = plan("Ada", "easy")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"seats": GOOD.seats[:1]}, "wrong_players"),
        ({"options": {"colour": 1}}, "unknown_option"),
        ({"limit": LIMITS[0] - 1}, "wrong_limit"),
        ({"limit": LIMITS[-1] + 1}, "wrong_limit"),
        ({"limit": -1}, "wrong_limit"),
        ({"stand_in": "os:system"}, "unknown_bot"),
        ({"stand_in": ""}, "unknown_bot"),
        ({"stand_in": "search@1000000"}, "long_budget"),
        ({"stand_in": "search@3000ms"}, "long_budget"),
        ({"seats": (GOOD.seats[0], RoomSeat("bot"))}, "unknown_bot"),
        ({"seats": (GOOD.seats[0], RoomSeat("bot", bot="beute.bots.greedy:Greedy"))}, "unknown_bot"),
        ({"seats": (GOOD.seats[0], RoomSeat("person", "", 2))}, "no_name"),
        ({"seats": (GOOD.seats[0], RoomSeat("person", "Ada", 2))}, "same_name"),
        ({"seats": (GOOD.seats[0], RoomSeat("bot", "Ada", bot="easy"))}, "same_name"),
        ({"seats": (GOOD.seats[0], RoomSeat("bot", "X", bot="easy", away=3, away_name="Ada"))}, "same_name"),
        ({"seats": (GOOD.seats[0], RoomSeat("bot", "A\x1b[31m", bot="easy"))}, "strange_name"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(BeuteError) as caught:
        checked(replace(GOOD, **changes))
    assert caught.value.code == code


@pytest.mark.parametrize(
    "changes",
    [
        {"limit": LIMITS[0]},
        {"limit": LIMITS[-1]},
        {"limit": None},
        {"stand_in": "search@20000"},
        {"stand_in": "search@2000ms"},
        {"seats": (RoomSeat("open"), RoomSeat("open"))},
    ],
)
def test_what_can_be_played(changes: dict[str, Any]) -> None:
    assert checked(replace(GOOD, **changes)).game == "sneaky"


def test_options_are_as_a_record_has_them() -> None:
    default = Plan("raeuber", {"open_sums": False}, (RoomSeat("open"),) * 3)
    assert checked(default).options == {}


def test_bots_have_names_of_thieves_that_nobody_else_has() -> None:
    people = [RoomSeat("person", thief, number) for number, thief in enumerate(THIEVES[:3])]
    seats = with_names([*people, *[RoomSeat("bot", bot="easy")] * 4])
    assert len({seat.name for seat in seats}) == 7
    away = [replace(seat, kind="bot", bot="easy", away=1, away_name=f"{seat.name}?") for seat in seats]
    assert free_thief(away) not in {seat.name for seat in away}
