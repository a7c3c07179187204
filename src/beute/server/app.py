"""The server as one ASGI application: guard, hot routes, all other routes, and what runs beside them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI

import beute
from beute.server.bus import LocalBus
from beute.server.hall import Hall
from beute.server.hot import Hot
from beute.server.metrics import Metrics, metrics_route
from beute.server.peers import open_peers
from beute.server.problems import HANDLERS
from beute.server.routes import (
    brought,
    copies,
    finished,
    house,
    lessons,
    opened,
    pages,
    people,
    reports,
    rulebook,
    seats,
    tables,
    things,
)
from beute.server.routes.desk import PROBLEMS, Desk
from beute.server.routes.site import Site
from beute.server.rules import Rules
from beute.server.security.guard import Guard
from beute.server.security.identity import Identity, cookie_name
from beute.server.security.streams import Streams as Admission
from beute.server.settings import Settings
from beute.server.store import open_store
from beute.server.streams import Streams
from beute.server.thinkers import Thinkers

DESCRIPTION = "Tables for Sneaky, Der Schattendieb and Räuber. `docs/api.md` has examples."


def create_app(settings: Settings, now: Callable[[], float] | None = None) -> Guard:
    """The server for these settings; `now` is another clock, for tests."""
    site = cookie_name(settings)  # the same at all servers, for a browser to be known at each
    peers, store = open_peers(settings, site), open_store(settings.database_url)
    metrics, streams = Metrics(), Streams()
    identity = Identity(store, site)
    thinkers = Thinkers(settings.bot_workers)
    metrics.tell_of(thinkers)
    hall = Hall(store, thinkers, LocalBus(), peers, settings, metrics, now)
    desk = Desk(settings, store, hall, identity, thinkers, streams, Rules())
    app = routes(lambda: _running(desk))
    app.state.desk = desk
    app.router.routes.append(metrics_route(metrics, settings))
    app.router.default = Site(app.router.default)
    hot = Hot(app, hall, identity, streams, Admission(settings, metrics), metrics)
    guard = Guard(hot, settings, identity, metrics, streams.stop, hot.answer_soon)
    hall.following.share(identity, guard.rates)
    return guard


def routes(running: Callable[[], AsyncIterator[None]] | None = None) -> FastAPI:
    """All routes, with their description."""
    lifespan = None if running is None else asynccontextmanager(lambda app: running())
    app = FastAPI(
        title="Beute",
        version=beute.__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        exception_handlers={**HANDLERS},
        responses=PROBLEMS,
    )
    for part in (
        people,
        tables,
        brought,
        seats,
        finished,
        opened,
        lessons,
        reports,
        house,
        things,
        rulebook,
        pages,
        copies,
    ):
        app.include_router(part.router)
    return app


async def _running(desk: Desk) -> AsyncIterator[None]:
    """While the server runs: tables go on; at the end everything is closed, what is stored last."""
    desk.rules.start()
    desk.hall.start()
    try:
        yield
    finally:
        desk.streams.stop()
        await desk.rules.close()
        await desk.hall.close()
        await desk.thinkers.close()
        await desk.store.close()
