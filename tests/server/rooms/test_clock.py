"""Time limits: when a seat's time begins, what it tells, and what pauses and taking back do to it."""

from __future__ import annotations

import pytest

from beute.server.messages import state_message
from beute.server.rooms.room import MOST_PAUSES, Room
from tests.server.rooms.sitting import ADA, BO, CY, NAMES, START, Sitting, plan

PERSON = {name: person for person, name in NAMES.items()}


def timed(*seats: str, game: str = "sneaky", limit: int | None = 30) -> Sitting:
    return Sitting(plan(*seats, game=game, limit=limit))


def late(sitting: Sitting, seat: int) -> None:
    """A bot decides for a seat, as the server lets it."""
    _, question, _ = sitting.room.task(seat)
    sitting.do(Room.time_runs_out, seat, question, sitting.room.playing.game.legal_for(seat)[0])


def test_without_a_limit_time_never_runs_out() -> None:
    assert timed("Ada", "Bo", limit=None).room.deadlines == {}


def test_only_people_have_a_deadline() -> None:
    sitting = timed("easy", "Ada", "Bo", game="schattendieb")
    assert sitting.room.bots_due == [0]
    assert {*sitting.room.deadlines} == {1, 2}


def test_time_begins_anew_with_each_decision() -> None:
    sitting = timed("Ada", "Bo")
    (seat,) = sitting.room.playing.game.due
    assert sitting.room.deadlines == {seat: START + 30}
    sitting.wait(10)
    sitting.answer(seat)
    assert [*sitting.room.deadlines.values()] == [START + 40]


def test_then_a_bot_decides_once_and_everybody_is_told() -> None:
    sitting = timed("Ada", "Bo")
    (seat,) = sitting.room.playing.game.due
    length = sitting.room.playing.game.length
    sitting.wait(29)
    late(sitting, seat)
    assert sitting.room.playing.game.length == length, "there was time left"
    sitting.wait(1)
    late(sitting, seat)
    assert sitting.room.playing.game.length > length
    assert sitting.kinds[-2:] == ["time_ran_out", "played"]
    assert sitting.told == ["started", "time_ran_out"]
    assert min(sitting.room.deadlines.values()) == sitting.now + 30


def test_who_has_answered_meanwhile_is_not_late() -> None:
    sitting = timed("Ada", "Bo")
    (seat,) = sitting.room.playing.game.due
    _, question, _ = sitting.room.task(seat)
    sitting.wait(31)
    sitting.answer(seat)
    log = len(sitting.log)
    sitting.do(Room.time_runs_out, seat, question, "roll")
    assert len(sitting.log) == log


def test_a_refused_try_starts_no_clock_anew() -> None:
    sitting = timed("Ada", "Bo", "Cy", game="raeuber")
    game = sitting.room.playing.game
    sitting.play(until=lambda room: _vain(sitting) is not None)
    tried = _vain(sitting)
    assert tried is not None, "nothing was tried in vain"
    (seat,) = sitting.room.playing.game.due
    before = sitting.room.deadlines
    sitting.wait(10)
    sitting.answer(seat, tried)
    assert sitting.kinds[-1] == "refused"
    assert game is sitting.room.playing.game
    assert sitting.room.deadlines == before


def _vain(sitting: Sitting) -> str | None:
    """What the seat that is asked may try, and does not come off (RB-6)."""
    game = sitting.room.playing.game
    return next((word for word in sitting.words(game.due[0]) if not game.can_play(word, game.due[0])), None)


def test_taking_back_gives_no_more_time_however_often() -> None:
    sitting = timed("Ada", "Bo", limit=60)
    sitting.play(until=lambda room: _two_in_a_row(sitting))
    (seat,) = sitting.room.playing.game.due
    deadline = sitting.room.deadlines[seat]
    person = sitting.room.people.seats[seat].person
    for _ in range(3):
        for _ in range(2):
            sitting.wait(1)
            sitting.answer(seat, _put(sitting, seat))
        for _ in range(2):
            sitting.do(Room.undo, person, seat, sitting.room.playing.version(seat))
        assert sitting.room.deadlines[seat] == deadline


def _put(sitting: Sitting, seat: int) -> str:
    """A decision that can be taken back: a die is placed."""
    return next((word for word in sitting.words(seat) if word.startswith("put")), "")


def _two_in_a_row(sitting: Sitting) -> bool:
    """Whether the seat that is asked can place two dice, and take both back."""
    (seat,) = sitting.room.playing.game.due
    game = sitting.room.playing.game.copy()
    for _ in range(2):
        word = next((word for word in game.offered(seat) if word.startswith("put")), None)
        if word is None or seat not in game.due:
            return False
        game.play(word, seat)
    for _ in range(2):
        if not game.undoable(seat):
            return False
        game.undo(seat)
    return True


# ---------------------------------------------------------------- face down


def face_down(limit: int = 30) -> Sitting:
    """All choose a card face down; afterwards some may add cards (SD-5, SD-9)."""
    sitting = Sitting(plan("Ada", "Bo", "Cy", game="schattendieb", limit=limit))
    assert sitting.room.playing.game.face_down
    return sitting


def test_while_all_choose_face_down_every_clock_runs_from_the_first_question() -> None:
    sitting = face_down()
    before = sitting.room.deadlines
    sitting.wait(7)
    sitting.answer(0)
    assert sitting.room.deadlines == {seat: before[seat] for seat in (1, 2)}
    sitting.answer(0, sitting.words(0)[-1])
    assert sitting.kinds[-1] == "changed"
    sitting.do(Room.undo, ADA, 0, sitting.room.playing.version(0))
    assert sitting.room.deadlines == before


def adding(limit: int = 30) -> tuple[Sitting, int]:
    """A table where a seat may add several cards face down, and others too."""
    sitting = face_down(limit)

    def several(room: Room) -> bool:
        game = room.playing.game
        return game.face_down and len(game.due) > 1 and any(len(game.legal_for(seat)) > 3 for seat in _adders(room))

    for seed in range(50):
        sitting = face_down(limit)
        sitting.play(seed, until=several)
        if sitting.room.people.running:
            return sitting, next(s for s in _adders(sitting.room) if len(sitting.room.playing.game.legal_for(s)) > 3)
    raise AssertionError("nobody may add cards")


def _adders(room: Room) -> list[int]:
    game = room.playing.game
    return [seat for seat in game.due if "done" in game.legal_for(seat)]


def test_clocks_do_not_tell_how_many_cards_a_seat_adds() -> None:
    sitting, seat = adding()
    others = [other for other in range(3) if other != seat]
    before = {other: state_message(sitting.room, other, "en")["deadlines"] for other in others}
    sitting.wait(3)
    sitting.answer(seat, next(word for word in sitting.words(seat) if word != "done"))
    assert seat in sitting.room.playing.game.due, "it may add another"
    assert {other: state_message(sitting.room, other, "en")["deadlines"] for other in others} == before


def test_that_time_ran_out_is_told_once_however_often_the_bot_decides() -> None:
    sitting, seat = adding()
    sitting.wait(30)
    sitting.notices.clear()
    entries, decisions = len(sitting.log), 0
    while seat in sitting.room.playing.game.due and sitting.room.playing.game.face_down and decisions < 2:
        _, question, _ = sitting.room.task(seat)
        word = next(word for word in sitting.words(seat) if word != "done" or decisions)
        sitting.do(Room.time_runs_out, seat, question, word)
        decisions += 1
    assert decisions == 2
    assert sitting.told == ["time_ran_out"]
    assert sitting.kinds[entries:] == ["time_ran_out", "played", "played"]


# ---------------------------------------------------------------- pauses, returning, restarts


def test_a_pause_puts_all_clocks_off() -> None:
    sitting = timed("Ada", "Bo")
    (seat,) = sitting.room.playing.game.due
    sitting.wait(10)
    sitting.do(Room.pause, BO)
    assert sitting.room.deadlines == {}
    assert sitting.room.bots_due == []
    sitting.refused("paused", Room.pause, ADA)
    sitting.refused("paused", Room.answer, PERSON[sitting.seats[seat]], seat, sitting.question(seat), "roll")
    sitting.wait(1000)
    sitting.do(Room.resume, ADA)
    assert sitting.room.deadlines == {seat: START + 1030}
    sitting.refused("not_paused", Room.resume, ADA)


def test_after_a_restart_a_pause_is_not_added_twice() -> None:
    sitting = timed("Ada", "Bo")
    sitting.do(Room.pause, ADA)
    sitting.wait(1000)
    sitting.room = sitting.loaded()
    sitting.wait(1000)
    sitting.do(Room.resume, ADA)
    assert [*sitting.room.deadlines.values()] == [sitting.now + 30]


def test_nobody_pauses_without_end() -> None:
    sitting = timed("Ada", "Bo")
    for _ in range(MOST_PAUSES):
        sitting.do(Room.pause, ADA)
        sitting.do(Room.resume, BO)
    assert sitting.refused("too_many_pauses", Room.pause, ADA).data == {"most": MOST_PAUSES}
    sitting.do(Room.pause, BO)


@pytest.mark.parametrize(("gone", "left"), [(5, 25), (100, 30)])
def test_leaving_and_returning_gives_no_more_time_unless_it_has_run_out(gone: float, left: float) -> None:
    sitting = timed("Ada", "Bo")
    (seat,) = sitting.room.playing.game.due
    person = PERSON[sitting.seats[seat]]
    sitting.do(Room.leave, person)
    sitting.wait(gone)
    sitting.do(Room.come_back, person)
    assert sitting.room.deadlines == {seat: sitting.now + left}


def test_a_restart_starts_every_clock_anew() -> None:
    sitting = timed("Ada", "Bo")
    sitting.wait(20)
    assert [*sitting.loaded().deadlines.values()] == [sitting.now + 30]


def test_only_who_plays_pauses_and_goes_on() -> None:
    sitting = timed("Ada", "Bo")
    sitting.refused("not_seated", Room.pause, CY)
    sitting.refused("not_seated", Room.resume, CY)
    sitting.refused("not_seated", Room.next_game, CY, 1)
