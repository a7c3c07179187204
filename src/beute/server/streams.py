"""One connection to the stream of updates: what it has seen of which tables, and what it is sent next.

A connection holds no queue of updates: it is woken, and reads what is new to it. One that is slow, or was away for too
long, gets the present state instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final

import orjson

from beute.play.errors import BeuteError
from beute.play.hearing import Viewer
from beute.server.messages import state_message, you_message
from beute.server.outbox import Message
from beute.server.store.base import RUNNING

if TYPE_CHECKING:
    from beute.server.hall import Hall
    from beute.server.live import Live

MOST_TABLES: Final = 20  # that one stream follows
MOST_NOTES: Final = 64  # that wait for a slow reader; more are dropped
BEAT: Final = 15.0  # seconds without news after which a sign of life is sent
RETRY: Final = 1000  # milliseconds after which a browser comes back
ALIVE: Final = b":\n\n"


def frame(event: str, data: bytes, id: str | None = None) -> bytes:
    """A server-sent event."""
    head = f"event: {event}\n" if id is None else f"event: {event}\nid: {id}\n"
    return b"%bdata: %b\n\n" % (head.encode(), data)


@dataclass(eq=False)
class Seen:
    """What a connection has seen of one view of a table: match and version."""

    table: str
    viewer: Viewer
    match: int = -1
    version: int = -1

    @property
    def mark(self) -> str:
        """For the id of an event: `TABLE.SEAT=MATCH.VERSION`, without the seat for who watches."""
        where = self.table if self.viewer is None else f"{self.table}.{self.viewer}"
        return f"{where}={self.match}.{self.version}"


def read_marks(said: str) -> dict[tuple[str, Viewer], tuple[int, int]]:
    """The id of the last event that somebody has seen; what cannot be read was not seen."""
    marks: dict[tuple[str, Viewer], tuple[int, int]] = {}
    for mark in said.split()[:100]:
        where, _, what = mark.partition("=")
        table, _, seat = where.partition(".")
        match, _, version = what.partition(".")
        numbers = [seat or "0", match, version]
        if all(number.isascii() and number.isdecimal() and len(number) < 10 for number in numbers):
            marks[table, int(seat) if seat else None] = int(match), int(version)
    return marks


def gone(table: str) -> bytes:
    """A table is no longer there, or not for this reader."""
    return frame("gone", orjson.dumps({"table": table}))


def own_tables(person: int) -> str:
    """Where the bus tells of the tables that a person belongs to; no table has such an id."""
    return f"of {person}"


class Connection:
    """A stream that is open."""

    _ids = count(1)

    def __init__(self, hall: Hall, person: int, language: str, push: Callable[[bytes], bool]) -> None:
        """What `push` can send at once need not wait for `next`; it says whether it could."""
        self.hall = hall
        self.person = person
        self.language = language
        self.push = push
        self.id = next(self._ids)
        self.closed = False
        self._wake = asyncio.Event()
        self._is_waiting = False  # in `next`, so that nothing is half told
        self._is_to_look = False  # soon, for news of games
        self._marked: dict[tuple[str, Viewer], tuple[int, int]] = {}  # what was seen before this connection
        self._seen: list[Seen] = []
        self._there: dict[str, Live] = {}  # where this connection has arrived, by table
        self._tables: dict[str, bytes] = {}  # what is new of each table, but for its game; only the latest counts
        self._you: dict[str, bytes] = {}  # as it was told last
        self._notes: list[bytes] = []
        self._ends: dict[str, Callable[[], None]] = {}
        self._new: set[str] = set()  # tables that are to be followed too
        self._end_new: Callable[[], None] | None = None

    async def open(self, tables: Iterable[str], last: str) -> None:
        """Listen to tables, from what was seen last on."""
        self._marked = read_marks(last)
        for id in dict.fromkeys(tables):
            await self._follow(id)
        self._wake.set()

    async def open_own(self, last: str) -> None:
        """Listen to all tables to which the person belongs, now or later; what is gone since then is told."""
        self._marked = read_marks(last)
        before = {table for table, _ in self._marked}
        self._end_new = self.hall.bus.listen(own_tables(self.person), self._hear_of)
        theirs = await self.hall.store.rooms_of(self.person)
        wanted = sorted((row for row in theirs if row.state != "closed"), key=lambda row: row.state not in RUNNING)
        for row in wanted[:MOST_TABLES]:
            await self._follow_if_possible(row.id)
        self._notes += [gone(table) for table in sorted(before - {row.id for row in theirs})]
        self._wake.set()

    def close(self) -> None:
        """Nothing more is sent."""
        self.closed = True
        if self._end_new is not None:
            self._end_new()
        for table in tuple(self._ends):
            self._leave(table)
        self._wake.set()

    def end(self) -> None:
        """The stream is over; what was listened to is given back by `close`."""
        self.closed = True
        self._wake.set()

    def beat(self) -> None:
        """A sign of life, if nothing else is to be sent."""
        if not self._notes and not self._wake.is_set():
            self._notes.append(ALIVE)
            self._wake.set()

    async def next(self) -> bytes:
        """What is to be sent next, as soon as there is something; nothing at the end."""
        while not self.closed:
            self._is_waiting = True
            await self._wake.wait()
            self._is_waiting = False
            self._wake.clear()
            while self._new:
                await self._follow_if_possible(self._new.pop())
            found, goodbyes = list[bytes](), list[bytes]()
            notes, self._notes = self._notes, []
            tables, self._tables = self._tables, {}
            for table, told in tables.items():
                news = await self._look_at(table, told)
                if news is None:
                    goodbyes.append(gone(table))
                else:
                    found += news
            for seen in tuple(self._seen):
                found += await self._news(seen)
            if found or notes or goodbyes:  # a notice is told after the step that brought it, and before a goodbye
                return b"".join((*found, *notes, *goodbyes))
        return b""

    # ------------------------------------------------------------ inside

    async def _follow(self, table: str) -> None:
        live = await self.hall.fresh(table)
        live.room.viewers(self.person)  # refuses who does not belong there
        self._ends[table] = self.hall.bus.listen(table, self._hear)
        self._arrive(live)
        self._tables[table] = frame("table", orjson.dumps(live.table))

    async def _follow_if_possible(self, table: str) -> None:
        """If there are too many, one is let go where nothing is played any more."""
        if table in self._ends:
            return
        if len(self._ends) >= MOST_TABLES:
            over = [id for id, live in self._there.items() if live.room.state not in RUNNING]
            if not over:
                return
            self._leave(over[0])
        with suppress(BeuteError):  # it is frozen, cannot be loaded now, or is not the person's any more
            await self._follow(table)

    def _hear_of(self, _: str, table: bytes | None) -> None:
        if table is not None and table.decode() not in self._ends:
            self._new.add(table.decode())
            self._wake.set()

    def _hear(self, table: str, note: bytes | None) -> None:
        if note is None and self._is_waiting and not self._wake.is_set():
            if not self._is_to_look:
                self._is_to_look = True
                asyncio.get_running_loop().call_soon(self._look_at_once)
            return
        if note is not None and note.startswith(b"event: table"):
            self._tables[table] = note
        elif note is not None and note.startswith(b"event: gone"):
            self._notes.append(note)
            self._leave(table)
        elif note is not None and len(self._notes) < MOST_NOTES:
            self._notes.append(note)
        self._wake.set()

    def _look_at_once(self) -> None:
        """As nearly always, each game has gone on by a step: that is sent without a task being woken."""
        self._is_to_look = False
        found = self._new_messages() if self._is_waiting and not self._wake.is_set() else None
        if found is None:
            self._wake.set()
            return
        before = [(seen, seen.match, seen.version) for seen, _ in found]
        parts = [self._told(seen, message) for seen, message in found]
        if parts and not self.push(b"".join(parts)):
            for seen, match, version in before:  # `next` tells it
                seen.match, seen.version = match, version
            self._wake.set()

    def _new_messages(self) -> list[tuple[Seen, Message]] | None:
        """None if a table is not at rest in memory, or more is to be told than messages."""
        found = list[tuple[Seen, Message]]()
        for seen in self._seen:
            live = self.hall.at_rest(seen.table)
            if live is None or self._there.get(seen.table) is not live or live.room.table is None:
                return None
            messages = live.outbox.after(live.room, seen.viewer, seen.match, seen.version, self.language)
            if messages is None:
                return None
            found += [(seen, message) for message in messages]
        return found

    def _told(self, seen: Seen, message: Message) -> bytes:
        seen.match, seen.version = message.match, message.version
        return frame("update", message.encoded(self.language), self._marks())

    def _arrive(self, live: Live) -> None:
        """One that was loaded anew knows nobody."""
        if self._there.get(live.room.id) is not live:
            self._there[live.room.id] = live
            self.hall.arrive(live, self.person, self.id)

    def _leave(self, table: str) -> None:
        self._ends.pop(table)()
        self._seen = [seen for seen in self._seen if seen.table != table]
        self._tables.pop(table, None)
        self._you.pop(table, None)
        self.hall.goodbye(self._there.pop(table), self.person, self.id)

    async def _look_at(self, table: str, told: bytes) -> list[bytes] | None:
        """A person may have sat down, left, or been removed: from now on other views are theirs, or none at all."""
        try:
            live = await self.hall.hold(table)
        except BeuteError:  # it is gone, or cannot be loaded now
            return []
        try:
            viewers = live.room.viewers(self.person)
            self._arrive(live)
            you = frame("you", orjson.dumps(you_message(live.room, self.person)))
        except BeuteError:  # they may not even watch any more
            self._leave(table)
            return None
        finally:
            live.lock.release()
        before = {seen.viewer: seen for seen in self._seen if seen.table == table}
        now = [before.get(viewer) or self._not_seen(table, viewer) for viewer in viewers]
        self._seen = [seen for seen in self._seen if seen.table != table] + now
        news = [told] if self._you.get(table) == you else [told, you]
        self._you[table] = you
        return news

    def _not_seen(self, table: str, viewer: Viewer) -> Seen:
        return Seen(table, viewer, *self._marked.pop((table, viewer), (-1, -1)))

    async def _news(self, seen: Seen) -> list[bytes]:
        """The messages since what was seen; or the present state."""
        try:
            live = await self.hall.hold(seen.table)
        except BeuteError:  # it is gone, or cannot be loaded now
            return []
        try:
            self._arrive(live)
            room = live.room
            if room.table is None or seen.table in self._tables:  # the seat may be another's now: look there first
                return []
            messages = live.outbox.after(room, seen.viewer, seen.match, seen.version, self.language)
            if messages is None:
                room.now = self.hall.now()
                state = state_message(room, seen.viewer, self.language)
                seen.match, seen.version = state["match"], state["version"]
                return [frame("state", orjson.dumps(state), self._marks())]
        finally:
            live.lock.release()
        return [self._told(seen, message) for message in messages]

    def _marks(self) -> str:
        return " ".join(seen.mark for seen in self._seen if seen.match >= 0)


class Streams:
    """All open connections of a server."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.stopping = False
        self._beating: asyncio.Task[None] | None = None

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        connection.close()

    def stop(self) -> None:
        """Every stream ends, and is told to come back."""
        self.stopping = True
        if self._beating is not None:
            self._beating.cancel()
        for connection in tuple(self.connections):
            connection.end()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for connection in tuple(self.connections):
                connection.beat()
