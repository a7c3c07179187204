"""A lesson at a table: what is asked for is played, and nothing else; what is read is kept; how it is left."""

from __future__ import annotations

import pytest

from beute import games
from beute.lessons import PUPIL
from beute.play.errors import BrokenRecord
from beute.play.luck import Secret
from beute.play.replay import verify_luck
from beute.server.messages import table_message, you_message
from beute.server.rooms.plan import Plan, lesson_plan
from beute.server.rooms.room import Room
from tests.server.rooms.sitting import ADA, BO, Sitting


def taught(game: str = "sneaky", name: str = "Ada") -> Sitting:
    return Sitting(lesson_plan(game, ADA, name))


def step(sitting: Sitting) -> int:
    assert sitting.room.lesson is not None
    return sitting.room.lesson.step


def read(sitting: Sitting) -> None:
    sitting.do(Room.turn_page, ADA, step(sitting))


def bots_play(sitting: Sitting) -> None:
    room = sitting.room
    while room.bots_due:
        seat = room.bots_due[0]
        word = room.scripted(seat)
        assert word is not None
        sitting.do(Room.bots_answer, [(seat, room.playing.question_id(seat), word)])


def go_on(sitting: Sitting) -> bool:
    """The pupil does what is wanted, and bots theirs; False once the lesson is through."""
    moment = sitting.room.lesson
    assert moment is not None
    if moment.over:
        return False
    if moment.unread:
        read(sitting)
    elif PUPIL in sitting.room.playing.game.due and moment.words(PUPIL):
        sitting.answer(PUPIL, moment.words(PUPIL)[0])
    bots_play(sitting)
    return True


@pytest.mark.parametrize("game", games.NAMES)
def test_it_goes_on_from_its_log_after_every_step(game: str) -> None:
    sitting = taught(game)
    while go_on(sitting):
        again = sitting.loaded()
        assert table_message(again)["lesson"] == table_message(sitting.room)["lesson"]
        assert again.playing.view(PUPIL) == sitting.room.playing.view(PUPIL)
        sitting.room = again
    assert sitting.room.bots_due == [], "until the pupil has left the lesson"


def test_only_what_it_asks_for_is_played() -> None:
    sitting = taught()
    question = sitting.question(PUPIL)
    sitting.refused("lesson_unread", Room.answer, ADA, PUPIL, question, "put c0")
    read(sitting)
    other = sitting.refused("lesson_asks_other", Room.answer, ADA, PUPIL, question, "put c2")
    assert other.data["asks"] == ["put c0", "put c1", "put c1"]
    sitting.answer(PUPIL, "put c0")
    sitting.refused("repeated_answer", Room.answer, ADA, PUPIL, question, "put c0")
    sitting.refused("stale_answer", Room.answer, ADA, PUPIL, question, "put c1")
    sitting.answer(PUPIL, "put c1")


def test_what_lies_face_down_is_not_changed() -> None:
    sitting = taught("schattendieb")
    read(sitting)
    sitting.answer(PUPIL, "play R6")
    sitting.refused("lesson_asks_other", Room.answer, ADA, PUPIL, sitting.question(PUPIL), "play W7")


def test_a_page_is_read_once_however_often_it_is_said() -> None:
    sitting = taught()
    read(sitting)
    for said in (0, 0, 1, 5):
        length = len(sitting.log)
        sitting.do(Room.turn_page, ADA, said)
        assert (len(sitting.log), step(sitting)) == (length, 1)


def test_bots_wait_until_it_has_been_read() -> None:
    sitting = taught()
    while step(sitting) != 4:
        go_on(sitting)
    assert sitting.room.playing.game.due == (1,)
    assert sitting.room.bots_due == []
    read(sitting)
    assert sitting.room.bots_due == [1]


def test_nobody_else_comes_in() -> None:
    sitting = taught()
    sitting.refused("lesson_alone", Room.join, BO, "Bo")
    sitting.refused("lesson_alone", Room.watch, BO)
    assert you_message(sitting.room, ADA)["link"] is None
    sitting.refused("not_seated", Room.turn_page, BO, 0)
    sitting.refused("not_seated", Room.leave_lesson, BO)


def test_who_has_the_name_of_an_opponent_keeps_it() -> None:
    sitting = taught(name="Otto")
    first, second, third = sitting.seats
    assert (first, third) == ("Otto", "Lene*")
    assert second != "Otto*"
    read(sitting)
    sitting.answer(PUPIL, "put c0")
    lesson = table_message(sitting.room)["lesson"]
    assert lesson is not None


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("after", [0, 3, 99])
def test_left_it_is_a_game_like_any_other_whose_luck_can_be_verified_from_there(game: str, after: int) -> None:
    sitting = taught(game)
    for _ in range(after):
        if not go_on(sitting):
            break
    assert not isinstance(sitting.room.playing.game.luck, Secret), "nothing is sealed while a script is followed"
    sitting.do(Room.leave_lesson, ADA)
    sitting.refused("no_lesson", Room.leave_lesson, ADA)
    sitting.refused("no_lesson", Room.turn_page, ADA, 0)
    assert table_message(sitting.room)["lesson"] is None
    assert table_message(sitting.room)["fork"]
    left = sitting.room.playing.game.length
    sitting.room = sitting.loaded()
    sitting.refused("lesson_alone", Room.watch, BO)
    sitting.play(seed=after)
    (record,) = sitting.room.records
    assert (record.about or {})["fork"] == left
    verify_luck(record)
    sitting.do(Room.offer, ADA, Plan(game, {}, tuple(sitting.room.people.seats)))
    assert (sitting.room.lesson, sitting.room.people.matches) == (None, 2)
    sitting.do(Room.watch, BO)


def test_a_lesson_that_has_changed_since_cannot_be_played_on() -> None:
    sitting = taught()
    read(sitting)
    sitting.answer(PUPIL, "put c0")
    at, line = sitting.log[-1]
    sitting.log[-1] = at, line.replace(b"put c0", b"put c2")
    with pytest.raises(BrokenRecord, match="lesson"):
        sitting.loaded()
