"""One Enter too many: it plays no card, opens no curtain, takes no scoring away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from beute import games
from beute.terminal.plain import Plain
from beute.terminal.screens import reading
from beute.terminal.screens.reading import CurtainScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from tests.terminal import tight_sacks
from tests.terminal.play import Table, advance, at_table, begin, near_the_end, play_out
from tests.terminal.terminal import Terminal
from tests.terminal.test_refusals import key_of

HINT = "Point at something first: with the arrows, the mouse, or press its key."


@pytest.mark.parametrize("key", ["enter", "space"])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_question_that_has_just_appeared_is_not_answered(game: str, key: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, game, 3), 12)

    async def play(table: Table) -> None:
        for _ in range(4):
            await table.asked()
            screen, before = table.table, (session.game.as_played, table.table.picked)
            await table.press(*[key] * 5)
            assert (session.game.as_played, screen.picked) == before
            assert screen.pointed is None
            assert HINT in table.talk
            await table.press("right", *["right"] * screen.spots.index(table.spot(table.keys(possible=True)[0])))
            await table.press(key)
            assert (session.game.as_played, screen.picked) != before
            assert screen.pointed is None

    at_table(play, session)


def test_the_hint_goes_when_something_is_pointed_at_and_chosen(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        await table.press("enter")
        assert HINT in table.talk
        await table.press("l")
        assert "Zeig erst auf etwas" in table.talk
        await table.press("l", "right", "enter")
        assert HINT not in table.talk

    at_table(play, session, pace=100)


def test_a_card_that_was_taken_up_is_not_laid_by_a_second_enter(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 3), 20)

    async def play(table: Table) -> None:
        before = session.game.as_played
        number = table.keys(possible=True)[0]
        await table.press("right", *["right"] * (int(number) - 1), "enter")
        picked = table.table.picked
        assert picked is not None
        await table.press("enter", "enter")
        assert (session.game.as_played, table.table.picked) == (before, picked)
        await table.press("escape", "enter")
        assert (session.game.as_played, table.table.picked) == (before, None)

    at_table(play, session)


def test_rb_6_a_card_that_was_refused_is_not_laid_elsewhere_by_enter(tmp_path: Path) -> None:
    session = tight_sacks.begin(tmp_path, people=1)

    async def play(table: Table) -> None:
        await table.press(key_of(table, {"kind": "card", "name": "10"}))
        await table.press(table.keys(possible=True)[0])
        assert session.game.refusals
        before = session.game.as_played, len(session.game.refusals)
        await table.press("enter", "enter")
        assert (session.game.as_played, len(session.game.refusals)) == before

    at_table(play, session, pace=100)


def test_after_a_move_was_taken_back_nothing_is_pointed_at(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        before = session.game.as_played
        await table.press(*["right"] * int(table.keys(possible=True)[0]), "enter")
        assert session.game.as_played != before
        await table.press("u")
        assert session.game.as_played == before
        await table.press("enter", "enter")
        assert session.game.as_played == before

    at_table(play, session, pace=100)


@pytest.mark.parametrize("game", games.NAMES)
def test_enter_that_hurries_bots_does_not_answer_for_the_person(game: str, tmp_path: Path) -> None:
    """Held down through the turns of all bots, until the person is asked, and beyond."""
    session = advance(begin(tmp_path, game, 3), 12)

    async def play(table: Table) -> None:
        await table.choose_first()
        while not session.game.over and session.person_asked is None:
            table.send("enter")
            await asyncio.sleep(0.005)
        await table.asked()
        asked = session.game.as_played
        await table.press(*["enter"] * 10)
        assert session.game.as_played == asked

    at_table(play, session, pace=100)


@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_a_second_enter_does_not_open_the_curtain(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who played last would see the cards of the next."""
    clock = [100.0]
    monkeypatch.setattr(reading, "monotonic", lambda: clock[0])
    monkeypatch.setattr(reading, "HANDOVER", 0.8)
    session = begin(tmp_path, game, 3, people=3)

    async def play(table: Table) -> None:
        clock[0] += 1
        await table.press("enter")
        first = table.table.seat
        assert first == session.person_asked
        length = session.game.length
        while session.game.length == length:
            await table.choose_first()
        await table.press("enter", "enter")
        table.at(CurtainScreen)
        assert table.behind.seat is None
        clock[0] += 1
        await table.press("enter")
        assert table.at(TableScreen).seat == session.person_asked != first
        length = session.game.length
        await table.press("enter", "enter")
        assert session.game.length == length

    at_table(play, session)


def test_a_key_that_is_held_does_not_open_the_curtain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(reading, "monotonic", lambda: clock[0])
    monkeypatch.setattr(reading, "HANDOVER", 0.8)
    monkeypatch.setattr(reading, "REPEATED", 0.15)
    session = begin(tmp_path, "raeuber", 2, people=2)

    async def play(table: Table) -> None:
        for _ in range(40):
            clock[0] += 0.03
            await table.press("enter")
        table.at(CurtainScreen)
        clock[0] += 0.5
        await table.press("enter")
        table.at(TableScreen)

    at_table(play, session)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_scoring_stays_until_it_was_read(game: str, tmp_path: Path) -> None:
    session = near_the_end(begin(tmp_path, game, 3), 12)

    async def play(table: Table) -> None:
        await table.play_on(by="arrows")
        table.at(ScoringScreen)
        played = len(session.match.games)
        await table.press("enter", "enter", "space")
        table.at(ScoringScreen)
        assert len(session.match.games) == played

    at_table(play, session)


def test_enter_goes_to_the_scoring_from_the_table_and_not_beyond(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        await table.press("escape", "enter", "enter", "enter")
        table.at(ScoringScreen)

    at_table(play, session)


# ---------------------------------------------------------------- line by line


@pytest.mark.parametrize("game", games.NAMES)
def test_plain_empty_lines_play_nothing(game: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, game, 3), 12)
    before = session.game.as_played
    told, lines = list[str](), iter(["", "  ", "", "quit"])
    Plain(session, "en", lambda: next(lines), told.append).run()
    assert session.game.as_played == before
    assert sum("'' is not among the choices" in line for line in told) == 3


def test_plain_what_was_typed_ahead_is_forgotten_at_the_curtain(tmp_path: Path) -> None:
    session: Session = begin(tmp_path, "raeuber", 2, people=2)
    happened = list[str]()

    def read() -> str:
        happened.append("read")
        return "quit"

    Plain(session, "en", read, lambda text: None, lambda: happened.append("forget")).run()
    assert happened == ["forget", "read"]


@pytest.mark.slow
def test_plain_a_second_enter_in_a_terminal_does_not_show_the_next_ones_cards(tmp_path: Path) -> None:
    command = [
        "play",
        "schattendieb",
        "--players",
        "3",
        "--people",
        "2",
        "--names",
        "Ada,Bob",
        "--plain",
        "--seed",
        "1",
    ]
    with Terminal(command, TERM="xterm-256color", XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("when only Ada is looking")
        terminal.send("\n")
        terminal.wait_for("Ada: ")
        terminal.send("1\n\n\n")
        terminal.wait_for("when only Bob is looking")
        terminal.send("quit\n")
        terminal.rest()
    assert "Bob: " not in terminal.sent
