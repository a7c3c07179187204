"""A bot's answer in the making, beside a table that stays awake."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, wait
from threading import Event, Thread

from beute import bots
from beute.bots import Bot, Task
from beute.bots.failing import endless

GRACE = 1.0  # seconds for a bot that is hurried to come to an end; one that does not listen is not waited for


class Thought:
    """What a bot wants to play. It can be thought about wherever there is time, as it knows no live game."""

    def __init__(self, bot: Bot, task: Task, last_chance: bool = False) -> None:
        """On its last chance a bot that does not listen has failed; before, only its first guess is played."""
        self._bot, self._task = bot, task
        self._last_chance = last_chance
        self._answer: Future[str] = Future()
        self._stop = Event()
        self.unheard = False  # somebody hurried, in vain

    def __call__(self) -> str:
        """Think it through, or until somebody hurries."""
        return bots.think(self._bot, self._task, self._stop)

    def hurry(self) -> None:
        """What was found so far will do."""
        self._stop.set()

    def first_guess(self) -> str:
        """By rules of thumb, for a bot that has found nothing yet."""
        return bots.think(bots.named(bots.stand_in(self._task.setup.game)), self._task)

    async def ended(self, hurry: asyncio.Event) -> str:
        """The answer, as soon as it is there; once somebody hurries, the best so far."""
        thinking, hurried = asyncio.wrap_future(self.begin()), asyncio.ensure_future(hurry.wait())
        try:
            await asyncio.wait((thinking, hurried), return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():
                self.hurry()
                await asyncio.wait((thinking,), timeout=GRACE)
            return thinking.result() if thinking.done() else self._unheard()
        finally:
            self.hurry()  # also if nobody waits any longer
            hurried.cancel()
            thinking.cancel()

    def begin(self) -> Future[str]:
        """Think in a thread, for which nobody waits who leaves."""
        answer = self._answer
        answer.set_running_or_notify_cancel()

        def run() -> None:
            try:
                answer.set_result(self())
            except BaseException as error:
                answer.set_exception(error)

        Thread(target=run, daemon=True).start()
        return answer

    def ends_within(self, seconds: float) -> bool:
        """Wait for it, where nothing else goes on meanwhile."""
        return bool(wait((self._answer,), seconds).done)

    def best(self) -> str:
        """The best so far, where nothing else goes on meanwhile."""
        self.hurry()
        return self._answer.result() if self.ends_within(GRACE) else self._unheard()

    def _unheard(self) -> str:
        self.unheard = True
        if self._last_chance:
            raise endless()
        return self.first_guess()
