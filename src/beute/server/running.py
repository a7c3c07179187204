"""The app as uvicorn runs it, and how it is stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import Protocol, cast

import uvicorn
from starlette.types import Message, Receive, Scope, Send

from beute.play.errors import BeuteError
from beute.server import logs
from beute.server.house import STATE, House
from beute.server.security.guard import Done
from beute.server.settings import Settings
from beute.server.wire import Wire

logger = logging.getLogger(__name__)
FOR_REQUESTS, FOR_APP, IN_ALL = 2, 2, 5  # seconds that a stop takes at most
KEEP_ALIVE = 75  # seconds that a browser may keep an idle connection


class App(Protocol):
    """What is served: an ASGI app that is told when the server stops, so that its streams end by themselves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...
    def answer_soon(self, scope: Scope, body: bytes, done: Done) -> bool: ...
    def stopping(self) -> None: ...


def run(settings: Settings, make_app: Callable[[Settings], App], listener: socket.socket, address: str) -> None:
    """Serve at a socket until SIGTERM or SIGINT."""
    app = make_app(settings)
    starting = _Starting(app)
    config = uvicorn.Config(
        starting,
        loop="uvloop",
        http=cast(type[asyncio.Protocol], partial(Wire, app.answer_soon)),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=list(settings.trusted_proxy),
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=FOR_REQUESTS,
    )
    server = _Server(config, app, address, settings.data)
    try:
        server.run([listener])
        logs.tell(logger, logging.INFO, "stopped")
    except SystemExit:  # uvicorn's, if the app cannot start
        if isinstance(starting.error, BeuteError):
            raise starting.error from None
        raise BeuteError("the server cannot start; its log says why", "cannot_start") from None
    finally:
        server.last_resort.cancel()


class _Starting:
    """Keeps what went wrong while the app started, so that it is told in words."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.error: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return

        async def quietly(message: Message) -> None:
            """Without the stack trace that Starlette puts into it."""
            await send({"type": message["type"]} if message["type"].endswith("failed") else message)

        try:
            await self._app(scope, receive, quietly)
        except Exception as error:
            self.error = error
            if not isinstance(error, BeuteError):
                logs.tell(logger, logging.ERROR, "the app failed while it started or stopped", error)
            raise


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: App, address: str, data: Path) -> None:
        super().__init__(config)
        self._app, self._address, self._data = app, address, data
        self._further: dict[socket.socket, asyncio.Server] = {}
        self._is_closed = False
        self.last_resort = threading.Timer(IN_ALL, self._end_by_force)
        self.last_resort.daemon = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Every signal is a graceful stop, also a second one: it takes seconds only, and leaves no process behind."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        house = House(sockets[0], self, self._data) if sockets else None
        if house:
            self.lifespan.state[STATE] = house  # which every request has in its state
        await super().startup(sockets)
        if self.started:
            print(f"Beute: {self._address} (Ctrl+C stops it)", flush=True)
            if house and house.was_open:
                await self._open_again(house)

    async def _open_again(self, house: House) -> None:
        try:
            await house.open()
        except (BeuteError, OSError):
            print("It was open to the home network, and cannot be opened to it now.", flush=True)
            return
        at = ", ".join(house.addresses) or "this machine is in none now"
        print(f"Open to the home network, as it was left: {at}. It can be closed where you invite friends.", flush=True)

    async def listen(self, listener: socket.socket) -> None:
        """Serve at one more socket."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._protocol, sock=listener, backlog=self.config.backlog)
        self._further[listener] = server
        self.servers.append(server)

    async def stop_listening(self, listener: socket.socket) -> None:
        """No longer serve there, nor whoever came by that socket from elsewhere."""
        port, server = listener.getsockname()[1], self._further.pop(listener)
        self.servers.remove(server)
        server.close()
        for connection in tuple(self.server_state.connections):
            transport = connection.transport
            host, number = transport.get_extra_info("sockname")[:2]
            if number == port and not ip_address(host).is_loopback:
                transport.close()
        listener.close()

    def _protocol(self) -> asyncio.Protocol:
        """As uvicorn makes one for each connection to its own sockets."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams are told to come back, requests end, the app closes what it has; each in its time."""
        self.last_resort.start()
        self._app.stopping()
        try:
            await asyncio.wait_for(super().shutdown(sockets), FOR_REQUESTS + FOR_APP)
            self._is_closed = True
        except TimeoutError:
            logs.tell(logger, logging.ERROR, "the app did not stop in time and is cancelled")

    def _end_by_force(self) -> None:
        """What was acknowledged is on the disk anyway. Once the app is closed there is only a thread left whose work
        nobody needs any more, as who loads compiled rules on a busy machine: that is no failure."""
        if self._is_closed:
            logs.tell(logger, logging.INFO, "stopped")
        else:
            logs.tell(logger, logging.ERROR, "the server did not stop in time and ends by force")
        os._exit(0 if self._is_closed else 1)
