"""While bots get ready the table is awake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beute.terminal.screens.reading import LogScreen
from beute.terminal.session import Session
from tests.terminal.play import Table, at_table, begin


def test_while_bots_get_ready_the_table_is_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0)
    waking = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)  # until it is told to end
    monkeypatch.setattr(Session, "wake_bots", lambda session: waking)

    async def play(table: Table) -> None:
        await table.wait(lambda: "gets ready: just this once" in table.text)
        await table.press("g")
        table.at(LogScreen)
        await table.press("escape", "l")
        assert "macht sich bereit" in table.text
        events = session.game.events
        waking.communicate(b"\n")
        await table.wait(lambda: session.game.events != events)
        assert "bereit" not in table.text

    at_table(play, session)


def test_who_leaves_does_not_wait_for_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0)
    waking = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setattr(Session, "wake_bots", lambda session: waking)

    async def play(table: Table) -> None:
        await table.press("q")

    with waking:
        at_table(play, session)
        assert waking.poll() is not None
