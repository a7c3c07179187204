"""uvicorn's protocol for HTTP, with a shorter way for what is sent all the time: short answers and parts of streams.

ASGI's messages are built, passed through several callables and checked field by field; here bytes are written that were
put together once. Whatever is not as usual goes by ASGI: both functions say whether they have written something.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from beute.server.problems import Refused, problem_of
from beute.server.security.asking import CYCLE, STATUS
from beute.server.security.headers import NOT_KEPT

LINES: Final = ((b"content-type", b"application/json"), *NOT_KEPT)


def _written(lines: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"".join(b"%b: %b\r\n" % line for line in lines)


HEAD: Final = STATUS_LINE[200] + _written(LINES)


class Wire(HttpToolsProtocol):
    """A connection."""

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.scope[CYCLE] = self.cycle  # type: ignore[typeddict-unknown-key]

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is told so in the form of all problems, and the connection ends."""
        problem = problem_of(Refused("bad_request"))
        lines = [*problem.raw_headers, *NOT_KEPT, (b"connection", b"close")]
        self.transport.write(STATUS_LINE[400] + _written(lines) + b"\r\n" + bytes(problem.body))
        self.transport.close()


def reply(scope: Scope, content: bytes) -> bool:
    """A whole answer in JSON, with status 200."""
    cycle: RequestResponseCycle | None = scope.get(CYCLE)
    if cycle is None or cycle.response_started or not cycle.keep_alive or not _can_write(cycle):
        return False
    cycle.response_started = cycle.response_complete = True
    date = _written(cycle.default_headers)
    cycle.transport.write(b"%b%bcontent-length: %d\r\n\r\n%b" % (HEAD, date, len(content), content))
    cycle.message_event.set()  # for who waits to hear that the client has gone
    cycle.on_response()
    scope[STATUS] = 200
    return True


def push(scope: Scope, content: bytes) -> bool:
    """A part of a stream that has begun."""
    cycle: RequestResponseCycle | None = scope.get(CYCLE)
    if cycle is None or not cycle.chunked_encoding or cycle.response_complete or not _can_write(cycle):
        return False
    cycle.transport.write(b"%x\r\n%b\r\n" % (len(content), content))
    return True


def _can_write(cycle: RequestResponseCycle) -> bool:
    return not cycle.disconnected and not cycle.flow.write_paused
