"""Errors as problem+json (RFC 9457): a stable code, a title and a sentence in the reader's language, and data.

Nothing goes out that was not meant for the person: of a store only the code, of a bug only an id that the log has too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from beute.play.errors import BeuteError, BrokenRecord, IllegalMove
from beute.table.store import StoreError
from beute.texts import LANGUAGES, texts

MEDIA_TYPE = "application/problem+json"
LANGUAGE = "beute.language"  # in a scope: the reader's, where it is known better than from Accept-Language
REQUEST_ID = "beute.id"  # in a scope: what the log calls this request

STATUS = {  # by code; all others are 422
    code: status
    for status, codes in {
        400: "bad_request",
        401: "no_person",
        403: "cross_site brought_alone lesson_alone others_play not_this_machine not_host not_your_seat not_seated "
        "not_sat_there not_at_this_table only_people programs_forbidden",
        404: "not_found unknown_table unknown_seat unknown_game unknown_person unknown_link unknown_token "
        "no_such_game no_first_lesson unknown_share nothing_to_return_to",
        405: "wrong_method",
        408: "slow_request",
        409: "conflict stale_answer repeated_answer other_table other_game no_question broken_table frozen "
        "cannot_undo stale_undo nothing_to_undo nothing_to_change not_a_bot not_a_person own_seat is_here "
        "away_too_short bot_sits_there program_sits_there seat_taken open_seats not_begun begun_already game_is_over "
        "game_goes_on lesson_asks_other lesson_unread no_lesson "
        "match_is_over match_goes_on other_match no_rematch_yet paused not_paused offered_already nothing_offered",
        410: "closed_table",
        413: "too_large",
        421: "unknown_host",
        422: "wrong_fields illegal_move",
        429: "too_many_requests too_many_streams too_many_tables too_many_watchers too_many_offers too_many_pauses",
        431: "long_head",
        500: "internal",
        503: "cannot_open cannot_store disk_full server_full stopping",
    }.items()
    for code in codes.split()
}
TITLES = {403: "not_allowed", 404: "not_found", 409: "not_now", 429: "too_many"}  # for codes that have none
OF_STORE = {"conflict": "conflict", "broken_table": "broken_table", "disk_full": "disk_full"}  # what is told of it
OF_FRAMEWORK = {404: "not_found", 405: "wrong_method"}  # what the framework refuses, by status
FIELDS = {  # what Pydantic finds wrong, by its code: our text
    "missing": "missing",
    "extra_forbidden": "extra_forbidden",
    "json_invalid": "json_invalid",
    "not_json": "not_json",
    "string_type": "text",
    "int_type": "whole_number",
    "int_parsing": "whole_number",
    "int_from_float": "whole_number",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "number",
    "bool_type": "yes_or_no",
    "bool_parsing": "yes_or_no",
    "list_type": "list",
    "tuple_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "literal_error": "one_of",
    "enum": "one_of",
    "union_tag_invalid": "one_of",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "greater_than": "more_than",
    "less_than": "less_than",
    "too_long": "too_long",
    "too_short": "too_short",
    "string_too_long": "long_text",
    "string_too_short": "short_text",
}
NO_OBJECT = "model_type", "model_attributes_type"
BOUNDS = "ge", "le", "gt", "lt", "max_length", "min_length"
PLACES = "body", "path", "query", "header", "cookie"  # where FastAPI says a field is
LONGEST_WORD = 60  # of what was said, repeated to who said it
MOST_FIELDS = 20  # that are told of


class Refused(BeuteError):
    """What the server itself refuses, with a sentence in every language: `problems.details` has it by code."""

    code: str

    def __init__(self, code: str, /, **data: str | int) -> None:
        super().__init__("", code, **data)
        self.args = (self.told("en"),)

    def told(self, language: str) -> str:
        return texts(language)(f"problems.details.{self.code}", **self.data)


def problem(status: int, code: str, told: str, language: str = "en", /, **data: Any) -> Response:
    """An answer that says what went wrong. `data` has what programs need to say it in their own words."""
    say = texts(language)
    own = code if f"problems.titles.{code}" in say else TITLES.get(status, "not_possible")
    return _answer(status, code, say(f"problems.titles.{own}"), told, data)


def problem_of(error: BeuteError, language: str = "en") -> Response:
    """The answer for an error, with no more than a person's view has."""
    if isinstance(error, StoreError) or error.code == "broken_table":
        # Its message and data tell how long a log is, what is in it, or where it is kept.
        error = Refused(OF_STORE.get(error.code, "cannot_store"))
    if isinstance(error, IllegalMove):
        return _illegal(error, language)
    told = worded(error, language)
    data = {name: value for name, value in error.data.items() if _is_plain(value)}
    # A record is broken as it was sent, whatever the code means at a table.
    status = 422 if isinstance(error, BrokenRecord) else STATUS.get(error.code, 422)
    return problem(status, error.code, told, language, **data)


def worded(error: BeuteError, language: str) -> str:
    """In the reader's language, where there is a sentence for it; what the library says is English."""
    if isinstance(error, Refused):
        return error.told(language)
    if isinstance(error, BrokenRecord):
        return _broken(error, language)
    say, key = texts(language), f"rooms.details.{error.code}"
    return say(key, **error.data) if key in say else str(error)


def _broken(error: BrokenRecord, language: str) -> str:
    """Where a record breaks, counted from 1 as people do, and why: by a clause, where the rules say so."""
    say = texts(language)
    if f"problems.records.{error.code}" in say:
        because = say(f"problems.records.{error.code}", **error.data)
    elif f"reasons.{error.code}" in say:
        clause = f" ({error.clause})" if error.clause else ""
        because = f"{say(f'reasons.{error.code}')}{clause}."
    else:
        return str(error)
    if error.event is None:
        return because
    return say("problems.broken_event", number=error.event + 1, said=error.data.get("said", ""), because=because)


def language_of(scope: Scope) -> str:
    """The reader's language: the person's, or else the first one of Accept-Language that there is."""
    if LANGUAGE in scope:
        return str(scope[LANGUAGE])
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    wanted = [part.split(b";")[0].strip()[:2].lower().decode("latin-1") for part in accepted[:200].split(b",")]
    return next((language for language in wanted if language in LANGUAGES), "en")


# ---------------------------------------------------------------- what FastAPI calls


async def _of_beute(request: Request, error: Exception) -> Response:
    assert isinstance(error, BeuteError)
    return problem_of(error, language_of(request.scope))


async def _of_fields(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return wrong_fields([_unsaid(request, each) for each in error.errors()], language_of(request.scope))


def _unsaid(request: Request, error: ErrorDetails) -> ErrorDetails:
    """A body that does not say that it is JSON was not read as such: so what is in it is not what is wrong."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_json = kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))
    return error if is_json or error["type"] not in NO_OBJECT else {**error, "type": "not_json"}


async def _of_framework(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    language, code = language_of(request.scope), OF_FRAMEWORK.get(error.status_code, "bad_request")
    told = Refused(code, allowed=(error.headers or {}).get("Allow", "")).told(language)
    answer = problem(error.status_code, code, told, language)
    answer.headers.update(error.headers or {})
    return answer


async def _of_bug(request: Request, error: Exception) -> Response:
    return internal(request.scope)


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    BeuteError: _of_beute,
    RequestValidationError: _of_fields,
    HTTPException: _of_framework,
    Exception: _of_bug,
}


def internal(scope: Scope) -> Response:
    """The answer where a bug was; the log tells which, under the same id."""
    return problem_of(Refused("internal", id=scope.get(REQUEST_ID, "-")), language_of(scope))


def wrong_fields(errors: Sequence[ErrorDetails], language: str) -> Response:
    """Which fields are wrong and why. What was said is not repeated: it may be a secret."""
    found = [{"field": _field(each), "reason": _reason(each, language)} for each in errors[:MOST_FIELDS]]
    told = "; ".join(f"{each['field']} {each['reason']}" for each in found[:5])
    return problem(STATUS["wrong_fields"], "wrong_fields", told, language, errors=found)


# ---------------------------------------------------------------- parts


def _illegal(error: IllegalMove, language: str) -> Response:
    because = texts(language).reason(error.code)
    data = {"word": error.word[:LONGEST_WORD], "clause": error.clause, "offered": error.offered, "seat": error.seat}
    title = texts(language)("problems.titles.illegal_move")
    told = f"{because} ({error.clause})" if error.clause else because
    return _answer(STATUS.get(error.code, STATUS["illegal_move"]), error.code, title, told, data)


def _answer(status: int, code: str, title: str, told: str, data: Mapping[str, Any]) -> Response:
    body = {"type": f"/problems/{code}", "title": title, "status": status, "code": code, "detail": told, **data}
    headers = {"retry-after": str(data["retry_after"])} if "retry_after" in data else None
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    # Half of a sign (a lone surrogate) in what was said is no UTF-8; so it becomes the escape that JSON has for it.
    return Response(text.encode("utf-8", "backslashreplace"), status, headers, MEDIA_TYPE)


def _field(error: ErrorDetails) -> str:
    """`seats[0].name`; where the whole body is no JSON, `body`."""
    path = error["loc"][:1] if error["type"] == "json_invalid" else error["loc"]
    inner = path[1:] if len(path) > 1 and path[0] in PLACES else path
    parts = [f"[{part}]" if isinstance(part, int) else f".{part:.{LONGEST_WORD}}" for part in inner]
    return "".join(parts).removeprefix(".")


def _reason(error: ErrorDetails, language: str) -> str:
    if error["type"] == "value_error":  # a sentence of our own checks
        return error["msg"].removeprefix("Value error, ")
    context = error.get("ctx", {})
    bound = next((context[name] for name in BOUNDS if name in context), "")
    expected = context.get("expected", context.get("expected_tags", ""))
    key = FIELDS.get(error["type"], "wrong_form")
    return texts(language)(f"problems.fields.{key}", bound=bound, expected=expected)


def _is_plain(value: object) -> bool:
    """A text, a number, or a list of these."""
    if isinstance(value, list | tuple):
        return all(_is_plain(each) for each in value)
    if isinstance(value, int | float):
        return math.isfinite(value) and abs(value) < 2**53
    return value is None or isinstance(value, str)
