"""A round of Der Schattendieb in steps, answers that are forced, and what bots' delays tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from beute.terminal.screens.reading import CurtainScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from tests.terminal.play import Table, advance, anything, at_table, begin


def stage_by_stage(table: Table) -> int:
    """Let the timer of a stage come now; how many lines are still held back."""
    table.table._next_stage()
    return table.table.held


def before_a_reveal(folder: Path, stages: int = 3) -> Session:
    """The next answer of the only person reveals several things at once."""
    for seed in range(60):
        session, decisions = begin(folder / str(seed), "schattendieb", 3, seed=str(seed)), list[tuple[int, str]]()
        while not session.game.over:
            seat, word = anything(session.game, (1, 2))  # the person is the last
            update = session.table.play(seat, word).updates[0]
            if seat == 0 and len(update.stages) >= stages:
                again = begin(folder / "again", "schattendieb", 3, seed=str(seed))
                for decision in decisions:
                    again.table.play(*decision)
                again.answer = word  # type: ignore[attr-defined]
                return again
            decisions.append((seat, word))
    raise AssertionError("nothing was revealed in so many stages")


async def answer(table: Table, session: Session) -> None:
    word = session.answer  # type: ignore[attr-defined]
    spot = next(spot for spot in table.table.spots if spot.choice is not None and spot.choice["word"] == word)
    await table.press(spot.keys[0])


def test_a_round_is_revealed_step_by_step(tmp_path: Path) -> None:
    """First all cards, then what comes of them; nothing is told before its time, and keys choose nothing meanwhile."""
    session = before_a_reveal(tmp_path)

    async def play(table: Table) -> None:
        await answer(table, session)
        assert table.table.revealing
        assert "The cards are revealed" in table.talk
        while table.table.stages:
            held = table.table.held
            assert held == sum(len(stage.told) for stage in table.table.stages)
            assert table.widget_text("log").endswith(session.log(0, "en")[-1 - held])
            before = session.game.events
            await table.press("1", "u", "escape")
            assert session.game.events == before
            assert stage_by_stage(table) < held or not table.table.revealing
        await table.asked()

    at_table(play, session, pace=100)


def test_enter_shows_at_once_what_is_being_revealed(tmp_path: Path) -> None:
    session = before_a_reveal(tmp_path)

    async def play(table: Table) -> None:
        await answer(table, session)
        assert table.table.revealing
        await table.press("enter")
        if table.table.revealing:
            await table.press("enter")
        assert not table.table.revealing
        assert table.table.held == 0

    at_table(play, session, pace=100)


def test_without_a_pace_nothing_is_staged(tmp_path: Path) -> None:
    session = before_a_reveal(tmp_path)

    async def play(table: Table) -> None:
        await answer(table, session)
        assert not table.table.revealing

    at_table(play, session, pace=0)


def test_all_people_at_the_table_see_it_together_and_nobody_s_hand(tmp_path: Path) -> None:
    """As those who watch see it; it stays until somebody presses Enter, and only then the curtain falls."""
    session = begin(tmp_path, "schattendieb", 3, people=3, seed="9")

    async def play(table: Table) -> None:
        for _ in range(3):
            await table.until(CurtainScreen)
            await table.press("enter")
            await table.choose_first()
        screen = table.at(TableScreen)
        assert screen.revealing
        for _ in range(9):
            assert screen.seat is None
            assert all(set(there["hand"]) <= {"?"} for there in screen.view["seats"])  # type: ignore[typeddict-item]
            if screen.revealed:
                break
            screen._next_stage()
        assert screen.revealed
        await table.settle()
        assert "Enter: go on." in table.talk
        await table.press("enter")
        table.at(CurtainScreen)

    at_table(play, session, pace=100)


def test_a_forced_answer_is_given_by_itself(tmp_path: Path) -> None:
    """Unless the person does not want it, or has taken it back."""
    session = forced(begin(tmp_path, "sneaky", 3, people=3, seed="7"))
    before = session.game.length

    async def at_once(table: Table) -> None:
        await table.wait(lambda: session.game.length > before)
        await table.settle()
        assert "Done by itself, as there was no other choice:" in table.talk

    async def not_wanted(table: Table) -> None:
        table.app.settings.forced = False
        table.table._stop_timer()
        table.table.go_on()
        await table.settle()
        assert session.game.length == before

    at_table(not_wanted, session, pace=100)
    at_table(at_once, session, pace=0)


def test_what_was_forced_and_taken_back_waits(tmp_path: Path) -> None:
    """Seat 0 has one bandit for its die, so that a choice follows and nothing is revealed: it can be taken back."""
    session = forced(begin(tmp_path, "sneaky", 3, people=3, seed="7"), stays_hidden)
    length = session.game.length

    async def play(table: Table) -> None:
        await table.wait(lambda: session.game.length > length)
        await table.settle()
        assert session.undoable is not None
        await table.press("u")
        await asyncio.sleep(0.05)
        await table.settle()
        assert session.only_answer(session.person_asked or 0) is not None

    at_table(play, session, pace=0)


def stays_hidden(session: Session, seat: int, word: str) -> bool:
    """Whether the same seat is asked after the answer, and nothing is revealed by it."""
    game = session.game.copy()
    length = game.length
    game.play(word, seat)
    return game.length == length + 1 and list(game.due) == [seat] and len(game.legal_for(seat)) > 1


def forced(session: Session, wanted: Callable[[Session, int, str], bool] = lambda *_: True) -> Session:
    """Played until a person has one answer only, of the kind that is wanted."""
    for _ in range(3000):
        session = advance(session, session.game.length)
        person = session.person_asked
        assert person is not None
        only = session.only_answer(person)
        if only is not None and wanted(session, person, only["word"]):
            return session
        words = session.game.legal_for(person)
        session.table.play(person, words[session.game.length * 7 % len(words)])
    raise AssertionError("nothing was ever forced")


def test_what_happened_stays_new_after_an_answer_that_was_given_by_itself(tmp_path: Path) -> None:
    """Nobody has looked at the table meanwhile: the turns of the others are still marked, and so is the answer."""

    def first_of_a_turn(session: Session, seat: int, word: str) -> bool:
        return session.news(seat) > 3 and stays_hidden(session, seat, word)

    session = forced(begin(tmp_path, "sneaky", 2, people=1, seed="1"), first_of_a_turn)
    before = session.news(0)

    async def play(table: Table) -> None:
        await table.wait(lambda: session.news(0) > before)
        await table.settle()
        marked = [line for line in table.widget_text("log").splitlines() if "▌" in line]
        assert marked, "what was new is not marked any more"
        await table.press("u")
        await table.wait(lambda: session.news(0) == before)
        await table.settle()
        await table.press(*table.keys(possible=True)[:1])
        await table.wait(lambda: session.news(0) < before)

    at_table(play, session, pace=0)


def test_nothing_is_forced_where_others_choose_face_down(tmp_path: Path) -> None:
    """SD-9: that somebody has nothing to add tells something of the hand."""
    session = begin(tmp_path, "schattendieb", 3, people=3, seed="9")
    adding = 0
    while not session.game.over and adding < 5:
        seat = session.game.due[0]
        if session.game.face_down:
            adding += len(session.game.legal_for(seat)) == 1
            assert session.only_answer(seat) is None
        words = session.game.legal_for(seat)
        session.table.play(seat, words[session.game.length * 7 % len(words)])
    assert adding


def test_bots_that_choose_face_down_answer_together_after_one_wait(tmp_path: Path) -> None:
    """However long each of them takes; and nobody is named."""
    session = begin(tmp_path, "schattendieb", 5, seed="9")

    async def play(table: Table) -> None:
        await table.choose_first()
        before = session.game.length
        assert session.bots_asked == (1, 2, 3, 4)
        assert "The others are choosing" in table.talk
        assert not any(name in table.talk for name in session.match.names[1:])
        await asyncio.sleep(0.2)
        assert session.game.length == before, "one of them has answered before the others"
        await table.press("enter")
        await table.wait(lambda: session.game.length >= before + 4)

    at_table(play, session, pace=100)
