"""Servers that hear of each other by Redis: its channel for what they tell, its keys for leases, no data of a game."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Sequence
from secrets import token_hex
from typing import Final

import orjson
from pydantic import TypeAdapter
from redis import Redis as BlockingRedis
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from beute.server.peers.base import ALIVE, LEASE, Ears, Missed, News

CHANNEL: Final = "news"
PATIENCE: Final = 1.0  # seconds to wait for Redis
LONGEST_PAUSE: Final = 5.0  # seconds until it is tried again
MOST_WAITING: Final = 10_000  # news that wait for Redis; more are dropped
AT_ONCE: Final = 1000  # news in one message
FAILURES: Final = (RedisError, OSError, TimeoutError)
# A lease is taken if it is free, and kept by who has it; otherwise this says for how many milliseconds another has it.
TAKE: Final = """
local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return math.max(1, redis.call('pttl', KEYS[1])) end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 0
"""
GIVE: Final = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end"
NEWS: TypeAdapter[list[News]] = TypeAdapter(list[News])

log = logging.getLogger(__name__)


def refusal(url: str) -> str:
    """Why Redis does not let this server in. Nothing if it does, or if it is away, as it may come later; blocks for a
    moment."""
    try:
        with BlockingRedis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE) as redis:
            redis.ping()
    except (AuthenticationError, ResponseError) as error:
        return str(error)
    except FAILURES:
        pass
    return ""


class RedisPeers:
    """Implements `Peers`; `site` keeps apart what shares a Redis, `start` and `close` it in the event loop."""

    alone = False

    def __init__(self, url: str, site: str) -> None:
        self.id = token_hex(8)
        self._head = b'{"server":"%b",' % self.id.encode()  # of each of its own messages
        self._prefix = f"{site}:"
        self._redis: Redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._listening: Redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._take = self._redis.register_script(TAKE)
        self._give = self._redis.register_script(GIVE)
        self._waiting: asyncio.Queue[News] = asyncio.Queue(MOST_WAITING)
        self._dropped = False  # whether news were, since something was told
        self._heard: dict[str, float] = {}  # when each other server was heard last
        self._tasks: list[asyncio.Task[None]] = []
        self._releasing: set[asyncio.Task[None]] = set()
        self._hears = False
        self._trouble = False  # whether it was logged, since it was well
        self._ask_again = 0.0  # for leases: each would have to wait as long for the same answer

    @property
    def cut_off(self) -> bool:
        return not self._hears

    def start(self, ears: Ears) -> None:
        works = self._listen(ears), self._speak(), self._live(ears)
        self._tasks = [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        waiting = {*self._tasks, *self._releasing}
        while waiting:  # a call to Redis that ends at that moment swallows it
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=PATIENCE)
        for client in (self._redis, self._listening):
            await client.aclose()

    # ------------------------------------------------------------ telling

    def tell(self, news: News) -> None:
        if self._waiting.full():
            self._dropped = True
        else:
            self._waiting.put_nowait(news)

    async def _speak(self) -> None:
        """What is told while Redis takes the last message is one message."""
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty() and len(batch) < AT_ONCE:
                batch.append(self._waiting.get_nowait())
            await self._send([Missed(), *batch] if self._dropped else batch)

    async def _send(self, news: Sequence[News]) -> None:
        message = self._head + b'"news":%b}' % orjson.dumps(news)
        try:
            await self._redis.publish(self._prefix + CHANNEL, message)
            self._dropped = False
            if self._hears:
                self._is_well()
        except FAILURES as error:
            self._dropped = self._dropped or bool(news)
            self._tell_failure(error)

    async def _live(self, ears: Ears) -> None:
        """Tell the others that this server is there, and miss those that are not any more."""
        while True:
            await self._send([Missed()] if self._dropped else [])
            await asyncio.sleep(ALIVE)
            now = time.monotonic()
            for server in [server for server, at in self._heard.items() if now - at > LEASE]:
                del self._heard[server]
                ears.lost(server)

    # ------------------------------------------------------------ listening

    async def _listen(self, ears: Ears) -> None:
        pause = 0.0
        while True:
            try:
                async with self._listening.pubsub() as channel:
                    await channel.subscribe(self._prefix + CHANNEL)
                    silent = 0
                    while silent * ALIVE < LEASE:  # it hears itself: silence is that of a line that is cut
                        message = await channel.get_message(timeout=ALIVE)
                        silent = silent + 1 if message is None else 0
                        if message is None:
                            continue
                        if message["type"] == "subscribe":
                            self._hears, pause = True, 0.0
                            self._is_well()
                            ears.missed()
                        elif message["type"] == "message":
                            self._hear(ears, message["data"])
                    raise TimeoutError("nothing is heard any more")
            except FAILURES as error:
                self._hears = False
                self._tell_failure(error)
                pause = min(LONGEST_PAUSE, 2 * pause or 0.1)
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    def _hear(self, ears: Ears, data: bytes) -> None:
        if data.startswith(self._head):
            return
        try:
            said = orjson.loads(data)
            server, told = str(said["server"]), NEWS.validate_python(said["news"])
        except (ValueError, KeyError, TypeError):
            log.warning("something on the channel is not from a server of this release")
            return
        self._heard[server] = time.monotonic()
        for news in told:
            ears.heard(server, news)

    def _is_well(self) -> None:
        if self._trouble:
            log.info("Redis is there again")
        self._trouble = False

    def _tell_failure(self, error: Exception) -> None:
        """Once, until it is well again."""
        if not self._trouble:
            log.warning("Redis cannot be used: servers hear of each other later (%s: %s)", type(error).__name__, error)
        self._trouble = True

    # ------------------------------------------------------------ leases

    async def lease(self, room: str) -> float:
        if time.monotonic() < self._ask_again:
            return 0.0
        try:
            return float(await self._take(keys=[self._key(room)], args=[self.id, int(LEASE * 1000)])) / 1000
        except FAILURES as error:  # rather thought about twice than by nobody
            self._ask_again = time.monotonic() + LEASE
            self._tell_failure(error)
            return 0.0

    def release(self, room: str) -> None:
        task = asyncio.create_task(self._release(room))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, room: str) -> None:
        if time.monotonic() < self._ask_again:
            return
        try:
            await self._give(keys=[self._key(room)], args=[self.id])
        except FAILURES as error:
            self._tell_failure(error)

    def _key(self, room: str) -> str:
        return f"{self._prefix}lease:{room}"
