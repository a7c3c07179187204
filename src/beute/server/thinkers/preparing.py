"""Getting bots ready beside the server: what is not compiled yet is compiled in one process, a game after another."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from beute.bots.ready import Preparation, begin, unready
from beute.server.thinkers.process import NICE

LOOK: Final = 0.2  # seconds between two looks at what is ready by now

log = logging.getLogger(__name__)


class Preparing:
    """Knows which bots are ready, and gets the others ready when they are wanted."""

    def __init__(self, on_ready: Callable[[str, str], None]) -> None:
        self._on_ready = on_ready
        self._ready: set[tuple[str, str]] = set()
        self._wanted: dict[str, set[str]] = {}  # by game, in the order in which games were first wanted
        self._tried: set[tuple[str, str]] = set()  # what could not be compiled once is not compiled again
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, game: str, bot: str) -> bool:
        """What is ready stays so; a bot of which nobody knows yet may have been compiled before the server started."""
        if (game, bot) not in self._ready and not unready(game, [bot]):
            self._ready.add((game, bot))
        return (game, bot) in self._ready

    def want(self, game: str, bots: Iterable[str]) -> None:
        """These will be needed."""
        missing = {bot for bot in bots if not self.is_ready(game, bot) and (game, bot) not in self._tried}
        if missing:
            self._wanted.setdefault(game, set()).update(missing)
            self._tried |= {(game, bot) for bot in missing}
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._prepare())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _prepare(self) -> None:
        while self._wanted:
            game = next(iter(self._wanted))
            names = sorted(self._wanted.pop(game))
            try:
                preparation = begun_below_the_server(partial(begin, game, names))
            except OSError as error:
                log.warning("no process to get bots ready for %s: %s", game, error)
                continue
            try:
                while not preparation.done:
                    await asyncio.sleep(LOOK)
                    names = self._still_missing(game, names)
                names = self._still_missing(game, names)
            finally:
                preparation.end()
            if names:
                log.warning("could not get ready for %s: %s; another bot plays for them", game, ", ".join(names))

    def _still_missing(self, game: str, names: list[str]) -> list[str]:
        """Tell who is ready by now; who is not?"""
        missing = [bot for bot in names if not self.is_ready(game, bot)]
        for bot in names:
            if bot not in missing:
                self._on_ready(game, bot)
        return missing


def begun_below_the_server(begin: Callable[[], Preparation]) -> Preparation:
    """A process inherits the priority of the thread that starts it, so a thread of low priority does."""
    with ThreadPoolExecutor(1, initializer=_lower_priority) as thread:
        return thread.submit(begin).result()


def _lower_priority() -> None:
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
