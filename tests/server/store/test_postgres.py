"""What is PostgreSQL's own: several servers on one database, connections that are lost, passwords."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from beute.play.errors import BeuteError, SetupError
from beute.server.store import open_store, postgres
from beute.server.store.base import Belonging, PersonRow, Row, TokenRow
from beute.server.store.postgres import PostgresStore
from beute.table.store import Conflict, StoreError
from tests.server.postgres import PASSWORD, Cluster
from tests.server.store.notes import log, note, person, secret


def opened(url: str) -> PostgresStore:
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    return store


@pytest.fixture
def store(postgres_url: str) -> Iterator[PostgresStore]:
    store = opened(postgres_url)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def other(postgres_url: str) -> Iterator[PostgresStore]:
    """Another server on the same database."""
    other = opened(postgres_url)
    yield other
    asyncio.run(other.close())


def asked(url: str, query: str) -> list[Any]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


# ---------------------------------------------------------------- transactions


async def test_what_is_queued_is_one_transaction(store: PostgresStore, postgres_url: str) -> None:
    await asyncio.gather(*(store.append(f"r{k}", 0, 1.0, [b"a"], note()) for k in range(100)))
    assert asked(postgres_url, "SELECT count(DISTINCT xmin::text), count(*) FROM entries") == [(1, 100)]


async def test_a_commit_waits_for_the_disk_whatever_the_database_has_as_its_default(
    cluster: Cluster, postgres_url: str
) -> None:
    name = postgres_url.rpartition("/")[2]
    for setting in ("synchronous_commit = off", "default_transaction_isolation = 'serializable'"):
        cluster.run(f"ALTER DATABASE {name} SET {setting}")
    store = opened(postgres_url)
    for setting, expected in (("synchronous_commit", "on"), ("transaction_isolation", "read committed")):
        assert await store._write(lambda connection, said: connection.scalar(text(f"SHOW {said}")), setting) == expected
    await store.close()


async def test_an_error_leaves_the_others_of_its_transaction(store: PostgresStore) -> None:
    await store.append("a", 0, 1.0, [b"first"], note())
    results = await asyncio.gather(
        store.append("a", 1, 1.0, [b"second"]),
        store.rename(77, "Nobody", "en"),
        store.append("b", 0, 1.0, [b"first"], note()),
        store.append("a", 1, 1.0, [b"too late"]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), BeuteError, type(None), Conflict]
    assert [await log(store, room) for room in "ab"] == [[b"first", b"second"], [b"first"]]


async def test_a_text_with_a_nul(store: PostgresStore) -> None:
    """SQLite keeps it, PostgreSQL would refuse."""
    await store.new_person(secret("x"), "An\0n", "en", 1.0)
    assert await store.person_by_secret(secret("x")) == PersonRow(1, "An\ufffdn", "en", 1.0, 1.0)
    assert await store.room("r\0") is None


# ---------------------------------------------------------------- two servers on one database


async def test_of_two_servers_that_append_at_once_one_is_refused(store: PostgresStore, other: PostgresStore) -> None:
    await store.append("r", 0, 1.0, [b"first"], note())
    expected = [b"first"]
    for after in range(1, 200):
        datas = [b"%d of one" % after, b"%d of the other" % after]
        racing = [each.append("r", after, 2.0, [data]) for each, data in zip((store, other), datas, strict=True)]
        results = await asyncio.gather(*racing, return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 1
        expected.append(datas[results.index(None)])
    assert await log(store, "r") == expected


async def test_only_the_append_that_collides_is_refused(store: PostgresStore, other: PostgresStore) -> None:
    """The others of its transaction are carried out; what it had as a note is not."""
    for room in "abc":
        await store.append(room, 0, 1.0, [b"first"], note())
    await other.append("b", 1, 2.0, [b"of the other"])
    mine = [store.append(room, 1, 2.0, [b"mine", b"mine too"], "over") for room in "abc"]
    results = await asyncio.gather(*mine, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert isinstance(results[1], Conflict)
    assert results[1].data == {"table": "b", "after": 1, "there": 2}
    assert [await log(store, room) for room in "ab"] == [[b"first", b"mine", b"mine too"], [b"first", b"of the other"]]
    assert await store.running() == ["b"]


async def test_many_appends_of_two_servers_at_the_same_rooms(store: PostgresStore, other: PostgresStore) -> None:
    """In batches that touch the same rows in any order: what is acknowledged is there once, all else is refused."""
    rooms = [f"r{k}" for k in range(12)]
    ann, ben = await person(store, "Ann"), await person(store, "Ben")
    await asyncio.gather(*(store.append(room, 0, 1.0, [b"first"], note()) for room in rooms))
    acknowledged: dict[str, dict[int, bytes]] = {room: {0: b"first"} for room in rooms}
    luck = random.Random(7)

    async def append(each: PostgresStore, room: str, after: int, data: bytes) -> type:
        try:
            changed = luck.choice([None, note(ann, ben, link=room), note(ben, host=ann, link=room), "playing"])
            await each.append(room, after, 2.0, [data], changed)  # type: ignore[arg-type]
        except Conflict:
            return Conflict
        assert after not in acknowledged[room]
        acknowledged[room][after] = data
        return type(None)

    for after in range(1, 40):
        racing = [(each, room) for each in (store, other) for room in luck.sample(rooms, len(rooms))]
        ends = await asyncio.gather(
            *(append(each, room, after, b"%d %d" % (after, number)) for number, (each, room) in enumerate(racing))
        )
        assert ends.count(Conflict) == len(rooms)
    for room in rooms:
        assert await log(other, room) == [acknowledged[room][seq] for seq in range(40)]


async def test_a_note_alone_is_refused_when_the_log_has_grown(store: PostgresStore, other: PostgresStore) -> None:
    """No number of an entry collides, and what was remembered of its length is out of date."""
    await store.append("r", 0, 1.0, [b"a"], note())
    await other.append("r", 1, 2.0, [b"b"], "over")
    with pytest.raises(Conflict):
        await store.append("r", 1, 3.0, [], "playing")
    assert await store.running() == []


async def test_a_note_alone_and_an_append_with_one_at_once(store: PostgresStore, other: PostgresStore) -> None:
    """What is listed belongs to the whole log."""
    await store.append("r", 0, 1.0, [b"a"], note())
    for after in range(1, 60):
        await asyncio.gather(
            store.append("r", after, 2.0, [], "waiting"),
            other.append("r", after, 2.0, [b"b"], "closed"),
            return_exceptions=True,
        )
        found = await store.room("r")
        assert (len(await store.load("r")), found and found.state) == (after + 1, "closed")


async def test_a_room_that_another_server_deleted(store: PostgresStore, other: PostgresStore) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    await other.delete_room("r")
    with pytest.raises(Conflict) as error:
        await store.append("r", 1, 2.0, [b"b"])
    assert error.value.data["there"] == 0


async def test_two_servers_create_the_same_room(store: PostgresStore, other: PostgresStore) -> None:
    for k in range(30):
        results = await asyncio.gather(
            *(each.append(f"r{k}", 0, 1.0, [b"a"], note()) for each in (store, other)), return_exceptions=True
        )
        assert [type(result) for result in results].count(Conflict) == 1
        assert await log(store, f"r{k}") == [b"a"]


async def test_a_handover_is_taken_by_one_of_two_servers(store: PostgresStore, other: PostgresStore) -> None:
    row = TokenRow("handover", await person(store, "Ann"), None, 2, 99.0)
    for k in range(30):
        await store.new_token(secret(f"{k}"), row)
        taken = await asyncio.gather(*(each.take_token("handover", secret(f"{k}"), 5.0) for each in (store, other)))
        assert sorted(taken, key=str) == [None, row]


async def test_a_shared_game_has_one_link_by_two_servers(store: PostgresStore, other: PostgresStore) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    for game in range(30):
        links = [each.share("r", 1, game, f"{game} {number}") for number, each in enumerate((store, other))]
        assert len(set(await asyncio.gather(*links))) == 1


async def test_a_room_at_which_another_server_plays_is_not_forgotten(
    store: PostgresStore, other: PostgresStore
) -> None:
    for k in range(30):
        await store.append(f"r{k}", 0, 1.0, [b"a"], note())
        gone, appended = await asyncio.gather(
            store.forget(5.0, 5.0, 0.0), other.append(f"r{k}", 1, 9.0, [b"b"]), return_exceptions=True
        )
        if appended is None:
            assert gone == []
            assert await log(store, f"r{k}") == [b"a", b"b"]
        else:
            assert isinstance(appended, Conflict)
            assert gone == [f"r{k}"]


def test_several_servers_start_on_an_empty_database(postgres_url: str) -> None:
    async def all_opened() -> list[PostgresStore]:
        return await asyncio.gather(*(asyncio.to_thread(opened, postgres_url) for _ in range(5)))

    stores = asyncio.run(all_opened())
    for store in stores:
        assert asyncio.run(person(store, f"{id(store)}")) > 0
        asyncio.run(store.close())


# ---------------------------------------------------------------- a connection that is lost


async def test_a_restart_between_two_calls_is_not_noticed(store: PostgresStore, cluster: Cluster) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    cluster.halt()
    cluster.start()
    await store.append("r", 1, 2.0, [b"b"])
    assert await log(store, "r") == [b"a", b"b"]


async def test_while_it_is_away_calls_fail_and_then_they_go_on(store: PostgresStore, cluster: Cluster) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    cluster.halt()
    try:
        calls = [store.append("r", 1, 2.0, [b"b"]), store.seen(1, 2.0), store.load("r")]
        for error in await asyncio.gather(*calls, return_exceptions=True):
            assert isinstance(error, StoreError)
            assert error.code == "lost_store"
            assert PASSWORD not in str(error)
    finally:
        cluster.start()
    await store.append("r", 1, 3.0, [b"b"])
    assert await log(store, "r") == [b"a", b"b"]


async def test_a_crash_while_many_append(store: PostgresStore, cluster: Cluster) -> None:
    """What was acknowledged is there; of what was lost each is there once or not at all; then it goes on."""
    acknowledged, lost = dict[str, int](), list[StoreError]()
    ended = asyncio.Event()

    async def appender(room: str) -> None:
        await store.append(room, 0, 1.0, [b"0"], note())
        acknowledged[room] = 1
        while not ended.is_set():
            try:
                await store.append(room, acknowledged[room], 1.0, [b"%d" % acknowledged[room]])
                acknowledged[room] += 1
            except Conflict:  # the one before, whose answer was lost, has been carried out
                acknowledged[room] += 1
            except StoreError as error:
                lost.append(error)
                await asyncio.sleep(0.02)

    appenders = [asyncio.ensure_future(appender(f"r{k}")) for k in range(20)]
    while sum(acknowledged.values()) < 300:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(cluster.halt, signal.SIGQUIT)
    await asyncio.to_thread(cluster.start)
    before = sum(acknowledged.values())
    while sum(acknowledged.values()) < before + 300:
        await asyncio.sleep(0.01)
    ended.set()
    await asyncio.gather(*appenders)
    assert {error.code for error in lost} == {"lost_store"}
    for room, length in acknowledged.items():
        assert await log(store, room) == [b"%d" % seq for seq in range(length)]


async def test_a_connection_on_which_no_transaction_begins(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a failover, when it is that to the other database: the next call has a new one."""
    await store.append("r", 0, 1.0, [b"a"], note())
    monkeypatch.setattr(postgres, "BEGIN", f"{postgres.BEGIN}; SET TRANSACTION READ ONLY; DELETE FROM rooms")
    with pytest.raises(StoreError) as error:
        await store.append("r", 1, 2.0, [b"b"])
    assert error.value.code == "not_allowed"
    assert "see that it belongs to that user" in str(error.value)
    monkeypatch.undo()
    await store.append("r", 1, 3.0, [b"b"])
    assert await log(store, "r") == [b"a", b"b"]


async def test_a_commit_whose_answer_is_lost_is_not_tried_again(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks again would be told that somebody else had played."""
    await store.append("r", 0, 1.0, [b"a"], note())
    execute = psycopg.Connection.execute

    def lost(self: psycopg.Connection, query: str, *args: Any, **more: Any) -> object:
        cursor = execute(self, query, *args, **more)
        if query == "COMMIT":
            self.close()
            raise psycopg.OperationalError("the network is gone")
        return cursor

    monkeypatch.setattr(psycopg.Connection, "execute", lost)
    results = await asyncio.gather(
        store.append("r", 1, 2.0, [b"b"]), store.append("new", 0, 2.0, [b"a"], note()), return_exceptions=True
    )
    monkeypatch.undo()
    assert [getattr(result, "code", None) for result in results] == ["lost_store"] * 2
    assert results[0] is not results[1]
    assert await store.load("r") == [Row(1.0, b"a"), Row(2.0, b"b")]
    await store.append("r", 2, 3.0, [b"c"])


async def test_what_somebody_keeps_locked(store: PostgresStore, postgres_url: str) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    with closing(psycopg.connect(postgres_url)) as other:
        other.execute("LOCK TABLE entries")
        calls = [store.append("r", 1, 1.0, [b"b"]), store.append("new", 0, 1.0, [b"a"], note())]
        results = await asyncio.gather(*calls, return_exceptions=True)
    assert [getattr(result, "code", None) for result in results] == ["locked"] * 2
    await store.append("r", 1, 1.0, [b"b"])


def test_a_server_that_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(StoreError, match="timeout") as error:
        open_store(f"postgresql://beute:{PASSWORD}@127.0.0.1:{silent.getsockname()[1]}/beute?connect_timeout=2")
    assert error.value.code == "lost_store"


# ---------------------------------------------------------------- what is told


def test_no_error_and_no_log_tells_a_password(
    cluster: Cluster, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    name = postgres_url.rpartition("/")[2]
    wrong = {
        cluster.url(name, "SECRET"): "password authentication failed",
        cluster.url("none", "PASSWORD"): '"none" does not exist',
        postgres_url.replace(str(cluster.port), "1"): "127.0.0.1:1 cannot be used: it cannot be reached",
        f"{postgres_url}?password=SECRET": "password authentication failed",
        f"{postgres_url}?colour=blue": "colour",
        cluster.url(name, "12@SECRET"): "names none that can be used",
        cluster.url(name, "12@34/SECRET"): "names none that can be used",
        cluster.url(name, "12@34/56?SECRET"): "names none that can be used",
        f"postgresql://beute:SECRET@127.0.0.1:port/{name}": "names none that can be used",
        "postgresql://beute:SECRET@127.0.0.1": "names none that can be used",
        "postgresql+asyncpg://beute:SECRET@127.0.0.1/beute": "names none that can be used",
    }
    for url, expected in wrong.items():
        with pytest.raises(BeuteError, match=expected) as error:
            open_store(url)
        told = f"{error.value}{error.value.data}{error.value.__cause__}"
        assert not [word for word in ("SECRET", PASSWORD) if word in told]
    asyncio.run(opened(postgres_url).close())
    assert f"{name} of PostgreSQL on 127.0.0.1:{cluster.port}" in caplog.text
    assert "SECRET" not in caplog.text
    assert PASSWORD not in caplog.text


def test_either_name_of_the_driver_will_do(postgres_url: str) -> None:
    asyncio.run(opened(postgres_url.replace("postgresql:", "postgresql+psycopg:")).close())


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SetupError, match=r"pip install 'beute\[postgres\]'"):
        open_store("postgresql://beute@127.0.0.1/beute")


async def test_a_backup_is_the_work_of_pg_dump(store: PostgresStore, postgres_url: str, tmp_path: Path) -> None:
    with pytest.raises(
        BeuteError, match=r"pg_dump --format=custom --file=beute\.dump 'postgresql://beute@127"
    ) as error:
        await store.backup(tmp_path / "copy.dump")
    assert PASSWORD not in str(error.value)
    assert not list(tmp_path.iterdir())


async def test_a_copy_by_pg_dump_is_restored_by_pg_restore(
    store: PostgresStore, cluster: Cluster, postgres_url: str, tmp_path: Path
) -> None:
    """As docs/deploy.md says."""
    ann = await person(store, "Ann")
    await store.append("r", 0, 1.0, [b"a"], note(ann, host=ann))
    restored, dump = cluster.database(), tmp_path / "beute.dump"
    subprocess.run([cluster.programs / "pg_dump", "--format=custom", f"--file={dump}", postgres_url], check=True)
    options = "--no-owner", "--exit-on-error", f"--dbname={restored}"
    subprocess.run([cluster.programs / "pg_restore", *options, dump], check=True)
    again = opened(restored)
    assert (await log(again, "r"), await again.people_of("r")) == ([b"a"], Belonging(ann, frozenset({ann})))
    assert await person(again, "Ben") == ann + 1
    await again.close()


async def test_who_belongs_is_seen_by_the_other_server(store: PostgresStore, other: PostgresStore) -> None:
    ann = await person(store, "Ann")
    await store.append("r", 0, 1.0, [b"a"], note(ann, host=ann))
    assert await other.people_of("r") == Belonging(ann, frozenset({ann}))
    assert await other.hosted(ann) == 1
