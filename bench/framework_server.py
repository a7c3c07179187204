"""Our server behind one of several frameworks and servers: `python -m bench.framework_server NAME`.

Routes, tables, store and bots are those of `beute serve`; only how an answer comes to the table is another. Settings
are those of the environment. It listens at a free port of this machine and says its address as `beute serve` does.
"""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from collections.abc import Callable
from typing import Final

import orjson
import uvicorn
import uvloop
from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from beute.server import hot, logs, running
from beute.server.app import create_app
from beute.server.hall import Hall
from beute.server.protocol import Answer, AnswerMessage
from beute.server.routes.desk import Person, TheDesk
from beute.server.routes.tables import TableId
from beute.server.security.guard import Guard
from beute.server.serve import BACKLOG, bound_from
from beute.server.settings import Settings

PATH: Final = hot.ANSWERS_ROUTE
OPEN: Final = 100_000  # requests at the same time
NEVER: Final = re.compile(r"(?!)")
BODY: Final = TypeAdapter(Answer)


def by_wire(guard: Guard) -> ASGIApp:
    """As `beute serve` does it."""
    return guard


def by_asgi(guard: Guard) -> ASGIApp:
    guard._answer_soon = None
    return guard


def by_starlette(guard: Guard) -> ASGIApp:
    app = _framework(guard)

    async def answer(request: Request) -> Response:
        desk, scope = app.state.desk, request.scope
        person = await desk.identity.person(scope)
        said = BODY.validate_json(await request.body(), strict=True)
        told = await _answer(desk.hall, scope["path_params"]["table"], person.id, scope["path_params"]["seat"], said)
        return Response(orjson.dumps(told), media_type="application/json")

    app.router.routes.insert(0, Route(PATH.replace("{seat}", "{seat:int}"), answer, methods=["POST"]))
    return by_asgi(guard)


def by_fastapi(guard: Guard) -> ASGIApp:
    app = _framework(guard)

    async def answer(table: TableId, seat: int, said: Answer, person: Person, desk: TheDesk) -> AnswerMessage:
        return await _answer(desk.hall, table, person.id, seat, said)

    app.router.routes.insert(0, APIRoute(PATH, answer, methods=["POST"]))
    return by_asgi(guard)


def _framework(guard: Guard) -> FastAPI:
    """The application that has all other routes; from now on answers too."""
    hot.ANSWERS = NEVER  # type: ignore[misc]
    app = guard._app.app  # type: ignore[attr-defined]
    assert isinstance(app, FastAPI)
    return app


async def _answer(hall: Hall, table: str, person: int, seat: int, said: Answer) -> AnswerMessage:
    update = await hall.act(table, lambda room: room.answer(person, seat, said.question, said.word))
    return {"version": 0 if update is None else update.version, "repeated": False}


# ---------------------------------------------------------------- servers


def on_own_protocol(app: ASGIApp, listener: socket.socket, address: str, settings: Settings) -> None:
    assert isinstance(app, Guard)
    running.run(settings, lambda settings: app, listener, address)


def on_uvicorn(app: ASGIApp, listener: socket.socket, address: str, settings: Settings) -> None:
    config = uvicorn.Config(app, loop="uvloop", http="httptools", ws="none", log_config=None, access_log=False)
    print(f"Beute: {address}", flush=True)
    uvicorn.Server(config).run([listener])


def on_granian(app: ASGIApp, listener: socket.socket, address: str, settings: Settings) -> None:
    from granian.constants import Interfaces
    from granian.server.embed import Server

    host, port = listener.getsockname()[:2]
    listener.close()
    server = Server(
        app,
        host,
        port,
        interface=Interfaces.ASGI,
        websockets=False,
        backlog=BACKLOG,
        backpressure=OPEN,  # streams are requests too
        log_enabled=False,
    )

    async def serve() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
        serving = asyncio.create_task(server.serve())
        await _listens(host, port)
        print(f"Beute: {address}", flush=True)
        await serving

    uvloop.run(serve())


async def _listens(host: str, port: int) -> None:
    while True:
        try:
            _, there = await asyncio.open_connection(host, port)
        except ConnectionError:
            await asyncio.sleep(0.05)
        else:
            there.close()
            return


Serve = Callable[[ASGIApp, socket.socket, str, Settings], None]
NAMES: Final[dict[str, tuple[Callable[[Guard], ASGIApp], Serve]]] = {
    "uvicorn, own protocol": (by_wire, on_own_protocol),
    "uvicorn, ASGI": (by_asgi, on_uvicorn),
    "uvicorn, Starlette": (by_starlette, on_uvicorn),
    "uvicorn, FastAPI": (by_fastapi, on_uvicorn),
    "granian, ASGI": (by_asgi, on_granian),
}


def main(name: str) -> None:
    made, serve = NAMES[name]
    settings = Settings()
    logs.set_up(settings)
    listener = bound_from(settings.host, settings.port)
    address = "http://{}:{}".format(*listener.getsockname()[:2])
    serve(made(create_app(settings)), listener, address, settings)


if __name__ == "__main__":
    main(sys.argv[1])
