"""A copy of the database, for whoever may read the data folder: `beute backup` asks for it."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.background import BackgroundTask
from starlette.responses import FileResponse

from beute.server.backup import PATH, backup_key
from beute.server.problems import Refused
from beute.server.routes.desk import TheDesk

router = APIRouter(include_in_schema=False)


@router.get(PATH, response_class=FileResponse)
async def copy_database(desk: TheDesk, authorization: Annotated[str, Header()] = "") -> FileResponse:
    """Everything that the server keeps, as one file."""
    folder = desk.settings.data
    if not secrets.compare_digest(authorization.encode(), f"Bearer {backup_key(folder)}".encode()):
        raise Refused("not_found")
    copy = folder / f"backup-{secrets.token_hex(4)}.part"
    await desk.store.backup(copy)
    return FileResponse(copy, background=BackgroundTask(copy.unlink, missing_ok=True))
