"""The whole server in the test's own process: whatever it sends is kept as it was sent, message by message."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, ParamSpec, Self, cast
from unittest.mock import patch

from starlette.types import Message, Scope

from beute.server.app import create_app
from beute.server.rooms.log import PlanEntry
from beute.server.routes.desk import Desk
from beute.server.security.identity import hashed
from beute.server.settings import Settings
from beute.server.store import open_store
from beute.server.store.base import RoomNote
from tests.server.serving import Event, events_of

P = ParamSpec("P")

START = 1_900_000_000.0
PLENTY = {f"rate_{kind}": "1000000/minute" for kind in ("reading", "answers", "changes", "creating")}
PATIENCE = 30  # seconds until a test gives up
TURNS = 60  # of the event loop, after which all that needs no thread is done


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is a coroutine."""

    @functools.wraps(test)
    def run(*args: P.args, **more: P.kwargs) -> None:
        asyncio.run(test(*args, **more))

    return run


class Clock:
    """A clock that a test moves."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Answer(NamedTuple):
    """All that a client gets."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Inside:
    """A server on a data folder. Whoever asks says their secret as a token."""

    def __init__(self, data: Path, clock: Clock | None = None, **settings: Any) -> None:
        data.mkdir(exist_ok=True)
        self.clock = clock or Clock()
        chosen = Settings(data=data, bot_workers=1, bot_pace=0, **{**PLENTY, **settings})
        with patch("beute.server.rules.compile_entries"):  # what a server sets for its process is not for the tests'
            self.app = create_app(chosen, self.clock)
        hot: Any = self.app._app
        self.desk = cast(Desk, hot.app.state.desk)
        self.desk.rules.start = lambda: None  # type: ignore[method-assign]
        self._lifespan: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._streams: list[Stream] = []

    async def __aenter__(self) -> Self:
        started, first = asyncio.Event(), [{"type": "lifespan.startup"}]

        async def receive() -> Message:
            if first:
                return first.pop()
            await self._stop.wait()
            return {"type": "lifespan.shutdown"}

        async def send(message: Message) -> None:
            started.set()

        self._lifespan = asyncio.create_task(self.app({"type": "lifespan", "asgi": {}, "state": {}}, receive, send))
        await asyncio.wait_for(started.wait(), PATIENCE)
        while not self.desk.hall.upkeep.checked:  # meanwhile tables come into memory and go again
            await asyncio.sleep(0.001)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for stream in self._streams:
            await stream.close()
        self._stop.set()
        assert self._lifespan is not None
        await self._lifespan

    # ------------------------------------------------------------ asking

    async def ask(
        self,
        who: str,
        method: str,
        path: str,
        body: Any = None,
        language: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """What is answered to the one with that secret."""
        sent = list[Message]()
        content = [b"" if body is None else json.dumps(body).encode()]

        async def receive() -> Message:
            return {"type": "http.request", "body": content.pop()} if content else await asyncio.Future()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = _scope(who, method, path if language is None else f"{path}?language={language}")
        scope["headers"] += [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
        await self.app(scope, receive, send)
        return Answer(sent[0]["status"], list(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:]))

    async def get(self, who: str, path: str) -> Any:
        return _content(await self.ask(who, "GET", path))

    async def post(self, who: str, path: str, body: Any = None) -> Any:
        return _content(await self.ask(who, "POST", path, body))

    async def refused(self, who: str, path: str, body: Any = None) -> Any:
        """The problem that a request meets."""
        answer = await self.ask(who, "POST", path, body)
        assert 400 <= answer.status < 600, answer
        return answer.data

    async def person(self, name: str, language: str = "en") -> str:
        """Somebody new, by their secret."""
        _, secret = await self.desk.identity.create(name, language)
        return secret

    async def state(self, who: str, table: str) -> Any:
        """Of the first seat, or as who watches sees it."""
        return (await self.get(who, f"/api/tables/{table}/state"))[0]

    async def answer(self, who: str, table: str, state: Any, word: str) -> Any:
        path = f"/api/tables/{table}/seats/{state['seat']}/answers"
        return await self.post(who, path, {"question": state["question"]["id"], "word": word})

    async def stream(self, who: str, *tables: str, last: str = "", more: str = "") -> Stream:
        """Follow tables."""
        query = "&".join(f"table={table}" for table in tables)
        stream = Stream(self, _scope(who, "GET", f"/api/updates?{query}{more}", last))
        self._streams.append(stream)
        await stream.begun()
        return stream


class Stream:
    """A stream of updates; each piece is kept as it was sent. While it is `slow`, it takes nothing."""

    def __init__(self, inside: Inside, scope: Scope) -> None:
        self.status = 0
        self.sent: list[bytes] = []
        self.ended = False
        self._taken = 0
        self._gone = asyncio.Event()
        self._reads = asyncio.Event()
        self._reads.set()
        self._news = asyncio.Event()
        self._task = asyncio.create_task(inside.app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self._reads.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message.get("body"):
            self.sent.append(message["body"])
        self.ended = message["type"] == "http.response.body" and not message.get("more_body", False)
        self._news.set()

    async def begun(self) -> None:
        """All that is sent at first is there; or why nothing will be."""
        async with asyncio.timeout(PATIENCE):
            while not self.status:
                self._news.clear()
                await self._news.wait()
        await settle()

    def slow(self) -> None:
        self._reads.clear()

    def read_again(self) -> None:
        self._reads.set()

    async def close(self) -> None:
        """As when a browser goes."""
        self._reads.set()
        self._gone.set()
        await asyncio.wait_for(self._task, PATIENCE)

    def take(self) -> list[bytes]:
        """The pieces since the last time."""
        pieces, self._taken = self.sent[self._taken :], len(self.sent)
        return pieces

    def events(self) -> list[Event]:
        """The events since the last time."""
        return events_of(b"".join(self.take()))

    async def until(self, kind: str) -> list[Event]:
        """All events up to the next one of that kind, at least."""
        found = self.events()
        async with asyncio.timeout(PATIENCE):
            while kind not in [event.kind for event in found]:
                self._news.clear()
                await self._news.wait()
                found += self.events()
        return found


async def settle() -> None:
    """Let the server do all that it can do now."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


def _scope(who: str, method: str, path: str, last: str = "") -> Scope:
    path, _, query = path.partition("?")
    headers = [(b"host", b"127.0.0.1:8765"), (b"authorization", f"Bearer {who}".encode())]
    if last:
        headers.append((b"last-event-id", last.encode()))
    if method == "POST":
        headers.append((b"content-type", b"application/json"))
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8765),
        "state": {},
    }


def _content(answer: Answer) -> Any:
    assert answer.status < 300, answer
    return answer.data if answer.body else None


# ---------------------------------------------------------------- prepared tables


async def prepare(
    data: Path, people: Sequence[str], tables: dict[str, Sequence[Any]], limit: int | None = None, url: str = ""
) -> None:
    """A database with people, whose secrets are their names, and the logs of matches that they play: that at the URL,
    or else one in the folder.

    Person number n sits at seat n - 1; the one after the last seat watches.
    """
    data.mkdir()
    (data / "cookie-id").write_text("test")
    store = open_store(url or f"sqlite:///{data / 'beute.db'}")
    for name in people:
        await store.new_person(hashed(name), name, "en", START)
    for table, match in tables.items():
        first = match[0]
        seats = [_seat(n, seat["name"]) for n, seat in enumerate(first["seats"], start=1)]
        plan: PlanEntry = {
            "game": first["game"],
            "options": first["options"],
            "seats": seats,  # type: ignore[typeddict-item]
            "limit": limit,
            "stand_in": "greedy",
            "events": None,
        }
        watching = {"entry": "watching", "person": len(seats) + 1}
        entries = [{"entry": "created", "host": 1, "link": link_to(table), "plan": plan}, watching, *match]
        everybody = frozenset(range(1, len(seats) + 2))
        note = RoomNote(first["game"], "playing", START, everybody, 1, link_to(table))
        await store.append(table, 0, START, [json.dumps(entry).encode() for entry in entries], note)
    await store.close()


def link_to(table: str) -> str:
    """The link to a prepared table."""
    return f"the-link-to-table-{table}"


def _seat(person: int, name: str) -> dict[str, Any]:
    nobody = {"bot": None, "away": None, "away_name": "", "won": 0, "points": 0}
    return {"kind": "person", "name": name, "person": person, **nobody}
