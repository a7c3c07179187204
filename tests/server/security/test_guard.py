"""What is refused before any route sees it, and what every answer has."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from beute.server.logs import JsonLines, Plain, fields_of
from beute.server.security.headers import SAFE
from tests.server.security.asgi import SECRET_NAME, WORD, Site

COOKIE = {"Cookie": "beute_test=abc"}


def code(answer: httpx.Response) -> tuple[int, str]:
    """Of a problem, which every refusal must be."""
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"] == f"/problems/{body['code']}"
    assert body["title"]
    assert body["detail"]
    return answer.status_code, body["code"]


# ------------------------------------------------------------ hosts


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "beute.localhost", "[::1]:8765", "127.9.9.9"]
)
def test_this_machine_may_be_called_by_its_names(host: str) -> None:
    assert Site().ask("GET", "/page", {"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.7", "", "["],
)
def test_dns_rebinding_is_refused(host: str) -> None:
    """The page of evil.example has made its name mean 127.0.0.1; for the browser it asks its own site."""
    headers = {"Host": host, "Sec-Fetch-Site": "same-origin", "Origin": f"http://{host}"}
    for method, path in ("GET", "/page"), ("GET", "/api/tables/x"), ("POST", "/api/tables"):
        assert code(Site().ask(method, path, headers)) == (421, "unknown_host")


def test_the_address_that_was_connected_to_and_allowed_names_will_do() -> None:
    site = Site(allowed_host="Beute.example.org, 198.51.100.1")
    for base in "http://192.168.1.5:8765", "http://beute.example.org", "http://198.51.100.1:80":
        assert site.ask("GET", "/page", base=base).status_code == 200
    # httpx says that it connected to the name in the address; another one in Host is not the machine's.
    assert site.ask("GET", "/page", {"Host": "192.168.1.6"}, base="http://192.168.1.5").status_code == 421


# ------------------------------------------------------------ other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},  # another port of this machine
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:8765"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Authorization": "Bearer abc"},
    ],
)
def test_changes_by_pages_of_other_sites_are_refused(headers: dict[str, str]) -> None:
    for method in "POST", "PUT", "DELETE", "PATCH":
        assert code(Site().ask(method, "/api/tables", headers | COOKIE)) == (403, "cross_site")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"} | COOKIE,
        {"Sec-Fetch-Site": "none"} | COOKIE,
        {"Origin": "http://127.0.0.1:8765"} | COOKIE,
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:5173"} | COOKIE,  # through a proxy for developers
        COOKIE,  # a program
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example", "Authorization": "Bearer abc"},
    ],
)
def test_own_pages_and_programs_may_change_things(headers: dict[str, str]) -> None:
    assert Site().ask("POST", "/api/tables", headers).status_code == 200


def test_other_sites_may_link_to_pages() -> None:
    assert Site().ask("GET", "/page", {"Sec-Fetch-Site": "cross-site"} | COOKIE).status_code == 200


# ------------------------------------------------------------ sizes


async def pieces(size: int, of: int = 1000) -> AsyncIterator[bytes]:
    for _ in range(size // of):
        yield b"x" * of


def test_a_body_that_says_it_is_too_large_is_refused() -> None:
    site = Site(body_limit=2000)
    assert site.ask("POST", "/api/tables", content=b"x" * 2000).json() == {"bytes": 2000}
    answer = site.ask("POST", "/api/tables", content=b"x" * 2001)
    assert code(answer) == (413, "too_large")
    assert answer.json()["limit"] == 2000


@pytest.mark.parametrize("path", ["/api/tables", "/api/plan"])
def test_a_body_in_pieces_is_refused_once_it_is_too_large(path: str) -> None:
    answer = Site(body_limit=2000).ask("POST", path, content=pieces(5000))
    assert code(answer) == (413, "too_large")
    assert b"".join([name for name, _ in answer.headers.raw]).count(b"content-security-policy") == 1


def test_a_body_in_pieces_of_the_allowed_size_is_read() -> None:
    assert Site(body_limit=2000).ask("POST", "/api/tables", content=pieces(2000)).json() == {"bytes": 2000}


def test_no_more_of_a_large_body_is_read_than_is_allowed() -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b"x" * 1000

    assert code(Site(body_limit=2000).ask("POST", "/api/tables", content=endless())) == (413, "too_large")
    assert read == 3


@pytest.mark.parametrize("length", ["-1", "1e3", "", "9" * 30])
def test_a_length_that_is_none(length: str) -> None:
    assert code(Site().ask("POST", "/api/tables", {"Content-Length": length})) == (400, "bad_request")


# ------------------------------------------------------------ rates and streams


def test_too_many_requests_are_told_when_to_come_back() -> None:
    site = Site(rate_reading="3/minute")
    assert [site.ask("GET", "/page").status_code for _ in range(3)] == [200] * 3
    answer = site.ask("GET", "/page")
    assert code(answer) == (429, "too_many_requests")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert answer.json()["retry_after"] == int(answer.headers["retry-after"])
    assert site.ask("POST", "/api/tables/t/answers").status_code == 200  # another kind
    assert site.ask("GET", "/page", client="192.0.2.1").status_code == 200  # another client


def test_kinds_of_requests_have_limits_of_their_own() -> None:
    site = Site(rate_answers="4/minute", rate_changes="2/minute", rate_creating="1/minute")
    for path, allowed in ("/api/tables/t/answers", 4), ("/api/tables/t/pause", 2), ("/api/tables", 1):
        statuses = [site.ask("POST", path).status_code for _ in range(allowed + 1)]
        assert statuses == [200] * allowed + [429]


def test_persons_are_counted_apart_but_create_as_one_address() -> None:
    site = Site(rate_changes="1/minute", rate_creating="2/minute")
    people = [asyncio.run(site.identity.create(f"P{n}", "en"))[1] for n in range(3)]
    headers = [{"Authorization": f"Bearer {secret}"} for secret in people]
    assert [site.ask("POST", "/api/tables/t/pause", each).status_code for each in headers] == [200] * 3
    assert site.ask("POST", "/api/tables/t/pause", headers[0]).status_code == 429
    assert [site.ask("POST", "/api/tables", each).status_code for each in headers] == [200, 200, 429]


def test_a_household_is_one_client_whatever_its_address() -> None:
    site = Site(rate_reading="1/minute")
    assert site.ask("GET", "/page", client="2001:db8:1:2::1").status_code == 200
    assert site.ask("GET", "/page", client="2001:db8:1:2:ffff::9").status_code == 429
    assert site.ask("GET", "/page", client="2001:db8:1:3::1").status_code == 200
    assert site.ask("GET", "/page", client="::ffff:192.0.2.5").status_code == 200
    assert site.ask("GET", "/page", client="192.0.2.5").status_code == 429


def test_streams_per_client_and_in_all() -> None:
    site = Site(streams_per_client=2, streams=3)
    assert site.ask("GET", "/api/held").json() == {"open": 1}
    with site.streams.held("127.0.0.1"), site.streams.held("127.0.0.1"):
        answer = site.ask("GET", "/api/held")
        assert code(answer) == (429, "too_many_streams")
        assert site.ask("GET", "/api/held", client="192.0.2.1").status_code == 200
        with site.streams.held("192.0.2.2"):
            full = site.ask("GET", "/api/held", client="192.0.2.1")
            assert code(full) == (503, "server_full")
            assert full.headers["retry-after"] == "10"
            assert b"beute_open_streams 3.0" in site.metrics.text()
    assert len(site.streams) == 0
    assert b"beute_open_streams 0.0" in site.metrics.text()


# ------------------------------------------------------------ headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/page", 200),
        ("GET", "/api/tables/x", 200),
        ("GET", "/nowhere", 404),
        ("PUT", "/page", 405),
        ("GET", "/api/bug/x", 500),
        ("GET", "/api/error/conflict", 409),
        ("POST", "/api/plan", 422),
    ],
)
def test_every_answer_has_the_headers_once(method: str, path: str, status: int) -> None:
    answer = Site().ask(method, path)
    assert answer.status_code == status
    for name, value in SAFE:
        assert answer.headers.get_list(name.decode()) == [value.decode()]
    assert answer.headers.get("cache-control") == ("no-store" if path.startswith("/api") else None)


def test_refusals_have_the_headers_too() -> None:
    site = Site(body_limit=1024, rate_reading="1/minute")
    site.ask("GET", "/page")
    answers = [
        site.ask("GET", "/page"),
        site.ask("GET", "/page", {"Host": "evil.example"}),
        site.ask("POST", "/api/tables", {"Origin": "null"}),
        site.ask("POST", "/api/tables", content=b"x" * 2000),
    ]
    assert [answer.status_code for answer in answers] == [429, 421, 403, 413]
    for answer in answers:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'; script-src 'self'")
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_a_route_may_say_itself_how_long_it_is_kept_and_no_message_is_changed() -> None:
    start: Message = {"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"max-age=60")]}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send(start)
        await send({"type": "http.response.body", "body": b""})

    site = Site(app)
    for _ in range(2):
        assert site.ask("GET", "/api/openapi.json").headers.get_list("cache-control") == ["max-age=60"]
    assert len(start["headers"]) == 1


# ------------------------------------------------------------ bugs


def test_a_bug_is_told_without_a_trace_and_logged_with_the_same_id(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "beute")
    answer = Site().ask("GET", f"/api/bug/{SECRET_NAME}")
    assert code(answer) == (500, "internal")
    for hint in SECRET_NAME, WORD, "RuntimeError", "Traceback", ".py":
        assert hint not in answer.text
    id = answer.json()["id"]
    failed = next(record for record in caplog.records if record.getMessage() == "a request failed")
    told = fields_of(failed)
    assert told["id"] == id
    assert told["error"] == "RuntimeError"
    assert "in bug" in told["raised"][-1]
    line = next(fields_of(record) for record in caplog.records if record.getMessage() == "request")
    assert {name: line[name] for name in ("id", "method", "route", "status")} == {
        "id": id,
        "method": "GET",
        "route": "/api/bug/{name}",
        "status": 500,
    }
    assert line["ms"] > 0
    for form in JsonLines(), Plain():
        for record in caplog.records:
            if record.name.startswith("beute"):
                assert SECRET_NAME not in form.format(record)
                assert WORD not in form.format(record)


def test_a_bug_in_a_plain_app_is_answered_too_and_after_the_start_of_an_answer_only_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/late":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise KeyError(WORD)

    site = Site(app)
    assert code(site.ask("GET", "/early")) == (500, "internal")
    caplog.clear()
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/late", "headers": [(b"host", b"localhost")]}
    asyncio.run(site.app(scope, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start"]
    assert "a request failed" in caplog.messages


def test_no_secret_is_in_a_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "beute")
    site = Site()
    secret = asyncio.run(site.identity.create(SECRET_NAME, "en"))[1]
    site.ask("GET", f"/api/tables/LINK?link=LINK&name={SECRET_NAME}", {"Cookie": f"beute_test={secret}"})
    site.ask("GET", "/nowhere/LINK", {"Authorization": f"Bearer {secret}"})
    site.ask("POST", "/api/plan", {"Authorization": f"Bearer {secret}"}, content=f'{{"{WORD}": 1}}'.encode())
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith("beute")]
    routes = [json.loads(line)["route"] for line in lines]
    assert routes == ["/api/tables/{table}", "other", "/api/plan"]
    for hidden in secret, "LINK", SECRET_NAME, WORD:
        assert not [line for line in lines if hidden in line]


# ------------------------------------------------------------ metrics


def test_requests_are_counted_by_route_and_status() -> None:
    site = Site()
    for path in "/api/tables/a", "/api/tables/b", "/nowhere", "/api/error/conflict", "/metrics":
        site.ask("GET", path)
    text = site.metrics.text().decode()
    assert 'beute_requests_total{route="/api/tables/{table}",status="200"} 2.0' in text
    assert 'beute_requests_total{route="other",status="404"} 1.0' in text
    assert 'beute_requests_total{route="/metrics",status="200"} 1.0' in text
    assert 'beute_requests_total{route="/api/error/{kind}",status="409"} 1.0' in text


@pytest.mark.parametrize(
    ("client", "headers", "is_open", "status"),
    [
        ("127.0.0.1", {}, False, 200),
        ("::1", {}, False, 200),
        ("192.168.1.7", {}, False, 404),
        ("192.168.1.7", {"X-Forwarded-For": "127.0.0.1"}, False, 404),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, False, 404),  # a proxy on this machine
        ("127.0.0.1", {"Forwarded": "for=203.0.113.9"}, False, 404),
        ("192.168.1.7", {}, True, 200),
    ],
)
def test_metrics_are_for_this_machine(client: str, headers: dict[str, str], is_open: bool, status: int) -> None:
    answer = Site(metrics_open=is_open).ask("GET", "/metrics", headers, client=client)
    assert answer.status_code == status
    assert (b"beute_requests" in answer.content) == (status == 200)
