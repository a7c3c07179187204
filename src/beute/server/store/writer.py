"""The one thread of this process that writes to the database: all that is queued is one transaction.

So many changes wait for the disk once. What is particular to a kind of database is behind `Database`.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar

from sqlalchemy import Connection

from beute.server.store import queries
from beute.server.store.base import Note, RoomNote, unknown_room
from beute.table.store import Conflict, StoreError

T = TypeVar("T")

ROOMS = 20_000  # of which the length is remembered
PAUSE = 0.002  # seconds from a transaction to the next: more is queued by then, and a wait for the disk costs time
TRIES = 5  # of a change that another server's come in the way of
FOR_ALL = ("locked", "lost_store")  # why changes fail that would wait as long, each alone, for the same answer

EntryRow: TypeAlias = tuple[str, int, float, bytes]  # room, number, time, JSON
Done = Callable[[Any], None]  # is given what the call returns, or the exception it raises


class Append(NamedTuple):
    """Entries for the log of a room."""

    loop: AbstractEventLoop
    done: Done
    room: str
    after: int
    at: float
    entries: Sequence[bytes]
    note: Note | None


class Task(NamedTuple):
    """Any other change, as a part of a transaction."""

    loop: AbstractEventLoop
    done: Done
    deed: Callable[[Connection], object]


class Aside(NamedTuple):
    """What is done outside of transactions; it calls what it is given now and then, to let changes be carried out."""

    loop: AbstractEventLoop
    done: Done
    deed: Callable[[Callable[[], None]], None]


STOP = object()
Change = Append | Task
Result = tuple[Append | Task | Aside, object]  # what the call returns, or the exception it raises


class Database(Protocol):
    """A kind of database, as who writes needs it."""

    @property
    def where(self) -> str:
        """What errors call it; without a password."""

    def transaction(self) -> AbstractContextManager[Connection]:
        """What happens in it is durable when it ends, or nothing of it is kept; another connection if one was lost."""

    def insert(self, rows: Sequence[EntryRow]) -> None:
        """Add to the entries, in that transaction: the one insert that must be fast."""

    def failure(self, error: Exception) -> Exception:
        """A StoreError for what the database says; an error of any other kind as it is."""

    def collided(self, error: Exception) -> bool:
        """Whether a change of somebody else was in the way, so that it may go well, or be refused, the next time."""

    def close(self) -> None: ...


class Writer:
    """Takes changes from an event loop and tells each when its change is durable, or why there is none.

    What one pass of the loop asks for is handed over together at its end: a thread that is woken for each change takes
    longer to wake than to write. From now on only this thread uses the connection that is written to.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None  # of the latest transaction
        self._gathered: list[object] = []  # in this pass of the loop
        self._queue: SimpleQueue[Sequence[object]] = SimpleQueue()
        self._lengths: dict[str, int] = {}  # of logs; a hint that is looked up again before anything is refused
        self._stopping = False
        self._thread = Thread(target=self._run, name="beute-store-writer", daemon=True)
        self._thread.start()

    async def append(
        self, room: str, after: int, at: float, entries: Sequence[bytes], note: Note | None = None
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

    async def aside(self, deed: Callable[[Callable[[], None]], None]) -> None:
        loop = self._loop()
        future: Future[None] = loop.create_future()
        self._ask(Aside(loop, partial(_settle, future), deed))
        await future

    def learn(self, room: str, length: int) -> None:
        """As somebody has read it; another server may have appended."""
        self._lengths[room] = length

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
            raise closed(self._database.where)
        return get_running_loop()

    def _ask(self, job: Append | Task | Aside) -> None:
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
        changes, asides, go_on = list[Change](), list[Aside](), True
        with suppress(Empty):
            while True:
                for job in jobs:
                    if isinstance(job, Append | Task):
                        changes.append(job)
                    elif isinstance(job, Aside):
                        asides.append(job)
                    else:
                        go_on = False
                jobs = self._queue.get_nowait()
        if changes:
            _tell(self._results(changes))
        for aside in asides:
            _tell([(aside, self._done_aside(aside))])
        return go_on

    def _results(self, changes: Sequence[Change]) -> list[Result]:
        """Of one transaction; if that fails, of one for each, so that a change fails only by its own fault."""
        try:
            return self._together(changes)
        except Exception as error:
            why = self._database.failure(error)
            if _is_for_all(why) and not self._database.collided(error):
                return [(change, _again(why)) for change in changes]
        results = list[Result]()
        for number, change in enumerate(changes, 1):
            results.append(self._alone(change))
            result = results[-1][1]
            if _is_for_all(result):
                return results + [(other, _again(result)) for other in changes[number:]]
        return results

    def _alone(self, change: Change) -> Result:
        for _ in range(TRIES):
            try:
                return self._together([change])[0]
            except Exception as error:
                result = change, self._database.failure(error)
                if not self._database.collided(error):
                    break
        return result

    def _together(self, changes: Sequence[Change]) -> list[Result]:
        """One transaction. After one that fails no length is known: what was remembered may have been the reason."""
        try:
            with self._database.transaction() as connection:
                if connection is not self._connection:  # the database may have lost the latest, or be another by now
                    self._lengths.clear()
                    self._connection = connection
                return self._carry_out(connection, changes)
        except Exception:
            self._lengths.clear()
            raise

    def _carry_out(self, connection: Connection, changes: Sequence[Change]) -> list[Result]:
        if len(self._lengths) > ROOMS:
            self._lengths.clear()
        results, rows = list[Result](), list[EntryRow]()
        for change in changes:
            result: object = None
            if isinstance(change, Task):
                self._insert(rows)
                result = change.deed(connection)
            elif (change.entries and self._lengths.get(change.room) == change.after) or (
                result := self._refusal(connection, change, rows)
            ) is None:
                if change.note is not None:
                    queries.write_note(connection, change.room, change.note)
                rows += [(change.room, seq, change.at, data) for seq, data in enumerate(change.entries, change.after)]
                self._lengths[change.room] = change.after + len(change.entries)
            results.append((change, result))
        self._insert(rows)
        return results

    def _insert(self, rows: list[EntryRow]) -> None:
        if rows:
            self._database.insert(rows)
            rows.clear()

    def _refusal(self, connection: Connection, append: Append, rows: list[EntryRow]) -> Exception | None:
        """Why entries cannot be appended, by what the database says, and none if they can."""
        self._insert(rows)
        if not append.entries:  # no number of an entry would tell whether somebody else appends meanwhile
            queries.hold_room(connection, append.room)
        there = self._lengths[append.room] = queries.length(connection, append.room)
        if there != append.after:
            return Conflict(append.room, append.after, there)
        if there == 0 and not isinstance(append.note, RoomNote) and queries.find_room(connection, append.room) is None:
            return unknown_room(append.room)
        return None

    def _done_aside(self, aside: Aside) -> Exception | None:
        try:
            aside.deed(self._serve_meanwhile)
        except Exception as error:
            return self._database.failure(error)
        return None

    def _serve_meanwhile(self) -> None:
        with suppress(Empty):
            jobs = self._queue.get_nowait()
            if not self._serve(jobs):
                self._queue.put([STOP])  # for when what is done aside has ended


def closed(where: str) -> StoreError:
    return StoreError(f"the database {where} was closed: the server is stopping", "closed_store", where=where)


def _is_for_all(why: object) -> TypeGuard[StoreError]:
    return isinstance(why, StoreError) and why.code in FOR_ALL


def _again(why: StoreError) -> StoreError:
    """The same for somebody else: who raises an error adds to it."""
    return StoreError(str(why), why.code, **why.data)


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
