"""The table line by line: in process, through a pipe, and through a terminal that can do no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.terminal.plain import Plain, ask_game
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.play import advance, begin
from tests.terminal.terminal import Terminal

CHOICE = re.compile(r"^  (\d+)  (\S+(?: \S+)?)", re.MULTILINE)
Answer = Callable[[list[str]], str | None]


def converse(session: Session, answer: Answer, language: str = "en") -> tuple[str, list[str]]:
    """Play line by line: `answer` is given all lines so far; what was said at the end, and all lines."""
    said: list[str] = []

    def write(text: str) -> None:
        said.extend(text.split("\n"))

    last = Plain(session, language, lambda: answer(said), write).run()
    return last, said


def first_choice(said: list[str]) -> str:
    return "1"


def script(*lines: str) -> Answer:
    """These answers, then the end of input."""
    rest: Iterator[str] = iter(lines)
    return lambda said: next(rest, None)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "players"), [("sneaky", 2), ("schattendieb", 3), ("raeuber", 5)])
def test_whole_games_by_numbers(game: str, players: int, language: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, **options)
    last, said = converse(session, first_choice, language)
    assert session.match.over
    assert str(session.shelf.finished_path(session.name)) in last
    scores = session.game.scores
    assert scores is not None
    total = "Total" if language == "en" else "Summe"
    assert [int(line.split()[0]) for line in said if line.endswith(f"  {total}")] == scores
    assert not [line for line in said if re.search(r"[{}]", line)]


def test_two_people_and_a_match_of_two_games(tmp_path: Path) -> None:
    """Each is told who is to look; a person's hand is out of sight before the next one is asked."""
    session = begin(tmp_path, "schattendieb", 3, people=2, games=2)
    _, said = converse(session, first_choice)
    assert session.match.over
    assert len(session.match.games) == 2
    passes = [n for n, line in enumerate(said) if line.startswith("Now it is ")]
    assert {said[n] for n in passes} == {
        f"Now it is {name}'s turn. Press Enter when only {name} looks." for name in ("Ada", "Bob")
    }
    for n in passes[1:]:
        before = said[max(0, n - 30) : n]
        assert not any(before) or "Press Enter for the next game." in said[n - 40 : n]


# ---------------------------------------------------------------- what can be said


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3, seed="4"))
    events = session.game.events
    answers = ["help", "?", "? SN-7", "? 12", "? XX", "foo", "99", "table", "log", "lang xx", "lang de", "?", "quit"]
    last, said = converse(session, script(*answers))
    text = "\n".join(said)
    assert session.game.events == events
    assert last == f"Die Partie ist gespeichert. Weiter geht es mit: beute resume {session.name}"
    assert "take the latest move back" in text
    assert re.search(r"^SN-7 After", text, re.MULTILINE)
    assert re.search(r"^SN-12 When you stop", text, re.MULTILINE)
    assert re.search(r"^SN-\d+ Nach jedem Wurf", text, re.MULTILINE)
    assert "no clause 'XX'" in text
    assert "'foo' is not among the choices" in text
    assert "'99' is not among the choices" in text
    assert "There is no language 'xx'; there are en, de" in text
    assert text.count("Sneaky, 3 players") == 2  # when asked, and when the table was wanted


def test_a_move_by_its_word_a_refusal_and_undo(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3, seed="4"))
    word = next(word for word in session.game.legal if word.startswith("put"))
    impossible = next(f"put {spot}" for spot in ("c0", "c1", "c2") if f"put {spot}" not in session.game.legal)
    before = session.game.events
    _, said = converse(session, script(impossible, word, "undo", "undo"))
    text = "\n".join(said)
    assert re.search(r"✗ a die on .* in the centre: the roll has no die of that colour left \(SN-7\)\.", text)
    assert "Taken back." in said
    assert "Nothing can be taken back" in text
    assert session.game.events == before


def test_which_game() -> None:
    said: list[str] = []
    answers = iter(["chess", "0", "2"])
    assert ask_game("en", lambda: next(answers), said.append) == "schattendieb"
    assert "'chess' is not one of them: a number from 1 to 3" in said
    assert ask_game("de", lambda: "raeuber", said.append) == "raeuber"
    assert ask_game("de", lambda: None, said.append) is None


# ---------------------------------------------------------------- the real command


def surroundings(folder: Path) -> dict[str, str]:
    return os.environ | {"XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}


def test_a_pipe_that_ends_is_resumed_by_another(tmp_path: Path) -> None:
    """The end of input keeps the game; `beute resume` plays it to its end in German, answering what is offered."""

    def run(*arguments: str, told: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "beute", *arguments]
        return subprocess.run(
            command, input=told, capture_output=True, text=True, env=surroundings(tmp_path), timeout=120, check=True
        )

    left = run("play", "raeuber", "--players", "3", "--names", "Ada", "--seed", "7", told="1\n1\n")
    name = re.search(r"beute resume (raeuber-\S+)", left.stdout)
    assert name is not None
    resumed = run("resume", name[1], "--lang", "de", told="1\n" * 200)
    assert "Die Aufzeichnung: " in resumed.stdout
    assert left.stderr == resumed.stderr == ""
    shelf = Shelf(tmp_path / "beute")
    assert shelf.tables() == []
    assert shelf.finished() == [name[1]]
    listed = run("tables", told="")
    assert f"beute watch {shelf.finished_path(name[1])}" in listed.stdout


@pytest.mark.parametrize(("arguments", "term"), [([], "dumb"), (["--plain"], "xterm-256color")])
def test_a_terminal_and_ctrl_c(arguments: list[str], term: str, tmp_path: Path) -> None:
    command = ["play", "schattendieb", "--players", "3", "--names", "Ada", "--seed", "1", *arguments]
    with Terminal(command, TERM=term, XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("help, quit")
        terminal.send("?\n")
        terminal.wait_for("SD-5 ")
        terminal.send("\x03")
        rest = terminal.rest()
        assert "The game is kept. Go on with: beute resume schattendieb-" in rest
        assert "Traceback" not in rest
        assert terminal.process.returncode == 0


@pytest.mark.parametrize("game", games.NAMES)
def test_letters_that_a_terminal_cannot_show_are_replaced(game: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "beute", "play", game, "--seed", "1", "--lang", "de"]
    told = subprocess.run(
        command,
        input=b"1\nquit\n",
        capture_output=True,
        env=surroundings(tmp_path) | {"PYTHONIOENCODING": "ascii"},
        timeout=120,
        check=True,
    )
    assert told.stderr == b""
    assert told.stdout.isascii()
