"""Where tables are kept: what is there, and under which name."""

from __future__ import annotations

import os
from datetime import datetime as real_datetime
from pathlib import Path
from typing import Any

import pytest

from beute.play.errors import BeuteError
from beute.terminal import shelf as module
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables
from tests.terminal.entries import FEW, played
from tests.terminal.play import begin, play_out


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Shelf().folder == tmp_path / "beute"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Shelf().folder == tmp_path / ".local" / "share" / "beute"
    for ignored in "", ".", "data", "../data", "~/data", "$HOME/data":  # what is not absolute, says XDG
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert Shelf().folder == tmp_path / ".local" / "share" / "beute"


def test_an_empty_shelf_is_not_made_by_looking(shelf: Shelf) -> None:
    assert (shelf.tables(), shelf.finished()) == ([], [])
    assert list(shelf.folder.iterdir()) == []


def test_what_is_appended_is_loaded(shelf: Shelf) -> None:
    shelf.append("table", 0, FEW[:2])
    assert shelf.load("table") == FEW[:2]
    shelf.append("table", 2, [played(7, "Arsène\nand\u2028more")])
    assert Shelf(shelf.folder).load("table") == [*FEW[:2], played(7, "Arsène\nand\u2028more")]
    assert [file.name for file in (shelf.folder / "tables").iterdir()] == ["table.jsonl"]
    assert len(shelf.path("table").read_bytes().splitlines()) == 3


def test_the_latest_is_first(shelf: Shelf) -> None:
    for number, name in enumerate(["b", "c", "a"]):
        shelf.append(name, 0, FEW)
        os.utime(shelf.path(name), (number, number))
    old_tables.put(shelf, "old", {})
    os.utime(shelf.old_path("old"), (1.5, 1.5))
    assert shelf.tables() == ["a", "old", "c", "b"]


def test_a_table_that_is_taken_away_while_tables_are_listed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        shelf.append(name, 0, FEW)
    stat = Path.stat

    def taken_away(self: Path, **how: Any) -> os.stat_result:
        if self.name == "a.jsonl":
            raise FileNotFoundError(2, "No such file or directory")
        return stat(self, **how)

    monkeypatch.setattr(Path, "stat", taken_away)
    assert shelf.tables() == ["b"]


def test_tables_begun_in_the_same_second_have_different_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Still(real_datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Still:
            return cls(2026, 3, 14, 20, 15, 0)

    monkeypatch.setattr(module, "datetime", Still)
    sessions = [begin(tmp_path, "sneaky", 2, seed=str(n)) for n in range(3)]
    names = [session.table.name for session in sessions]
    assert names == ["sneaky-20260314-201500", "sneaky-20260314-201500-2", "sneaky-20260314-201500-3"]
    play_out(sessions[0])
    assert begin(tmp_path, "sneaky", 2).table.name == "sneaky-20260314-201500-4"
    for session in sessions[1:]:
        assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_two_who_begin_in_the_same_moment_get_a_table_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both saw that the name was free."""
    names = iter(["a", "a", "b"])
    monkeypatch.setattr(Shelf, "new_name", lambda shelf, game: next(names))
    first, second = (begin(tmp_path, "sneaky", 2, seed=seed) for seed in "xy")
    assert (first.table.name, second.table.name) == ("a", "b")
    assert Session.resume(first.shelf, "a").match.secret == first.match.secret


def test_a_finished_match_leaves_its_records_and_no_table(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    assert session.shelf.tables() == []
    assert session.shelf.finished() == [session.table.name]
    assert session.shelf.records(session.table.name) == session.match.records()
    with pytest.raises(BeuteError, match="was played to its end; its record is ") as error:
        Session.resume(session.shelf, session.table.name)
    assert error.value.code == "finished_table"


def test_no_such_table(shelf: Shelf) -> None:
    with pytest.raises(BeuteError, match="there is no table 'x'; there are none"):
        shelf.load("x")
    for n in range(7):
        shelf.append(f"sneaky-{n}", 0, FEW)
    with pytest.raises(BeuteError, match="did you mean 'sneaky-") as error:
        shelf.load("sneaky-9")
    assert error.value.code == "unknown_table"
    for outside in "../sneaky-1", "tables/sneaky-1", "", ".", "sneaky-1.json", "sneaky-1.jsonl":
        with pytest.raises(BeuteError, match="no table"):
            shelf.load(outside)
