"""All tables of a server: loads them, makes one step at a time at each, stores it, then tells; and lets bots play.

The state in memory is a cache of what is stored. A step that cannot be stored has not happened: the table is loaded
anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from time import monotonic, time
from typing import Any, Final, TypeVar

import orjson

from beute.play.errors import BeuteError, BrokenRecord
from beute.play.hearing import Viewer
from beute.server.bus import Bus
from beute.server.messages import notice_message, state_message, table_message
from beute.server.metrics import Metrics
from beute.server.outbox import Outbox
from beute.server.protocol import StateMessage, TableMessage
from beute.server.rooms.log import Entry, checked
from beute.server.rooms.plan import Plan
from beute.server.rooms.room import Room
from beute.server.rooms.step import Notice, Step
from beute.server.settings import Settings
from beute.server.steplock import StepLock
from beute.server.store.base import RoomNote, Store
from beute.server.streams import frame, gone
from beute.server.thinkers import Thinkers
from beute.table.log import Entry as MatchEntry
from beute.table.store import StoreError

R = TypeVar("R")

IDLE: Final = 600.0  # seconds after which a table that nobody needs is not kept in memory
HOUSEKEEPING: Final = 60.0  # seconds between two looks at what can go
DAY: Final = 86400.0

log = logging.getLogger(__name__)


class SteadyClock:
    """The time of day, that does not jump when somebody sets the clock of the machine."""

    def __init__(self) -> None:
        self._start = time() - monotonic()

    def __call__(self) -> float:
        return self._start + monotonic()


class Live:
    """A table in memory."""

    def __init__(self, room: Room, told: float) -> None:
        self.room = room
        self.told = told  # when everybody was last told of something
        self.lock = StepLock()  # one step at a time: who holds it may look at the room
        self.outbox = Outbox()
        self.table: TableMessage = table_message(room)  # as it was told last
        self.noted: RoomNote | None = None  # what is listed of it, if that was written since it was loaded
        self.bots: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.used = room.now


class FrozenTable(BrokenRecord):
    """A table of an earlier version of the rules, or a damaged one. Its records can be downloaded."""


class Hall:
    """The tables, by id."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        bus: Bus,
        settings: Settings,
        metrics: Metrics,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.bus = bus
        self.settings = settings
        self.metrics = metrics
        self.now = now or SteadyClock()
        self.frozen: dict[str, str] = {}  # why, by id
        self.checked = False  # whether all tables that were running at the start have been loaded once
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def start(self) -> None:
        """Go on with all tables that were being played, and keep house; beside the first requests."""
        self._run(self._look_at_running())
        self._run(self._keep_house())

    async def close(self) -> None:
        """End what runs beside. Everything that was answered is stored."""
        self._closing = True
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)

    # ------------------------------------------------------------ tables

    @property
    def rooms(self) -> int:
        return len(self._live)

    async def create(self, id: str, plan: Plan, host: int, link: str, start: bool) -> Live:
        """A new table, stored."""
        room = Room.create(id, plan, host, link, self.now(), self.settings.away_after)
        if start:
            room.start(host)
        live = Live(room, room.now)
        await self._store(live, room.take())
        return self._keep(live)

    async def live(self, id: str) -> Live:
        """A table, from memory or from the store; FrozenTable if it cannot be played on."""
        live = self._live.get(id)
        if live is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._load(id))
                loading.add_done_callback(lambda _: self._loading.pop(id, None))
            live = await asyncio.shield(loading)
        live.used = self.now()
        return live

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

    async def act(self, id: str, do: Callable[[Room], R]) -> R:
        """Make a step at a table: nobody is told of it before it is stored."""
        live = await self.hold(id)
        length = live.room.length
        try:
            result, step = self._make(live, do)
            await self._carry_through(live, step)
        except BaseException:
            self._give_up(live, length)
            raise
        finally:
            live.lock.release()
        return result

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

        if step.records is not None or not all(_is_move(entry) for entry in step.entries):
            self._run(self._carry_through_beside(live, length, step, result, done))
            return True
        begun = monotonic()

        def stored(error: Exception | None) -> None:
            self.metrics.appending.observe(monotonic() - begun)
            try:
                if error is None:
                    self._tell(live, step)
                else:
                    self._give_up(live, length)
            finally:
                live.lock.release()
            done(result if error is None else error)

        self.store.append_soon(id, length, live.told, _encoded(step), stored)
        return True

    async def _carry_through_beside(
        self, live: Live, length: int, step: Step, result: R, done: Callable[[R | Exception], None]
    ) -> None:
        """The same for a step after which more is to be stored than moves."""
        found: R | Exception = result
        try:
            await self._carry_through(live, step)
        except Exception as error:
            self._give_up(live, length)
            found = error
        finally:
            live.lock.release()
        done(found)

    def _make(self, live: Live, do: Callable[[Room], R]) -> tuple[R, Step]:
        """A step, not stored yet."""
        room, version = live.room, _public_version(live.room)
        room.now = live.used = self.now()
        result = do(room)
        step = room.take()
        if step.entries and (_public_version(room) != version or not all(_is_move(entry) for entry in step.entries)):
            live.told = room.now
        return result, step

    async def _carry_through(self, live: Live, step: Step) -> None:
        if step.entries:
            await self._store(live, step)
        self._tell(live, step)

    def _give_up(self, live: Live, length: int) -> None:
        """A step was refused or not stored: the table is as it was, or must be loaded anew."""
        live.room.take()
        if live.room.length != length:  # it cannot be known whether that is stored
            self._forget(live.room.id)

    async def states(self, id: str, person: int, language: str) -> list[StateMessage]:
        """All that a person may be shown now, for each of their seats, and of the same moment."""
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
        self._forget(id)
        self.bus.publish(id, gone(id))

    def arrive(self, live: Live, person: int, connection: int) -> None:
        """Somebody has connected."""
        if live.room.presence.arrive(person, connection):
            self._run(self._tell_presence(live))

    def goodbye(self, live: Live, person: int, connection: int) -> None:
        """A connection has ended."""
        if live.room.presence.goodbye(person, connection, self.now()) and not self._closing:
            self._run(self._tell_presence(live))

    async def _tell_presence(self, live: Live) -> None:
        async with live.lock:  # so that nothing is told that is not stored yet
            if self._live.get(live.room.id) is not live:
                return
            live.room.now = self.now()
            live.table = table_message(live.room)
            self.bus.publish(live.room.id, frame("table", orjson.dumps(live.table)))
            self._go_on(live)

    # ------------------------------------------------------------ inside: loading and storing

    async def _load(self, id: str) -> Live:
        rows = await self.store.load(id)
        try:
            entries = [(row.at, checked(orjson.loads(row.data), number)) for number, row in enumerate(rows)]
            room = Room.load(id, entries, self.now(), self.settings.away_after)
        except Exception as error:  # a damaged log can fail in any way, and must not keep the others from going on
            why = str(error) if isinstance(error, BeuteError) else "its log is damaged"
            self.frozen[id] = why
            log.warning("a table cannot be played on", extra={"code": getattr(error, "code", "broken_table")})
            raise FrozenTable(f"this table cannot be played on: {why}", "frozen") from None
        return self._keep(Live(room, rows[-1].at))

    def _keep(self, live: Live) -> Live:
        room = live.room
        self._live[room.id] = live
        live.outbox.begin(room)
        self.metrics.rooms.set(len(self._live))
        bots = [seat.bot for seat in room.people.seats if seat.bot is not None]
        self.thinkers.want(
            room.people.plan.game, [*bots, room.people.plan.stand_in] if room.people.plan.limit else bots
        )
        self._go_on(live)
        return live

    def _forget(self, id: str) -> None:
        live = self._live.pop(id, None)
        self.metrics.rooms.set(len(self._live))
        if live is not None and live.timer is not None:
            live.timer.cancel()

    async def _store(self, live: Live, step: Step) -> None:
        """One transaction; what is listed of the table is written only when that changes.

        What only the one who did it knows has the time of what everybody was told last: lists of tables tell when
        each was changed, and that somebody has added a card face down is a secret.
        """
        room = live.room
        after = room.length - len(step.entries)
        note = live.noted if all(_is_move(entry) for entry in step.entries) else _note(room)
        begun = monotonic()
        news = None if note == live.noted else note
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
            log.warning("records could not be kept", extra={"code": error.code})

    def _tell(self, live: Live, step: Step) -> None:
        room = live.room
        for telling in step.tellings:
            live.outbox.add(room, telling)
        game_over = step.records is not None  # the points of the match have changed
        if step.notices or game_over or any(not _is_move(entry) for entry in step.entries):
            live.outbox.begin(room)
            live.table = table_message(room)
            for notice in step.notices:
                self._tell_notice(live, notice)
            self.bus.publish(room.id, frame("table", orjson.dumps(live.table)))
        if step.tellings or step.notices:
            self.bus.publish(room.id)
            self._go_on(live)

    def _tell_notice(self, live: Live, notice: Notice) -> None:
        self.bus.publish(live.room.id, frame("notice", orjson.dumps(notice_message(live.room, notice))))

    # ------------------------------------------------------------ inside: what the server does by itself

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):  # who looks at the table next loads it anew, and it goes on
            log.warning("what the server did by itself could not be stored", extra={"code": error.code})
        elif error is not None:
            log.error("work beside the requests failed", exc_info=error)

    def _go_on(self, live: Live) -> None:
        """Let bots play, and watch the clock."""
        room = live.room
        if room.bots_due and (live.bots is None or live.bots.done()) and self._somebody_is_there(room):
            live.bots = self._run(self._let_bots_play(live))
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadlines = room.deadlines
        if deadlines:
            seconds = max(0.0, min(deadlines.values()) - self.now())
            live.timer = asyncio.get_running_loop().call_later(seconds, lambda: self._run(self._time_runs_out(live)))

    def _somebody_is_there(self, room: Room) -> bool:
        """A table of bots that nobody looks at waits."""
        return bool(room.people.seated) or self.bus.listeners(room.id) > 0

    async def _let_bots_play(self, live: Live) -> None:
        """One decision after another; where all choose face down, all of them at once and only the first with a wait:
        how long a bot takes tells nothing of its hand."""
        waited_for = None
        while self._live.get(live.room.id) is live and live.room.bots_due and self._somebody_is_there(live.room):
            async with live.lock:
                room = live.room
                seats = room.bots_due if room.playing.game.face_down else room.bots_due[:1]
                asked = [(seat, *room.task(seat)) for seat in seats]
                phase = room.playing.game.face_down_events.start if room.playing.game.face_down else None
                game = room.people.plan.game
            pace = 0.0 if phase is not None and phase == waited_for else self._pace(room)
            waited_for = phase
            if not asked:
                return
            thoughts = (self.thinkers.think(bot, game, task) for _, bot, _, task in asked)
            words, _ = await asyncio.gather(asyncio.gather(*thoughts), asyncio.sleep(pace))
            answers = [(seat, question, word) for (seat, _, question, _), word in zip(asked, words, strict=True)]
            await self.act(room.id, partial(Room.bots_answer, answers=answers))

    def _pace(self, room: Room) -> float:
        return self.settings.bot_pace if self.bus.listeners(room.id) else 0.0

    async def _time_runs_out(self, live: Live) -> None:
        """For each whose time is up a bot decides, once."""
        async with live.lock:
            room, now = live.room, self.now()
            late = [seat for seat, deadline in room.deadlines.items() if deadline <= now]
            asked = [(seat, *room.task(seat)) for seat in late]
            game = room.people.plan.game
        for seat, bot, question, task in asked:
            word = await self.thinkers.think(bot, game, task)
            await self.act(room.id, partial(Room.time_runs_out, seat=seat, question=question, word=word))
        if not asked:
            self._go_on(live)

    async def _look_at_running(self) -> None:
        """Each table that was being played goes on; one that can no longer be carried out is frozen."""
        for id in await self.store.running():
            try:
                await self.live(id)
            except BeuteError:
                continue
            await asyncio.sleep(0.001)  # requests come first
            self._let_go_of_idle()
        self.checked = True

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            self._let_go_of_idle()
            try:
                await self._delete_old()
            except StoreError as error:  # next time
                log.warning("old tables could not be deleted", extra={"code": error.code})

    async def _delete_old(self) -> None:
        now, keep = self.now(), self.settings
        for id in await self.store.forget(
            now - keep.keep_finished_days * DAY,
            now - keep.keep_unfinished_days * DAY,
            now - keep.keep_people_days * DAY,
        ):
            self._forget(id)

    def _let_go_of_idle(self) -> None:
        """Tables that nobody looks at, where nothing is to be done, are only kept in the store."""
        now = self.now()
        for id, live in tuple(self._live.items()):
            busy = live.lock.locked() or live.timer is not None or (live.bots is not None and not live.bots.done())
            if not busy and not self.bus.listeners(id) and now - live.used > IDLE:
                self._forget(id)


def _encoded(step: Step) -> list[bytes]:
    return [orjson.dumps(entry) for entry in step.entries]


def _is_move(entry: Entry | MatchEntry) -> bool:
    return entry["entry"] in ("played", "changed", "refused", "undone")


def _public_version(room: Room) -> int:
    """How often one who watches was told something, or would have been."""
    return 0 if room.table is None else room.table.version(None)


def _note(room: Room) -> RoomNote:
    people = room.people
    everybody = frozenset({*people.seated, *people.returning, *people.watchers, people.host})
    return RoomNote(people.plan.game, room.state, people.created, everybody, people.host, people.link)
