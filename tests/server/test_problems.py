"""Errors as problem+json: in both languages, with what a person may know."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from beute.play.errors import BeuteError, IllegalMove, SetupError
from beute.server.problems import FIELDS, STATUS, TITLES, Refused, language_of, problem, problem_of
from beute.texts import LANGUAGES, texts
from tests.server.security.asgi import WORD, Site

JSON = {"Content-Type": "application/json"}


def body(kind: str, **headers: str) -> dict[str, Any]:
    answer = Site().ask("GET", f"/api/error/{kind}", headers)
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert answer.status_code == found["status"]
    return found


def test_the_form() -> None:
    answer = problem(409, "not_begun", "the game has not begun yet", "de", seat=1)
    assert json.loads(bytes(answer.body)) == {
        "type": "/problems/not_begun",
        "title": "Das ist gerade nicht möglich",
        "status": 409,
        "code": "not_begun",
        "detail": "the game has not begun yet",
        "seat": 1,
    }


def test_an_illegal_move_says_why_in_the_readers_language_and_what_would_do() -> None:
    told = {language: body("illegal", **{"Accept-Language": language}) for language in LANGUAGES}
    for language, each in told.items():
        assert (each["status"], each["code"], each["word"]) == (422, "unknown_word", WORD)
        assert (each["clause"], each["offered"], each["seat"]) == ("SN-12", ["roll"], 1)
        assert each["detail"] == texts(language)("reasons.unknown_word") + " (SN-12)"
    assert told["de"]["title"] != told["en"]["title"]


def test_a_long_word_is_not_repeated_in_full() -> None:
    answer = problem_of(IllegalMove(0, "x" * 1000, None, "unknown_word", []))
    assert len(answer.body) < 400


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("conflict", 409, "conflict"),
        ("store", 503, "cannot_store"),
        ("full", 503, "disk_full"),
        ("broken", 409, "broken_table"),
    ],
)
def test_of_a_store_nothing_is_told_but_the_code(kind: str, status: int, code: str) -> None:
    """How long a log is tells how often others have chosen; what is in it may be hidden."""
    told = body(kind)
    assert (told["status"], told["code"]) == (status, code)
    assert set(told) == {"type", "title", "status", "code", "detail"}
    for hidden in "17", "18", "/home/ada", "play W":
        assert hidden not in json.dumps(told)


def test_other_errors_are_told_with_plain_data() -> None:
    told = body("host")
    assert (told["status"], told["seat"]) == (403, 2)
    assert told["detail"] == "This is up to the host of the table; ask them."
    assert "path" not in told
    assert body("other")["name"] == "\ud800"
    assert json.loads(bytes(problem_of(SetupError("no", "x", n=float("nan"), big=10**20, list=[1, "a"])).body)) == {
        "type": "/problems/x",
        "title": "This is not possible",
        "status": 422,
        "code": "x",
        "detail": "no",
        "list": [1, "a"],
    }


@pytest.mark.parametrize(
    ("content", "field", "reason"),
    [
        (b'{"seats": [{"name": "Ada"}]}', "seats[0].level", "is missing"),
        (b'{"seats": [{"name": "Ada", "level": 0}]}', "seats[0].level", "must be at least 1"),
        (b'{"seats": [{"name": "Ada", "level": "SECRET"}]}', "seats[0].level", "must be a whole number"),
        (b'{"seats": [{"name": "SECRETSECRET", "level": 1}]}', "seats[0].name", "may have at most 10 characters"),
        (b'{"seats": [{"name": 5, "level": 1}]}', "seats[0].name", "must be text"),
        (b'{"seats": [], "more": "SECRET"}', "more", "is not known here"),
        (b'{"seats": {}}', "seats", "must be a list"),
        (b'{"seats": [1]}', "seats[0]", "must be an object"),
        (b'{"seats": [{},{},{}]}', "seats", "may have at most 2 parts"),
        (b"{", "body", "is not JSON"),
        (b"", "body", "is missing"),
        (b"\xff\xfe", "body", "is not JSON"),
    ],
)
def test_wrong_fields_are_named_with_the_reason(content: bytes, field: str, reason: str) -> None:
    answer = Site().ask("POST", "/api/plan", JSON, content)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "wrong_fields")
    assert told["errors"][0] == {"field": field, "reason": reason}
    assert told["detail"].startswith(f"{field} {reason}")
    assert "SECRET" not in answer.text


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_a_body_that_does_not_say_that_it_is_json(kind: str) -> None:
    """As curl sends it, without more: what is in it is not what is wrong."""
    answer = Site().ask("POST", "/api/plan", {"Content-Type": kind} if kind else {}, b'{"seats": []}')
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "wrong_fields")
    assert told["detail"] == "body must be sent as JSON: say Content-Type: application/json"


def test_wrong_fields_in_german() -> None:
    answer = Site().ask("POST", "/api/plan", {"Accept-Language": "de-AT,en;q=0.5"} | JSON, b'{"seats": 1}')
    assert answer.json()["title"] == "In der Anfrage stimmt etwas nicht"
    assert answer.json()["detail"] == "seats muss eine Liste sein"


def test_what_the_framework_refuses_is_a_problem_too() -> None:
    nowhere = Site().ask("GET", "/nowhere")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "not_found")
    wrong = Site().ask("PUT", "/page")
    assert (wrong.status_code, wrong.json()["code"], wrong.headers["allow"]) == (405, "wrong_method", "GET")
    assert "GET would work" in wrong.json()["detail"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de", "de"), ("de-CH, en", "de"), ("fr, de;q=0.8, en", "de"), ("fr", "en"), ("", "en"), ("\x80,;;q=", "en")],
)
def test_the_readers_language(accepted: str, language: str) -> None:
    scope = {"headers": [(b"accept-language", accepted.encode("latin-1"))]}
    assert language_of(scope) == language
    assert language_of({**scope, "beute.language": "de"}) == "de"
    assert language_of({"headers": []}) == "en"


def test_who_is_known_is_refused_in_their_own_language_wherever_that_happens() -> None:
    site = Site()
    _, secret = asyncio.run(site.identity.create("Ada", "de"))
    who = {"Authorization": f"Bearer {secret}"}
    for method, path, headers in (
        ("GET", "/nowhere", {}),
        ("PUT", "/page", {}),
        ("POST", "/api/plan", JSON),
        ("POST", "/api/tables", {"Content-Length": "99999999"}),
        ("GET", "/api/bug/x", {}),
        ("GET", "/api/error/illegal", {"Accept-Language": "en"}),
    ):
        told = site.ask(method, path, {**who, **headers}).json()
        code = "illegal_move" if told["code"] == "unknown_word" else told["code"]
        assert told["title"] == texts("de")(f"problems.titles.{code}")


def test_every_problem_has_a_title_and_what_is_refused_a_sentence() -> None:
    for language in LANGUAGES:
        say = texts(language)
        assert set(TITLES.values()) <= set(say.under("problems.titles"))
        assert set(say.under("problems.fields")) == {*FIELDS.values(), "wrong_form"}
    known = {*STATUS, *TITLES.values(), "not_possible"}
    assert set(texts("en").under("problems.titles")) <= known


def test_a_refusal_says_when_to_come_back() -> None:
    answer = problem_of(Refused("too_many_requests", retry_after=7), "de")
    assert answer.headers["retry-after"] == "7"
    assert "in 7 s" in json.loads(bytes(answer.body))["detail"]
    assert str(Refused("stopping")) == texts("en")("problems.details.stopping")
    assert isinstance(Refused("stopping"), BeuteError)
