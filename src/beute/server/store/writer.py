"""The one thread that writes to a SQLite database: all that is queued is one transaction, with one wait for the disk.

SQLite before 3.51.3 can damage a database if two connections write or checkpoint at once: all of it is done here.
"""

from __future__ import annotations

import os
import sqlite3
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from beute.server.store import queries
from beute.server.store.base import RoomNote, unknown_room
from beute.server.store.failures import failure
from beute.table.store import Conflict, StoreError

T = TypeVar("T")

INSERT = "INSERT INTO entries (room, seq, at, data) VALUES (?, ?, ?, ?)"
ROOMS = 20_000  # of which the length is remembered
PAUSE = 0.002  # seconds from a transaction to the next: more is queued by then, and a wait for the disk costs time
PAGES = 256  # of a backup in one go, about a millisecond


Done = Callable[[Any], None]  # is given what the call returns, or the exception it raises


class Append(NamedTuple):
    """Entries for the log of a room."""

    loop: AbstractEventLoop
    done: Done
    room: str
    after: int
    at: float
    entries: Sequence[bytes]
    note: RoomNote | None


class Task(NamedTuple):
    """Any other change, as a part of a transaction."""

    loop: AbstractEventLoop
    done: Done
    deed: Callable[[Connection], object]


class Backup(NamedTuple):
    loop: AbstractEventLoop
    done: Done
    path: Path


STOP = object()
Change = Append | Task
Result = tuple[Append | Task | Backup, object]  # what the call returns, or the exception it raises


class Writer:
    """Takes changes from an event loop and tells each when its change is durable, or why there is none.

    What one pass of the loop asks for is handed over together at its end: a thread that is woken for each change takes
    longer to wake than to write. From now on only this thread uses the connection.
    """

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._driver = driver_of(connection)
        self._gathered: list[object] = []  # in this pass of the loop
        self._queue: SimpleQueue[Sequence[object]] = SimpleQueue()
        self._lengths: dict[str, int] = {}  # of logs; a hint that is looked up again before anything is refused
        self._stopping = False
        self._thread = Thread(target=self._run, name="beute-store-writer", daemon=True)
        self._thread.start()

    async def append(
        self, room: str, after: int, at: float, entries: Sequence[bytes], note: RoomNote | None = None
    ) -> None:
        loop = self._loop()
        future: Future[None] = loop.create_future()
        self._ask(Append(loop, partial(_settle, future), room, after, at, entries, note))
        await future

    def append_soon(
        self, room: str, after: int, at: float, entries: Sequence[bytes], done: Callable[[Exception | None], None]
    ) -> None:
        try:
            self._ask(Append(self._loop(), done, room, after, at, entries, None))
        except StoreError as error:
            done(error)

    async def change(self, deed: Callable[[Connection], T]) -> T:
        loop = self._loop()
        future: Future[T] = loop.create_future()
        self._ask(Task(loop, partial(_settle, future), deed))
        return await future

    async def backup(self, path: Path) -> None:
        loop = self._loop()
        future: Future[None] = loop.create_future()
        self._ask(Backup(loop, partial(_settle, future), path))
        await future

    def refuse(self) -> None:
        """From now on every call is refused; what was asked for is still carried out."""
        self._stopping = True
        self._hand_over()

    def stop(self) -> None:
        """Wait until all that was asked for is carried out. The connection is the caller's again."""
        self._queue.put([STOP])
        self._thread.join()

    def _loop(self) -> AbstractEventLoop:
        if self._stopping:
            raise closed(self._path)
        return get_running_loop()

    def _ask(self, job: Append | Task | Backup) -> None:
        if not self._gathered:
            job.loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    # ------------------------------------------------------------ in the thread

    def _run(self) -> None:
        go_on, ended = True, 0.0
        while go_on:
            jobs = self._queue.get()
            sleep(max(0.0, ended + PAUSE - monotonic()))
            go_on = self._serve(jobs)
            ended = monotonic()

    def _serve(self, jobs: Sequence[object]) -> bool:
        """Carry out jobs and all that is queued behind them; whether there may come more."""
        changes, backups, go_on = list[Change](), list[Backup](), True
        with suppress(Empty):
            while True:
                for job in jobs:
                    if isinstance(job, Append | Task):
                        changes.append(job)
                    elif isinstance(job, Backup):
                        backups.append(job)
                    else:
                        go_on = False
                jobs = self._queue.get_nowait()
        if changes:
            _tell(self._results(changes))
        for backup in backups:
            _tell([(backup, self._backed_up(backup.path))])
        return go_on

    def _results(self, changes: Sequence[Change]) -> list[Result]:
        """Of one transaction; if that fails, of one for each, so that a change fails only by its own fault."""
        try:
            return self._together(changes)
        except Exception as error:
            why = failure(error, self._path)
            if isinstance(why, StoreError) and why.code == "locked":  # each would wait as long again
                return [(change, failure(error, self._path)) for change in changes]
        return [self._alone(change) for change in changes]

    def _alone(self, change: Change) -> Result:
        try:
            return self._together([change])[0]
        except Exception as error:
            return change, failure(error, self._path)

    def _together(self, changes: Sequence[Change]) -> list[Result]:
        """One transaction. After one that fails no length is known: what was remembered may have been the reason."""
        try:
            with transaction(self._connection, self._driver):
                return self._carry_out(changes)
        except Exception:
            self._lengths.clear()
            raise

    def _carry_out(self, changes: Sequence[Change]) -> list[Result]:
        if len(self._lengths) > ROOMS:
            self._lengths.clear()
        results, rows = list[Result](), list[tuple[str, int, float, bytes]]()
        for change in changes:
            result: object = None
            if isinstance(change, Task):
                self._insert(rows)
                result = change.deed(self._connection)
            elif self._lengths.get(change.room) == change.after or (result := self._refusal(change, rows)) is None:
                if change.note is not None:
                    queries.write_note(self._connection, change.room, change.note)
                rows += [(change.room, seq, change.at, data) for seq, data in enumerate(change.entries, change.after)]
                self._lengths[change.room] = change.after + len(change.entries)
            results.append((change, result))
        self._insert(rows)
        return results

    def _insert(self, rows: list[tuple[str, int, float, bytes]]) -> None:
        if rows:
            self._driver.executemany(INSERT, rows)
            rows.clear()

    def _refusal(self, append: Append, rows: list[tuple[str, int, float, bytes]]) -> Exception | None:
        """Why entries cannot be appended, by what the database says, and none if they can."""
        self._insert(rows)
        there = self._lengths[append.room] = queries.length(self._connection, append.room)
        if there != append.after:
            return Conflict(append.room, append.after, there)
        if there == 0 and append.note is None and queries.find_room(self._connection, append.room) is None:
            return unknown_room(append.room)
        return None

    def _backed_up(self, path: Path) -> Exception | None:
        """A copy in pieces; what is queued meanwhile is carried out between them, and SQLite adds it to the copy."""
        part = path.with_name(f"{path.name}.part")
        try:
            if path.exists() and path.samefile(self._path):
                return StoreError(f"{path} is the database itself: name another file for its backup", "not_allowed")
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # as the database itself
            with closing(sqlite3.connect(part)) as copy:
                self._driver.backup(copy, pages=PAGES, progress=lambda *_: self._serve_meanwhile())
                copy.execute("PRAGMA journal_mode = DELETE")  # a single file, that can be read from anywhere
            os.replace(part, path)
        except Exception as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return failure(error, path)
        return None

    def _serve_meanwhile(self) -> None:
        with suppress(Empty):
            jobs = self._queue.get_nowait()
            if not self._serve(jobs):
                self._queue.put([STOP])  # for when the backup is done


def closed(path: Path) -> StoreError:
    return StoreError(f"the database {path} was closed: the server is stopping", "closed_store", path=str(path))


@contextmanager
def transaction(connection: Connection, driver: sqlite3.Connection) -> Iterator[None]:
    """By the driver: after each wait for the disk the caches are cold, and SQLAlchemy's own way takes 100 µs longer."""
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        driver.execute("COMMIT")
    finally:
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if connection.in_transaction():
            connection.rollback()  # nothing to the driver any more; SQLAlchemy counts for itself


def driver_of(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _tell(results: Sequence[Result]) -> None:
    """Wake each event loop once."""
    by_loop: dict[AbstractEventLoop, list[Result]] = {}
    for result in results:
        by_loop.setdefault(result[0].loop, []).append(result)
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # the loop has ended: nobody waits
            loop.call_soon_threadsafe(_settle_all, some)


def _settle_all(results: Sequence[Result]) -> None:
    for job, result in results:
        try:
            job.done(result)
        except Exception as error:  # the others must be told all the same
            job.loop.call_exception_handler({"message": "what follows a change failed", "exception": error})


def _settle(future: Future[Any], result: object) -> None:
    if future.done():  # cancelled
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
