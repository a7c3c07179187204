"""What is kept on the disk: all of a step or nothing, durably, and what cannot be kept is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from beute.table.store import Conflict, StoreError
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.disks import as_nobody, files_no_longer_than, open_folder, read_only, small_disk
from tests.terminal.entries import FEW, played
from tests.terminal.play import begin, play_anything, play_out


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_that_a_crash_left_unfinished_is_no_entry(cut: int, shelf: Shelf) -> None:
    """It is not read, and is cut off before the next one is written."""
    shelf.append("table", 0, FEW)
    path = shelf.path("table")
    path.write_bytes(path.read_bytes()[:-cut])
    for there in Shelf(shelf.folder), shelf:
        assert there.load("table") == FEW[:2]
    with pytest.raises(Conflict):
        shelf.append("table", 3, FEW)
    Shelf(shelf.folder).append("table", 2, [played(9)])
    assert shelf.load("table") == [*FEW[:2], played(9)]


def test_what_is_kept_is_durable(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file before the call returns, its folder if the file is new, the records before the log is removed."""
    done: list[tuple[str, str]] = []
    fsync, unlink = os.fsync, Path.unlink

    def synced(file: int) -> None:
        done.append(("sync", Path(os.readlink(f"/proc/self/fd/{file}")).name))
        fsync(file)

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        done.append(("remove", self.name))
        unlink(self, missing_ok)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "unlink", unlinked)
    shelf.append("table", 0, FEW)
    assert done[-2:] == [("sync", "table.jsonl"), ("sync", "tables")]
    assert ("sync", shelf.folder.name) in done
    del done[:]
    shelf.append("table", 3, FEW)
    assert done == [("sync", "table.jsonl")]
    del done[:]
    shelf.finish("table", [])
    assert done[0] == ("sync", shelf.folder.name), "there was no folder for records"
    assert done[2:] == [("sync", "finished"), ("remove", "table.jsonl"), ("sync", "tables")]


@pytest.mark.parametrize("more", [0, 1, 30, 100])
def test_a_write_that_fails_half_way_leaves_what_was_there(more: int, shelf: Shelf) -> None:
    shelf.append("table", 0, FEW)
    before = shelf.path("table").read_bytes()
    with files_no_longer_than(len(before) + more), pytest.raises(StoreError, match="File too large") as error:
        shelf.append("table", 3, FEW)
    assert error.value.code == "cannot_write"
    assert shelf.path("table").read_bytes() == before
    shelf.append("table", 3, FEW)
    assert shelf.load("table") == [*FEW, *FEW]


@pytest.mark.parametrize("size", [0, 1, 50])
def test_a_first_write_that_fails_leaves_no_table(size: int, shelf: Shelf) -> None:
    with files_no_longer_than(size), pytest.raises(StoreError):
        shelf.append("table", 0, FEW)
    assert shelf.tables() == []
    assert list((shelf.folder / "tables").iterdir()) == []
    shelf.append("table", 0, FEW)
    assert shelf.load("table") == FEW


def test_records_that_cannot_be_written_leave_the_table(tmp_path: Path) -> None:
    """And nothing else: neither half of the records nor a stray file."""
    session = begin(tmp_path, "raeuber", 2)
    (tmp_path / "finished").write_text("")
    play_out(session)
    assert not session.table.kept
    assert session.table.trouble is not None
    (tmp_path / "finished").unlink()
    with files_no_longer_than(500), pytest.raises(StoreError, match="File too large"):
        session.shelf.finish(session.table.name, session.match.records())
    assert session.shelf.finished() == []
    assert list((tmp_path / "finished").iterdir()) == []
    assert session.shelf.tables() == [session.table.name]
    assert session.try_to_keep() is None
    assert session.table.kept
    assert session.shelf.records(session.table.name) == session.match.records()
    assert session.shelf.tables() == []


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """Play goes on, and what was not kept is kept as soon as there is room; no entry is ever in halves."""
    with small_disk(tmp_path / "disk") as disk:
        session = begin(disk.folder, "sneaky", 2, people=2)
        path = session.shelf.path(session.table.name)
        disk.fill()
        while session.table.kept:
            play_anything(session)
        assert session.table.trouble is not None
        assert (session.table.trouble.code, session.table.trouble.data["reason"]) == ("cannot_write", "disk_full")
        assert path.read_bytes().endswith(b"\n")
        kept = Session.resume(Shelf(disk.folder), session.table.name).game.as_played
        for _ in range(3):
            play_anything(session)
            assert not session.table.kept
        assert session.game.as_played[: len(kept)] == kept
        assert len(session.game.as_played) > len(kept) + 3
        assert Session.resume(Shelf(disk.folder), session.table.name).game.as_played == kept
        disk.free()
        play_anything(session)
        assert session.table.kept
        assert Session.resume(Shelf(disk.folder), session.table.name).game.as_played == session.game.as_played


def test_a_table_that_cannot_even_be_begun_is_played(tmp_path: Path) -> None:
    """A file is where the folder should be; later it is not."""
    (tmp_path / "file").write_text("")
    session = begin(tmp_path / "file", "sneaky", 2)
    assert session.table.trouble is not None
    assert session.table.trouble.code == "cannot_write"
    assert str(session.table.trouble).startswith(f"cannot save the game in {tmp_path}/file/tables/sneaky-")
    play_anything(session)
    assert not session.table.kept
    (tmp_path / "file").unlink()
    play_anything(session)
    assert session.table.kept
    assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_a_folder_that_was_lost(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 2)
    tables, elsewhere = tmp_path / "tables", tmp_path / "elsewhere"
    tables.rename(elsewhere)
    tables.write_text("")
    play_anything(session)
    assert session.table.trouble is not None
    tables.unlink()
    play_anything(session)
    assert session.table.trouble.data["reason"] == "file_gone"
    elsewhere.rename(tables)
    play_anything(session)
    assert session.table.kept
    assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_a_folder_that_is_read_only() -> None:
    """What is there can be read and resumed; what is played is told not to be kept."""
    with open_folder() as folder:
        with as_nobody():
            session = begin(folder, "sneaky", 2)
        with read_only(folder):
            play_anything(session)
            assert session.table.trouble is not None
            assert session.table.trouble.data["reason"] == "not_allowed"
            again = Session.resume(Shelf(folder), session.table.name)
            assert again.game.length < session.game.length
            new = begin(folder, "raeuber", 2)
            assert new.table.trouble is not None
            assert new.table.trouble.data["reason"] == "not_allowed"
        with as_nobody():
            play_anything(session)
            assert session.table.kept
            assert Session.resume(Shelf(folder), session.table.name).game.events == session.game.events
