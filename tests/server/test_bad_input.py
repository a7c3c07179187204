"""Bad input over HTTP: requests made from the API's description, mutated moves, old pages. Nothing is ever a 5xx."""

from __future__ import annotations

import json
import random
import socket
import string
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok

from tests.server.serving import Browser, Server, offered

LEFT_OUT = {
    "/api/updates",  # a stream does not end by itself
    "/api/house/open",  # a test does not open this machine to its network
}
EXAMPLES = 10  # of each route and kind
schemathesis.serializer.alias("application/jsonl", "text/plain")  # files of records are sent as they are


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
        assert running.stop() == 0
        assert "failed" not in running.log()


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    said = httpx.post(f"{server.url}/api/me", json={"name": "Ada"}, headers={"beute-token": "1"}, timeout=60)
    return str(said.json()["token"])


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
def test_requests_made_from_the_description_never_break_the_server(
    server: Server, token: str, mode: schemathesis.GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(httpx.get(f"{server.url}/api/openapi.json", timeout=60).json())
    seen, asked = set[int](), 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path in LEFT_OUT:
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            answer = case.call(base_url=server.url, headers={"authorization": f"Bearer {token}"})
            seen.add(answer.status_code)
            assert answer.status_code < 500, (case.method, case.path, answer.content)

        with suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
            ask()
            asked += 1
    assert asked > 20
    assert seen & {404, 422}, seen


def mutated(word: str, rng: random.Random) -> str:
    """A word with something wrong in it."""
    letters = list(word)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.randint(0, 2)] = rng.choices(string.printable + "äß😀\x00", k=rng.randint(0, 3))
    return "".join(letters)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("sneaky", 2, {}), ("schattendieb", 3, {}), ("raeuber", 2, {}), ("raeuber", 2, {"open_sums": True})],
)
def test_mutated_moves_are_refused_in_words_and_change_nothing(
    server: Server, game: str, players: int, options: dict[str, bool]
) -> None:
    rng = random.Random(game)
    with Browser(server) as browser:
        table = browser.create(game, [f"me:P{seat}" for seat in range(players)], options=options)
        for _ in range(4):
            states = browser.states(table)
            state = next(state for state in states if state["question"] and state["seat"] in state["view"]["asked"])
            path = f"/api/tables/{table}/seats/{state['seat']}/answers"
            for _ in range(60):
                word = mutated(rng.choice(offered(state)), rng)
                if word not in offered(state):
                    problem = browser.refused(path, {"question": state["question"]["id"], "word": word})
                    assert problem["code"]
                    assert problem["detail"]
            now = next(each for each in browser.states(table) if each["seat"] == state["seat"])
            assert now["version"] == state["version"]
            # Not a Vault Shut card: when all play one, the game is over (SD-18).
            browser.answer(table, state, min(offered(state), key=lambda word: ("V" in word, word)))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"word"',
        b'{"question": 5, "word": "stop"}',
        b'{"question": "1.0"}',
        b'{"question": "1.0", "word": "stop", "more": 1}',
        b'{"question": "1.0", "word": ""}',
        b'{"question": "-1.0", "word": "stop"}',
        b'{"question": "1.99999999999999999999", "word": "stop"}',
        b'{"question": "\xff", "word": "stop"}',
        b'{"question": "1.0", "word": "' + b"x" * 10_000 + b'"}',
        b"[" * 100_000,
    ],
    ids=lambda body: repr(body[:30]),
)
def test_a_body_that_is_no_answer_is_explained(server: Server, body: bytes) -> None:
    with Browser(server) as browser:
        table = browser.create("sneaky", ["me:A", "me:B"])
        answer = browser.http.post(f"/api/tables/{table}/seats/0/answers", content=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] == "wrong_fields"


def test_a_page_an_hour_old_cannot_answer_another_question(server: Server) -> None:
    with Browser(server) as browser:
        table = browser.create("sneaky", ["me:A", "me:B"])
        old = next(state for state in browser.states(table) if state["question"])
        word = offered(old)[0]
        assert browser.answer(table, old, word)["repeated"] is False
        assert browser.answer(table, old, word)["repeated"] is True
        new = next(state for state in browser.states(table) if state["seat"] == old["seat"])
        browser.answer(table, new, offered(new)[-1])
        path = f"/api/tables/{table}/seats/{old['seat']}/answers"
        problem = browser.refused(path, {"question": old["question"]["id"], "word": word})
        assert (problem["status"], problem["code"]) == (409, "stale_answer")
        assert browser.refused(path, {"question": "2.0", "word": word})["code"] == "other_match"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "person"}]}, "unknown_game"),
        ({"game": "sneaky", "seats": [{"kind": "person"}]}, "wrong_players"),
        ({"game": "sneaky", "seats": [{"kind": "person"}, {"kind": "person"}]}, "same_name"),
        ({"game": "sneaky", "seats": [{"kind": "person"}, {"kind": "bot", "bot": "os:system"}]}, "unknown_bot"),
        ({"game": "sneaky", "seats": [{"kind": "person"}, {"kind": "bot", "bot": "search@99999999"}]}, "long_budget"),
        ({"game": "sneaky", "seats": [{"kind": "person", "name": "\x1b[31m"}, {"kind": "open"}]}, "strange_name"),
        ({"game": "sneaky", "options": {"x": 1}, "seats": [{"kind": "person"}, {"kind": "open"}]}, "unknown_option"),
        ({"game": "sneaky", "limit": 1, "seats": [{"kind": "person"}, {"kind": "open"}]}, "wrong_limit"),
        (
            {"game": "sneaky", "seats": [{"kind": "person"}, {"kind": "open"}], "record": {"events": ["* start 9"]}},
            "impossible_chance",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(server: Server, plan: dict[str, object], code: str) -> None:
    with Browser(server) as browser:
        problem = browser.refused("/api/tables", plan)
        assert problem["code"] == code
        assert len(problem["detail"]) > 10


@pytest.mark.parametrize(
    "said", [b"this is no HTTP\r\n\r\n", b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n", b"\x16\x03\x01\x02\x00"]
)
def test_what_is_no_http_is_refused_in_the_form_of_all_problems(server: Server, said: bytes) -> None:
    url = httpx.URL(server.url)
    with socket.create_connection((url.host, url.port), timeout=30) as connection:
        connection.sendall(said)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))  # until the server ends it
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/problem+json" in head
    assert b"x-content-type-options: nosniff" in head
    assert json.loads(body)["code"] == "bad_request"
