"""A store in a SQLite database: one thread writes, some read."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine

from beute.server.store import queries
from beute.server.store.base import Belonging, Kind, PersonRow, RoomNote, RoomRow, Row, TokenRow
from beute.server.store.failures import failure
from beute.server.store.migrations import HEAD, migrate
from beute.server.store.writer import Writer, closed, driver_of, transaction

P = ParamSpec("P")
T = TypeVar("T")

READERS = 3
PATIENCE = 5.0  # seconds to wait for another program's lock

logger = logging.getLogger(__name__)


class SqliteStore:
    """Implements `Store`; `open` it, and `close` it in the end. One process at a time may have a database open."""

    def __init__(self, path: Path, connection: Connection) -> None:
        self._path = path
        self._connection = connection
        self._writer = Writer(connection, path)
        self._readers = _reading_engine(path)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="beute-store-reader")
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    def open(cls, path: Path, max_bytes: int | None = None) -> SqliteStore:
        """A database in a file, which may be new, of at most so many bytes; its tables are migrated to this release.

        Blocks for some milliseconds; StoreError if the file cannot be used, or a newer release has written it.
        """
        engine = _writing_engine(path)
        try:
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))  # names and secrets are nobody else's business
            connection = engine.connect()
            with transaction(connection, driver_of(connection)):  # of several migrations all or none are carried out
                migrate(connection)
            _set_up(connection, max_bytes)
        except Exception as error:
            engine.dispose()
            raise failure(error, path) from None
        logger.info("SQLite %s, tables of version %s, in %s", sqlite3.sqlite_version, HEAD, path)
        return cls(path, connection)

    async def close(self) -> None:
        if self._closing is None:
            self._writer.refuse()
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._close))
        await asyncio.shield(self._closing)

    def _close(self) -> None:
        self._threads.shutdown()
        self._readers.dispose()
        self._writer.stop()
        self._connection.close()
        self._connection.engine.dispose()  # the last connection: SQLite moves its write-ahead log into the database

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        if self._closing is not None:
            raise closed(self._path)
        work = partial(self._answer, query, *args, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _answer(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        try:
            with self._readers.connect() as connection:
                return query(connection, *args, **more)
        except Exception as error:
            raise failure(error, self._path) from None

    async def _write(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        return await self._writer.change(lambda connection: query(connection, *args, **more))

    # ---------------------------------------------------------------- rooms

    async def append(
        self, room: str, after: int, at: float, entries: Sequence[bytes], note: RoomNote | None = None
    ) -> None:
        await self._writer.append(room, after, at, entries, note)

    def append_soon(
        self, room: str, after: int, at: float, entries: Sequence[bytes], done: Callable[[Exception | None], None]
    ) -> None:
        self._writer.append_soon(room, after, at, entries, done)

    async def load(self, room: str) -> list[Row]:
        return await self._read(queries.load, room)

    async def room(self, room: str) -> RoomRow | None:
        return await self._read(queries.find_room, room)

    async def room_by_link(self, link: str) -> str | None:
        return await self._read(queries.room_by_link, link)

    async def rooms_of(self, person: int, limit: int = 100) -> list[RoomRow]:
        return await self._read(queries.rooms_of, person, limit)

    async def people_of(self, room: str) -> Belonging:
        return await self._read(queries.people_of, room)

    async def hosted(self, person: int) -> int:
        return await self._read(queries.hosted, person)

    async def running(self) -> list[str]:
        return await self._read(queries.running)

    async def finish(self, room: str, match: int, at: float, records: Sequence[str]) -> None:
        await self._write(queries.finish, room, match, at, records)

    async def records(self, room: str, match: int | None = None) -> list[tuple[int, str]]:
        return await self._read(queries.find_records, room, match)

    # ---------------------------------------------------------------- people

    async def new_person(self, secret_hash: bytes, name: str, language: str, at: float) -> int:
        return await self._write(queries.new_person, secret_hash, name, language, at)

    async def person_by_secret(self, secret_hash: bytes) -> PersonRow | None:
        return await self._read(queries.person_by_secret, secret_hash)

    async def add_secret(self, person: int, secret_hash: bytes, at: float) -> None:
        await self._write(queries.add_secret, person, secret_hash, at)

    async def rename(self, person: int, name: str, language: str) -> None:
        await self._write(queries.rename, person, name, language)

    async def seen(self, person: int, at: float) -> None:
        await self._write(queries.seen, person, at)

    async def delete_person(self, person: int) -> None:
        await self._write(queries.delete_person, person)

    async def new_token(self, token_hash: bytes, row: TokenRow) -> None:
        await self._write(queries.new_token, token_hash, row)

    async def take_token(self, kind: Kind, token_hash: bytes, now: float) -> TokenRow | None:
        return await self._write(queries.take_token, kind, token_hash, now)

    # ---------------------------------------------------------------- keeping house

    async def delete_room(self, room: str) -> None:
        await self._write(queries.delete_room, room)

    async def forget(self, before_finished: float, before_unfinished: float, before_people: float) -> list[str]:
        stale = await self._read(queries.stale_rooms, before_finished, before_unfinished)
        gone = [  # a transaction for each, so that nobody who plays has to wait for all
            room
            for room in stale
            if await self._write(queries.delete_stale_room, room, before_finished, before_unfinished)
        ]
        await self._write(queries.delete_people, before_people)
        await self._write(queries.delete_tokens, max(before_finished, before_unfinished, before_people))
        return gone

    async def backup(self, path: Path) -> None:
        await self._writer.backup(path)


def _writing_engine(path: Path) -> Engine:
    # Without an isolation level the driver begins no transactions of its own.
    connect = partial(sqlite3.connect, path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    return create_engine("sqlite://", creator=connect, poolclass=StaticPool)


def _set_up(connection: Connection, max_bytes: int | None) -> None:
    """Outside of a transaction, and after migrations, for which foreign keys must be off."""
    driver = driver_of(connection)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = FAST"):
        driver.execute(f"PRAGMA {setting}")
    if max_bytes is not None:
        (page,) = driver.execute("PRAGMA page_size").fetchone()
        driver.execute(f"PRAGMA max_page_count = {max_bytes // page}")


def _reading_engine(path: Path) -> Engine:
    def connect() -> sqlite3.Connection:
        address = f"{path.absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # only the writer moves the log into the database
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=READERS, max_overflow=0)
