"""The rules, compiled; what is not yet, in a process beside the server. Until then a move takes some milliseconds."""

from __future__ import annotations

import asyncio
import gc
import logging
from importlib import import_module
from typing import Final

from beute import games
from beute.games.compiling import When, compile_entries, keeps
from beute.server.thinkers.preparing import begun_below_the_server
from beute.table import ready

LOOK: Final = 0.2  # seconds between two looks at the process

log = logging.getLogger(__name__)


class Rules:
    """Gets the rules ready for this process."""

    def __init__(self) -> None:
        compile_entries(When.NEVER)  # not while somebody waits for an answer
        self.ready = False
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._get_ready())

    async def close(self) -> None:
        self._closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _get_ready(self) -> None:
        for why in (*games.others().broken.values(), *filter(None, map(ready.trouble_with, games.names()))):
            log.warning("%s", why)
        missing = ready.unready()
        if missing:
            await self._compile(missing)
        if not keeps() or ready.unready():
            log.warning("the rules are not compiled, so moves take longer")
            return
        compile_entries(When.AT_ONCE)
        # They are loaded beside the first requests. A stop waits for this thread, so it can end at any move.
        await asyncio.to_thread(import_module, "beute.games.compiler")
        for game in ready.playable():
            await asyncio.to_thread(ready.get_ready, game, lambda: self._closing)
        self.ready = True
        _leave_out_of_collections()

    async def _compile(self, missing: list[str]) -> None:
        process = begun_below_the_server(lambda: ready.begin(missing))
        try:
            while not process.done:
                await asyncio.sleep(LOOK)
        finally:
            process.end()


def _leave_out_of_collections() -> None:
    """All that is loaded by now stays for good, and what tables drop is freed at once: it is rarely worth looking for
    cycles, and that took a third of the processor's time. A table has hundreds of objects, and drops most of them when
    its match ends: a hundred tables are not looked through before that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)
