"""Tables that go from a terminal to a browser and back as a file: the log, with the secret of the luck."""

from __future__ import annotations

import secrets
from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from beute.server.protocol import TableAndYou
from beute.server.rooms.room import Room
from beute.server.routes.desk import Person, TheDesk
from beute.server.routes.finished import LINES, ONE_LINE
from beute.server.routes.tables import ID_BYTES, TableId, check_number, shown
from beute.table.file import brought, line_of

FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "A saved table as it is: a log, an entry a line.",
        "content": {LINES: {"schema": {"type": "string"}}},
    }
}
router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables/brought", status_code=201, openapi_extra=FILE)
async def bring_table(request: Request, person: Person, desk: TheDesk) -> TableAndYou:
    """Go on here with a table that was saved elsewhere. All people of it sit at your device; you are its host."""
    await check_number(desk, person)
    entries, fold = await run_in_threadpool(brought, await request.body())
    id, link = secrets.token_urlsafe(ID_BYTES), secrets.token_urlsafe(ID_BYTES)
    live = await desk.hall.bring(id, entries, fold, person, link)
    return shown(live.room, person)


@router.post("/tables/{table}/take-along", response_class=Response, responses=ONE_LINE)
async def take_table_along(table: TableId, person: Person, desk: TheDesk) -> Response:
    """The table as a file, to go on elsewhere: for its host, if no other person plays there. It is closed here."""
    entries = await desk.hall.act(table, lambda room: Room.take_along(room, person.id))
    return Response("".join(map(line_of, entries)), media_type=LINES)
