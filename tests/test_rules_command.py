"""beute rules, right and wrong."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from beute import games
from beute.texts import LANGUAGES
from tests.command import run

COMMAND = [sys.executable, "-m", "beute", "rules"]


def rules(*arguments: str, **environment: str) -> str:
    done = run("rules", *arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_a_page_is_plain_text_in_a_pipe(game: str, language: str) -> None:
    text = rules(game, "--lang", language, COLUMNS="80")
    lines = text.splitlines()
    assert lines[:2] == [games.about(game).TITLE, "═" * len(games.about(game).TITLE)]
    assert all(line == line.rstrip() and len(line) <= 80 for line in lines)
    assert not any(sign in text for sign in ("\x1b", "](", "<a", "**"))
    assert all(any(line.startswith(f"{clause} ") for line in lines) for clause in games.about(game).CLAUSES)


def test_lines_are_never_longer_than_is_good_to_read() -> None:
    assert 90 < max(map(len, rules("sneaky", COLUMNS="250").splitlines())) <= 100


@pytest.mark.parametrize(
    "arguments", [("sneaky", "--clause", "SN-12"), ("sneaky", "--clause", "12"), ("--clause", "sn-12")]
)
def test_one_clause(arguments: tuple[str, ...]) -> None:
    text = rules(*arguments, "--lang", "en")
    assert text.startswith("SN-12 When you stop, ")
    assert "SN-13" not in text


def test_without_a_game_it_lists_them() -> None:
    text = rules("--lang", "en")
    for name in games.NAMES:
        assert f"beute rules {name}" in text
        assert games.about(name).TITLE in text


def test_the_language_is_the_systems() -> None:
    assert "Handschellen" in rules("sneaky", LC_ALL="de_AT.UTF-8")
    assert "Handcuffs" in rules("sneaky", LC_ALL="pt_PT.UTF-8")
    assert "Handcuffs" in rules("sneaky", "--lang", "en", LC_ALL="de_AT.UTF-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "beute: no rules for 'chess'; there are sneaky, schattendieb, raeuber"),
        (["sneeky"], "did you mean 'sneaky'?"),
        (["sneaky", "--lang", "fr"], "beute: no rules in 'fr'; there are en, de"),
        (["--lang", "fr"], "beute: no rules in 'fr'; there are en, de"),
        (["sneaky", "--clause", "SN-26"], "beute: no clause 'SN-26'; Sneaky has SN-1 to SN-25"),
        (["--clause", "12"], "beute: which game's clause is '12'? Name a game: sneaky, schattendieb, raeuber"),
        (["--clause", "RB-19"], "beute: no clause 'RB-19'; Räuber has RB-1 to RB-18"),
        (["sneaky", "raeuber"], "unexpected extra argument"),
    ],
)
def test_a_wrong_call_is_explained(arguments: list[str], says: str) -> None:
    done = run("rules", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in " ".join(done.stderr.replace("│", " ").split())


def test_help_has_examples() -> None:
    assert "beute rules raeuber --lang de" in run("rules", "--help").stdout


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """What a terminal is sent."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment,
    ):
        os.close(theirs)
        sent = b""
        while part := _read(ours):
            sent += part
    os.close(ours)
    return sent.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def test_a_terminal_gets_colours_and_the_pager(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "paged, LESS=$LESS"\nexec cat\n')
    pager.chmod(0o755)
    environment = {"PAGER": str(pager), "LC_ALL": "C.UTF-8"}
    paged = in_a_terminal("sneaky", **environment)
    assert "paged, LESS=FRX" in paged
    assert "\x1b[1mSN-7\x1b[0m" in paged
    assert "paged" not in in_a_terminal("sneaky", "--no-pager", **environment)
    assert "paged" not in in_a_terminal("sneaky", "--clause", "7", **environment)
