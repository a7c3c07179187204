"""The two routes that are asked all the time, as plain ASGI callables: to answer a question, and the stream of updates.

They are declared in the API's description beside all others (`routes/`), and do what a framework would do for them in
a fifth of the time.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Final
from urllib.parse import parse_qsl

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from beute.play.errors import BeuteError
from beute.server.hall import Hall
from beute.server.metrics import Metrics
from beute.server.problems import LANGUAGE, Refused, language_of, problem_of, wrong_fields
from beute.server.protocol import Answer, AnswerMessage
from beute.server.security.asking import ROUTE, headers_of
from beute.server.security.guard import Done
from beute.server.security.identity import Identity
from beute.server.security.streams import Streams as Admission
from beute.server.store.base import PersonRow
from beute.server.streams import MOST_TABLES, RETRY, Connection, Streams, frame
from beute.server.wire import push
from beute.table.table import StaleAnswer, Update
from beute.texts import LANGUAGES

ANSWERS: Final = re.compile(r"/api/tables/([\w-]{1,64})/seats/(\d)/answers")
ANSWERS_ROUTE: Final = "/api/tables/{table}/seats/{seat}/answers"
UPDATES: Final = "/api/updates"
BODY: Final = TypeAdapter(Answer)
MOST_FIELDS: Final = 100  # of the query of the stream
JSON_HEADERS: Final = ((b"content-type", b"application/json"),)
STREAM_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # proxies pass events on at once
)


class Hot:
    """Serves the hot routes, and leaves all others to the application."""

    def __init__(
        self, app: ASGIApp, hall: Hall, identity: Identity, streams: Streams, admission: Admission, metrics: Metrics
    ) -> None:
        self.app, self.hall, self.identity = app, hall, identity
        self.streams, self.admission, self.metrics = streams, admission, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        method, path = scope["method"], scope["path"]
        answers = ANSWERS.fullmatch(path) if method == "POST" else None
        try:
            if answers is not None:
                scope[ROUTE] = ANSWERS_ROUTE
                await self._answer(scope, receive, send, answers[1], int(answers[2]))
            elif path == UPDATES and method == "GET":
                scope[ROUTE] = UPDATES
                await self._updates(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        except BeuteError as error:
            await problem_of(error, language_of(scope))(scope, receive, send)

    # ------------------------------------------------------------ answers

    def answer_soon(self, scope: Scope, body: bytes, done: Done) -> bool:
        """An answer by somebody who is known, at a table that is at rest: without a task. Whether it was taken."""
        asked, person = ANSWERS.fullmatch(scope["path"]), self.identity.present(scope)
        if asked is None or person is None:
            return False
        try:
            said = BODY.validate_json(body, strict=True)
        except ValidationError:
            return False
        seat = int(asked[2])
        scope[ROUTE], scope[LANGUAGE] = ANSWERS_ROUTE, person.language

        def stored(version: int | Exception) -> None:
            if isinstance(version, Exception):
                self.metrics.refused_moves.inc()
                done(version)
            else:
                self.metrics.moves.inc()
                done(b'{"version":%d,"repeated":false}' % version)

        return self.hall.act_soon(
            asked[1], lambda room: _version(room.answer(person.id, seat, said.question, said.word)), stored
        )

    async def _answer(self, scope: Scope, receive: Receive, send: Send, table: str, seat: int) -> None:
        person = await self._person(scope)
        try:
            said = BODY.validate_json(await _body(receive), strict=True)
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)
            await wrong_fields(wrong, language_of(scope))(scope, receive, send)
            return
        try:
            update = await self.hall.act(table, lambda room: room.answer(person.id, seat, said.question, said.word))
        except StaleAnswer as error:
            if error.code != "repeated_answer":
                raise
            version = await self.hall.version(table, seat)
            message: AnswerMessage = {"version": version, "repeated": True}
        except BeuteError:
            self.metrics.refused_moves.inc()
            raise
        else:
            self.metrics.moves.inc()
            message = {"version": _version(update), "repeated": False}
        await _respond(send, orjson.dumps(message))

    async def _person(self, scope: Scope) -> PersonRow:
        person = await self.identity.person(scope)
        if person is None:
            raise Refused("no_person")
        scope[LANGUAGE] = person.language
        return person

    # ------------------------------------------------------------ updates

    async def _updates(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Events of the tables that are named, or of all of a program, until the reader goes or the server stops."""
        person = await self._person(scope)
        asked = _asked(scope["query_string"].decode("latin-1"))
        tables = [value for name, value in asked if name == "table"]
        language = next((value for name, value in asked if name == "language" and value in LANGUAGES), scope[LANGUAGE])
        last = next((value for name, value in asked if name == "last"), "")
        last = headers_of(scope).get(b"last-event-id", last.encode()).decode("latin-1")
        own = person.program and not tables
        if not own and not 1 <= len(tables) <= MOST_TABLES:
            raise Refused("wrong_tables", most=MOST_TABLES)
        if self.streams.stopping:
            raise Refused("stopping")
        with self.admission.held(f"person {person.id}"):  # the guard may not have known yet who it is
            connection = Connection(self.hall, person.id, language, partial(push, scope))
            try:
                await (connection.open_own(last) if own else connection.open(tables, last))
                self.streams.add(connection)
                await self._send(connection, receive, send)
            finally:
                self.streams.remove(connection)

    async def _send(self, connection: Connection, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        await send(_part(b"retry: %d\n\n" % RETRY))
        gone = asyncio.create_task(_until_gone(receive))
        gone.add_done_callback(lambda _: connection.end())
        try:
            while not connection.closed:
                content = await connection.next()
                if content and not connection.push(content):
                    await send(_part(content))
            if not gone.done():  # the server stops: come back in a moment
                await send(_part(frame("bye", b"{}")))
        except OSError:
            pass  # the reader has gone
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b""})


def _asked(query: str) -> list[tuple[str, str]]:
    """What stands in an address behind the question mark."""
    try:
        return parse_qsl(query, max_num_fields=MOST_FIELDS)
    except ValueError:  # there is more
        raise Refused("wrong_tables", most=MOST_TABLES) from None


def _version(update: Update | None) -> int:
    return 0 if update is None else update.version


def _part(content: bytes) -> dict[str, object]:
    return {"type": "http.response.body", "body": content, "more_body": True}


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False) and message["type"] == "http.request"
    return body


async def _respond(send: Send, body: bytes) -> None:
    length = (b"content-length", b"%d" % len(body))
    await send({"type": "http.response.start", "status": 200, "headers": [*JSON_HEADERS, length]})
    await send({"type": "http.response.body", "body": body})
