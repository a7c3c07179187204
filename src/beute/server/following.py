"""Keeps the tables in memory as they are in the store, where other servers go on with them too."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import orjson

from beute.play.errors import BeuteError
from beute.server.peers.base import AWAY, BEAT, Asked, Called, Changed, Gone, Here, Missed, News, Noted, Person
from beute.server.rooms.log import Entry, checked
from beute.server.security.identity import Identity
from beute.server.security.rates import Rates
from beute.server.store.base import Row
from beute.server.streams import own_tables
from beute.table.store import StoreError

if TYPE_CHECKING:
    from beute.server.hall import Hall
    from beute.server.live import Live

COUNT: Final = 1.0  # seconds between two times that a server tells how often it was asked
POLL: Final = 5.0  # seconds after which each table is looked at that somebody is connected to: a hint may be lost
RUNNING: Final = 60.0  # seconds, while no hints come, after which all tables that are being played are looked at


def entries_of(rows: Sequence[Row], first: int = 0) -> list[tuple[float, Entry]]:
    """The entries of a log from number `first` on, and when they were appended."""
    return [(row.at, checked(orjson.loads(row.data), number)) for number, row in enumerate(rows, first)]


class Following:
    """Hears what the other servers tell, and reads in the store what they have done."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._elsewhere: dict[str, dict[str, tuple[frozenset[int], float]]] = {}  # who, until when, by table and server
        self._told: dict[str, tuple[int, ...]] = {}  # who is connected here, as the others were told
        self._behind: set[str] = set()  # tables that have gone on at another server
        self._is_catching_up = False
        self._identity: Identity | None = None
        self._rates: Rates | None = None

    def share(self, identity: Identity, rates: Rates) -> None:
        """What else concerns all servers: who was renamed, and how often a client has asked."""
        self._identity, self._rates = identity, rates

    def start(self) -> None:
        if not self._hall.peers.alone:
            self._hall.peers.start(self)
            for work in (self._poll(), self._beat(), self._count()):
                self._hall.run(work)

    # ------------------------------------------------------------ catching up

    def catch_up_beside(self, tables: Iterable[str]) -> None:
        """Soon; what more is behind by then is looked at together."""
        self._behind.update(tables)
        if self._behind and not self._is_catching_up:
            self._is_catching_up = True
            self._hall.run(self._catch_up_all())

    async def _catch_up_all(self) -> None:
        try:
            while self._behind:
                some = {id: live for id in self._behind if (live := self._hall.if_live(id)) is not None}
                self._behind.clear()
                await self._catch_up_together(some)
        except StoreError:
            pass  # it is away: the next poll looks again
        finally:
            self._is_catching_up = False

    async def _catch_up_together(self, tables: Mapping[str, Live]) -> None:
        """One question to the store for all of them, while nobody waits for them."""
        known = {id: live.room.length for id, live in tables.items()}
        found = await self._hall.store.load_new(known)
        for id, live in tables.items():
            if id not in found:  # it was deleted; or what this server adds is not stored yet
                await self.catch_up_soon(live)
            elif found[id]:
                await self._follow_soon(live, known[id], found[id])

    async def _follow_soon(self, live: Live, after: int, rows: Sequence[Row]) -> None:
        """Carry out what is still new when it is between two steps."""
        async with live.lock:
            if self._hall.is_live(live) and live.room.length >= after:
                self._follow(live, rows[live.room.length - after :])

    async def catch_up_soon(self, live: Live) -> None:
        """When it is between two steps."""
        async with live.lock:
            if self._hall.is_live(live):
                await self.catch_up(live)

    async def catch_up(self, live: Live) -> bool:
        """Carry out what other servers have stored, and tell it; whether there was something. Its lock is held."""
        room = live.room
        try:
            rows = await self._hall.store.load(room.id, room.length)
        except StoreError:
            raise
        except BeuteError:  # it was deleted
            self._hall.gone(room.id)
            return False
        self._follow(live, rows)
        return bool(rows)

    async def start_over(self, live: Live, length: int) -> None:
        """Another server has stored an entry first: be as before the step that was not stored, and carry that out."""
        hall, id = self._hall, live.room.id
        try:
            rows = await hall.store.load(id)
            room = hall.folded(id, rows[:length])
        except BaseException:
            hall.upkeep.load_again(id)
            raise
        room.presence = live.room.presence
        if live.clock is not None:
            room.clock = live.clock
        live.room = room
        self._follow(live, rows[length:])

    def _follow(self, live: Live, rows: Sequence[Row]) -> None:
        hall, room = self._hall, live.room
        if not rows:
            return
        try:
            for at, entry in entries_of(rows, room.length):
                room.follow(entry, at)
            step = room.take()
        except Exception:  # loaded anew it can be carried out, or is frozen
            hall.upkeep.load_again(room.id)
            return
        live.told = max(live.told, rows[-1].at)
        live.noted = None
        hall.tell(live, step, here=False)

    # ------------------------------------------------------------ what others tell

    def heard(self, server: str, news: News) -> None:
        hall = self._hall
        if isinstance(news, Changed):
            live = hall.if_live(news.room)
            if live is not None and live.room.length < news.length:
                self.catch_up_beside([news.room])
        elif isinstance(news, Noted):
            hall.bus.publish(news.room, news.frame.encode())
        elif isinstance(news, Gone):
            hall.gone(news.room)
        elif isinstance(news, Called):
            hall.bus.publish(own_tables(news.person), news.room.encode())
        elif isinstance(news, Person):
            if self._identity is not None:
                self._identity.forget(news.id)
        elif isinstance(news, Missed):
            self.missed()
        elif isinstance(news, Asked):
            if self._rates is not None:
                self._rates.count(news.counts)
        else:
            self._hear_who_is_there(server, news)

    def missed(self) -> None:
        self._look_everywhere()
        for live in self._hall.in_memory:
            self.announce(live, asks=True)

    def _look_everywhere(self) -> None:
        if self._identity is not None:
            self._identity.forget_all()
        self.catch_up_beside(live.room.id for live in self._hall.in_memory)

    def lost(self, server: str) -> None:
        self._hall.run(self._hall.upkeep.look_at_running())

    async def _poll(self) -> None:
        """Hints may be lost; while none can be heard, also that somebody was deleted, or that a server has ended."""
        hall, looked = self._hall, self._hall.now()
        while True:
            await asyncio.sleep(POLL)
            if not hall.peers.cut_off:
                needed = (live for live in hall.in_memory if live.busy or hall.bus.listeners(live.room.id))
                self.catch_up_beside(live.room.id for live in needed)
                continue
            self._look_everywhere()
            if hall.now() - looked > RUNNING:
                looked = hall.now()
                hall.run(hall.upkeep.look_at_running())

    async def _count(self) -> None:
        """Limits hold for all servers together, a moment later."""
        while self._rates is not None:
            await asyncio.sleep(COUNT)
            counts = self._rates.take_news()
            if counts:
                self._hall.peers.tell(Asked(tuple(counts)))

    # ------------------------------------------------------------ who is there

    def announce(self, live: Live, asks: bool = False) -> None:
        """Tell the others who is connected to a table here, if that is news."""
        if self._hall.peers.alone:
            return
        room, people = live.room.id, tuple(sorted(live.room.presence.connected))
        if asks or people != self._told.get(room, ()):
            self._tell(room, people, asks)

    def _tell(self, room: str, people: tuple[int, ...], asks: bool = False) -> None:
        self._hall.peers.tell(Here(room, people, asks))
        if people:
            self._told[room] = people
        else:
            self._told.pop(room, None)

    def _hear_who_is_there(self, server: str, news: Here) -> None:
        there = self._elsewhere.setdefault(news.room, {})
        if news.people:
            there[server] = frozenset(news.people), self._hall.now() + AWAY
        else:
            there.pop(server, None)
        live = self._hall.if_live(news.room)
        if live is None:
            return
        if news.asks and live.room.presence.connected:
            self._tell(news.room, tuple(sorted(live.room.presence.connected)))
        self._see_who_is_there(live)

    def _see_who_is_there(self, live: Live) -> None:
        there, now = self._elsewhere.get(live.room.id, {}), self._hall.now()
        for server in [server for server, (_, until) in there.items() if until < now]:
            del there[server]
        people = frozenset().union(*(people for people, _ in there.values()))
        if live.room.presence.connected_elsewhere(people, now):
            self._hall.run(self._hall.tell_presence(live))

    async def _beat(self) -> None:
        """Say again who is here, and forget who has not been said to be elsewhere for long."""
        while True:
            await asyncio.sleep(BEAT)
            for room, people in tuple(self._told.items()):
                live = self._hall.if_live(room)
                self._tell(room, people if live is None else tuple(sorted(live.room.presence.connected)))
            for room in tuple(self._elsewhere):
                live = self._hall.if_live(room)
                if live is not None:
                    self._see_who_is_there(live)
                if live is None or not self._elsewhere[room]:
                    del self._elsewhere[room]
