"""Several matches at a table: offers, changed settings, the score of the series, and matches of several games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from beute.play.errors import BeuteError
from beute.play.replay import replay, verify_luck
from beute.server.messages import table_message
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.room import MOST_OFFERS, Room
from tests.server.rooms.sitting import ADA, BO, CY, DI, Sitting, plan


def over(*seats: str, **more: Any) -> Sitting:
    """A table after its first match."""
    sitting = Sitting(plan(*seats, **more))
    sitting.play()
    assert sitting.room.state == "over"
    sitting.notices.clear()
    return sitting


def again(sitting: Sitting, **changes: Any) -> Plan:
    people = sitting.room.people
    return replace(people.plan, **{"seats": tuple(people.seats), **changes})


def test_a_rematch_begins_when_all_people_want_it() -> None:
    sitting = over("Ada", "Bo", "easy")
    sitting.do(Room.offer, ADA, again(sitting, limit=20))
    assert sitting.room.state == "over"
    sitting.refused("offered_already", Room.offer, BO, again(sitting))
    sitting.do(Room.accept, ADA)
    assert sitting.room.state == "over"
    sitting.do(Room.accept, BO)
    assert (sitting.room.state, sitting.room.people.matches, sitting.room.people.plan.limit) == ("playing", 2, 20)
    assert sitting.told == ["offered", "accepted", "started"]
    sitting.refused("nothing_offered", Room.accept, BO)


def test_who_plays_alone_against_bots_has_a_rematch_at_once() -> None:
    sitting = over("Ada", "easy")
    sitting.do(Room.offer, ADA, again(sitting))
    assert sitting.room.state == "playing"


def test_what_is_offered_is_shown() -> None:
    sitting = over("Ada", "Bo", "Cy")
    seats = (*sitting.room.people.seats, RoomSeat("bot", "Robin", bot="easy"))
    sitting.do(Room.offer, BO, Plan("raeuber", {"open_sums": True}, seats, 30, "easy"))
    offer = table_message(sitting.room)["offer"]
    assert offer is not None
    assert (offer["seat"], offer["accepted"], offer["game"]) == (1, [1], "raeuber")
    assert (offer["options"], offer["limit"], offer["stand_in"]) == ({"open_sums": True}, 30, "easy")
    assert [seat["name"] for seat in offer["seats"]] == ["Ada", "Bo", "Cy", "Robin"]


def test_declined_offers_are_limited() -> None:
    sitting = over("Ada", "Bo")
    for _ in range(MOST_OFFERS):
        sitting.do(Room.offer, ADA, again(sitting))
        sitting.do(Room.decline, BO)
    assert sitting.refused("too_many_offers", Room.offer, ADA, again(sitting)).data == {"most": MOST_OFFERS}
    sitting.do(Room.offer, BO, again(sitting))
    sitting.do(Room.accept, ADA)
    sitting.play()
    sitting.do(Room.offer, ADA, again(sitting))
    sitting.do(Room.decline, ADA)
    sitting.refused("nothing_offered", Room.decline, BO)


def test_offers_are_for_those_who_sit_there_after_a_match() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.refused("no_rematch_yet", Room.offer, ADA, again(sitting))
    sitting.play()
    sitting.refused("not_seated", Room.offer, CY, again(sitting))
    waiting = Sitting(plan("Ada", "Bo"), start=False)
    waiting.refused("no_rematch_yet", Room.offer, ADA, again(waiting))


@pytest.mark.parametrize("gone", [ADA, BO, CY])
def test_an_offer_is_void_when_somebody_leaves(gone: int) -> None:
    sitting = over("Ada", "Bo", "Cy")
    sitting.do(Room.offer, ADA, again(sitting))
    sitting.do(Room.accept, BO)
    sitting.do(Room.leave, gone)
    assert sitting.room.people.offer is None
    left = next(person for person in (ADA, BO, CY) if person != gone)
    sitting.refused("open_seats", Room.offer, left, again(sitting))
    sitting.do(Room.join, DI, "Di")
    sitting.do(Room.offer, left, again(sitting))
    for person in sitting.room.people.seated:
        if person != left:
            sitting.do(Room.accept, person)
    assert sitting.room.state == "playing"
    assert "Di" in sitting.seats


def test_who_left_during_the_match_is_not_asked_and_may_return_in_the_next() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy"))
    sitting.do(Room.leave, BO)
    sitting.play()
    sitting.do(Room.offer, ADA, again(sitting))
    sitting.do(Room.accept, CY)
    assert sitting.room.state == "playing"
    sitting.do(Room.come_back, BO)
    assert sitting.seats == ["Ada", "Bo", "Cy"]


def test_nobody_is_seated_or_unseated_by_the_plan_of_another() -> None:
    sitting = over("Ada", "Bo", "Bo:Bea")
    ada, bo, bea = sitting.room.people.seats
    bot, stranger = RoomSeat("bot", bot="easy"), RoomSeat("person", "Cy", CY)
    for seats in [(ada, bo), (ada, bo, bot), (ada, bo, bea, stranger), (ada, bo, replace(bea, name="X"))]:
        sitting.refused("other_people", Room.offer, ADA, again(sitting, seats=seats))
        sitting.refused("other_people", Room.arrange, ADA, again(sitting, seats=seats))
    sitting.do(Room.arrange, ADA, again(sitting, seats=(bea, bot, bo, RoomSeat("person", "Eva", ADA))))
    assert sitting.seats[0] == "Bea"
    assert sitting.seats[2:] == ["Bo", "Eva"]


def test_nothing_is_arranged_while_a_match_goes_on() -> None:
    sitting = Sitting(plan("Ada", "Bo"))
    sitting.refused("match_goes_on", Room.arrange, ADA, again(sitting, limit=10))


def test_who_sits_elsewhere_after_a_match_is_shown_it_as_a_spectator() -> None:
    """Their seat in the plan may be somebody else's in the match, or one that it did not have."""
    sitting = over("Ada", "Bo", "Cy")
    assert sitting.room.viewers(BO) == [1]
    sitting.do(Room.arrange, ADA, again(sitting, seats=(*reversed(sitting.room.people.seats), RoomSeat("open"))))
    sitting.do(Room.join, DI, "Di")
    assert [sitting.room.viewers(person) for person in (ADA, BO, CY, DI)] == [[None]] * 4
    sitting.do(Room.offer, ADA, again(sitting))
    for person in (BO, CY, DI):
        sitting.do(Room.accept, person)
    assert [sitting.room.viewers(person) for person in (ADA, BO, CY, DI)] == [[2], [1], [0], [3]]


def test_the_score_of_the_series_goes_with_the_people() -> None:
    sitting = over("Ada", "Bo")
    first = {seat.name: (seat.won, seat.points) for seat in sitting.room.people.seats}
    assert sum(won for won, _ in first.values()) >= 1
    sitting.do(Room.offer, ADA, again(sitting, seats=tuple(reversed(sitting.room.people.seats))))
    sitting.do(Room.accept, BO)
    assert {seat.name: (seat.won, seat.points) for seat in sitting.room.people.seats} == first
    sitting.play()
    points = sitting.room.playing.match.points
    for number, seat in enumerate(sitting.room.people.seats):
        assert seat.points == first[seat.name][1] + points[number]
        assert seat.won == first[seat.name][0] + (number in (sitting.room.playing.match.winners or []))


def test_nobody_inherits_a_score_and_points_of_different_games_are_not_added() -> None:
    sitting = over("Ada", "Bo", "easy")
    sitting.do(Room.leave, BO)
    sitting.do(Room.join, CY, "Cy")
    assert (sitting.room.people.seats[1].won, sitting.room.people.seats[1].points) == (0, 0)
    won = [seat.won for seat in sitting.room.people.seats]
    sitting.do(Room.arrange, ADA, again(sitting, game="raeuber"))
    assert [(seat.won, seat.points) for seat in sitting.room.people.seats] == [(each, 0) for each in won]


def test_an_answer_to_a_question_of_an_earlier_match_is_stale() -> None:
    sitting = over("Ada", "easy")
    sitting.do(Room.offer, ADA, again(sitting))
    error = sitting.refused("other_match", Room.answer, ADA, 0, "1.0", "roll")
    assert error.data == {"match": 1, "now": 2}
    for question in ("1", "a.b", "1.x", "1.9999999999", "².1"):
        sitting.refused("no_question", Room.answer, ADA, 0, question, "roll")


def test_a_repeated_last_answer_is_known_as_one() -> None:
    sitting = Sitting(plan("Ada", "Ada:Eva"))
    sitting.play()
    seat, _, word = sitting.room.playing.game.as_played[-1].partition(" ")
    n = sitting.room.playing.question_id(int(seat)).n
    sitting.refused("repeated_answer", Room.answer, ADA, int(seat), f"1.{n - 1}", word)
    sitting.refused("match_is_over", Room.answer, ADA, int(seat), f"1.{n}", word)


# ---------------------------------------------------------------- several games


def test_a_match_of_several_games() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy", game="schattendieb", options={"games": 2}))
    sitting.refused("game_goes_on", Room.next_game, ADA, 1)
    sitting.play(until=lambda room: room.playing.game.over)
    assert sitting.room.state == "playing"
    assert sitting.room.playing.match.points != [0, 0, 0]
    (first,) = sitting.room.records
    verify_luck(first)
    sitting.refused("other_game", Room.next_game, ADA, 2)
    sitting.do(Room.next_game, BO, 1)
    sitting.do(Room.next_game, CY, 1)  # said twice
    assert sitting.room.game_number == 2
    sitting.play()
    sitting.refused("match_is_over", Room.next_game, ADA, 2)
    assert len(sitting.room.records) == 2


def test_the_records_of_a_game_are_kept_as_soon_as_it_is_over() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy", game="schattendieb", options={"games": 2}))
    sitting.play(until=lambda room: len(room.playing.game.due) == 1 and _ends(room))
    (seat,) = sitting.room.playing.game.due
    room, person = sitting.room, sitting.room.people.seats[seat].person
    assert person is not None
    room.answer(person, seat, sitting.question(seat), next(word for word in sitting.words(seat) if _over(room, word)))
    step = room.take()
    assert step.records is not None
    assert [record.ending is not None for record in step.records] == [True]


def _ends(room: Room) -> bool:
    return any(_over(room, word) for word in room.playing.game.legal)


def _over(room: Room, word: str) -> bool:
    game = room.playing.game.copy()
    game.play(word)
    return game.over


def test_a_table_of_bots_goes_on_by_its_host() -> None:
    sitting = Sitting(plan("easy", "easy", "easy", game="schattendieb", options={"games": 2}))
    sitting.play()
    assert sitting.room.state == "over"
    assert len(sitting.room.records) == 2


# ---------------------------------------------------------------- playing on from a record


@pytest.mark.parametrize(("game", "options"), [("sneaky", {}), ("schattendieb", {"games": 1}), ("raeuber", {})])
def test_play_on_from_here(game: str, options: dict[str, Any]) -> None:
    played = over("Ada", "Bo", "Cy", game=game, options=options).room.records[0]
    for at in (0, 1, len(played.events) // 2, len(played.events) - 1):
        start = plan("Ada", "Bo", "Cy", game=game, options=options, events=played.events[:at])
        sitting = Sitting(start, start=False)
        sitting.do(Room.arrange, ADA, replace(sitting.room.people.plan, limit=10))  # it is not forgotten by this
        sitting.do(Room.start, ADA)
        fork = sitting.room.playing.game.fork
        assert fork <= at
        assert sitting.room.playing.game.events[:fork] == played.events[:fork]
        assert table_message(sitting.room)["fork"] == fork
        sitting.play()
        (record,) = sitting.room.records
        assert replay(record).over
        assert (record.about or {}).get("fork", 0) == fork
        verify_luck(record)
        assert record.about
        assert played.about
        assert record.about["secret"] != played.about["secret"]
        sitting.do(Room.offer, ADA, again(sitting))
        sitting.do(Room.accept, BO)
        sitting.do(Room.accept, CY)
        assert sitting.room.playing.game.fork == 0, "a rematch begins anew"


def test_where_some_have_chosen_face_down_all_choose_anew() -> None:
    played = over("Ada", "Bo", "Cy", game="schattendieb", options={"games": 1}).room.records[0]
    first = next(number for number, event in enumerate(played.events) if not event.startswith("*"))
    start = plan("Ada", "Bo", "Cy", game="schattendieb", options={"games": 1}, events=played.events[: first + 1])
    sitting = Sitting(start)
    assert sitting.room.playing.game.fork == first
    assert sitting.room.playing.game.due == (0, 1, 2)


def test_a_record_that_cannot_be_played_on() -> None:
    played = over("Ada", "Bo").room.records[0]
    for events, code in [
        (played.events, "nothing_to_go_on"),
        (("* fly",), "impossible_chance"),
        (("fly",), "wrong_form"),
    ]:
        with pytest.raises(BeuteError) as caught:
            Sitting(plan("Ada", "Bo", events=events))
        assert caught.value.code == code
