"""Several who go on with one table: nobody overwrites anybody."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
from pathlib import Path

import pytest

from beute.play.errors import BeuteError
from beute.table.store import Conflict
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.entries import FEW, played
from tests.terminal.play import advance, begin, play_anything, play_out


def test_an_append_follows_the_last_entry_or_is_refused(shelf: Shelf) -> None:
    shelf.append("table", 0, FEW)
    before = shelf.path("table").read_bytes()
    for after in 0, 2, 4:
        with pytest.raises(Conflict, match="was played on elsewhere: it has 3 entries") as error:
            shelf.append("table", after, FEW)
        assert (error.value.code, error.value.data["there"]) == ("conflict", 3)
        assert shelf.path("table").read_bytes() == before


def test_two_at_one_table_never_overwrite_each_other(tmp_path: Path) -> None:
    """Whoever is second is refused, reloads, and goes on from there."""
    session = advance(begin(tmp_path, "sneaky", 2, people=2), 20)
    other = Session.resume(Shelf(tmp_path), session.table.name)
    play_anything(other)
    play_anything(other)
    there = other.game.events
    seat = session.game.due[0]
    with pytest.raises(Conflict):
        session.table.play(seat, session.game.legal_for(seat)[-1])
    assert Session.resume(Shelf(tmp_path), session.table.name).game.events == there
    session.table.reload()
    assert session.game.events == there
    play_anything(session)
    assert session.game.events[: len(there)] == there
    with pytest.raises(Conflict):
        play_anything(other)


def append_many(folder: Path, name: str, times: int) -> None:
    """As a process that always goes on from how the log stands."""
    shelf, done = Shelf(folder), 0
    while done < times:
        there = len(shelf.load("table"))
        try:
            shelf.append("table", there, [played(done, name), played(done, name)])
        except Conflict:
            continue
        done += 1


def test_processes_at_one_table_lose_nothing(shelf: Shelf) -> None:
    shelf.append("table", 0, FEW)
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=append_many, args=(shelf.folder, name, 40)) for name in "abc"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    entries = shelf.load("table")[3:]
    assert len(entries) == 3 * 40 * 2
    for name in "abc":
        assert [entry for entry in entries if entry.get("word") == name] == [
            played(n, name) for n in range(40) for _ in range(2)
        ]
    assert all(one == two for one, two in zip(entries[::2], entries[1::2], strict=True)), "each append in one piece"


def test_a_table_that_somebody_else_finished_is_not_gone_on_with(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2), 60)
    other = Session.resume(Shelf(tmp_path), session.table.name)
    play_out(other)
    with pytest.raises(Conflict):
        play_anything(session)
    with pytest.raises(BeuteError, match="was played to its end"):
        session.table.reload()
    assert session.shelf.tables() == []


def test_a_log_that_is_removed_while_somebody_waits_for_it(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match was finished between the opening of the file and its lock."""
    other = Shelf(shelf.folder)
    shelf.append("table", 0, FEW)
    flock = fcntl.flock

    def late(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        other.finish("table", [])
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(Conflict):
        shelf.append("table", 3, FEW)
    assert shelf.tables() == []


def test_the_log_is_not_read_for_every_append(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only when somebody else has written."""
    reads = []
    pread = os.pread

    def counted(file: int, size: int, start: int) -> bytes:
        reads.append(size)
        return pread(file, size, start)

    monkeypatch.setattr(os, "pread", counted)
    other = Shelf(shelf.folder)
    shelf.append("table", 0, FEW)
    del reads[:]
    for n in range(3, 20):
        shelf.append("table", n, [played(n)])
    assert reads == []
    other.append("table", 20, FEW)
    assert len(reads) == 1
    shelf.append("table", 23, FEW)
    assert len(reads) == 2
    loaded = Shelf(shelf.folder)
    assert len(loaded.load("table")) == 26
    loaded.append("table", 26, FEW)
    assert len(reads) == 2
