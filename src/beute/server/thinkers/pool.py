"""Processes in which bots think, and the decisions that wait for one.

While more decisions wait than there are processes, bots think for a shorter time. Greedy (chance, in a game without it)
answers for a bot that fails, that waited too long for its turn, that does not answer though it is hurried, or whose
processes die.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import Event, Future, PriorityQueue
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import count
from time import monotonic
from typing import Final

from beute import bots
from beute.bots import Budget, Task
from beute.server.thinkers.process import Died, Failed, Thinker

LAST_RESORT: Final = "random"  # for the bot that stands in, in the server itself

# seconds
TICK: Final = 0.05  # between two looks at a bot that thinks
LONGEST_THOUGHT: Final = 10.0  # then a bot is hurried in any case
CLEARED_IN: Final = 1.0  # while more decisions wait than there are processes, all that wait are answered in about this
SHORTEST_THOUGHT: Final = 0.02  # however many wait
LONGEST_WAIT: Final = 5.0  # for its turn
GRACE: Final = 2.0  # for a bot that is hurried to come to an end
OVERDUE: Final = 60.0  # the same for its process, in which it may still be compiling
IDLE: Final = 600.0  # for a process that nobody needs

DEATHS: Final = 2  # of processes that thought about one decision; then it is left to the bot that stands in
SMALLEST: Final = 20  # simulations or milliseconds of a budget, however many wait

log = logging.getLogger(__name__)


@dataclass(order=True)
class Question:
    """A decision that a bot is asked for. What was asked first comes first, also when it has to be asked again."""

    number: int
    bot: str = field(compare=False)
    task: Task = field(compare=False)
    hurry: Event | None = field(compare=False)
    word: Future[str] = field(compare=False)
    since: float = field(compare=False)
    deaths: int = field(compare=False, default=0)

    @property
    def stand_in(self) -> str:
        """The bot that answers for one that cannot."""
        return bots.stand_in(self.task.setup.game)

    @property
    def is_urgent(self) -> bool:
        """Somebody wants the answer now, or nobody wants it any longer."""
        return self.word.done() or (self.hurry is not None and self.hurry.is_set())

    def settle(self, word: str) -> None:
        if not self.word.done():
            self.word.set_result(word)


class Pool:
    """At most so many processes, started when they are needed."""

    def __init__(self, workers: int, counted: Counter[str]) -> None:
        self.workers = workers
        self.counted = counted
        self._numbers = count()
        self._questions: PriorityQueue[Question] = PriorityQueue()
        self._working: set[asyncio.Task[None]] = set()  # one for each process
        self._busy = 0  # of these
        self._thinkers: set[Thinker] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        return self._questions.qsize()

    @property
    def pids(self) -> list[int]:
        return [thinker.pid for thinker in self._thinkers]

    def question(self, bot: str, task: Task, hurry: Event | None) -> Question:
        self.counted["asked"] += 1
        word = asyncio.get_running_loop().create_future()
        return Question(next(self._numbers), bot, task, hurry, word, monotonic())

    async def answer(self, question: Question) -> str:
        """The word, as soon as there is one."""
        if self._closed:
            question.word.cancel()
        else:
            self._put(question)
        return await question.word

    def leave_to_stand_in(self, question: Question, why: str) -> None:
        if question.bot != question.stand_in:
            self.counted[why] += 1
            question.bot = question.stand_in

    async def close(self) -> None:
        self._closed = True
        for work in self._working:
            work.cancel()
        if self._working:
            await asyncio.wait(self._working)
        while self._thinkers:  # who was interrupted while it ended one
            await self._thinkers.pop().end()
        while self.waiting:
            self._questions.get_nowait().word.cancel()

    # ------------------------------------------------------------ processes

    def _put(self, question: Question) -> None:
        self._questions.put_nowait(question)
        self._find_workers()

    def _find_workers(self) -> None:
        """Start another process if the present ones are busy and there may be more of them."""
        free = len(self._working) - self._busy
        if free < self.waiting and len(self._working) < self.workers and not self._closed:
            work = asyncio.get_running_loop().create_task(self._work())
            self._working.add(work)
            work.add_done_callback(self._end_work)

    def _end_work(self, work: asyncio.Task[None]) -> None:
        self._working.discard(work)
        self._find_workers()

    async def _work(self) -> None:
        """Be one of the processes, until it dies or was idle for long."""
        try:
            thinker = await Thinker.start()
        except (OSError, Died) as error:
            log.warning("a process for bots does not start: %s", error)
            if self.waiting:
                self._ask_again(self._questions.get_nowait())
            return
        self._thinkers.add(thinker)
        try:
            while (question := await self._next()) is not None:
                if not await self._settle(question, thinker):
                    break
        finally:
            await thinker.end()
            self._thinkers.discard(thinker)

    async def _next(self) -> Question | None:
        try:
            async with asyncio.timeout(IDLE):
                return await self._questions.get()
        except TimeoutError:
            return None

    # ------------------------------------------------------------ one decision

    async def _settle(self, question: Question, thinker: Thinker) -> bool:
        """Answer a question in a process, or let it be asked again; False if the process is of no use any more."""
        if question.word.done():
            return True
        if monotonic() - question.since > LONGEST_WAIT:
            self.leave_to_stand_in(question, "waited")
        self._busy += 1
        try:
            question.settle(await self._word(question, thinker))
        except Failed as why:
            log.warning("bot %s failed: %s", question.bot, why)
            if question.bot == question.stand_in:
                self._settle_by_chance(question)
            else:
                self.leave_to_stand_in(question, "failed")
                self._put(question)
        except Died:
            log.warning("a process ended while bot %s thought in it", question.bot)
            self._ask_again(question)
            return False
        except asyncio.CancelledError:
            question.word.cancel()
            raise
        finally:
            self._busy -= 1
        return True

    async def _word(self, question: Question, thinker: Thinker) -> str:
        """The bot's word. The bot is hurried if need be; if that does not help, another answers meanwhile."""
        answer = asyncio.ensure_future(thinker.ask(question.bot, self._shortened(question.task)))
        begun, hurried, late = monotonic(), float("inf"), False
        try:
            while not (await asyncio.wait([answer], timeout=min(TICK, self._longest_thought)))[0]:
                now = monotonic()
                if now < hurried and (question.is_urgent or now - begun > self._longest_thought):
                    hurried = now
                    self.counted["hurried"] += 1
                    thinker.hurry()
                if now - hurried > GRACE and not late and question.bot != question.stand_in:
                    late = True
                    quick = replace(question)
                    self.leave_to_stand_in(quick, "late")
                    self._put(quick)
                if now - hurried > OVERDUE:
                    raise Died
            return answer.result()
        finally:
            answer.cancel()
            await asyncio.wait([answer])  # so that nobody else reads what the process says

    @property
    def _longest_thought(self) -> float:
        if self.waiting <= self.workers:
            return LONGEST_THOUGHT
        return max(SHORTEST_THOUGHT, CLEARED_IN * self.workers / self.waiting)

    def _shortened(self, task: Task) -> Task:
        """With a smaller budget, if it has one and more wait than can think."""
        load = self.waiting / self.workers
        if load <= 1:
            return task
        self.counted["shortened"] += 1
        simulations, milliseconds = task.budget.simulations, task.budget.milliseconds
        budget = Budget(
            simulations and min(simulations, max(SMALLEST, int(simulations / load))),
            milliseconds and min(milliseconds, max(SMALLEST, milliseconds / load)),
        )
        return replace(task, budget=budget)

    def _ask_again(self, question: Question) -> None:
        """After the death of a process. Whose end this is finds another."""
        self.counted["died"] += 1
        question.deaths += 1
        if question.deaths == DEATHS:
            self.leave_to_stand_in(question, "deadly")
        if question.deaths < 2 * DEATHS:
            self._questions.put_nowait(question)
        else:
            self._settle_by_chance(question)

    def _settle_by_chance(self, question: Question) -> None:
        """So that a table goes on whatever happens here."""
        self.counted["by_chance"] += 1
        question.settle(bots.think(bots.named(LAST_RESORT), question.task))
