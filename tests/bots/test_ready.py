"""Bots get ready before they first think."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from beute.bots import ready
from tests.terminal.disks import small_disk


def test_a_process_of_its_own_and_only_once() -> None:
    note = ready._note("raeuber", "search", False)
    note.unlink(missing_ok=True)
    assert ready.unready("raeuber", ["search", "greedy", "search"]) == ["search"]
    preparation = ready.begin("raeuber", ["search"])
    assert preparation.wait() == 0
    assert preparation.done
    assert ready.unready("raeuber", ["search", "greedy"]) == []


def test_own_bots_and_quick_ones_need_nothing() -> None:
    assert ready.unready("sneaky", ["random", "greedy", "my_bots:Own"]) == []


def said(code: str, cache: Path) -> str:
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-c", f"from beute.bots import ready; {code}"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


ASK = "print(ready.unready('raeuber', ['search', 'master']))"


def test_where_nothing_can_be_kept_nobody_waits_for_another_process(tmp_path: Path) -> None:
    assert said(ASK, tmp_path) == "['search', 'master']"
    with small_disk(tmp_path / "full") as disk:
        assert said(ASK, disk.folder) == "[]"
    (tmp_path / "file").write_text("in the way")
    assert said(ASK, tmp_path / "file") == "[]"


@pytest.mark.slow
def test_where_nothing_can_be_kept_a_bot_gets_ready_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert said("ready.get_ready('raeuber', 'greedy'); print('ready')", tmp_path / "file") == "ready"
