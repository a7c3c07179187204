"""Where tables are kept: nothing half written, nothing lost, and what is damaged is told."""

from __future__ import annotations

import fcntl
import json
import multiprocessing
import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime as real_datetime
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.match import Match
from beute.table.log import Entry
from beute.table.store import Conflict, StoreError
from beute.terminal import shelf as module
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables
from tests.terminal.disks import as_nobody, open_folder, read_only, small_disk
from tests.terminal.play import advance, begin, play_anything, play_out


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def played(seat: int, word: str = "put c0") -> Entry:
    return {"entry": "played", "seat": seat, "word": word, "chance": []}


FEW = [played(n) for n in range(3)]


# ---------------------------------------------------------------- what is there


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


# ---------------------------------------------------------------- one after the other


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


# ---------------------------------------------------------------- all or nothing, and durable


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


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """The system refuses to write more, in the middle of a write if need be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


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


# ---------------------------------------------------------------- tables of the old form


@pytest.mark.parametrize("game", games.NAMES)
def test_a_table_of_the_old_form_is_resumed_and_becomes_a_log(game: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 2} if game == "schattendieb" else {}
    played_before = play_out(begin(tmp_path / "before", game, 3, **options)) if options else None
    if played_before is not None:
        played_before.table.next_game()
    session = advance(played_before or begin(tmp_path / "before", game, 3, **options), 30)
    data = old_tables.saved(session.match.games, session.match.names, [None, "random", "easy"])
    shelf = Shelf(tmp_path)
    old_tables.put(shelf, "old", data)
    assert shelf.tables() == ["old"]
    assert shelf.heading("old") == (game, ["Ada", "Arsène", "Bonnie"])
    expected = Match.resumed(data["match"])
    for _ in range(2):
        resumed = Session.resume(shelf, "old")
        assert [seat.bot for seat in resumed.table.seats] == [None, "random", "easy"]
        assert [game.events for game in resumed.match.games] == [game.events for game in session.match.games]
        assert resumed.match.secret == expected.secret
        assert shelf.tables() == ["old"]
        assert not shelf.old_path("old").exists()
        assert shelf.heading("old") == (game, ["Ada", "Arsène", "Bonnie"])
    while not resumed.game.over:
        seat, word = resumed.game.due[0], resumed.game.legal[0]
        resumed.table.play(seat, word)
        expected.game.play(word, seat)
        assert resumed.game.events == expected.game.events, "the luck is the same"


def test_the_old_form_of_a_table_is_removed_only_when_its_log_is_there(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the log is written, and killed after it."""
    session = advance(begin(tmp_path / "before", "sneaky", 2), 20)
    data = old_tables.saved(session.match.games, session.match.names, [None, "random"])
    old_tables.put(shelf, "old", data)
    with files_no_longer_than(100):
        assert Session.resume(shelf, "old").game.events == session.game.events
    assert [file.name for file in (tmp_path / "tables").iterdir()] == ["old.json"]
    Session.resume(shelf, "old")
    old_tables.put(shelf, "old", {"match": "anything"})
    assert shelf.tables() == ["old"]
    assert Session.resume(shelf, "old").game.events == session.game.events
    assert [file.name for file in (tmp_path / "tables").iterdir()] == ["old.jsonl"]


def test_a_table_of_the_old_form_in_a_folder_that_is_read_only() -> None:
    with open_folder() as folder:
        with as_nobody():
            before = advance(begin(folder / "before", "sneaky", 2), 20)
            data = old_tables.saved(before.match.games, before.match.names, [None, "random"])
            old_tables.put(Shelf(folder), "old", data)
        with read_only(folder):
            session = Session.resume(Shelf(folder), "old")
            play_anything(session)
            assert session.table.trouble is not None
        with as_nobody():
            play_anything(session)
            assert session.table.kept
            assert Session.resume(Shelf(folder), "old").game.events == session.game.events


# ---------------------------------------------------------------- damaged


def test_no_such_table(shelf: Shelf) -> None:
    with pytest.raises(BeuteError, match="no table 'x' to resume; there are none"):
        shelf.load("x")
    for n in range(7):
        shelf.append(f"sneaky-{n}", 0, FEW)
    with pytest.raises(BeuteError, match="did you mean 'sneaky-") as error:
        shelf.load("sneaky-9")
    assert error.value.code == "unknown_table"
    for outside in "../sneaky-1", "tables/sneaky-1", "", ".", "sneaky-1.json", "sneaky-1.jsonl":
        with pytest.raises(BeuteError, match="no table"):
            shelf.load(outside)


@pytest.mark.parametrize("form", ["old", "log"])
@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"null", b'"text"', b"\xff\xfe", b"\x00" * 100])
def test_a_damaged_table_is_told(content: bytes, end: bytes, form: str, shelf: Shelf) -> None:
    path = shelf.path("table") if form == "log" else shelf.old_path("table")
    path.parent.mkdir()
    path.write_bytes(content + end)
    with pytest.raises(BrokenRecord, match="the table table cannot be") as error:
        Session.resume(shelf, "table")
    assert error.value.code == "broken_table"
    assert "\n" not in str(error.value)
    assert path.read_bytes() == content + end
    with pytest.raises(BrokenRecord, match="the table table cannot be read"):
        shelf.heading("table")


@pytest.mark.parametrize("form", ["old", "log"])
def test_a_folder_where_a_table_should_be(form: str, shelf: Shelf) -> None:
    (shelf.path("table") if form == "log" else shelf.old_path("table")).mkdir(parents=True)
    with pytest.raises(BrokenRecord, match="cannot be read"):
        shelf.load("table")


LINES: dict[str, Any] = {  # what stands in place of the first line of a log, or after it
    "not opened": [0, {"entry": "next_game", "chance": []}],
    "opened twice": [1, None],
    "no game": [0, {"game": "chess"}],
    "another number": [0, {"seats": []}],
    "seats": [0, {"seats": [7, 8]}],
    "nameless": [0, {"seats": [{"name": "Ada"}, {"bot": None}]}],
    "no bot": [0, {"seats": [{"name": "Ada", "bot": "genius"}, {"name": "Bob", "bot": None}]}],
    "secret": [0, {"secret": "zz"}],
    "options": [0, {"options": {"speed": 1}}],
    "other rules": [0, {"rules": 99}],
    "no luck": [0, {"chance": []}],
    "other luck": [0, {"chance": ["roll YYYYYYY"]}],
    "a strange entry": [1, {"entry": "cheated", "seat": 0}],
    "not possible": [1, {"entry": "played", "seat": 0, "word": "top Y1", "chance": []}],
    "no word": [1, {"entry": "played", "seat": 0, "chance": []}],
    "no seat": [1, {"entry": "undone", "seat": 9}],
    "nothing to undo": [1, {"entry": "undone", "seat": 0}],
}


@pytest.mark.parametrize("what", LINES)
def test_a_log_that_cannot_be_carried_out_is_told(what: str, tmp_path: Path) -> None:
    """Whatever stands there: one line says what is wrong, and the log stays as it is."""
    session = begin(tmp_path, "sneaky", 2)
    name, path = session.table.name, session.shelf.path(session.table.name)
    opened = json.loads(path.read_bytes())
    place, other = LINES[what]
    line = opened if other is None else other if "entry" in other else opened | other
    lines = [line] if place == 0 else [opened, line]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BrokenRecord, match=f"the table {name} cannot be re") as error:
        Session.resume(Shelf(tmp_path), name)
    assert error.value.code == "broken_table"
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


DAMAGE: dict[str, list[Any]] = {
    "secret": ["zz", 7, None, "00" * 65],
    "game": ["chess", "kernel", 7, None, ["sneaky"]],
    "players": [0, 9, "2", None, 2.0],
    "names": [[], ["Ada"], 7, None, "Ad", [1, 2], ["Ada", None], ["Ada", "Bob", "Cleo"]],
    "options": [[], 7, None, {"speed": 1}, {"bandits": "9"}, {"names": 1}],
    "games": [
        *([], 7, None, [[], []], ["* start 0"], [7], [None], [[7]], [["hello"]]),
        *([["* start 0", "0 put c1"]], [["0 put c1"]], [["* start 9"]], [[["x"]]]),
    ],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in DAMAGE.items() for value in values], ids=str
)
def test_a_table_with_wrong_data_is_told(key: str, value: Any, tmp_path: Path) -> None:
    """Whatever stands there: one line says what is wrong."""
    shelf, saved = Shelf(tmp_path), old_table(tmp_path)
    saved["match"][key] = value
    old_tables.put(shelf, "old", saved)
    with pytest.raises(BrokenRecord, match="the table old cannot be read: ") as error:
        Session.resume(shelf, "old")
    assert "\n" not in str(error.value)
    assert json.loads(shelf.old_path("old").read_bytes()) == saved
    assert shelf.tables() == ["old"]


def old_table(folder: Path) -> dict[str, Any]:
    session = begin(folder / "before", "sneaky", 2)
    return old_tables.saved(session.match.games, session.match.names, [None, "random"])


@pytest.mark.parametrize(
    "bots", [[], [None], [None, "random", "random"], 7, None, "ab", [None, "genius"], [None, "search@"], [None, 7]]
)
def test_a_table_with_wrong_bots_is_told(bots: Any, shelf: Shelf, tmp_path: Path) -> None:
    old_tables.put(shelf, "old", old_table(tmp_path) | {"bots": bots})
    for _ in range(2):
        with pytest.raises(BrokenRecord, match="the table old cannot be re"):
            Session.resume(shelf, "old")
    assert shelf.tables() == ["old"]


@pytest.mark.parametrize("missing", ["secret", "game", "players", "names", "options", "games"])
def test_a_table_that_lacks_something_is_told(missing: str, shelf: Shelf, tmp_path: Path) -> None:
    saved = old_table(tmp_path)
    del saved["match"][missing]
    old_tables.put(shelf, "old", saved)
    with pytest.raises(BrokenRecord, match=missing):
        Session.resume(shelf, "old")


def test_damaged_records_are_told(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    path = session.shelf.finished_path(session.table.name)
    good = path.read_text(encoding="utf-8")
    for content in "", "{", good[:200], json.dumps({**json.loads(good), "beute": 9}):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BeuteError):
            session.shelf.records(session.table.name)
    path.write_bytes(b"\xff")
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.table.name)
    path.unlink()
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.table.name)
