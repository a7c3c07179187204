"""Functions with a mark for the compiler, and where compiled code is kept."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from beute.games import compiling
from beute.games.compiling import Marked, When, batch, compile_entries, entry, expect, rule


@rule
def doubled(x: int) -> int:
    """Twice as much."""
    return 2 * x


@batch
def through_all(x: int) -> int:
    return doubled(x) + 1


@entry
def through_entry(x: int) -> int:
    return doubled(x) + 2


def is_compiled(function: object) -> bool:
    return hasattr(getattr(function, "compiled", None), "overloads")


def test_a_marked_function_is_pickled_by_its_name_like_any_other() -> None:
    for function in doubled, through_all, through_entry:
        assert pickle.loads(pickle.dumps(function)) is function


def test_a_marked_function_is_described_as_it_was_written() -> None:
    assert (doubled.__name__, doubled.__doc__, doubled.__module__) == ("doubled", "Twice as much.", __name__)
    assert isinstance(doubled, Marked)
    assert doubled(4) == doubled.py_func(4) == 8


def test_an_entry_is_compiled_when_it_was_called_often_enough() -> None:
    try:
        compile_entries(When.LATER)
        assert through_entry(20) == 42
        assert not is_compiled(through_entry)
        expect(through_entry, int(When.LATER.value))
        assert through_entry(20) == 42
        assert is_compiled(through_entry)
    finally:
        compile_entries(When.AT_ONCE)  # as all tests have it


def test_a_batch_is_compiled_at_its_first_call() -> None:
    assert through_all(20) == 41
    assert is_compiled(through_all)


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert compiling._home() == tmp_path / "elsewhere" / "beute" / "compiled"
    for ignored in "", ".", "cache", "../cache", "~/cache":  # what is not absolute, says XDG
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert compiling._home() == tmp_path / ".cache" / "beute" / "compiled"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert compiling._home() == tmp_path / ".cache" / "beute" / "compiled"
