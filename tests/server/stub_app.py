"""Apps to serve in tests: one that behaves, and some that do not."""

from __future__ import annotations

import asyncio
import time

from starlette.types import Receive, Scope, Send

from beute.play.errors import BeuteError
from beute.server.security.guard import Done
from beute.server.settings import Settings


class Stub:
    """Answers everything, and has a stream that ends when the server stops."""

    def __init__(self, settings: Settings) -> None:
        self.stops = asyncio.Event()

    def answer_soon(self, scope: Scope, body: bytes, done: Done) -> bool:
        return False

    def stopping(self) -> None:
        self.stops.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/stream":
            await send({"type": "http.response.body", "body": b"data: hello\n\n", "more_body": True})
            await self.stops.wait()
            await send({"type": "http.response.body", "body": b"event: bye\n\n"})
        else:
            await send({"type": "http.response.body", "body": b"well"})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await self.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def start(self) -> None:
        pass

    def close(self) -> None:
        print("closed", flush=True)


class Stubborn(Stub):
    """Its streams do not end."""

    def stopping(self) -> None:
        pass


class Slow(Stub):
    """Starts when it is told to, by a line of its input."""

    async def start(self) -> None:
        print("starting", flush=True)
        await asyncio.to_thread(input)


class Blocking(Stub):
    def close(self) -> None:
        time.sleep(60)


class Lingering(Stub):
    """Leaves a thread that goes on with what nobody needs any more."""

    async def start(self) -> None:
        self.work = asyncio.create_task(asyncio.to_thread(time.sleep, 60))

    def close(self) -> None:
        self.work.cancel()
        super().close()


class Refusing(Stub):
    async def start(self) -> None:
        raise BeuteError("the database is of a newer version", "newer_version")


class Failing(Stub):
    async def start(self) -> None:
        raise RuntimeError("SECRET")
