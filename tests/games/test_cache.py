"""Compiled functions on disk: found again, and no folder or file, however broken, ends a program."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import numba
import pytest

from beute.games.compiler.disk import DiskCache
from tests.terminal.disks import small_disk

MODULE = """
from beute.games.compiling import batch

@batch
def twice(n):
    return 2 * n
"""


def twice(n: int) -> int:
    return 2 * n


def times(k: int) -> Callable[[int], int]:
    return lambda n: k * n


def found(folder: Path, function: Callable[[int], int] = twice) -> tuple[int, bool]:
    """What a start says: the function of 21, and whether its compiled form was on disk."""
    compiled: Any = numba.njit(function)
    compiled._cache = DiskCache(function, folder, on_failure=lambda error: None)
    return compiled(21), bool(compiled.stats.cache_hits)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_a_compiled_function_is_found_again(folder: Path) -> None:
    assert found(folder) == (42, False)
    assert found(folder) == (42, True)


def test_not_if_its_file_has_changed(tmp_path: Path, folder: Path) -> None:
    for factor, answer in (2, 42), (3, 63), (3, 63):
        file = tmp_path / f"{factor}.py"
        file.write_text(MODULE.replace("2 *", f"{factor} *"), encoding="utf-8")
        assert found(folder, run_path(str(file))["twice"].py_func)[0] == answer
    assert len(list(folder.iterdir())) == 2


def test_functions_with_other_surroundings_are_told_apart(folder: Path) -> None:
    assert [found(folder, times(k)) for k in (2, 3, 2, 3)] == [(42, False), (63, False), (42, True), (63, True)]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: content[: len(content) // 2], id="the second half is missing"),
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(lambda content: content[:-100] + bytes(100), id="zeros at the end"),
        pytest.param(lambda content: b"\x93" * len(content), id="something else"),
        pytest.param(lambda content: content[:900] + bytes([content[900] ^ 1]) + content[901:], id="one bit"),
    ],
)
def test_a_damaged_file_is_compiled_anew(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    found(folder)
    (file,) = folder.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert found(folder) == (42, False)
    assert found(folder) == (42, True)


def test_a_folder_in_place_of_the_file_is_no_hindrance(folder: Path) -> None:
    found(folder)
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    assert found(folder) == (42, False)
    assert list(folder.iterdir()) == [file]


def test_a_full_disk_is_no_hindrance(folder: Path) -> None:
    with small_disk(folder) as disk:
        disk.fill()
        assert found(folder) == (42, False)
        assert found(folder) == (42, False)
        disk.free()
        assert found(folder) == (42, False)
        assert found(folder) == (42, True)


def test_a_function_without_a_file_is_compiled_and_not_kept(folder: Path) -> None:
    names: dict[str, Any] = {}
    exec(MODULE, names)
    assert found(folder, names["twice"].py_func) == (42, False)
    assert not folder.exists()


# ---------------------------------------------------------------- what is told

ASK = "from sums import twice; print(twice(21)); twice(2.5)"
QUIET = "from beute.games.compiling import When, compile_entries; compile_entries(When.NEVER)\n"


def told(folder: Path, code: str = ASK, before: Callable[[], None] | None = None) -> list[str]:
    """By a process that compiles a function for two types."""
    (folder / "sums.py").write_text(MODULE, encoding="utf-8")
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=before, check=True
    )
    assert done.stdout.strip() == "42"
    return done.stderr.splitlines()


def test_that_nothing_can_be_kept_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    (line,) = told(tmp_path)
    assert "cannot be kept" in line
    assert "Not a directory" in line


def test_not_where_people_play(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert told(tmp_path, QUIET + ASK) == []


def test_files_that_may_not_grow_are_not_left_behind(tmp_path: Path) -> None:
    (line,) = told(tmp_path, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    assert "File too large" in line
    assert not list((tmp_path / "cache").rglob("sums*"))
