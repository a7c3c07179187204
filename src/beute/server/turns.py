"""What a server does at its tables by itself: bots play, and decide for those whose time is up."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from beute.bots import Task
from beute.server.peers.base import LEASE
from beute.server.rooms.room import Room

if TYPE_CHECKING:
    from beute.server.hall import Hall
    from beute.server.live import Live


class Turns:
    """Of several servers the one that has the lease of a table does it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def go_on(self, live: Live, here: bool = True) -> None:
        """Let bots play, and watch the clock. After a step that was not made `here`, where nobody follows the table
        either, it is for another server; for this one if it does not do so."""
        if self._goes_on(live) and (live.bots is None or live.bots.done()):
            if here or self._hall.bus.listeners(live.room.id):
                live.bots = self._hall.run(self._let_bots_play(live))
            else:
                self._see_later(live, LEASE)
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadlines = live.room.deadlines
        if deadlines:
            self._wait(live, max(0.0, min(deadlines.values()) - self._hall.now()))

    def _see_later(self, live: Live, seconds: float) -> None:
        if live.later is None:
            live.later = asyncio.get_running_loop().call_later(seconds, self._see, live)

    def _see(self, live: Live) -> None:
        live.later = None
        self.go_on(live)

    def _wait(self, live: Live, seconds: float) -> None:
        loop, run = asyncio.get_running_loop(), self._hall.run
        if live.timer is not None:
            live.timer.cancel()
        live.timer = loop.call_later(seconds, lambda: run(self.time_runs_out(live)))

    def _somebody_is_there(self, room: Room) -> bool:
        """A table of bots that nobody looks at waits."""
        return bool(room.people.seated) or self._hall.bus.listeners(room.id) > 0

    def _goes_on(self, live: Live) -> bool:
        return self._hall.is_live(live) and bool(live.room.bots_due) and self._somebody_is_there(live.room)

    async def _let_bots_play(self, live: Live) -> None:
        """As long as bots have to decide, if no other server lets them."""
        peers, id = self._hall.peers, live.room.id
        taken = await peers.lease(id)
        if not taken:
            taken = await self._play(live)
            peers.release(id)
        if not peers.alone and self._goes_on(live):
            self._see_later(live, taken or LEASE)

    async def _play(self, live: Live) -> float:
        """One decision after another; where all choose face down, all of them at once and only the first with a wait:
        how long a bot takes tells nothing of its hand. If another server has the lease meanwhile, for how long."""
        hall, waited_for = self._hall, None
        while self._goes_on(live):
            async with live.lock:
                room = live.room
                seats = room.bots_due if room.playing.game.face_down else room.bots_due[:1]
                asked = [(seat, room.scripted(seat), *room.task(seat)) for seat in seats]
                phase = room.playing.game.face_down_events.start if room.playing.game.face_down else None
                game = room.people.plan.game
            pace = 0.0 if phase is not None and phase == waited_for else self._pace(room)
            waited_for = phase
            if not asked:
                break
            thoughts = (self._word(scripted, bot, game, task) for _, scripted, bot, _, task in asked)
            words, _ = await asyncio.gather(asyncio.gather(*thoughts), asyncio.sleep(pace))
            answers = [(seat, question, word) for (seat, _, _, question, _), word in zip(asked, words, strict=True)]
            await hall.act(room.id, partial(Room.bots_answer, answers=answers))
            if not hall.peers.alone and (taken := await hall.peers.lease(room.id)):
                return taken
        return 0.0

    async def _word(self, scripted: str | None, bot: str, game: str, task: Task) -> str:
        """What a bot plays: what a lesson says, or what it thinks of itself."""
        return scripted if scripted is not None else await self._hall.thinkers.think(bot, game, task)

    def _pace(self, room: Room) -> float:
        return self._hall.settings.bot_pace if self._hall.bus.listeners(room.id) else 0.0

    async def time_runs_out(self, live: Live) -> None:
        """For each whose time is up a bot decides, once."""
        hall = self._hall
        async with live.lock:
            room, now = live.room, hall.now()
            late = [seat for seat, deadline in room.deadlines.items() if deadline <= now]
            asked = [(seat, *room.task(seat)) for seat in late]
            game = room.people.plan.game
        if asked and (taken := await hall.peers.lease(room.id)):
            self._wait(live, taken)
            return
        for seat, bot, question, task in asked:
            word = await hall.thinkers.think(bot, game, task)
            await hall.act(room.id, partial(Room.time_runs_out, seat=seat, question=question, word=word))
        if not asked:
            self.go_on(live)
