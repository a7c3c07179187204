"""Seats: take back, leave, return, bots for those who are away, another device, emotes; and the two hot routes."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Header, Path, Query
from starlette.responses import JSONResponse

from beute.server.messages import emote_message
from beute.server.protocol import (
    Answer,
    AnswerMessage,
    EmoteRequest,
    Language,
    StreamEvents,
    TableAndYou,
    TokenMessage,
    UndoRequest,
)
from beute.server.routes.desk import Person, TheDesk
from beute.server.routes.tables import TableId, act
from beute.server.security.identity import hashed
from beute.server.store.base import TokenRow
from beute.server.streams import MOST_TABLES, frame

HANDOVER: Final = 600.0  # seconds that a one-time link to a seat holds

Seat = Annotated[int, Path(ge=0, le=6, description="The seat, from 0.")]
router = APIRouter(prefix="/api", tags=["seats"])


@router.post("/tables/{table}/seats/{seat}/answers")
async def answer_question(table: TableId, seat: Seat, said: Answer) -> AnswerMessage:
    """Answer the question that this seat is asked. Said twice it counts once; a question of before is refused (409)."""
    raise AssertionError("hot.py serves it")


class EventStream(JSONResponse):
    """Server-sent events whose data are JSON, for the description of the API."""

    media_type = "text/event-stream"


@router.get("/updates", response_class=EventStream, response_description="Events; `event` names what `data` has.")
async def follow_updates(
    table: Annotated[
        list[str] | None,
        Query(max_length=MOST_TABLES, description="The tables to follow; without any, all of a program."),
    ] = None,
    language: Annotated[Language | None, Query(description="Instead of the person's own.")] = None,
    last: Annotated[str | None, Query(description="As Last-Event-ID, for who cannot set headers.")] = None,
    last_event_id: Annotated[str | None, Header(description="The id of the last event that was seen.")] = None,
) -> StreamEvents:
    """Server-sent events of several tables: `state`, `update`, `table`, `you`, `notice`, `emote`, `gone`, `bye`."""
    raise AssertionError("hot.py serves it")


@router.post("/tables/{table}/seats/{seat}/undo")
async def take_back(table: TableId, seat: Seat, said: UndoRequest, person: Person, desk: TheDesk) -> AnswerMessage:
    """Take back your latest decision, if nobody has learned anything from it."""
    await desk.hall.act(table, lambda room: room.undo(person.id, seat, said.version))
    return {"version": await desk.hall.version(table, seat), "repeated": False}


@router.post("/tables/{table}/leave")
async def leave_table(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """Stand up. During a game a bot takes over, and you may return; said again, you leave for good."""
    return await act(desk, table, person, lambda room: room.leave(person.id))


@router.post("/tables/{table}/return")
async def return_to_table(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """Sit down again where a bot stands in for you."""
    return await act(desk, table, person, lambda room: room.come_back(person.id))


@router.post("/tables/{table}/seats/{seat}/bot")
async def seat_bot(table: TableId, seat: Seat, person: Person, desk: TheDesk) -> TableAndYou:
    """Let a bot take your seat. The host seats one also on an open seat, or for who has been away for long enough."""
    return await act(desk, table, person, lambda room: room.seat_bot(person.id, seat))


@router.post("/tables/{table}/seats/{seat}/remove")
async def remove_person(table: TableId, seat: Seat, person: Person, desk: TheDesk) -> TableAndYou:
    """The host removes a person; a bot sits down."""
    return await act(desk, table, person, lambda room: room.remove(person.id, seat))


@router.post("/tables/{table}/seats/{seat}/host")
async def hand_host_on(table: TableId, seat: Seat, person: Person, desk: TheDesk) -> TableAndYou:
    """The host hands the host's rights on to who sits there."""
    return await act(desk, table, person, lambda room: room.hand_host_on(person.id, seat))


@router.post("/tables/{table}/seats/{seat}/handover")
async def link_to_seat(table: TableId, seat: Seat, person: Person, desk: TheDesk) -> TokenMessage:
    """A one-time link with which another device takes this seat over."""
    await desk.hall.act(table, lambda room: room.check_seat_of(person.id, seat))
    token, expires = secrets.token_urlsafe(24), desk.hall.now() + HANDOVER
    await desk.store.new_token(hashed(token), TokenRow("handover", person.id, table, seat, expires))
    return {"token": token, "expires": expires}


@router.post("/tables/{table}/seats/{seat}/emotes", status_code=204)
async def say(table: TableId, seat: Seat, said: EmoteRequest, person: Person, desk: TheDesk) -> None:
    """Say something from a fixed list to all who are there."""
    await desk.hall.act(table, lambda room: room.check_seat_of(person.id, seat))
    desk.hall.say(table, frame("emote", orjson.dumps(emote_message(table, seat, said.code))))
