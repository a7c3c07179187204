"""What is SQLite's own: one transaction for what is queued, a full disk, files that cannot be used."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from collections.abc import Awaitable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from beute.server.store import sqlite, writer
from beute.server.store.sqlite import SqliteStore
from beute.server.store.writer import Writer
from beute.table.store import Conflict, StoreError
from tests.server.store.notes import log, note, person, secret
from tests.terminal import disks

PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
NEW = 200_000  # bytes; an empty database has about half of that


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "beute.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore.open(path)
    yield store
    asyncio.run(store.close())


async def at_once(store: SqliteStore, *asked: Awaitable[object]) -> tuple[list[object], list[str]]:
    """The results of what is queued while the writer is busy, and the transactions that it took, ended by what."""
    begun, go_on, ends = threading.Event(), threading.Event(), list[str]()

    def block(_: Connection) -> None:
        begun.set()
        go_on.wait()

    blocking = asyncio.ensure_future(store._write(block))
    await asyncio.to_thread(begun.wait)
    all_asked = [asyncio.ensure_future(each) for each in asked]
    await asyncio.sleep(0)  # now all of them are queued
    driver = store._file.driver
    driver.set_trace_callback(lambda said: ends.append(said) if said in ("COMMIT", "ROLLBACK") else None)
    go_on.set()
    results: list[object] = await asyncio.gather(*all_asked, return_exceptions=True)
    await blocking
    driver.set_trace_callback(None)
    return results, ends[1:]  # the first is that of the blocking one


def named(results: list[object]) -> list[str | None]:
    return [result if result is None else type(result).__name__ for result in results]


# ---------------------------------------------------------------- transactions


async def test_the_writer_waits_for_the_disk(store: SqliteStore) -> None:
    settings = {name: store._file.driver.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
    assert settings == PRAGMAS


async def test_readers_can_only_read(store: SqliteStore) -> None:
    with store._readers.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar() == 0
        with pytest.raises(OperationalError, match="readonly"):
            connection.exec_driver_sql("DELETE FROM rooms")


async def test_what_is_queued_is_one_transaction(store: SqliteStore) -> None:
    some = [store.append(f"r{k}", 0, 1.0, [b"a"], note()) for k in range(100)]
    results, ends = await at_once(store, *some, person(store, "Ann"))
    assert (results[:-1], results[-1], ends) == ([None] * 100, 1, ["COMMIT"])
    assert len(await store.running()) == 100


async def test_a_conflict_leaves_the_others_of_its_transaction(store: SqliteStore) -> None:
    for room in "abc":
        await store.append(room, 0, 1.0, [b"first"], note())
    asked = [("a", 1, b"ann"), ("a", 1, b"ben"), ("b", 0, b"old"), ("a", 2, b"eve"), ("c", 1, b"c")]
    appends = [store.append(room, after, 2.0, [data]) for room, after, data in asked]
    results, ends = await at_once(store, *appends)
    assert named(results) == [None, "Conflict", "Conflict", None, None]
    assert ends == ["COMMIT"]
    logs = [await log(store, room) for room in "abc"]
    assert logs == [[b"first", b"ann", b"eve"], [b"first"], [b"first", b"c"]]


async def test_an_error_leaves_the_others_of_its_transaction(store: SqliteStore) -> None:
    """All is undone, and each is carried out by itself."""
    await store.append("a", 0, 1.0, [b"first"], note())
    results, ends = await at_once(
        store,
        store.append("a", 1, 1.0, [b"second"]),
        store.rename(77, "Nobody", "en"),
        store.append("b", 0, 1.0, [b"first"], note()),
        store.append("a", 1, 1.0, [b"too late"]),
    )
    assert named(results) == [None, "BeuteError", None, "Conflict"]
    assert ends == ["ROLLBACK", "COMMIT", "ROLLBACK", "COMMIT", "COMMIT"]
    assert [await log(store, room) for room in "ab"] == [[b"first", b"second"], [b"first"]]


async def test_the_database_decides_if_somebody_else_writes(store: SqliteStore, path: Path) -> None:
    await store.append("a", 0, 1.0, [b"first"], note())
    await store.append("b", 0, 1.0, [b"first"], note())
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO entries VALUES ('a', 1, 1.0, 'stranger')")
    asked = store.append("b", 1, 1.0, [b"second"]), store.append("a", 1, 1.0, [b"mine"])
    results, _ = await at_once(store, *asked)
    assert named(results) == [None, "Conflict"]
    assert isinstance(results[1], Conflict)
    assert results[1].data["there"] == 2
    await store.append("a", 2, 1.0, [b"mine"])
    assert await log(store, "b") == [b"first", b"second"]
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO entries VALUES ('b', 2, 1.0, 'stranger')")
    with pytest.raises(Conflict):
        await store.append("b", 2, 1.0, [b"mine"])


async def test_more_rooms_than_lengths_are_remembered(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "ROOMS", 3)
    for after in range(3):
        for room in "abcdef":
            await store.append(room, after, 1.0, [b"%d" % after], note() if after == 0 else None)
    assert [await log(store, room) for room in "abcdef"] == [[b"0", b"1", b"2"]] * 6


async def test_links_and_secrets_are_kept_as_hashes_only(store: SqliteStore, path: Path) -> None:
    await store.append("r", 0, 1.0, [b"a"], note(link="a-very-secret-link"))
    await store.close()
    assert b"a-very-secret-link" not in path.read_bytes()
    assert secret("a-very-secret-link") in path.read_bytes()


async def test_what_was_deleted_is_not_in_the_file(store: SqliteStore, path: Path) -> None:
    await store.append("r", 0, 1.0, [b"the name of a person"], note())
    await store.delete_room("r")
    await store.close()
    assert b"the name of a person" not in path.read_bytes()


# ---------------------------------------------------------------- no space


async def test_a_full_store_keeps_all_or_nothing(path: Path) -> None:
    store = SqliteStore.open(path, max_bytes=NEW)
    acknowledged = {f"r{k}": [b"first"] for k in range(8)}
    for room in acknowledged:
        await store.append(room, 0, 1.0, [b"first"], note())
    errors = list[object]()
    for k in range(20):
        data = [b"%d" % k * 300] * 3
        asked = {room: store.append(room, len(acknowledged[room]), 2.0, data) for room in acknowledged}
        for room, result in zip(asked, await asyncio.gather(*asked.values(), return_exceptions=True), strict=True):
            if result is None:
                acknowledged[room] += data
            else:
                errors.append(result)
    assert errors
    assert {(type(error), getattr(error, "code", None)) for error in errors} == {(StoreError, "disk_full")}
    assert {room: await log(store, room) for room in acknowledged} == acknowledged

    with pytest.raises(StoreError, match="is full"):
        await store.append("new", 0, 3.0, [b"x" * NEW], note(link="new"))
    assert (await store.room("new"), await store.room_by_link("new")) == (None, None)

    await store.delete_room("r0")
    await store.append("r1", len(acknowledged["r1"]), 4.0, [b"fits again"])
    assert await log(store, "r1") == [*acknowledged["r1"], b"fits again"]
    await store.close()


async def test_one_that_is_too_big_leaves_the_others_of_its_transaction(path: Path) -> None:
    store = SqliteStore.open(path, max_bytes=NEW)
    results, _ = await at_once(
        store,
        store.append("a", 0, 1.0, [b"small"], note()),
        store.append("b", 0, 1.0, [b"x" * NEW], note()),
        store.append("c", 0, 1.0, [b"small"], note()),
    )
    assert named(results) == [None, "StoreError", None]
    assert sorted(await store.running()) == ["a", "c"]
    await store.close()


async def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disks, "SIZE", 1000)
    with disks.small_disk(tmp_path / "disk") as disk:
        store = SqliteStore.open(disk.folder / "beute.db")
        try:
            await store.append("r", 0, 1.0, [b"a"], note())
            disk.fill()
            with pytest.raises(StoreError, match="is full") as error:
                await store.append("r", 1, 2.0, [b"x" * 50_000, b"y" * 50_000])
            assert error.value.code == "disk_full"
            assert await log(store, "r") == [b"a"]
            disk.free()
            await store.append("r", 1, 2.0, [b"b"])
            assert await log(store, "r") == [b"a", b"b"]
        finally:
            await store.close()


# ---------------------------------------------------------------- files that cannot be used


async def test_a_database_without_permission() -> None:
    with disks.open_folder() as folder:
        store = SqliteStore.open(folder / "beute.db")
        await store.append("r", 0, 1.0, [b"a"], note())
        await store.close()
        with disks.read_only(folder):
            for name in ("beute.db", "new.db"):
                with pytest.raises(StoreError, match="not allowed") as error:
                    SqliteStore.open(folder / name)
                assert error.value.code == "not_allowed"
        store = SqliteStore.open(folder / "beute.db")
        assert await log(store, "r") == [b"a"]
        await store.close()


async def test_permission_that_is_lost_meanwhile(store: SqliteStore) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    store._file.driver.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="not allowed") as error:
        await store.append("r", 1, 1.0, [b"b"])
    assert error.value.code == "not_allowed"
    store._file.driver.execute("PRAGMA query_only = OFF")
    await store.append("r", 1, 1.0, [b"b"])
    assert await log(store, "r") == [b"a", b"b"]


async def test_a_lock_of_another_program(store: SqliteStore, path: Path) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    store._file.driver.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        appends = [store.append("r", 1, 1.0, [b"b"]), store.append("new", 0, 1.0, [b"a"], note())]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [getattr(result, "code", None) for result in results] == ["locked"] * 2
        other.execute("ROLLBACK")
    await store.append("r", 1, 1.0, [b"b"])
    assert await log(store, "r") == [b"a", b"b"]


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(StoreError, match="damaged") as error:
        SqliteStore.open(path)
    assert error.value.code == "broken_store"
    assert path.read_text() == "Dear diary, " * 1000


async def test_a_damaged_database(path: Path) -> None:
    store = SqliteStore.open(path)
    await store.append("r", 0, 1.0, [b"x" * 50_000] * 5, note())
    await store.close()
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 :] = b"\xff" * (len(damaged) - len(damaged) // 2)
    path.write_bytes(damaged)
    store = SqliteStore.open(path)
    with pytest.raises(StoreError, match="damaged") as error:
        await store.load("r")
    assert error.value.code == "broken_store"
    await store.close()


async def test_a_folder_in_place_of_a_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error:
        SqliteStore.open(tmp_path)
    assert error.value.code == "not_allowed"


async def test_nobody_else_may_read_the_file(store: SqliteStore, path: Path) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.glob("beute.db*")}
    assert modes == {0o600}


# ---------------------------------------------------------------- copies


async def test_a_backup_has_everything(store: SqliteStore, tmp_path: Path) -> None:
    ann = await person(store, "Ann")
    await store.append("r", 0, 1.0, [b"a"], note(ann, host=ann, link="link"))
    await store.append("r", 1, 2.0, [b"b"])
    await store.finish("r", 1, 3.0, ["record"])
    copy_path = tmp_path / "copy.db"
    copy_path.write_text("what was there before")
    await store.backup(copy_path)
    await store.append("r", 2, 4.0, [b"later"])
    copy = SqliteStore.open(copy_path)
    try:
        assert (await log(copy, "r"), await copy.room_by_link("link")) == ([b"a", b"b"], "r")
        assert await copy.rooms_of(ann) == [await copy.room("r")]
        assert await copy.records("r") == [(1, "record")]
        assert await copy.person_by_secret(secret("Ann")) == await store.person_by_secret(secret("Ann"))
        await copy.append("r", 2, 9.0, [b"the copy's own"])
    finally:
        await copy.close()
    assert await log(store, "r") == [b"a", b"b", b"later"]
    assert not list(tmp_path.glob("*.part"))


async def test_tables_go_on_during_a_backup(store: SqliteStore, tmp_path: Path) -> None:
    """The copy has all that was acknowledged before it was asked for, and of each log a prefix."""
    await asyncio.gather(*(store.append(f"r{k}", 0, 1.0, [b"x" * 50_000], note()) for k in range(100)))
    backup = asyncio.ensure_future(store.backup(tmp_path / "copy.db"))
    meanwhile = 0
    while not backup.done():
        rooms = [f"r{k}" for k in range(100)]
        await asyncio.gather(*(store.append(room, 1 + meanwhile, 2.0, [b"%d" % meanwhile]) for room in rooms))
        meanwhile += 1
    await backup
    copy = SqliteStore.open(tmp_path / "copy.db")
    try:
        for k in range(100):
            there, copied = await log(store, f"r{k}"), await log(copy, f"r{k}")
            assert len(there) == 1 + meanwhile
            assert copied
            assert copied == there[: len(copied)]
    finally:
        await copy.close()


async def test_a_backup_that_cannot_be_written(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere") as error:
        await store.backup(tmp_path / "nowhere" / "copy.db")
    assert error.value.code == "not_allowed"
    await store.append("r", 0, 1.0, [b"a"], note())


async def test_a_backup_onto_the_database_itself(store: SqliteStore, path: Path) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    with pytest.raises(StoreError, match="is the database itself"):
        await store.backup(path)
    assert await log(store, "r") == [b"a"]


async def test_an_append_is_not_kept_waiting_by_a_backup(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy, in pieces, waits here for an append; that is acknowledged first, and is in the copy."""
    await store.append("r", 0, 1.0, [b"a" * 100_000], note())
    between, asked, ends = threading.Event(), threading.Event(), list[str]()
    serve_meanwhile = Writer._serve_meanwhile

    def waiting(self: Writer) -> None:
        between.set()
        asked.wait()
        serve_meanwhile(self)

    async def noted(name: str, deed: Awaitable[None]) -> None:
        await deed
        ends.append(name)

    monkeypatch.setattr(sqlite, "PAGES", 1)
    monkeypatch.setattr(Writer, "_serve_meanwhile", waiting)
    backup = asyncio.ensure_future(noted("backup", store.backup(tmp_path / "copy.db")))
    await asyncio.to_thread(between.wait)
    append = asyncio.ensure_future(noted("append", store.append("r", 1, 2.0, [b"b"])))
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # now it is handed over
    asked.set()
    await asyncio.gather(backup, append)
    assert ends == ["append", "backup"]
    copy = SqliteStore.open(tmp_path / "copy.db")
    assert await log(copy, "r") == [b"a" * 100_000, b"b"]
    await copy.close()
