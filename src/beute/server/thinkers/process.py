"""A process in which bots think about one decision at a time, as the server sees it."""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from beute.bots import Task

WORKER: Final = "beute.server.thinkers.worker"
NICE: Final = 10  # below the server, which must stay quick while bots think


class Died(Exception):
    """The process ended before it answered."""


class Failed(Exception):
    """The bot raised an error."""


class Thinker:
    """A process of low priority. It is asked again only once it has answered."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._requests, self._answers = process, process.stdin, process.stdout

    @classmethod
    async def start(cls) -> Thinker:
        """A process that has imported what it needs. It has a session of its own: Ctrl-C is for the server only."""
        command = [sys.executable, "-m", WORKER]
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        )
        try:
            thinker = cls(await asyncio.shield(starting))
            await thinker._line()
        except BaseException:  # cancelled too: a process that was half started would be left behind
            await cls(await starting).end()
            raise
        return thinker

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, bot: str, task: Task) -> str:
        """The bot's word."""
        self._send((bot, task))
        outcome, _, text = (await self._line()).partition(" ")
        if outcome != "played":
            raise Failed(text)
        return text

    def hurry(self) -> None:
        """What the bot has found so far will do."""
        self._send(None)

    async def end(self) -> None:
        """End it, whatever it does; if this is interrupted, it can be called again."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._requests.close()
        await self._answers.read()
        await self._process.wait()

    async def _line(self) -> str:
        line = await self._answers.readline()
        if not line.endswith(b"\n"):
            raise Died
        return line.decode().rstrip("\n")

    def _send(self, request: tuple[str, Task] | None) -> None:
        # To a process that has died nothing is written, which is not an error here: its answer does not come either.
        self._requests.write(pickle.dumps(request))
