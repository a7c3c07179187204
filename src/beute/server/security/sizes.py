"""How large a request may be."""

from __future__ import annotations

from starlette.types import Message, Receive, Scope, Send

from beute.server.problems import Refused, language_of, problem_of


def check_size(headers: dict[bytes, bytes], limit: int) -> bool:
    """Refuse a body that says it is too large. Returns whether the body must be counted, as it does not say."""
    said = headers.get(b"content-length")
    if said is None:
        return b"transfer-encoding" in headers
    if not said.isdigit() or len(said) > 18:
        raise Refused("bad_request")
    if int(said) > limit:
        raise Refused("too_large", limit=limit)
    return False


class Counted:
    """A body in pieces. Once it is too large, the client is told, and for the app the client is gone.

    (An exception would not do: a framework makes another answer of what is raised while it reads.)
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._limit, self._size = limit, 0
        self._is_answered = False

    async def receive(self) -> Message:
        if self._size > self._limit:
            return {"type": "http.disconnect"}
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size <= self._limit:
            return message
        if not self._is_answered:
            answer = problem_of(Refused("too_large", limit=self._limit), language_of(self._scope))
            await answer(self._scope, self._receive, self._send)
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if self._size <= self._limit or self._is_answered:
            self._is_answered = True
            await self._send(message)
