"""A guarded app with a few routes, and a way to ask it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import ASGIApp

from beute.play.errors import BeuteError, IllegalMove
from beute.server.metrics import Metrics, metrics_route
from beute.server.problems import HANDLERS
from beute.server.security.asking import client_of
from beute.server.security.guard import Guard
from beute.server.security.identity import Identity
from beute.server.security.streams import Streams
from beute.server.settings import Settings
from beute.server.store.base import PersonRow
from beute.table.store import Conflict, StoreError

SECRET_NAME = "Zacharias"
WORD = "put R R"


class Memory:
    """People in memory, for tests of identity alone; it counts how often it was asked."""

    def __init__(self) -> None:
        self.people: dict[int, PersonRow] = {}
        self.secrets: dict[bytes, int] = {}
        self.asked = 0
        self.fails = False

    async def new_person(self, secret_hash: bytes, name: str, language: str, at: float) -> int:
        person = len(self.people) + 1
        self.people[person] = PersonRow(person, name, language, at, at)
        self.secrets[secret_hash] = person
        return person

    async def person_by_secret(self, secret_hash: bytes) -> PersonRow | None:
        self.asked += 1
        return self.people.get(self.secrets.get(secret_hash, 0))

    async def add_secret(self, person: int, secret_hash: bytes, at: float) -> None:
        self.secrets[secret_hash] = person

    async def seen(self, person: int, at: float) -> None:
        if self.fails:
            raise StoreError("full", "disk_full")
        self.people[person] = replace(self.people[person], seen=at)


class Seat(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=10)
    level: int = Field(ge=1, le=9)


class Plan(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seats: list[Seat] = Field(max_length=2)


def stub(streams: Streams) -> FastAPI:
    """Routes that behave in all the ways that a guard has to know."""
    app = FastAPI(exception_handlers=HANDLERS)

    @app.get("/page")
    @app.get("/api/tables/{table}")
    async def look(table: str = "-") -> dict[str, str]:
        return {"table": table}

    @app.post("/api/tables")
    @app.post("/api/tables/{table}/answers")
    @app.post("/api/tables/{table}/pause")
    async def change(request: Request, table: str = "-") -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @app.post("/api/plan")
    async def plan(said: Plan) -> dict[str, bool]:
        return {"done": True}

    @app.get("/api/bug/{name}")
    async def bug(name: str) -> None:
        raise RuntimeError(f"{name} said {WORD}")

    @app.get("/api/error/{kind}")
    async def error(kind: str) -> None:
        errors: dict[str, Exception] = {
            "conflict": Conflict("t", 17, 18),
            "store": StoreError("cannot write /home/ada/beute.db", "locked", path="/home/ada"),
            "full": StoreError("cannot write /home/ada/beute.db", "disk_full"),
            "broken": BeuteError("entry 3: 1 play W cannot be", "broken_table"),
            "illegal": IllegalMove(1, WORD, "SN-12", "unknown_word", ["roll"]),
            "host": BeuteError("only the host may", "not_host", seat=2, path=Path("/home/ada")),
            "other": BeuteError("a name is long", "long_name", name="\ud800", most=3),
        }
        raise errors[kind]

    @app.get("/api/held")
    async def held(request: Request) -> dict[str, int]:
        with streams.held(client_of(request.scope)):
            await asyncio.sleep(0)
            return {"open": len(streams)}

    return app


class Site:
    """A guarded stub, asked as from a browser at this machine."""

    def __init__(self, app: ASGIApp | None = None, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.metrics, self.store = Metrics(), Memory()
        self.identity = Identity(self.store, "beute_test")
        self.streams = Streams(self.settings, self.metrics)
        inner = stub(self.streams)
        inner.router.routes.append(metrics_route(self.metrics, self.settings))
        self.app = Guard(app or inner, self.settings, self.identity, self.metrics)

    def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        content: bytes | AsyncIterator[bytes] | None = None,
        client: str = "127.0.0.1",
        base: str = "http://127.0.0.1:8765",
        **more: Any,
    ) -> httpx.Response:
        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(client, 5000))
            async with httpx.AsyncClient(transport=transport, base_url=base) as browser:
                return await browser.request(method, path, headers=headers, content=content, **more)

        return asyncio.run(run())
