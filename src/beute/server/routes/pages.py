"""A page for people, whether or not the browser's table is there: whose games these are, and what is stored."""

from __future__ import annotations

from html import escape
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse

from beute.server.problems import language_of
from beute.server.protocol import Language
from beute.server.routes.desk import TheDesk
from beute.texts import texts

router = APIRouter(include_in_schema=False)
PARTS = "games", "stored", "kept", "delete", "cookie"  # of the page, each with a heading


@router.get("/about", response_class=HTMLResponse)
async def tell_about(
    request: Request, desk: TheDesk, language: Annotated[Language | None, Query()] = None
) -> HTMLResponse:
    """Whose games these are, and what is stored about whom and for how long."""
    reader = language or language_of(request.scope)
    say, keep = texts(reader), desk.settings
    days = {
        "finished": f"{keep.keep_finished_days:g}",
        "unfinished": f"{keep.keep_unfinished_days:g}",
        "people": f"{keep.keep_people_days:g}",
    }
    parts = "".join(
        f"<h2>{escape(say(f'server.about.{part}.title'))}</h2><p>{escape(say(f'server.about.{part}.text', **days))}</p>"
        for part in PARTS
    )
    title = escape(say("server.about.title"))
    page = f'<!doctype html><html lang="{reader}"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1>{parts}'
    return HTMLResponse(page)
