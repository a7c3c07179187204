"""For the tests of the table in the terminal."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from beute.games import compiling
from beute.terminal.shelf import Shelf
from tests.terminal.terminal import PATIENCE

# Textual reads it when it is first imported: draw once a second, as tests have everything drawn that they look at.
with patch.dict(os.environ, TEXTUAL_FPS="1"):
    from beute.terminal import app, plain, thought
    from beute.terminal.screens import reading


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table tells the rules to run uncompiled, as people take their time; tests do not, here or elsewhere."""
    monkeypatch.setattr(compiling, "_enough", compiling.When.AT_ONCE.value)
    monkeypatch.setattr(app, "compile_entries", lambda when: None)
    monkeypatch.setattr(plain, "compile_entries", lambda when: None)
    monkeypatch.setattr(reading, "HANDOVER", 0)
    monkeypatch.setattr(reading, "REPEATED", 0)
    monkeypatch.setattr(thought, "GRACE", PATIENCE)  # one that listens is waited for, however busy the machine


@pytest.fixture(autouse=True)
def shelf_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of the test's own, also where none is named."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "beute"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)
