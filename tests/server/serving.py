"""A real server in a process of its own, and browsers that talk to it, for tests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

QUICK = {"BEUTE_BOT_PACE": "0", "BEUTE_BOT_WORKERS": "1", "BEUTE_RATE_CREATING": "100000/minute"}
PLENTY = {f"BEUTE_RATE_{kind}": "1000000/minute" for kind in ("READING", "ANSWERS", "CHANGES")}
STARTED = "Beute: "
PATIENCE = 60  # seconds until a test gives up
# A server that has not stopped after some seconds ends by force; on a busy machine it is stopped itself for as long.
PATIENT = f"from beute.server import running; running.IN_ALL = {PATIENCE}; from beute.cli import main; main()"


class Server:
    """`beute serve` on a data folder, at any free port. It is killed at the end if it has not stopped."""

    command: Sequence[str] = (sys.executable, "-c", PATIENT, "serve")
    surroundings: Mapping[str, str] = os.environ

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        named = {f"BEUTE_{name.upper()}": value for name, value in settings.items()}
        self._environment = {
            **self.surroundings,
            **QUICK,
            **PLENTY,
            "BEUTE_PORT": "0",
            "BEUTE_DATA": str(data),
            **named,
        }
        self.process = self._start()
        self.url = self._address()

    def _start(self) -> subprocess.Popen[str]:
        self._errors = (self.data.parent / f"{self.data.name}.log").open("a+")
        return subprocess.Popen(
            self.command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(STARTED):
                return line.removeprefix(STARTED).split()[0]
        raise AssertionError(f"the server did not start: {self.log()}")

    def log(self) -> str:
        """What it has logged."""
        self._errors.seek(0)
        return self._errors.read()

    def stop(self) -> int:
        """As a service is stopped; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self._ended()

    def restart(self) -> None:
        """On the same data; at another port, as the old one may not be free yet."""
        self._errors.close()
        self.process = self._start()
        self.url = self._address()

    def _ended(self) -> int:
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self._errors.close()


class Browser:
    """Somebody with a cookie."""

    def __init__(self, server: Server, name: str = "Ada", language: str = "en") -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.post("/api/me", {"name": name, "language": language})

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def moved(self) -> None:
        """The server has another address now; the cookie stays."""
        self.http.base_url = httpx.URL(self.server.url)

    # ------------------------------------------------------------ requests

    def get(self, path: str, **query: Any) -> Any:
        """What is there; an assertion fails if it is refused."""
        return _content(self.http.get(path, params=query))

    def post(self, path: str, body: Any = None) -> Any:
        return _content(self.http.post(path, json=body))

    def refused(self, path: str, body: Any = None) -> dict[str, Any]:
        """The problem that a request meets."""
        answer = self.http.post(path, json=body)
        assert 400 <= answer.status_code < 500, (path, answer.status_code, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        problem: dict[str, Any] = answer.json()
        return problem

    # ------------------------------------------------------------ tables

    def create(self, game: str, seats: list[str], **more: Any) -> str:
        """A new table: `me`, `me:NAME`, `open`, or the name of a bot at each seat; its id."""
        plan = [_seat(said) for said in seats]
        start = "open" not in seats
        table = self.post("/api/tables", {"game": game, "seats": plan, "start": start, **more})
        return str(table["table"]["id"])

    def link(self, table: str) -> str:
        return str(self.get(f"/api/tables/{table}")["you"]["link"])

    def join(self, link: str, name: str) -> dict[str, Any]:
        joined: dict[str, Any] = self.post("/api/join", {"link": link, "name": name})
        return joined

    def states(self, table: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"/api/tables/{table}/state")
        return found

    def answer(self, table: str, state: dict[str, Any], word: str) -> Any:
        """Answer the question of a state or an update."""
        path = f"/api/tables/{table}/seats/{state['seat']}/answers"
        return self.post(path, {"question": state["question"]["id"], "word": word})

    def events(self, *tables: str, last: str | None = None, language: str | None = None) -> Generator[Event]:
        """The stream of updates, event by event; it ends when it is closed."""
        query: dict[str, Any] = {"table": list(tables)} | ({"language": language} if language else {})
        headers = {"last-event-id": last} if last else {}
        with self.http.stream("GET", "/api/updates", params=query, headers=headers) as stream:
            if stream.status_code != 200:
                stream.read()
                raise AssertionError(stream.text)
            yield from _events(stream.iter_lines())


class Event:
    """A server-sent event."""

    def __init__(self, kind: str, id: str | None, text: str) -> None:
        self.kind, self.id, self.text = kind, id, text

    @property
    def data(self) -> Any:
        return json.loads(self.text)


def events_of(sent: bytes) -> list[Event]:
    """The events of a part of a stream."""
    return list(_events(iter(sent.decode().split("\n"))))


def _events(lines: Iterator[str]) -> Iterator[Event]:
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if name and not line.startswith(":"):
            fields[name] = value
        elif "event" in fields:
            yield Event(fields["event"], fields.get("id"), fields["data"])
            fields = {}


def _content(answer: httpx.Response) -> Any:
    assert answer.is_success, (answer.request.url, answer.status_code, answer.text)
    return answer.json() if answer.content else None


def _seat(said: str) -> dict[str, str]:
    kind, _, name = said.partition(":")
    if kind == "me":
        return {"kind": "person", "name": name}
    return {"kind": "open"} if kind == "open" else {"kind": "bot", "bot": said}


def offered(state: dict[str, Any]) -> list[str]:
    """The words that may be answered."""
    return [choice["word"] for choice in state["view"]["choices"] if choice["possible"] != "no"]
