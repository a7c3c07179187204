"""Saved tables: what is told of them, how they go, and how they move to a file and back."""

from __future__ import annotations

import re
import signal
import stat
from pathlib import Path

import pytest

from beute.play.errors import BeuteError
from beute.terminal import saved
from beute.terminal.screens.start import StartScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.command import run
from tests.terminal.play import Table, advance, at_table, begin, play_out
from tests.terminal.terminal import Terminal

MOST = "\x1b[?1049"  # h: the other screen of a terminal; l: back to the one that was there before


def listed(table: Table) -> str:
    return table.widget_text("choices")


def test_what_is_told_of_saved_tables(tmp_path: Path) -> None:
    left = advance(begin(tmp_path, "sneaky", 3), 60)
    done = play_out(begin(tmp_path, "raeuber", 2, seed="b"))
    secret = advance(begin(tmp_path, "raeuber", 3, seed="c"), 30)
    scores = left.game.view(None)["scores"]
    points, names = done.game.scores, done.match.names
    assert scores is not None
    assert points is not None

    async def look(table: Table) -> None:
        await table.press("end")
        won = f"{names[0]}: {points[0]}, {names[1]}: {points[1]} · won by "
        await table.wait(lambda: "…" not in listed(table) and won in listed(table))
        assert f"Ada: {scores[0]}, Arsène: {scores[1]}, Bonnie: {scores[2]} · " in listed(table)
        assert "Watch again: Räuber with Ada, Arsène" in listed(table)
        assert re.search(r"\d\d \w+ \d{4}, \d\d:\d\d", listed(table))

    at_table(look, None, folder=tmp_path, size=(80, 40))
    there = saved.unfinished(secret.shelf, secret.table.name)
    moves = sum(not event.startswith("*") for event in secret.game.as_played)
    assert saved.stand(secret.shelf, there, "de") == f"Züge bisher: {moves}", "RB-18: no scores before the end"


def test_a_table_is_deleted_when_it_is_said_twice(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    done = play_out(begin(tmp_path, "raeuber", 2))

    async def play(table: Table) -> None:
        await table.press("x")
        assert "Only saved tables can be deleted" in table.text
        await table.press("end", "x")
        assert f"Delete {done.table.name} for good?" in " ".join(table.text.split())
        await table.press("up", "x", "up", "down")  # anything else keeps it
        assert (session.shelf.tables(), session.shelf.finished()) == ([session.table.name], [done.table.name])
        await table.press("x", "x")
        assert (session.shelf.tables(), session.shelf.finished()) == ([], [done.table.name])
        await table.press("end", "x", "x")
        assert session.shelf.finished() == []
        table.at(StartScreen)

    at_table(play, None, folder=tmp_path)


def test_commands(shelf_folder: Path) -> None:
    session = advance(begin(shelf_folder, "sneaky", 2))
    name = session.table.name
    told = run("tables").stdout
    assert f"beute resume {name}\n" in told
    assert "Resume: Sneaky with Ada, Arsène" in told
    assert "is kept" in run("discard", name, stdin="n\n").stdout
    assert Shelf().tables() == [name]
    assert run("discard", name, stdin="y\n").stdout.endswith(f"{name} is deleted\n")
    assert Shelf().tables() == []
    wrong = run("discard", name)
    assert wrong.returncode == 2
    assert "no table" in wrong.stderr


def test_a_table_goes_into_a_file_and_comes_back(shelf_folder: Path, tmp_path: Path) -> None:
    session = advance(begin(shelf_folder, "schattendieb", 3, people=2), 30)
    name, file = session.table.name, tmp_path / "along.jsonl"
    assert f"{name} is now in" in run("export", name, str(file)).stdout
    assert Shelf().tables() == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it has everybody's cards"
    run("resume", str(file), "--plain", stdin="quit\n")
    (there,) = Shelf().tables()
    again = Session.resume(Shelf(), there)
    assert again.game.as_played == session.game.as_played
    assert again.match.secret == session.match.secret
    assert again.table.seats == session.table.seats


def test_what_would_do_is_said_of_a_wrong_file(shelf_folder: Path, tmp_path: Path) -> None:
    """A record where a table should be, a table where a record should be, and a file that is there already."""
    done, session = play_out(begin(shelf_folder, "raeuber", 2)), advance(begin(shelf_folder, "sneaky", 2))
    record = done.shelf.finished_path(done.table.name)
    said = run("resume", str(record), "--plain").stderr
    assert said == f"beute: {record} is the record of a game, not a saved table; see it again: beute watch {record}\n"
    name, file = session.table.name, tmp_path / "along.jsonl"
    file.write_text("mine")
    assert (
        run("export", name, str(file)).stderr == f"beute: cannot write {file}: it is there already; name another file\n"
    )
    assert file.read_text() == "mine"
    assert Shelf().tables() == [name]
    file.unlink()
    run("export", name, str(file))
    for command in "watch", "replay":
        said = run(command, str(file)).stderr
        assert said == f"beute: {file} is a saved table, not a record; go on with it: beute resume {file}\n"


def test_all_tables_are_named_where_one_is_to_be_deleted(shelf_folder: Path) -> None:
    done = play_out(begin(shelf_folder, "raeuber", 2))
    said = run("discard", done.table.name[:-1] + "x").stderr
    assert f"there are {done.table.name}; did you mean {done.table.name!r}?" in said


@pytest.mark.parametrize("text", ["", "x", "{}", '{"beute": 1, "game": "sneaky"}', '{"entry": "played"}'])
def test_files_that_are_no_tables(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    shelf = Shelf(tmp_path / "shelf")
    with pytest.raises(BeuteError, match="cannot go on from"):
        shelf.bring(tmp_path / "x.jsonl")
    assert shelf.tables() == []
    with pytest.raises(BeuteError, match="No such file"):
        shelf.bring(tmp_path / "none.jsonl")


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    (tmp_path / "there").write_text("mine")
    with pytest.raises(BeuteError, match="cannot write"):
        session.shelf.take_along(session.table.name, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    assert session.shelf.tables() == [session.table.name]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_leaves_the_terminal_as_it_was(name: str, shelf_folder: Path) -> None:
    number = getattr(signal, name)
    arguments = ["play", "sneaky", "--players", "2", "--people", "2"]
    with Terminal(arguments, XDG_DATA_HOME=str(shelf_folder.parent)) as terminal:
        terminal.wait_for("options")
        terminal.process.send_signal(number)
        rest = terminal.rest()
        assert terminal.process.returncode == 128 + number
    assert f"{MOST}h" in terminal.sent
    assert f"{MOST}l" in rest
    assert "beute resume sneaky-" in rest.partition(f"{MOST}l")[2]
