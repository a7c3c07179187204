"""First lessons: a guided game at a table of one's own; to go on reading, and to leave the lesson and play on."""

from __future__ import annotations

import secrets

from fastapi import APIRouter

from beute import games
from beute.lessons import has_lesson
from beute.server.problems import Refused
from beute.server.protocol import LessonRequest, PageRequest, TableAndYou
from beute.server.rooms.plan import lesson_plan
from beute.server.routes.desk import Person, TheDesk
from beute.server.routes.tables import ID_BYTES, TableId, act, check_number, shown

router = APIRouter(prefix="/api", tags=["lessons"])


@router.post("/lessons", status_code=201)
async def begin_lesson(said: LessonRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """The first lesson of a game, at a table for you alone: its luck and its bots follow a script."""
    if not has_lesson(said.game):
        taught = ", ".join(name for name in games.names() if has_lesson(name))
        raise Refused("no_first_lesson" if games.is_there(said.game) else "unknown_game", games=taught)
    await check_number(desk, person)
    plan = lesson_plan(said.game, person.id, person.name)
    live = await desk.hall.create(
        secrets.token_urlsafe(ID_BYTES), plan, person, secrets.token_urlsafe(ID_BYTES), start=True
    )
    return shown(live.room, person)


@router.post("/tables/{table}/lesson/read")
async def turn_page(table: TableId, said: PageRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """You have read a step in which there is nothing else to do: the lesson goes on."""
    return await act(desk, table, person, lambda room: room.turn_page(person.id, said.step))


@router.post("/tables/{table}/lesson/leave")
async def leave_lesson(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """You play on without the lesson: bots think for themselves, and luck follows no script any more."""
    return await act(desk, table, person, lambda room: room.leave_lesson(person.id))
