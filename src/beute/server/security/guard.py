"""Stands before the app: refuses what must not get in, adds headers to all answers, answers errors, counts, logs."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from itertools import count
from time import perf_counter
from typing import TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beute.play.errors import BeuteError
from beute.server.logs import tell
from beute.server.metrics import Metrics
from beute.server.problems import LANGUAGE, REQUEST_ID, internal, language_of, problem_of
from beute.server.security.asking import CLIENT, COUNTED, CYCLE, ROUTE, address_of, headers_of
from beute.server.security.headers import with_safe
from beute.server.security.hosts import Hosts
from beute.server.security.identity import Identity
from beute.server.security.origins import check_origin
from beute.server.security.rates import CREATE, Rates, kind_of
from beute.server.security.sizes import Counted, check_size
from beute.server.settings import Settings

logger = logging.getLogger(__name__)
VANISHED = 499  # the status of a request whose client went before an answer
Done: TypeAlias = Callable[[bytes | Exception], None]  # is given an answer's content, or why there is none
AnswerSoon: TypeAlias = Callable[[Scope, bytes, Done], bool]


class Guard:
    """An ASGI app round another. It is one callable, not one for each check: the hot routes pass here too."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        identity: Identity,
        metrics: Metrics,
        stopping: Callable[[], None] | None = None,
        answer_soon: AnswerSoon | None = None,
    ) -> None:
        self._app, self._identity, self._metrics = app, identity, metrics
        self._stopping, self._answer_soon = stopping, answer_soon
        self._hosts = Hosts(settings.allowed_host)
        self.rates = Rates(settings)
        self._body_limit = settings.body_limit
        self._start, self._numbers = secrets.token_hex(3), count(1)

    def stopping(self) -> None:
        """The server stops: streams must end by themselves."""
        if self._stopping is not None:
            self._stopping()

    def answer_soon(self, scope: Scope, body: bytes, done: Done) -> bool:
        """Guard a request that `wire.py` wants to have answered without ASGI; whether it will be. What is not, as it is
        refused or unusual, comes by ASGI then.
        """
        if self._answer_soon is None or logger.isEnabledFor(logging.DEBUG):  # then every request is told
            return False

        def answered(content: bytes | Exception) -> None:
            status = 200 if isinstance(content, bytes) else 503
            self._metrics.request(route_of(scope), status)
            done(content)

        try:
            return not self._check(scope) and self._answer_soon(scope, body, answered)
        except BeuteError:
            return False
        except Exception as error:
            tell(logger, logging.ERROR, "a request failed on its short way", error)
            return False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":  # there is nothing else: no web sockets
            await self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        status, path = 0, scope["path"]
        scope[REQUEST_ID] = f"{self._start}-{next(self._numbers)}"

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = with_safe(message, path)
            await send(message)

        try:
            if self._check(scope):
                counted = Counted(scope, receive, answer, self._body_limit)
                await self._app(scope, counted.receive, counted.send)
            else:
                await self._app(scope, receive, answer)
        except BeuteError as error:
            if status:
                tell(logger, logging.ERROR, "an answer broke off", error, id=scope[REQUEST_ID])
            else:
                await problem_of(error, language_of(scope))(scope, receive, answer)
        except Exception as error:
            tell(logger, logging.ERROR, "a request failed", error, id=scope[REQUEST_ID])
            if not status:
                await internal(scope)(scope, receive, answer)
        finally:
            scope.pop(CYCLE, None)  # what refers to each other stays in memory until somebody looks for that
            self._count(scope, status or VANISHED, begun)

    def _check(self, scope: Scope) -> bool:
        """Refused, if something is wrong; otherwise whether the size of the body has to be counted."""
        headers, server, method = headers_of(scope), scope.get("server"), scope["method"]
        self._hosts.check(headers.get(b"host"), server[0] if server else None)
        address, kind = address_of(scope), kind_of(method, scope["path"])
        person = self._identity.known(scope)
        client = address
        if person is not None:
            client, scope[LANGUAGE] = f"person {person.id}", person.language
        scope[CLIENT] = client
        if COUNTED not in scope:
            # Creating is counted by address: otherwise every new person could create as much again.
            self.rates.check(kind, address if kind == CREATE else client)
            scope[COUNTED] = True
        check_origin(method, headers)
        return check_size(headers, self._body_limit)

    def _count(self, scope: Scope, status: int, begun: float) -> None:
        route = route_of(scope)
        self._metrics.request(route, status)
        level = logging.DEBUG if status < 400 else logging.INFO
        if logger.isEnabledFor(level):
            milliseconds = round((perf_counter() - begun) * 1000, 2)
            told = {"id": scope[REQUEST_ID], "method": scope["method"], "route": route, "status": status}
            tell(logger, level, "request", **told, ms=milliseconds)


def route_of(scope: Scope) -> str:
    """The template of a route, as /api/tables/{table}: a path itself can be a secret link."""
    route: str | None = scope.get(ROUTE) or getattr(scope.get("route"), "path", None)
    return route or "other"
