"""Games that are left, killed or cannot be kept: nothing is lost, and going on is as if nothing had been."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from threading import Event, Semaphore

import pytest

from beute import bots, games
from beute.bots.stopping import Stop
from beute.play.replay import replay
from beute.terminal.app import BeuteApp
from beute.terminal.screens.reading import CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.disks import as_nobody, open_folder, read_only, small_disk
from tests.terminal.play import PATIENCE, Table, advance, at_table, begin, play_anything, play_out
from tests.terminal.terminal import Terminal

# ---------------------------------------------------------------- leaving and going on


def play_to_the_end(session: Session) -> None:
    """Everybody plays without a screen; people by what they see alone."""
    while not session.game.over:
        person = session.person_asked
        if person is not None:
            words = session.game.legal_for(person)
            session.table.play(person, words[len(session.game.events) % len(words)])
        else:
            assert session.bot_asked is not None
            session.table.bot_plays(session.bot_asked, session.thought(session.bot_asked)())


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_that_is_left_and_resumed_goes_on_as_if_it_never_was(game: str, tmp_path: Path) -> None:
    """Equal events, equal luck afterwards, and bots answer the same."""
    left, stayed = (begin(tmp_path / name, game, 3, seed="left") for name in ("left", "stayed"))

    async def play(table: Table) -> None:
        await table.play_on(moves=4)
        await table.asked()
        await table.press("q")

    said = at_table(play, left)
    assert said == f"The game is saved. Continue with: beute resume {left.table.name}"
    assert left.shelf.tables() == [left.table.name]
    resumed = Session.resume(left.shelf, left.table.name)
    assert resumed.game.events == left.game.events
    assert resumed.table.seats == left.table.seats
    for event in resumed.game.events[len(stayed.game.events) :]:
        if not event.startswith("*"):
            stayed.table.play(int(event[0]), event[2:])
    assert stayed.game.events == resumed.game.events
    play_to_the_end(resumed)
    play_to_the_end(stayed)
    assert stayed.game.events == resumed.game.events


def test_what_is_resumed_is_shown_as_it_was(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3), 40)
    screens = []

    async def play(table: Table) -> None:
        screens.append(table.lines)
        await table.press("q")

    at_table(play, session)
    at_table(play, Session.resume(session.shelf, session.table.name))
    assert screens[0] == screens[1]


def test_people_of_a_resumed_game_see_the_curtain_first(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 3, people=2), 40)

    async def play(table: Table) -> None:
        table.at(CurtainScreen)

    at_table(play, Session.resume(session.shelf, session.table.name))


def test_a_match_is_resumed_between_two_of_its_games(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3, games=2)

    async def play(table: Table) -> None:
        await table.play_on()
        await table.press("q")

    async def go_on(table: Table) -> None:
        table.at(ScoringScreen)
        await table.press("n")
        await table.asked()
        assert "game 2 of 2" in table.lines[0]

    assert "beute resume" in str(at_table(play, session))
    at_table(go_on, Session.resume(session.shelf, session.table.name))


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_every_way_out_says_how_to_go_on(key: str, tmp_path: Path) -> None:
    """Also from the rules, and from behind the curtain."""
    session = begin(tmp_path, "raeuber", 2, people=2)

    async def play(table: Table) -> None:
        table.at(CurtainScreen)
        await table.press(key)

    async def from_the_rules(table: Table) -> None:
        await table.press("enter", "?")
        table.at(RulesScreen)
        await table.press(key)

    for way in play, from_the_rules:
        assert at_table(way, session, language="de") == (
            f"Die Partie ist gespeichert. Weiter geht es mit: beute resume {session.table.name}"
        )


def test_after_the_last_game_the_record_is_named(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=0)

    async def play(table: Table) -> None:
        await table.until(ScoringScreen)
        await table.press("q")

    path = session.shelf.finished_path(session.table.name)
    assert at_table(play, session) == f"The record of the game: {path}"
    assert path.exists()


# ---------------------------------------------------------------- dropped and killed


@pytest.mark.parametrize("game", games.NAMES)
def test_an_app_that_is_dropped_loses_nothing(game: str, tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.play_on(moves=3)
        await table.asked()

    at_table(play, session)
    assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_the_real_app_in_a_real_terminal_survives_being_killed(tmp_path: Path) -> None:
    """Started as people start it; killed without a warning; resumed by its command, and left."""
    home = {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color"}
    shelf = Shelf(tmp_path / "beute")
    arguments = ["play", "sneaky", "--players", "2", "--people", "2", "--names", "Ada,Bob", "--seed", "3"]
    with Terminal(arguments, **home) as terminal:
        terminal.wait_for("Put at least one die")
        (name,) = shelf.tables()
        events = Session.resume(shelf, name).game.events
        terminal.send("1")
        until = time.monotonic() + PATIENCE
        while Session.resume(shelf, name).game.events == events:
            assert time.monotonic() < until
            time.sleep(0.05)
        terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait()
    kept = Session.resume(shelf, name).game.events
    assert kept[: len(events)] == events
    assert len(kept) > len(events)
    with Terminal(["resume"], **home) as terminal:
        terminal.wait_for("roll again")
        terminal.send("q")
        said = terminal.rest()
    assert terminal.process.returncode == 0
    assert f"The game is saved. Continue with: beute resume {name}" in said
    assert "Traceback" not in said
    assert Session.resume(shelf, name).game.events == kept


# ---------------------------------------------------------------- what cannot be kept


async def until_it_is_not_kept(table: Table, session: Session) -> None:
    """A disk that is full has still room for some entries."""
    while session.table.kept:
        await table.choose_first()


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """As long as it is full, in both languages, whatever else is said; and tried again with each step."""
    with small_disk(tmp_path / "disk") as disk:
        session = advance(begin(disk.folder, "sneaky", 2, people=2))

        async def play(table: Table) -> None:
            disk.fill()
            await until_it_is_not_kept(table, session)
            why = f"the disk is full ({disk.folder}/tables)"
            told = f"The game is NOT being saved: {why}. Every move tries again."
            assert says(table.talk, told)
            table.check()
            await table.press("x")
            assert "Key x does nothing here." in table.talk
            assert says(table.talk, told)
            table.check()
            before = session.game.events
            await table.choose_first()
            assert session.game.events[: len(before)] == before
            assert len(session.game.events) > len(before)
            await table.press("l")
            assert "NICHT gespeichert: der Datenträger ist voll" in table.talk
            table.check()
            disk.free()
            await table.choose_first()
            assert "NICHT" not in table.talk
            await table.press("l")
            assert "NOT being saved" not in table.talk

        at_table(play, session, pace=100)
        assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def says(shown: str, told: str) -> bool:
    """Whether something is said, wherever its lines are broken: a path may be in the middle."""
    return "".join(told.split()) in "".join(shown.split())


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_leaves_is_told_whether_the_game_is_kept(language: str, tmp_path: Path) -> None:
    """Once more it is tried; never is a game called kept that is not."""
    with small_disk(tmp_path / "disk") as disk:
        session = advance(begin(disk.folder, "sneaky", 2, people=2))

        async def play(table: Table) -> None:
            disk.fill()
            await until_it_is_not_kept(table, session)
            await table.press("q")

        async def play_and_free(table: Table) -> None:
            assert "NOT being saved" in table.talk or "NICHT gespeichert" in table.talk
            disk.free()
            await table.press("q")

        lost = {
            "en": f"The game is NOT saved: the disk is full ({disk.folder}/tables).",
            "de": f"Die Partie ist NICHT gespeichert: der Datenträger ist voll ({disk.folder}/tables).",
        }
        assert at_table(play, session, language=language) == lost[language]
        assert "beute resume" in str(at_table(play_and_free, session, language=language))
        assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_a_game_that_could_never_be_kept_is_played_to_its_end(tmp_path: Path) -> None:
    """And the scoring says so, as who leaves is told."""
    (tmp_path / "file").write_text("")
    session = play_out(begin(tmp_path / "file", "raeuber", 2))
    why = f"a file is where the folder should be ({tmp_path}/file/tables)"

    async def play(table: Table) -> None:
        table.at(ScoringScreen)
        assert says(table.text, f"The game is NOT saved: {why}.")
        await table.press("q")

    assert at_table(play, session) == f"The game is NOT saved: {why}."


def test_a_read_only_folder_is_told() -> None:
    with open_folder() as folder:
        with as_nobody():
            session = advance(begin(folder, "sneaky", 2, people=2))

        async def play(table: Table) -> None:
            await table.choose_first()
            assert "NOT being saved: writing is not allowed" in table.talk
            await table.press("q")

        with read_only(folder):
            said = at_table(play, session)
        assert said == f"The game is NOT saved: writing is not allowed ({folder}/tables)."


# ---------------------------------------------------------------- two at one table


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_is_overtaken_at_a_table_is_told_and_goes_on_from_there(language: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2, people=2), 20)
    other = Session.resume(Shelf(tmp_path), session.table.name)
    told = {
        "en": "Somebody else has continued at this table. This is how it stands now.",
        "de": "An diesem Tisch wurde anderswo weitergespielt. So steht es jetzt.",
    }

    async def play(table: Table) -> None:
        play_anything(other)
        play_anything(other)
        there = other.game.events
        await table.choose_first()
        assert session.game.events == there
        assert told[language] in table.talk
        assert table.table.view == session.table.view(session.person_asked)
        table.check()
        await table.choose_first()
        assert session.game.events[: len(there)] == there
        assert told[language] not in table.talk
        other.table.reload()
        play_anything(other)
        assert session.undoable is not None
        await table.press("u")
        assert told[language] in table.talk
        assert session.game.events == other.game.events
        await table.press("q")

    assert "beute resume" in str(at_table(play, session, language=language, pace=100))
    assert Session.resume(Shelf(tmp_path), session.table.name).game.events == session.game.events


def test_two_terminals_with_bots_play_one_game(tmp_path: Path) -> None:
    """Both let the bots play; what one does the other takes over, and no step is lost or done twice."""
    session = begin(tmp_path, "raeuber", 3, people=0)
    other = Session.resume(Shelf(tmp_path), session.table.name)

    async def both() -> None:
        here, there = (BeuteApp(each.shelf, "en", each, pace=0.01) for each in (session, other))
        async with here.run_test(), there.run_test(), asyncio.timeout(60):
            while not (here.return_value or session.match.over) or not (there.return_value or other.match.over):
                await asyncio.sleep(0.02)

    asyncio.run(both())
    shelf = Shelf(tmp_path)
    assert shelf.tables() == []
    (record,) = shelf.records(session.table.name)
    assert replay(record).over
    over = session if session.match.over else other
    assert record.events == over.game.events


def test_a_table_that_was_finished_elsewhere_is_left_with_its_record(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2), 100)
    other = Session.resume(Shelf(tmp_path), session.table.name)

    async def play(table: Table) -> None:
        play_out(other)
        await table.choose_first()
        await table.choose_first()

    path = other.shelf.finished_path(session.table.name)
    assert at_table(play, session) == f"This game was played to its end elsewhere. Its record: {path}"
    assert other.shelf.records(session.table.name) == other.match.records()


# ---------------------------------------------------------------- bots and the time


def test_bots_wait_for_who_reads(tmp_path: Path) -> None:
    """Nothing happens behind the rules; back at the table it goes on."""
    session = begin(tmp_path, "raeuber", 3, people=0)

    async def play(table: Table) -> None:
        for key, kind in ("?", RulesScreen), ("g", LogScreen):
            table.send(key)
            await table.until(kind)
            events = session.game.events
            table.behind.hurry()  # as when the pause before a bot plays is over
            await asyncio.sleep(0.1)
            await table.settle()
            assert session.game.events == events
            await table.press("escape")
            await table.wait(lambda: len(session.game.events) > len(events))  # noqa: B023 (it is awaited at once)
        assert not session.game.over
        table.app.said_pace = 0
        await table.press("enter")
        await table.until(ScoringScreen)
        await table.press("escape")
        assert table.table.view["ending"]

    at_table(play, session, pace=100)


def test_an_answer_that_comes_too_late_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot ponders, meanwhile the person takes the card back."""
    session = begin(tmp_path, "schattendieb", 3)
    think, begun, enough, answered = bots.think, Semaphore(0), Event(), Semaphore(0)

    def slow(bot: bots.Bot, task: bots.Task, stop: Stop | None = None) -> str:
        begun.release()
        assert enough.wait(PATIENCE)
        try:
            return think(bot, task, stop)
        finally:
            answered.release()

    monkeypatch.setattr(bots, "think", slow)

    async def play(table: Table) -> None:
        before = session.game.events
        table.send("1")
        for _ in range(2):
            await table.wait(lambda: begun.acquire(blocking=False))
        table.behind.action_undo()
        assert session.game.events == before
        enough.set()
        for _ in range(2):
            await table.wait(lambda: answered.acquire(blocking=False))
        await asyncio.sleep(0.1)
        await table.settle()
        assert session.game.events == before
        table.send("2")
        await table.wait(lambda: len(session.game.events) >= len(before) + 3)

    at_table(play, session)


def test_a_pace_is_kept_where_there_is_something_to_see(tmp_path: Path) -> None:
    """Bots that choose face down answer all at once, after one pause; nobody is named meanwhile."""
    session = begin(tmp_path, "schattendieb", 5)

    async def play(table: Table) -> None:
        before = len(session.game.events)
        await table.press("1")
        await asyncio.sleep(0.2)
        await table.settle()
        assert len(session.game.events) == before + 1
        assert "The others are choosing" in table.talk

    at_table(play, session, pace=100)
