"""A table that a server has in memory: its room, and what belongs to it there."""

from __future__ import annotations

import asyncio

from beute.server.messages import table_message
from beute.server.outbox import Outbox
from beute.server.protocol import TableMessage
from beute.server.rooms.clock import Clock
from beute.server.rooms.room import Room
from beute.server.steplock import StepLock
from beute.server.store.base import RoomNote


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
        self.later: asyncio.TimerHandle | None = None  # when to see whether another server lets bots play
        self.used = room.now
        self.wanted = False  # by a request since it was loaded
        self.clock: Clock | None = None  # as it was before the step that is being made

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        waits = self.timer is not None or self.later is not None
        return self.lock.locked() or waits or (self.bots is not None and not self.bots.done())
