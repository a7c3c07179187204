"""A table as somebody may show it to others who look for a mistake of ours."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from beute.server.messages import report_message
from beute.server.protocol import ReportMessage
from beute.server.rooms.room import Room
from beute.server.rooms.standing import NotAllowed
from beute.server.routes.desk import Person, TheDesk
from beute.server.routes.tables import TableId

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/tables/{table}/report")
async def report_problem(
    table: TableId,
    person: Person,
    desk: TheDesk,
    seat: Annotated[int | None, Query(ge=0, le=6, description="Your seat, if you have several.")] = None,
) -> ReportMessage:
    """The record of the present game as your seat may see it, and the versions; neither names nor secrets."""

    def seen(room: Room) -> ReportMessage:
        viewers = room.viewers(person.id)
        viewer = viewers[0] if seat is None else seat
        if viewer not in viewers:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat", seat=seat)
        return report_message(room, viewer)

    return await desk.hall.act(table, seen)
