"""What a server does with its tables by itself: goes on with those that run, and lets go of what nobody needs."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from beute.play.errors import BeuteError
from beute.server.logs import tell
from beute.table.store import StoreError

if TYPE_CHECKING:
    from beute.server.hall import Hall
    from beute.server.live import Live

IDLE: Final = 600.0  # seconds after which a table that nobody needs is not kept in memory
LOOK: Final = 60.0  # seconds between two looks at what can go
DAY: Final = 86400.0
AGAIN: Final = 1.0  # seconds until a table whose latest step could not be stored is loaded anew

log = logging.getLogger(__name__)


class Upkeep:
    """Of the tables of a hall, beside the requests."""

    def __init__(self, hall: Hall) -> None:
        self.checked = False  # whether all tables that were running at the start have been loaded once
        self._hall = hall
        self._again: set[str] = set()  # what is loaded as soon as the store answers

    def start(self) -> None:
        """Go on with all tables that were being played, and look from time to time at what can go."""
        self._hall.run(self.look_at_running())
        self._hall.run(self._look_at_all())

    # ------------------------------------------------------------ to load

    async def look_at_running(self) -> None:
        """Each table that was being played goes on; one that can no longer be carried out is frozen."""
        hall = self._hall
        for id in await self._running():
            live = None
            with suppress(BeuteError):
                live = await hall.loaded(id) if hall.if_live(id) is None else None
            await asyncio.sleep(0.001)  # requests come first
            if live is not None and not live.wanted:
                self._let_go_unless_needed(live)
        self.checked = True

    async def _running(self) -> list[str]:
        while True:
            try:
                return await self._hall.store.running()
            except StoreError:
                await asyncio.sleep(AGAIN)

    def load_again(self, id: str) -> None:
        """A table is not in memory as it is stored: it goes on once it can be loaded, in a moment."""
        self._hall.forget(id)
        if not self._again:
            self._hall.run(self._load_all_again())
        self._again.add(id)

    async def _load_all_again(self) -> None:
        """Not at once: where nothing can be stored, bots would else think again and again without a pause."""
        hall = self._hall
        while self._again:
            await asyncio.sleep(AGAIN)
            for id in tuple(self._again):
                try:
                    if hall.if_live(id) is None:
                        await hall.loaded(id)
                except StoreError:
                    break
                except Exception:
                    pass  # it is frozen, or was deleted meanwhile: who looks at it next is told
                self._again.discard(id)
                hall.bus.publish(id)  # who is connected may have missed something

    # ------------------------------------------------------------ to let go

    async def _look_at_all(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self._let_go_of_idle()
            try:
                await self._delete_old()
            except StoreError as error:  # next time
                tell(log, logging.WARNING, "old tables could not be deleted", code=error.code)

    async def _delete_old(self) -> None:
        now, keep = self._hall.now(), self._hall.settings
        for id in await self._hall.store.forget(
            now - keep.keep_finished_days * DAY,
            now - keep.keep_unfinished_days * DAY,
            now - keep.keep_people_days * DAY,
        ):
            self._hall.gone(id)

    def _let_go_of_idle(self) -> None:
        """Tables that nobody looks at, where nothing is to be done, are only kept in the store."""
        now = self._hall.now()
        for live in self._hall.in_memory:
            if now - live.used > IDLE:
                self._let_go_unless_needed(live)

    def _let_go_unless_needed(self, live: Live) -> None:
        if not live.busy and not self._hall.bus.listeners(live.room.id):
            self._hall.forget(live.room.id)
