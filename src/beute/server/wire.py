"""uvicorn's protocol for HTTP, with a shorter way for what is asked all the time: answers, and parts of streams.

For a request ASGI has a task, a scope, events and messages that are passed through several callables and checked field
by field. An answer of somebody who is known, at a table that is at rest, needs none of that. Whatever is not as usual
goes by ASGI from the start: until then nothing has happened. A head that is, byte by byte, one that its connection has
sent before is not read again; who asks, and how often, is looked up each time.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, cast

from starlette.responses import Response
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from beute.play.errors import BeuteError
from beute.server.problems import MEDIA_TYPE, Refused, internal, language_of, problem_of
from beute.server.security.asking import COUNTED, CYCLE, DIGEST, HEADERS
from beute.server.security.guard import AnswerSoon
from beute.server.security.headers import NOT_KEPT

ANSWERS: Final = b"/answers"
LONGEST: Final = 4096  # bytes of an answer
LONGEST_HEAD: Final = 65536  # bytes of all headers; those of uvicorn have no limit, and are kept until they end
PATIENCE: Final = 60  # seconds that a request may take to come in
LINES: Final = ((b"content-type", b"application/json"), *NOT_KEPT)
LAST: Final = b"connection: close\r\n"
END_OF_HEAD: Final = b"\r\n\r\n"
MOST_HEADS: Final = 4  # that are remembered: those of one player's answers differ in the length of the body


@lru_cache(64)
def _written(lines: tuple[tuple[bytes, bytes], ...]) -> bytes:
    return b"".join(b"%b: %b\r\n" % line for line in lines)


HEAD: Final = STATUS_LINE[200] + _written(LINES)


class Soon:
    """Stands in for uvicorn's request and answer while an answer is on its way: further requests wait for it."""

    def __init__(self) -> None:
        self.response_complete = self.disconnected = False
        self.keep_alive = True
        self.message_event = self

    def set(self) -> None:
        """Nobody waits for events."""


class Head(NamedTuple):
    """What was read of the head of an answer, and how long its body is."""

    scope: Scope
    length: int


class Wire(HttpToolsProtocol):
    """A connection."""

    def __init__(self, answer_soon: AnswerSoon, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._answer_soon = answer_soon
        self._body: bytes | None = None  # of what may be an answer, as far as it was read
        self._unfinished = 0  # bytes that came since headers ended, or since the latest part of a body
        self._coming: Literal["nothing", "head", "body"] = "nothing"  # how far the request is that is not whole yet
        self._is_whole = False  # whether the latest that came was the end of a request
        self._limit: TimerHandle | None = None  # runs while something is awaited that is not whole
        self._idle_since: float | None = None
        self._received = b""  # the latest data, if a request begins with it
        self._heads: dict[bytes, Head] = {}  # of answers that were taken
        self._refused: Scope | None = None  # of an answer with such a head that is read as all else after all

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)
        super()._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        between = self._coming == "nothing"
        if between and self._heads and self._is_free() and self._is_answered_at_once(data):
            return
        self._unfinished += len(data)
        self._is_whole = False
        self._received = data if between else b""
        super().data_received(data)
        self._received, self._refused = b"", None
        if not self._is_whole:
            if self._limit is None:
                self._wait()
        elif self._limit is not None:
            self._wait_no_longer()
        if self._unfinished > LONGEST_HEAD and not self.transport.is_closing():
            self._refuse(Refused("long_head", limit=LONGEST_HEAD))

    # ------------------------------------------------------------ a request that does not end

    def _wait(self) -> None:
        self._limit = self.loop.call_later(PATIENCE, self._give_up)

    def _wait_no_longer(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _give_up(self) -> None:
        """Nobody keeps a connection by a request that they never end, or never begin."""
        self._limit = None
        if self.transport.is_closing():
            return
        if self.flow.read_paused:  # it waits for us
            self._wait()
        elif self._coming == "nothing" or self._is_being_answered():
            self.transport.close()
        else:
            self._refuse(Refused("slow_request", limit=PATIENCE))

    def _is_being_answered(self) -> bool:
        """Whether a part of an answer was sent already: to this request, or to one before it."""
        cycle: RequestResponseCycle | None = self.cycle
        if self._coming == "body" and self._body is None:
            return cycle is not None and cycle.response_started
        return cycle is not None and not cycle.response_complete

    # ------------------------------------------------------------ between requests

    def _unset_keepalive_if_required(self) -> None:
        """The timer goes on: to begin and to cancel one for each request takes longer than to read it."""
        self._idle_since = None

    def on_response_complete(self) -> None:
        is_next_there = bool(self.pipeline)
        if is_next_there or self.timeout_keep_alive_task is None:
            super().on_response_complete()
        else:
            self.server_state.total_requests += 1
            if not self.transport.is_closing():
                self.flow.resume_reading()
        self._idle_since = None if is_next_there else self.loop.time()

    def timeout_keep_alive_handler(self) -> None:
        self.timeout_keep_alive_task = None
        if self._idle_since is None:  # after the request that is being answered a timer begins anew
            return
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()

    # ------------------------------------------------------------ answers

    def on_message_begin(self) -> None:
        self._coming, self._is_whole = "head", False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._unfinished, self._coming = 0, "body"
        is_answer = self.url.endswith(ANSWERS) and self.parser.get_method() == b"POST"
        if is_answer and self._refused is None and self._is_free() and self._is_usual():
            self._body = b""
        else:
            self._go_by_asgi()

    def _is_free(self) -> bool:
        """Whether all that was asked before is answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _is_usual(self) -> bool:
        parser = self.parser
        if self.expect_100_continue or parser.should_upgrade():
            return False
        return parser.get_http_version() == "1.1" and parser.should_keep_alive()

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        if self._body is None:
            super().on_body(body)
        elif len(self._body) + len(body) <= LONGEST:
            self._body += body
        else:
            self._give_back(self._body + body)

    def on_message_complete(self) -> None:
        self._coming, self._is_whole = "nothing", True
        body = self._body
        if body is None:
            super().on_message_complete()
            return
        scope: Scope = cast(Scope, self.scope)
        scope["method"], scope["path"] = "POST", self.url.decode("latin-1")
        as_read = {**scope}
        self._body = None
        if self._is_taken(scope, body):
            self._remember(as_read | {key: scope[key] for key in (HEADERS, DIGEST)}, body)
        else:
            self._give_back(body)
            super().on_message_complete()

    def _is_taken(self, scope: Scope, body: bytes) -> bool:
        """Whether an answer will be given without ASGI."""
        soon = Soon()

        def done(content: bytes | Exception) -> None:
            self._send(soon, content, scope)

        if not self._answer_soon(scope, body, done):
            return False
        self.cycle = cast(RequestResponseCycle, soon)
        return True

    def _remember(self, scope: Scope, body: bytes) -> None:
        """What is so of each answer with this head, if it came in one piece."""
        head, _, rest = self._received.partition(END_OF_HEAD)
        if rest == body:
            if len(self._heads) == MOST_HEADS:
                self._heads.clear()
            self._heads[head] = Head(scope, len(body))

    def _is_answered_at_once(self, data: bytes) -> bool:
        """Whether this is one more answer with a head that is known, and is taken; otherwise it is read as all else."""
        head, _, body = data.partition(END_OF_HEAD)
        known = self._heads.get(head)
        if known is None or known.length != len(body):
            return False
        self._unset_keepalive_if_required()
        scope = {**known.scope}
        if not self._is_taken(scope, body):
            self._refused = scope
            return False
        self._unfinished, self._is_whole = 0, True
        if self._limit is not None:
            self._wait_no_longer()
        return True

    def _give_back(self, body: bytes) -> None:
        """It is not as usual after all."""
        self._body = None
        self._go_by_asgi()
        super().on_body(body)

    def _go_by_asgi(self) -> None:
        super().on_headers_complete()
        self.scope[CYCLE] = self.cycle  # type: ignore[typeddict-unknown-key]
        if self._refused is not None and COUNTED in self._refused:
            self.scope[COUNTED] = True  # type: ignore[typeddict-unknown-key]

    def _send(self, soon: Soon, content: bytes | Exception, scope: Scope) -> None:
        soon.response_complete = True
        if soon.disconnected:
            return
        last = b"" if soon.keep_alive else LAST
        if isinstance(content, bytes):
            head = HEAD
        else:
            problem = _problem(content, scope)
            content, head = bytes(problem.body), _head_of_problem(problem.status_code)
        date = _written(tuple(self.server_state.default_headers))
        self.transport.write(b"%b%b%bcontent-length: %d\r\n\r\n%b" % (head, date, last, len(content), content))
        if not soon.keep_alive:
            self.transport.close()
        self.on_response_complete()

    # ------------------------------------------------------------ what is no HTTP

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is told so in the form of all problems, and the connection ends."""
        self._refuse(Refused("bad_request"))

    def _refuse(self, error: Refused) -> None:
        problem = problem_of(error)
        lines = (*problem.raw_headers, *NOT_KEPT, (b"connection", b"close"))
        self.transport.write(STATUS_LINE[problem.status_code] + _written(lines) + b"\r\n" + bytes(problem.body))
        self.transport.close()


def _problem(error: Exception, scope: Scope) -> Response:
    return problem_of(error, language_of(scope)) if isinstance(error, BeuteError) else internal(scope)


def _head_of_problem(status: int) -> bytes:
    return STATUS_LINE[status] + _written(((b"content-type", MEDIA_TYPE.encode()), *NOT_KEPT))


def push(scope: Scope, content: bytes) -> bool:
    """A part of a stream that has begun, written without ASGI's messages; whether that could be done."""
    cycle: RequestResponseCycle | None = scope.get(CYCLE)
    if cycle is None or not cycle.chunked_encoding or cycle.response_complete:
        return False
    if cycle.disconnected or cycle.flow.write_paused:
        return False
    cycle.transport.write(b"%x\r\n%b\r\n" % (len(content), content))
    return True
