"""Records that somebody has as a file: checked and shown like finished games. The file comes with each request, so that
the server keeps nothing of it."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from beute.play.replay import replay
from beute.server.opened import record_at, records_in
from beute.server.protocol import ListedRecord, LuckMessage, ReplayMessage
from beute.server.replays import luck_message
from beute.server.routes.desk import AnyReader
from beute.server.routes.finished import LINES, ONE_LINE, ReplayOpen, ReplaySeat, as_line, replayed

FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "A file of records as it is, one a line.",
        "content": {LINES: {"schema": {"type": "string"}}},
    }
}

Line = Annotated[int, Query(ge=1, description="The line of the record, from 1.")]
router = APIRouter(prefix="/api/opened", tags=["finished games"])


@router.post("", openapi_extra=FILE)
async def list_records(request: Request, language: AnyReader) -> list[ListedRecord]:
    """What a file of records has, line by line."""
    return await run_in_threadpool(records_in, await request.body(), language)


@router.post("/replay", openapi_extra=FILE)
async def watch_record(
    request: Request, language: AnyReader, line: Line = 1, seat: ReplaySeat = None, open: ReplayOpen = False
) -> ReplayMessage:
    """A record of a file step by step. One that breaks the rules is refused: at which event, and by which clause."""
    return await replayed(await run_in_threadpool(record_at, await request.body(), line), seat, open, language)


@router.post("/luck", openapi_extra=FILE)
async def check_luck_of_record(request: Request, language: AnyReader, line: Line = 1) -> LuckMessage:
    """What chance did in a record of a file; without a secret there is nothing to check."""

    def told() -> LuckMessage:
        record = record_at(file, line)
        replay(record)
        return luck_message(record)

    file = await request.body()
    return await run_in_threadpool(told)


@router.post("/record", response_class=Response, responses=ONE_LINE, openapi_extra=FILE)
async def take_record(request: Request, language: AnyReader, line: Line = 1) -> Response:
    """A record of a file alone, in the form in which this server writes records."""
    return as_line(await run_in_threadpool(record_at, await request.body(), line))
