"""A store in a database that SQLAlchemy knows: one thread writes, some read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine

from beute.server.store import queries
from beute.server.store.base import Belonging, Kind, Note, PersonRow, RoomRow, Row, SharedGame, TokenRow
from beute.server.store.writer import Database, Writer, closed

P = ParamSpec("P")
T = TypeVar("T")

READERS = 3


class SqlStore:
    """Implements `Store` but for `backup`, which each kind of database has its own way for."""

    def __init__(self, database: Database, readers: Engine) -> None:
        self._database = database
        self._writer = Writer(database)
        self._readers = readers
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="beute-store-reader")
        self._closing: asyncio.Future[None] | None = None

    async def close(self) -> None:
        if self._closing is None:
            self._writer.refuse()
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._close))
        await asyncio.shield(self._closing)

    def _close(self) -> None:
        self._threads.shutdown()
        self._readers.dispose()
        self._writer.stop()
        self._database.close()

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        if self._closing is not None:
            raise closed(self._database.where)
        work = partial(self._answer, query, *args, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _answer(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        try:
            with self._readers.connect() as connection:
                return query(connection, *args, **more)
        except Exception as error:
            raise self._database.failure(error) from None

    async def _write(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        return await self._writer.change(lambda connection: query(connection, *args, **more))

    # ---------------------------------------------------------------- rooms

    async def append(
        self, room: str, after: int, at: float, entries: Sequence[bytes], note: Note | None = None
    ) -> None:
        await self._writer.append(room, after, at, entries, note)

    def append_soon(
        self, room: str, after: int, at: float, entries: Sequence[bytes], done: Callable[[Exception | None], None]
    ) -> None:
        self._writer.append_soon(room, after, at, entries, done)

    async def load(self, room: str, after: int = 0) -> list[Row]:
        rows = await self._read(queries.load, room, after)
        self._writer.learn(room, after + len(rows))
        return rows

    async def load_new(self, known: Mapping[str, int]) -> dict[str, list[Row]]:
        return self._learned(known, await self._read(queries.load_new, known))

    def _learned(self, known: Mapping[str, int], found: dict[str, list[Row]]) -> dict[str, list[Row]]:
        for room, rows in found.items():
            self._writer.learn(room, known[room] + len(rows))
        return found

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

    async def share(self, room: str, match: int, game: int, link: str) -> str:
        return await self._write(queries.share, room, match, game, link)

    async def withdraw(self, room: str, match: int, game: int) -> None:
        await self._write(queries.withdraw, room, match, game)

    async def shared(self, link: str) -> SharedGame | None:
        return await self._read(queries.find_shared, link)

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
