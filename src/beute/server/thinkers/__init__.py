"""Bots that think beside the server, in a bounded number of processes which start when the first bot is asked.

`pool` has the processes, `process` one of them as the server sees it, `worker` what runs inside. `preparing` gets bots
ready; until one is, `greedy` plays for it by rules of thumb, which works uncompiled.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from beute import bots
from beute.bots import Task
from beute.bots.entrants import ANY, Entrant
from beute.server.thinkers.pool import Pool
from beute.server.thinkers.preparing import Preparing
from beute.table.ready import playable


class Thinkers:
    """Whoever runs tables has bots think here. All of it belongs to one event loop.

    `counted` has numbers for metrics: decisions that bots were `asked` for, and how many of these with less time or
    budget than they may have (`shortened`); why greedy answered for another bot
    (`unready`, `waited`, `failed`, `late`, `deadly`); how often a bot was `hurried` and a process `died`, and how
    often only chance was left (`by_chance`).
    """

    def __init__(self, workers: int, on_ready: Callable[[str, str], None] | None = None) -> None:
        """At most so many processes; `on_ready` is told of each bot that got ready: the game and its name."""
        self.counted: Counter[str] = Counter()
        self._pool = Pool(workers, self.counted)
        self._preparing = Preparing(on_ready or (lambda game, bot: None))

    async def think(self, entrant: str, game: str, task: Task, hurry: asyncio.Event | None = None) -> str:
        """What a bot plays, as a word; once `hurry` is set, the best it has found so far.

        A bot's fault is no error here: greedy answers in its place. When the thinkers are closed this is cancelled.
        """
        asked = Entrant.read(entrant)
        if asked.budget != ANY:
            task = replace(task, budget=asked.budget)
        question = self._pool.question(asked.kind, task, hurry)
        if not self._preparing.is_ready(game, asked.kind):
            self._preparing.want(game, [asked.kind])
            self._pool.leave_to_stand_in(question, "unready")
        return await self._pool.answer(question)

    def want(self, game: str, bots: Iterable[str]) -> None:
        """These bots will be needed: get them ready beside the server."""
        self._preparing.want(game, [Entrant.read(bot).kind for bot in bots])

    def ready(self) -> dict[str, dict[str, bool]]:
        """By game and bot, whether it is ready."""
        return {game: {bot: self._preparing.is_ready(game, bot) for bot in bots.who_play(game)} for game in playable()}

    @property
    def waiting(self) -> int:
        """How many decisions wait for a process."""
        return self._pool.waiting

    @property
    def pids(self) -> list[int]:
        """The processes in which bots think."""
        return self._pool.pids

    async def close(self) -> None:
        """End all processes, whatever they do; who still waits for an answer is cancelled."""
        await self._pool.close()
        await self._preparing.close()
