"""Two people at each of many tables who answer each other as fast as they can, or at a pace; for `bench/server.py`.

With `--bot` one person and a bot, with `--also` the people of each table at different servers. `python
bench/server_driver.py URL TABLES WARM_UP SECONDS [--also URL…] [--game raeuber] [--pace 0] [--bot LEVEL] [--stored 0]`:
says `created`, `connected`, `begin` and `end` in lines, then the result as JSON. It waits for a line after `created`
and `connected`, and ends when its input does. Requests and events are written and read by hand, so that the driver is
not what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import orjson
import uvloop

AT_ONCE = 50  # tables that are set up at the same time
STORING = 20  # people who set up tables for nobody
END = b"\r\n\r\n"


class Place(NamedTuple):
    """Where a server listens."""

    host: str
    port: int
    netloc: str

    @classmethod
    def of(cls, url: str) -> Place:
        parts = urlsplit(url)
        return cls(str(parts.hostname), parts.port or 80, parts.netloc)


class Caller(asyncio.Protocol):
    """A connection for requests, one after the other."""

    def __init__(self, host: str, token: str = "") -> None:
        self._head = f"Host: {host}\r\nContent-Type: application/json\r\nBeute-Token: true\r\n".encode()
        self.identify(token)
        self._answers: list[asyncio.Future[Any]] = []
        self._waiting: list[bytes] = []
        self._read = b""
        self._transport: asyncio.Transport

    def identify(self, token: str) -> None:
        self.token = token
        self._known = self._head + (f"Authorization: Bearer {token}\r\n".encode() if token else b"")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class

    def post(self, path: str, body: object) -> asyncio.Future[Any]:
        """The answer's content; who does not need it need not wait for it."""
        content = orjson.dumps(body)
        answer = asyncio.get_running_loop().create_future()
        request = b"POST %b HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n%b" % (
            path.encode(), self._known, len(content), content,
        )  # fmt: skip
        if self._answers:
            self._waiting.append(request)
        else:
            self._transport.write(request)
        self._answers.append(answer)
        return answer

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, end, rest = self._read.partition(END)
        if not end:
            return
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(rest) < length:
            return
        self._read = b""
        answer = self._answers.pop(0)
        if self._waiting:
            self._transport.write(self._waiting.pop(0))
        if head[9:10] == b"2":
            answer.set_result(orjson.loads(rest) if rest else None)
        else:
            answer.set_exception(RuntimeError(f"refused: {head[9:12].decode()} {rest.decode():.500}"))

    def connection_lost(self, error: Exception | None) -> None:
        for answer in self._answers:
            answer.cancel()


class Stream(asyncio.Protocol):
    """The updates of one person at one table."""

    def __init__(self, host: str, table: Table, seat: int) -> None:
        self._table, self._seat, self._host = table, seat, host
        self._read = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        path, token = f"/api/updates?table={self._table.id}", self._table.people[self._seat].token
        head = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n\r\n"
        cast(asyncio.Transport, transport).write(head.encode())

    def data_received(self, data: bytes) -> None:
        self._read += data
        while (end := self._read.find(b"\n\n")) >= 0:
            event = bytes(self._read[:end])
            del self._read[: end + 2]
            head, _, content = event.partition(b"data: ")
            if b"event: update" in head or b"event: state" in head:
                self._table.hear(self._seat, content)

    def connection_lost(self, error: Exception | None) -> None:
        self._table.run.trouble(RuntimeError("a stream has ended"))


class Table:
    """Two people. Who is asked answers with a random word of those offered, once both have heard of the last step.

    Where one plays with a bot, what is measured is the time until that person is asked again.
    """

    def __init__(self, run: Run, id: str, people: Sequence[Caller], places: Sequence[Place]) -> None:
        self.run, self.id, self.people, self.places = run, id, people, places
        self.seats = range(len(people))
        self.heard = [b"" for _ in people]
        self._waiting = {*self.seats}  # who has not heard yet of the latest step
        self._mover, self._sent = -1, 0.0
        self._dice = random.Random(id)

    def hear(self, seat: int, content: bytes) -> None:
        self.heard[seat] = content
        if self._sent and (seat != self._mover or (self.run.bot and b'"question":null' not in content)):
            self.run.count(perf_counter() - self._sent)
            self._sent = 0.0
        self._waiting.discard(seat)
        if not self._waiting and self.run.playing:
            if self.run.pace:
                asyncio.get_running_loop().call_later(self.run.pace, self.go_on)
            else:
                self.go_on()

    def go_on(self) -> None:
        """One of them answers; after a game they want another."""
        if not self.run.playing or self._waiting:
            return
        for seat in self.seats:
            if b'"question":null' not in self.heard[seat]:
                told = orjson.loads(self.heard[seat])
                if seat in told["view"]["asked"]:
                    self._answer(seat, told)
                    return
        if self.run.bot and b'"winners":null' in self.heard[0]:
            return  # the bot is asked
        self._waiting = {*self.seats}
        self._tell(self.people[0].post(f"/api/tables/{self.id}/rematch", {}), self._accept)

    def _accept(self, _: object) -> None:
        if not self.run.bot:
            self._tell(self.people[1].post(f"/api/tables/{self.id}/rematch/accept", {}), lambda _: None)

    def _answer(self, seat: int, told: Any) -> None:
        words = [choice["word"] for choice in told["view"]["choices"] if choice["possible"] != "no"]
        said = {"question": told["question"]["id"], "word": self._dice.choice(words)}
        self._waiting = {*self.seats}
        self._mover, self._sent = seat, perf_counter()
        self._tell(self.people[seat].post(f"/api/tables/{self.id}/seats/{seat}/answers", said), lambda _: None)

    def _tell(self, answer: asyncio.Future[Any], then: Any) -> None:
        def done(answer: asyncio.Future[Any]) -> None:
            if answer.cancelled():
                return
            if (error := answer.exception()) is not None:
                self.run.trouble(error)
            else:
                then(answer.result())

        answer.add_done_callback(done)


class Run:
    """All tables."""

    def __init__(self, urls: Sequence[str], game: str, pace: float, bot: str) -> None:
        self.places = [Place.of(url) for url in urls]
        self.game, self.pace, self.bot = game, pace, bot
        self.playing = self.measuring = self.over = False
        self.latencies: list[float] = []
        self.tables: list[Table] = []
        self._trouble: BaseException | None = None

    def count(self, seconds: float) -> None:
        if self.measuring:
            self.latencies.append(seconds)

    def trouble(self, error: BaseException) -> None:
        if not self.over:
            self._trouble = self._trouble or error

    def check(self) -> None:
        if self._trouble is not None:
            raise self._trouble

    async def set_up(self, tables: int) -> None:
        for first in range(0, tables, AT_ONCE):
            some = range(first, min(first + AT_ONCE, tables))
            self.tables += await asyncio.gather(*(self._table(number) for number in some))

    async def store(self, tables: int) -> None:
        """Tables at which a game has begun, and nobody plays."""
        callers = [await self._caller("Ada", self.places[0]) for _ in range(STORING)]
        seats = [{"kind": "person", "name": name} for name in ("Ada", "Bob")]
        made = {"game": self.game, "seats": seats, "start": True}

        async def some(caller: Caller, number: int) -> None:
            for _ in range(number):
                await caller.post("/api/tables", made)

        await asyncio.gather(*(some(caller, tables // STORING) for caller in callers))

    async def connect(self) -> None:
        """Everybody follows the table, and has heard how it stands."""
        loop = asyncio.get_running_loop()
        for table in self.tables:
            for seat in table.seats:
                place = table.places[seat]
                await loop.create_connection(partial(Stream, place.netloc, table, seat), place.host, place.port)
        async with asyncio.timeout(120):
            while any(b"" in table.heard for table in self.tables):
                self.check()
                await asyncio.sleep(0.02)

    async def play(self, warm_up: float, seconds: float) -> dict[str, object]:
        loop, dice = asyncio.get_running_loop(), random.Random(1)
        self.playing = True
        for table in self.tables:
            loop.call_later(dice.random() * self.pace, table.go_on)
        await asyncio.sleep(warm_up)
        self.check()
        self.measuring = True
        begun = perf_counter()
        print("begin", flush=True)
        await asyncio.sleep(seconds)
        self.measuring = False
        print("end", flush=True)
        took = perf_counter() - begun
        self.check()
        self.over = True
        found = sorted(self.latencies)
        if not found:
            raise RuntimeError("nobody has moved")
        p50, p99 = (found[int(len(found) * share)] * 1000 for share in (0.5, 0.99))
        return {"moves": len(found), "seconds": took, "p50_ms": p50, "p99_ms": p99}

    async def _caller(self, name: str, place: Place) -> Caller:
        loop = asyncio.get_running_loop()
        _, caller = await loop.create_connection(lambda: Caller(place.netloc), place.host, place.port)
        caller.identify((await caller.post("/api/me", {"name": name}))["token"])
        return caller

    async def _table(self, number: int) -> Table:
        places = [self.places[(number + seat) % len(self.places)] for seat in range(2)]
        host = await self._caller("Ada", places[0])
        other = {"kind": "bot", "bot": self.bot} if self.bot else {"kind": "open"}
        seats = [{"kind": "person", "name": "Ada"}, other]
        made = await host.post("/api/tables", {"game": self.game, "seats": seats})
        id = made["table"]["id"]
        people = [host]
        if not self.bot:
            people.append(await self._caller("Bob", places[1]))
            await people[1].post("/api/join", {"link": made["you"]["link"], "name": "Bob"})
        await host.post(f"/api/tables/{id}/start", {})
        return Table(self, id, people, places)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("tables", type=int)
    parser.add_argument("warm_up", type=float)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--also", nargs="+", default=[], help="URLs of other servers, for the people to be spread over")
    parser.add_argument("--game", choices=("raeuber", "sneaky"), default="raeuber")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds that a person waits before a move")
    parser.add_argument("--bot", default="", help="who plays against one person, in place of another")
    parser.add_argument("--stored", type=int, default=0, help="tables besides, at which nobody plays")
    options = parser.parse_args()
    run = Run([options.url, *options.also], options.game, options.pace, options.bot)
    await run.store(options.stored)
    await run.set_up(options.tables)
    await _told("created")
    await run.connect()
    await _told("connected")
    print(json.dumps(await run.play(options.warm_up, options.seconds)), flush=True)


async def _told(line: str) -> None:
    """Say it and go on when a line has come back."""
    print(line, flush=True)
    if not await asyncio.to_thread(sys.stdin.readline):
        sys.exit(1)


if __name__ == "__main__":
    try:
        uvloop.run(main())
    except (RuntimeError, OSError, TimeoutError) as error:
        sys.exit(f"the driver stops: {error}")
