"""Streams that are closed, full, or cannot show every letter: one clear line at most, and never a trace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BEUTE = f"{sys.executable} -m beute"


def shell(command: str, folder: Path, **more: str) -> tuple[int, str]:
    """The status of a command, and what it wrote to where errors go."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), **more}
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=environment, timeout=120)
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("command", ["games", "play sneaky --plain"])
def test_output_that_cannot_be_written(command: str, tmp_path: Path) -> None:
    said = "beute: the system refused: No space left on device\n"
    assert shell(f"{BEUTE} {command} < /dev/null > /dev/full", tmp_path) == (1, said)


@pytest.mark.parametrize(
    "command", ["games >&-", "tables >&- 2>&-", "play sneaky --plain --seed 1 <&-", "play sneaky <&- >&-"]
)
def test_streams_that_were_closed_before(command: str, tmp_path: Path) -> None:
    assert shell(f"{BEUTE} {command}", tmp_path) == (0, "")


def test_a_reader_who_has_left(tmp_path: Path) -> None:
    status, said = shell(f"{BEUTE} rules raeuber | true; exit ${{PIPESTATUS[0]}}", tmp_path)
    assert (status in (0, 1), said) == (True, "")


def test_letters_that_the_terminal_does_not_have(tmp_path: Path) -> None:
    """`Räuber` and `·` are not in ASCII: question marks stand for them."""
    ascii_only = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shell(f"{BEUTE} play raeuber --seed 1 < /dev/null", tmp_path)
    command = f"{BEUTE} tables > {tmp_path}/said"
    assert shell(command, tmp_path, **ascii_only) == (0, "")
    assert b"R?uber" in (tmp_path / "said").read_bytes()
