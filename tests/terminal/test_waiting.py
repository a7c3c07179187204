"""While bots are compiled the game goes on, and they play by rules of thumb."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from beute.bots.ready import Preparation
from beute.terminal.plain import Plain
from beute.terminal.screens.reading import LogScreen
from beute.terminal.session import Session
from tests.terminal.play import Table, at_table, begin

SLOW = "import time; print(end='...', flush=True); time.sleep(600)"  # three functions, and then it goes on and on


@pytest.fixture
def preparation(monkeypatch: pytest.MonkeyPatch) -> Preparation:
    """What every table waits for that a test begins."""
    process = Preparation([sys.executable, "-c", SLOW])
    monkeypatch.setattr(Session, "prepare_bots", lambda session: setattr(session, "preparation", process))
    return process


def test_while_bots_get_ready_they_play_by_rules_of_thumb(tmp_path: Path, preparation: Preparation) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0, bots="medium")

    async def play(table: Table) -> None:
        seat = session.bot_asked
        assert seat is not None
        guess, length = session.thought(seat).first_guess(), session.game.length
        await table.wait(lambda: "bots are getting ready: 3 parts" in table.text)
        await table.press("enter")
        await table.wait(lambda: session.game.length > length)
        assert session.game.as_played[length] == f"{seat} {guess}"
        assert not preparation.done
        await table.press("g")
        table.at(LogScreen)
        await table.press("escape", "l")
        assert "Bots machen sich bereit: 3 Teile" in table.text
        preparation.end()
        await table.wait(lambda: "bereit" not in table.text)
        assert session.bots_are_ready

    at_table(play, session, pace=100)


def test_who_leaves_does_not_wait_for_bots(tmp_path: Path, preparation: Preparation) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0)

    async def play(table: Table) -> None:
        await table.press("q")

    at_table(play, session)
    assert preparation.done


def test_line_by_line_too(tmp_path: Path, preparation: Preparation) -> None:
    """It is said once, and whoever leaves ends it."""
    said = list[str]()
    session = begin(tmp_path, "sneaky", 2, people=1, bots="medium")
    Plain(session, "en", lambda: None, said.append).run()
    assert sum("compiled in the background, only this once" in line for line in said) == 1
    assert preparation.done
