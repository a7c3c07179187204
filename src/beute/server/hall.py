"""All tables of a server: loads them, makes one step at a time at each, stores it, then tells; and lets bots play.

The state in memory is a cache of what is stored. A step that cannot be stored has not happened: the table is loaded
anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from copy import deepcopy
from dataclasses import replace
from time import monotonic, time
from typing import Any, Final, TypeVar

import orjson

from beute.play.errors import BeuteError, BrokenRecord
from beute.play.hearing import Viewer
from beute.server.bus import Bus
from beute.server.following import Following, entries_of
from beute.server.live import Live
from beute.server.logs import tell
from beute.server.messages import notice_message, state_message, table_message
from beute.server.metrics import Metrics
from beute.server.peers.base import Called, Changed, Gone, Noted, Peers
from beute.server.problems import Refused
from beute.server.protocol import StateMessage
from beute.server.rooms.plan import Plan
from beute.server.rooms.room import Room
from beute.server.rooms.step import Notice, Step
from beute.server.settings import Settings
from beute.server.store.base import Note, PersonRow, RoomNote, Row, Store
from beute.server.streams import frame, gone, own_tables
from beute.server.thinkers import Thinkers
from beute.server.turns import Turns
from beute.server.upkeep import Upkeep
from beute.table.fold import Fold
from beute.table.log import Entry as MatchEntry
from beute.table.store import Conflict, StoreError
from beute.texts import texts

R = TypeVar("R")

OTHER: Final = frozenset({"other_rules", "other_form"})  # why a table is frozen: that an earlier release has written it
NOT_THERE: Final = frozenset({"unknown_table", "frozen"})  # what a bot may find that has thought: the table was deleted
TRIES: Final = 8  # of a step that other servers are always quicker with

log = logging.getLogger(__name__)


class SteadyClock:
    """The time of day, that does not jump when somebody sets the clock of the machine."""

    def __init__(self) -> None:
        self._start = time() - monotonic()

    def __call__(self) -> float:
        return self._start + monotonic()


class FrozenTable(Refused):
    """A table of an earlier version of the rules, or a damaged one. Its records can be downloaded.

    Of what is damaged nothing is told: in a log are cards that nobody has seen, and moves that nobody knows of.
    """

    def __init__(self, error: Exception) -> None:
        if isinstance(error, BrokenRecord) and error.code in OTHER:
            super().__init__("frozen", why=error.code, played=error.data["played"], present=error.data["present"])
        else:
            super().__init__("frozen", why="damaged")

    def told(self, language: str) -> str:
        say = texts(language)
        return say("problems.details.frozen", because=say(f"problems.frozen.{self.data['why']}", **self.data))


class Hall:
    """The tables, by id."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        bus: Bus,
        peers: Peers,
        settings: Settings,
        metrics: Metrics,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.bus = bus
        self.peers = peers
        self.settings = settings
        self.metrics = metrics
        self.now = now or SteadyClock()
        self.frozen: set[str] = set()  # the ids of tables that cannot be played on
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.turns = Turns(self)
        self.following = Following(self)
        self.upkeep = Upkeep(self)

    def start(self) -> None:
        """Go on with all tables that were being played, and keep house; beside the first requests."""
        self.following.start()
        self.upkeep.start()

    async def close(self) -> None:
        """End what runs beside. Everything that was answered is stored."""
        self._closing = True
        for live in self._live.values():
            for timer in (live.timer, live.later):
                if timer is not None:
                    timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await self.peers.close()

    # ------------------------------------------------------------ tables

    @property
    def rooms(self) -> int:
        return len(self._live)

    @property
    def in_memory(self) -> tuple[Live, ...]:
        return tuple(self._live.values())

    def if_live(self, id: str) -> Live | None:
        return self._live.get(id)

    def is_live(self, live: Live) -> bool:
        """Whether it is still what is known of its table."""
        return self._live.get(live.room.id) is live

    async def create(self, id: str, plan: Plan, host: PersonRow, link: str, start: bool) -> Live:
        """A new table, stored."""
        room = Room.create(id, plan, host.id, link, self.now(), self.settings.away_after, host.program)
        if start:
            room.start(host.id)
        return await self._open(room)

    async def bring(self, id: str, entries: Sequence[MatchEntry], fold: Fold, host: PersonRow, link: str) -> Live:
        """A table that goes on from a file, stored."""
        return await self._open(
            Room.bring(id, entries, fold, host.id, link, self.now(), self.settings.away_after, host.program)
        )

    async def _open(self, room: Room) -> Live:
        live = Live(room, room.now)
        await self._store(live, room.take())
        self._keep(live)
        self._call_programs(room)
        return live

    async def live(self, id: str) -> Live:
        """A table, from memory or from the store; FrozenTable if it cannot be played on."""
        live = self._live.get(id) or await self.loaded(id)
        live.used, live.wanted = self.now(), True
        return live

    async def loaded(self, id: str) -> Live:
        """A table from the store, once for all who ask for it meanwhile."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def hold(self, id: str) -> Live:
        """A table between two steps, as it is stored. Who gets it has its lock and releases it."""
        while True:
            live = self._live.get(id) or await self.live(id)
            await live.lock.acquire()
            if self._live.get(id) is live:
                return live
            live.lock.release()  # what somebody else did meanwhile could not be stored

    def at_rest(self, id: str) -> Live | None:
        """A table that is in memory, if it is between two steps now."""
        live = self._live.get(id)
        return None if live is None or live.lock.locked() else live

    async def fresh(self, id: str) -> Live:
        """The same as `live`, with all that other servers have done by now."""
        live = await self.live(id)
        if not self.peers.alone:
            await self.following.catch_up_soon(live)
            live = await self.live(id)
        return live

    async def act(self, id: str, do: Callable[[Room], R]) -> R:
        """Make a step at a table: nobody is told of it before it is stored.

        A step is made anew if another server was quicker; and one that is refused, if the table had gone on there.
        """
        for _ in range(TRIES):
            live = await self.hold(id)
            length = live.room.length
            try:
                result, step = self._make(live, do)
                await self._carry_through(live, step)
                return result
            except Conflict:
                await self.following.start_over(live, length)
            except BaseException as error:
                self._give_up(live, length)
                if not (self._may_be_late(live, error) and await self.following.catch_up(live)):
                    raise
            finally:
                live.lock.release()
        raise StoreError("other servers go on at this table all the time: try again", "busy_table")

    def _may_be_late(self, live: Live, error: BaseException) -> bool:
        """Whether a step was refused at a table that has gone on at another server, perhaps."""
        refused = isinstance(error, BeuteError) and not isinstance(error, StoreError)
        return refused and not self.peers.alone and self.is_live(live)

    def act_soon(self, id: str, do: Callable[[Room], R], done: Callable[[R | Exception], None]) -> bool:
        """The same without a task, for a table that is at rest: whether a step was made.

        `done` is called when it is stored and told, or with why it could not be. What is refused is no step: `act` says
        why.
        """
        live = self._live.get(id)
        if live is None or not live.lock.take():
            return False
        length = live.room.length
        try:
            result, step = self._make(live, do)
        except BaseException as error:
            self._give_up(live, length)
            live.lock.release()
            if isinstance(error, BeuteError):
                return False
            raise

        if step.records is not None or not step.has_only_moves:
            storing = self._carry_through(live, step)
            self.run(self._carry_through_beside(live, length, storing, result, do, done))
            return True
        begun = monotonic()

        def stored(error: Exception | None) -> None:
            self.metrics.appending.observe(monotonic() - begun)
            if isinstance(error, Conflict):
                self.run(self._carry_through_beside(live, length, _failing(error), result, do, done))
                return
            try:
                if error is None:
                    self.tell(live, step)
                    self._tell_peers(live, step)
                else:
                    self._give_up(live, length)
            finally:
                live.lock.release()
            done(result if error is None else error)

        self.store.append_soon(id, length, live.told, _encoded(step), stored)
        return True

    async def _carry_through_beside(
        self,
        live: Live,
        length: int,
        storing: Coroutine[Any, Any, None],
        result: R,
        do: Callable[[Room], R],
        done: Callable[[R | Exception], None],
    ) -> None:
        """The same for a step after which more is to be stored than moves, or that another server was quicker with."""
        found: R | Exception = result
        try:
            if not await self._is_carried_through(live, length, storing):
                found = await self.act(live.room.id, do)
        except Exception as error:
            found = error
        done(found)

    async def _is_carried_through(self, live: Live, length: int, storing: Coroutine[Any, Any, None]) -> bool:
        """Whether a step is stored; if another server was quicker, the table is as it is there. Releases its lock."""
        try:
            await storing
            return True
        except Conflict:
            await self.following.start_over(live, length)
            return False
        except Exception:
            self._give_up(live, length)
            raise
        finally:
            live.lock.release()

    def _make(self, live: Live, do: Callable[[Room], R]) -> tuple[R, Step]:
        """A step, not stored yet."""
        room, version = live.room, _public_version(live.room)
        if not self.peers.alone and room.people.plan.limit is not None:
            live.clock = deepcopy(room.clock)
        room.now = live.used = self.now()
        result = do(room)
        step = room.take()
        if step.entries and (_public_version(room) != version or not step.has_only_moves):
            live.told = room.now
        return result, step

    async def _carry_through(self, live: Live, step: Step) -> None:
        if step.entries:
            await self._store(live, step)
        self.tell(live, step)
        self._tell_peers(live, step)

    def _tell_peers(self, live: Live, step: Step) -> None:
        """What they read then in the store, and the notices, which are kept nowhere."""
        if self.peers.alone:
            return
        if step.entries:
            self.peers.tell(Changed(live.room.id, live.room.length))
        for notice in step.notices:
            self.peers.tell(Noted(live.room.id, notice_frame(live.room, notice).decode()))

    def _give_up(self, live: Live, length: int) -> None:
        """A step was refused or not stored: the table is as it was, or must be loaded anew."""
        live.room.take()
        if live.room.length != length:  # it cannot be known whether that is stored
            self.upkeep.load_again(live.room.id)

    async def states(self, id: str, person: int, language: str) -> list[StateMessage]:
        """All that a person may be shown now, for each of their seats, and of the same moment."""
        await self.fresh(id)
        live = await self.hold(id)
        try:
            live.room.now = self.now()
            return [state_message(live.room, viewer, language) for viewer in live.room.viewers(person)]
        finally:
            live.lock.release()

    async def version(self, id: str, viewer: Viewer) -> int:
        """How often a viewer was told something in the present match."""
        live = await self.hold(id)
        live.lock.release()
        return live.room.playing.version(viewer)

    async def delete(self, id: str) -> None:
        """A table and all that is kept of it."""
        await self.store.delete_room(id)
        self.gone(id)
        self.peers.tell(Gone(id))

    def gone(self, id: str) -> None:
        """A table is not there any more."""
        self.forget(id)
        self.bus.publish(id, gone(id))

    def say(self, id: str, frame: bytes) -> None:
        """Tell all who are connected to a table something that is not kept."""
        self.bus.publish(id, frame)
        self.peers.tell(Noted(id, frame.decode()))

    def arrive(self, live: Live, person: int, connection: int) -> None:
        """Somebody has connected."""
        if live.room.presence.arrive(person, connection):
            self.run(self.tell_presence(live))
        self.following.announce(live)

    def goodbye(self, live: Live, person: int, connection: int) -> None:
        """A connection has ended."""
        if live.room.presence.goodbye(person, connection, self.now()) and not self._closing:
            self.run(self.tell_presence(live))
        self.following.announce(live)

    async def tell_presence(self, live: Live) -> None:
        async with live.lock:  # so that nothing is told that is not stored yet
            if not self.is_live(live):
                return
            live.room.now = self.now()
            live.table = table_message(live.room)
            self.bus.publish(live.room.id, frame("table", orjson.dumps(live.table)))
            self.turns.go_on(live)

    # ------------------------------------------------------------ inside: loading and storing

    async def _load(self, id: str) -> Live:
        rows = await self.store.load(id)
        try:
            room = self.folded(id, rows)
        except Exception as error:  # a damaged log can fail in any way, and must not keep the others from going on
            code, bug = (error.code, None) if isinstance(error, BeuteError) else ("broken_table", error)
            tell(log, logging.WARNING, "a table cannot be played on", bug, code=code)
            self.frozen.add(id)
            raise FrozenTable(error) from None
        return self._keep(Live(room, rows[-1].at))

    def folded(self, id: str, rows: Sequence[Row]) -> Room:
        """The table that a log leads to."""
        return Room.load(id, entries_of(rows), self.now(), self.settings.away_after)

    def _keep(self, live: Live) -> Live:
        room = live.room
        self._live[room.id] = live
        live.outbox.begin(room)
        self.metrics.rooms.set(len(self._live))
        bots = [seat.bot for seat in room.people.seats if seat.bot is not None]
        self.thinkers.want(
            room.people.plan.game, [*bots, room.people.plan.stand_in] if room.people.plan.limit else bots
        )
        self.following.announce(live, asks=True)
        self.turns.go_on(live)
        return live

    def forget(self, id: str) -> None:
        live = self._live.pop(id, None)
        self.metrics.rooms.set(len(self._live))
        for timer in () if live is None else (live.timer, live.later):
            if timer is not None:
                timer.cancel()

    async def _store(self, live: Live, step: Step) -> None:
        """One transaction; what is listed of the table is written only when that changes.

        What only the one who did it knows has the time of what everybody was told last: lists of tables tell when
        each was changed, and that somebody has added a card face down is a secret.
        """
        room = live.room
        after = room.length - len(step.entries)
        note = live.noted if step.has_only_moves else _note(room)
        begun = monotonic()
        news = _changed(live.noted, note)
        await self.store.append(room.id, after, live.told, _encoded(step), news)
        live.noted = note
        self.metrics.appending.observe(monotonic() - begun)
        if step.records is not None:
            await self._keep_records(room, step)

    async def _keep_records(self, room: Room, step: Step) -> None:
        """They can be made again from the log, so a failure here is not one of the step."""
        try:
            records = [record.text() for record in step.records or ()]
            await self.store.finish(room.id, room.people.matches, room.now, records)
        except StoreError as error:
            tell(log, logging.WARNING, "records could not be kept", code=error.code)

    def tell(self, live: Live, step: Step, here: bool = True) -> None:
        """Everybody who is connected here what came of a step that is stored, and was made here or elsewhere."""
        room = live.room
        for telling in step.tellings:
            live.outbox.add(room, telling)
        game_over = step.records is not None  # the points of the match have changed
        if step.notices or game_over or room.lesson or not step.has_only_moves:
            live.outbox.begin(room)
            live.table = table_message(room)
            for notice in step.notices:
                self.bus.publish(room.id, notice_frame(room, notice))
            self.bus.publish(room.id, frame("table", orjson.dumps(live.table)))
            if here:
                self._call_programs(room)
        if step.tellings or step.notices:
            self.bus.publish(room.id)
        if step.entries:
            self.turns.go_on(live, here)

    def _call_programs(self, room: Room) -> None:
        """Those that belong to a table follow it, by a stream that is open already."""
        for person in room.people.programs & room.people.everybody:
            self.bus.publish(own_tables(person), room.id.encode())
            self.peers.tell(Called(person, room.id))

    # ------------------------------------------------------------ inside: what the server does by itself

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something beside the requests, until the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):  # the table is loaded anew, and goes on
            tell(log, logging.WARNING, "what the server did by itself could not be stored", code=error.code)
        elif error is not None and getattr(error, "code", None) not in NOT_THERE:
            log.error("work beside the requests failed", exc_info=error)


def notice_frame(room: Room, notice: Notice) -> bytes:
    return frame("notice", orjson.dumps(notice_message(room, notice)))


async def _failing(error: Exception) -> None:
    raise error


def _encoded(step: Step) -> list[bytes]:
    return [orjson.dumps(entry) for entry in step.entries]


def _changed(before: RoomNote | None, now: RoomNote | None) -> Note | None:
    """What is to be listed anew: after each match, and with the next one, it is the state alone."""
    if before == now or before is None or now is None:
        return None if before == now else now
    return now.state if replace(before, state=now.state) == now else now


def _public_version(room: Room) -> int:
    """How often one who watches was told something, or would have been."""
    return 0 if room.table is None else room.table.version(None)


def _note(room: Room) -> RoomNote:
    people = room.people
    everybody = frozenset({*people.seated, *people.returning, *people.watchers, people.host})
    return RoomNote(people.plan.game, room.state, people.created, everybody, people.host, people.link)
