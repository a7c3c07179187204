"""Answers that take the short way, past ASGI: as they come over a connection, whole, in pieces, and several at once."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.server.serving import PATIENT, Browser, Server, offered


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("wire") / "data") as running:
        yield running


PATIENCE = 1.5  # seconds


class Impatient(Server):
    """It waits for the rest of a request as long as a test can."""

    command = (sys.executable, "-c", f"from beute.server import wire; wire.PATIENCE = {PATIENCE}; {PATIENT}", "serve")


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Impatient(tmp_path_factory.mktemp("impatient") / "data") as running:
        yield running


IDLE = 2  # seconds


class Restless(Server):
    """It keeps a connection on which nothing happens for so long."""

    command = (
        sys.executable,
        "-c",
        f"from beute.server import running; running.KEEP_ALIVE = {IDLE}; {PATIENT}",
        "serve",
    )


class Reply(NamedTuple):
    status: int
    head: str
    body: Any


class Ended(Exception):
    """The server has ended the connection."""


class Wire:
    """A connection on which bytes are sent as they are."""

    def __init__(self, browser: Browser) -> None:
        url = httpx.URL(browser.server.url)
        self._cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        self._host = f"{url.host}:{url.port}"
        self._socket = socket.create_connection((url.host, url.port), timeout=30)
        self._read = b""

    def request(self, path: str, body: object, *lines: str) -> bytes:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        length = () if any("chunked" in line for line in lines) else (f"Content-Length: {len(content)}",)
        known = (f"Cookie: {self._cookie}", "Content-Type: application/json")
        head = [f"POST {path} HTTP/1.1", f"Host: {self._host}", *known, *length, *lines, "", ""]
        return "\r\n".join(head).encode() + content

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def reply(self) -> Reply:
        while b"\r\n\r\n" not in self._read:
            self._more()
        head, _, rest = self._read.partition(b"\r\n\r\n")
        told = head.decode().lower()
        length = int(told.partition("content-length: ")[2].partition("\r\n")[0])
        while len(rest) < length:
            self._more()
            rest = self._read.partition(b"\r\n\r\n")[2]
        self._read = rest[length:]
        return Reply(int(told[9:12]), told, json.loads(rest[:length]))

    def seen(self) -> bytes:
        """All that has come, with the next part of it."""
        self._more()
        return self._read

    def rest(self) -> bytes:
        """All that still comes until the server ends the connection."""
        with suppress(ConnectionResetError):
            while part := self._socket.recv(65536):
                self._read += part
        return self._read

    def _more(self) -> None:
        part = self._socket.recv(65536)
        if not part:
            raise Ended
        self._read += part

    def close(self) -> None:
        self._socket.close()


@contextmanager
def connected(browser: Browser) -> Iterator[Wire]:
    wire = Wire(browser)
    try:
        yield wire
    finally:
        wire.close()


@pytest.mark.parametrize("after", ["the first line", "a body in pieces"])
def test_headers_without_an_end_are_not_kept(server: Server, after: str) -> None:
    with Browser(server) as ada, connected(ada) as wire:
        head = wire.request("/api/opened", b"", "Transfer-Encoding: chunked")
        wire.send(head[:-2] if after == "the first line" else head + b"1\r\n{\r\n0\r\n")
        with suppress(OSError):  # it may be refused before all was sent
            for _ in range(200):
                wire.send(b"X-More: " + b"x" * 4096 + b"\r\n")
        reply = wire.reply()
        assert (reply.status, reply.body["code"], reply.body["limit"]) == (431, "long_head", 65536)
        assert "connection: close" in reply.head
        assert ada.get("/healthz")["status"] == "ok"


def test_a_body_in_many_pieces_is_no_long_head(server: Server) -> None:
    with Browser(server) as ada, connected(ada) as wire:
        wire.send(wire.request("/api/opened", b"", "Transfer-Encoding: chunked"))
        for _ in range(60):
            wire.send(b"1000\r\n" + b" " * 4096 + b"\r\n")
        wire.send(b"0\r\n\r\n")
        reply = wire.reply()
        assert (reply.status, reply.body["code"]) == (422, "no_record")


CHUNKED = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
ANSWER = b"POST /api/tables/t/seats/0/answers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"
OTHER = ANSWER.replace(b"/tables/t/seats/0/answers", b"/me")
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    "begun",
    [
        b"G",
        WHOLE[:-2],
        ANSWER,
        ANSWER + b"{",
        OTHER,
        OTHER + b"{",
        CHUNKED,
        CHUNKED + b"1\r\n{\r\n",
        CHUNKED + b"1\r\n{\r\n0\r\n",
        b"\r\n" + WHOLE[:-2],
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_request_that_does_not_end_is_not_waited_for(impatient: Server, begun: bytes, is_first: bool) -> None:
    with Browser(impatient) as ada, connected(ada) as wire:
        if not is_first:
            wire.send(WHOLE)
            assert wire.reply().status == 200
        wire.send(begun)
        reply = wire.reply()
        assert (reply.status, reply.body["code"]) == (408, "slow_request")
        assert "connection: close" in reply.head
        assert wire.rest() == b""


def test_nor_is_one_that_comes_byte_by_byte(impatient: Server) -> None:
    with Browser(impatient) as ada, connected(ada) as wire:
        wire.send(WHOLE[:-2])
        with suppress(OSError):  # the server ends the connection
            for _ in range(600):
                wire.send(b"x")
                time.sleep(0.1)
        assert wire.rest().startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(("first", "then"), [(b"", b""), (b"", b"\r\n"), (WHOLE, b"\r\n")])
def test_a_connection_without_a_request_ends_without_a_word(impatient: Server, first: bytes, then: bytes) -> None:
    with Browser(impatient) as ada, connected(ada) as wire:
        wire.send(first)
        if first:
            assert wire.reply().status == 200
        wire.send(then)
        assert wire.rest() == b""


def test_what_was_answered_early_ends_without_a_second_answer(impatient: Server) -> None:
    with Browser(impatient) as ada, connected(ada) as wire:
        wire.send(OTHER.replace(b"9", b"9000000") + b"{")
        assert wire.reply().status == 413
        assert wire.rest() == b""


def test_a_stream_has_no_other_answer_in_it(impatient: Server) -> None:
    with Browser(impatient) as ada:
        table = ada.create("raeuber", ["me:Ada", "me:Bo"])
        with connected(ada) as wire:
            wire.send(wire.request(f"/api/updates?table={table}", b"").replace(b"POST", b"GET") + WHOLE[:-2])
            told = wire.rest()
        assert told.startswith(b"HTTP/1.1 200 ")
        assert told.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("line", [(), ("Connection: Upgrade", "Upgrade: h2c")])
def test_streams_and_idle_connections_stay(impatient: Server, line: tuple[str, ...]) -> None:
    with Browser(impatient) as ada, ExitStack() as connections:
        table = ada.create("raeuber", ["me:Ada", "me:Bo"])
        path, body = asked(ada, table)
        idle = connections.enter_context(connected(ada))
        idle.send(WHOLE)
        assert idle.reply().status == 200
        wire = connections.enter_context(connected(ada))
        wire.send(wire.request(f"/api/updates?table={table}", b"", *line).replace(b"POST", b"GET"))
        while b"event: state" not in wire.seen():
            pass
        time.sleep(2 * PATIENCE)
        ada.post(path, body)
        while b"event: update" not in wire.seen():
            pass
        idle.send(WHOLE)
        assert idle.reply().status == 200


def asked(browser: Browser, table: str) -> tuple[str, dict[str, str]]:
    """Where to answer, and a possible answer, for one who has all seats."""
    state = next(state for state in browser.states(table) if state["question"])
    body = {"question": state["question"]["id"], "word": offered(state)[0]}
    return f"/api/tables/{table}/seats/{state['seat']}/answers", body


def test_an_answer_in_one_piece_or_byte_by_byte(server: Server) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        table = browser.create("raeuber", ["me:Ada", "me:Bo"])
        for size in (10_000, 1):
            data = wire.request(*asked(browser, table))
            for start in range(0, len(data), size):
                wire.send(data[start : start + size])
            told = wire.reply()
            assert (told.status, told.body["repeated"]) == (200, False)
            assert "content-type: application/json" in told.head
            assert "cache-control: no-store" in told.head
            assert "content-security-policy: " in told.head


def test_an_answer_with_a_head_that_came_before_is_checked_as_the_first(server: Server) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        table = browser.create("raeuber", ["me:Ada", "me:Bo"])
        for _ in range(8):
            latest = wire.request(*asked(browser, table))
            wire.send(latest)
            assert wire.reply().body["repeated"] is False
        head, _, body = latest.partition(b"\r\n\r\n")
        wire.send(latest)
        assert wire.reply().body["repeated"] is True
        wire.send(head + b"\r\n\r\n" + b"x" * len(body))
        assert wire.reply().body["code"] == "wrong_fields"
        wire.send(head + b"\r\n\r\n" + body.replace(b'"1.', b'"9.'))
        assert wire.reply().body["code"] == "other_match"
        wire.send(latest[:-1])
        another = wire.request(*asked(browser, table))
        wire.send(latest[-1:] + another + another)
        assert [wire.reply().body["repeated"] for _ in range(3)] == [True, False, True]


def test_by_a_head_nobody_is_known_who_was_deleted(server: Server) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        answer = wire.request(*asked(browser, browser.create("raeuber", ["me:Ada", "me:Bo"])))
        wire.send(answer)
        assert wire.reply().status == 200
        assert browser.http.delete("/api/me").status_code == 204
        wire.send(answer)
        assert wire.reply().body["code"] == "no_person"


def test_an_idle_connection_ends_after_the_latest_answer(tmp_path: Path) -> None:
    """Not sooner, however long it has been open; on a busy machine it may end before the next answer is asked for."""
    with Restless(tmp_path / "data") as server, Browser(server) as browser, connected(browser) as wire:
        table = browser.create("raeuber", ["me:Ada", "me:Bo"])
        begun = answered = time.monotonic()
        while answered < begun + 2 * IDLE:
            data, sent = wire.request(*asked(browser, table)), time.monotonic()
            try:
                wire.send(data)
                assert wire.reply().status == 200
            except (OSError, Ended):
                break
            answered = sent
            time.sleep(0.2)
        assert wire.rest() == b""
        assert time.monotonic() - answered >= IDLE


def test_requests_that_come_together_are_answered_in_their_order(server: Server) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        first, second = browser.create("raeuber", ["me:Ada", "me:Bo"]), browser.create("raeuber", ["me:Ada", "me:Bo"])
        path, body = asked(browser, first)
        one, again = wire.request(path, body), wire.request(path, body)
        other = wire.request(*asked(browser, second))
        me = wire.request("/api/me", {"name": "Ada", "language": "en"})
        wire.send(one + again + me + other)
        told = [wire.reply() for _ in range(4)]
        assert [each.status for each in told] == [200] * 4
        assert [each.body.get("repeated") for each in told] == [False, True, None, False]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"question": "1.0", "word": "fly"}, 422, "unknown_word"),
        ({"question": "1.7", "word": "fly"}, 409, "stale_answer"),
        ({"question": "9.0", "word": "fly"}, 409, "other_match"),
        ({"question": "1.0"}, 422, "wrong_fields"),
        (b"no json", 422, "wrong_fields"),
        (b"x" * 5000, 422, "wrong_fields"),
        (b"x" * 3_000_000, 413, "too_large"),
    ],
)
def test_what_is_refused_is_told_as_everywhere(server: Server, body: object, status: int, code: str) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        table = browser.create("raeuber", ["me:Ada", "me:Bo"])
        path, right = asked(browser, table)
        wire.send(wire.request(path, body))
        told = wire.reply()
        assert (told.status, told.body["code"]) == (status, code)
        assert "content-type: application/problem+json" in told.head
        assert browser.post(path, right)["repeated"] is False


@pytest.mark.parametrize("line", ["Transfer-Encoding: chunked", "Expect: 100-continue", "Connection: close"])
def test_an_unusual_request_goes_by_asgi(server: Server, line: str) -> None:
    with Browser(server) as browser, connected(browser) as wire:
        path, body = asked(browser, browser.create("raeuber", ["me:Ada", "me:Bo"]))
        content = json.dumps(body).encode()
        sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(content), content) if "chunked" in line else content
        wire.send(wire.request(path, sent, line))
        if "Expect" in line:
            assert wire._socket.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        assert wire.reply().status == 200


def test_a_refused_answer_counts_once_for_the_limit(tmp_path: Path) -> None:
    with Server(tmp_path / "data", rate_answers="4/minute") as server, Browser(server) as browser:
        path, body = asked(browser, browser.create("raeuber", ["me:Ada", "me:Bo"]))
        for _ in range(3):
            assert browser.refused(path, body | {"word": "fly"})["code"] == "unknown_word"
        assert browser.post(path, body)["repeated"] is False
        assert browser.refused(path, body)["code"] == "too_many_requests"


def test_who_hangs_up_after_an_answer_has_played(server: Server) -> None:
    with Browser(server) as browser:
        table = browser.create("raeuber", ["me:Ada", "me:Bo"])
        path, body = asked(browser, table)
        with connected(browser) as wire:
            wire.send(wire.request(path, body))
        while asked(browser, table) == (path, body):
            pass
        assert browser.post(path, body)["repeated"] is True


def test_an_answer_is_counted(server: Server) -> None:
    def moves(browser: Browser) -> float:
        lines = browser.http.get("/metrics").text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("beute_moves_total"))

    with Browser(server) as browser:
        path, body = asked(browser, browser.create("raeuber", ["me:Ada", "me:Bo"]))
        before = moves(browser)
        browser.post(path, body)
        assert moves(browser) == before + 1
