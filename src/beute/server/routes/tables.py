"""Tables: set up, join by a link, start, pause, rematch, close."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import SystemRandom
from typing import Annotated, Final

from fastapi import APIRouter, Path

from beute.server.messages import table_message, you_message
from beute.server.problems import Refused
from beute.server.protocol import (
    ArrangeRequest,
    JoinRequest,
    LinkRequest,
    NextGameRequest,
    SeatRequest,
    StateMessage,
    TableAndYou,
    TableMessage,
    TableRequest,
)
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.room import Room
from beute.server.routes.desk import Desk, Person, Reader, TheDesk
from beute.server.store.base import PersonRow

ID_BYTES: Final = 16  # 128 bits: nobody guesses a table

TableId = Annotated[str, Path(pattern=r"^[\w-]{1,64}$", description="The table's id.")]
router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201)
async def create_table(said: TableRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """A new table. You are its host."""
    await check_number(desk, person)
    live = await desk.hall.create(
        secrets.token_urlsafe(ID_BYTES), plan_of(said, person), person, secrets.token_urlsafe(ID_BYTES), said.start
    )
    return shown(live.room, person)


@router.get("/tables/{table}")
async def look_at_table(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """A table and what you are there."""
    return await act(desk, table, person, lambda room: room.viewers(person.id))  # refuses who does not belong there


@router.get("/tables/{table}/state")
async def look_at_game(table: TableId, person: Person, desk: TheDesk, language: Reader) -> list[StateMessage]:
    """All that you may be shown of the game now: one state for each of your seats, or that of who watches."""
    return await desk.hall.states(table, person.id, language)


@router.delete("/tables/{table}", status_code=204)
async def delete_table(table: TableId, person: Person, desk: TheDesk) -> None:
    """The host deletes the table with all that is kept of it."""
    if table in desk.hall.frozen:
        if person.id != (await desk.store.people_of(table)).host:
            raise Refused("not_host")
    else:
        await desk.hall.act(table, lambda room: room.check_host(person.id))
    await desk.hall.delete(table)


@router.post("/invitation")
async def look_at_invitation(said: LinkRequest, person: Person, desk: TheDesk) -> TableMessage:
    """The table that a link leads to, before you sit down there."""
    return await desk.hall.act(await _by_link(desk, said.link), table_message)


@router.post("/join")
async def join_table(said: JoinRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """Sit down by a link, or again where a bot stands in for you."""
    table = await _by_link(desk, said.link)
    return await act(desk, table, person, lambda room: room.join(person.id, said.name, said.seat, person.program))


@router.post("/watch")
async def watch_table(said: LinkRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """Watch by a link: you see what a spectator may see."""
    table = await _by_link(desk, said.link)
    return await act(desk, table, person, lambda room: room.watch(person.id, person.program))


@router.post("/tables/{table}/arrange")
async def arrange_table(table: TableId, said: ArrangeRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """The host changes settings or seats, before a match."""
    return await act(desk, table, person, lambda room: room.arrange(person.id, changed_plan(room, said, person)))


@router.post("/tables/{table}/start")
async def start_game(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """The host begins."""
    return await act(desk, table, person, lambda room: room.start(person.id))


@router.post("/tables/{table}/next-game")
async def begin_next_game(table: TableId, said: NextGameRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """Begin the next game of the match."""
    return await act(desk, table, person, lambda room: room.next_game(person.id, said.game))


@router.post("/tables/{table}/pause")
async def pause_game(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    return await act(desk, table, person, lambda room: room.pause(person.id))


@router.post("/tables/{table}/resume")
async def resume_game(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    return await act(desk, table, person, lambda room: room.resume(person.id))


@router.post("/tables/{table}/rematch")
async def offer_rematch(table: TableId, said: ArrangeRequest, person: Person, desk: TheDesk) -> TableAndYou:
    """Offer another match, with other settings if you like; it begins when everybody wants it."""
    return await act(desk, table, person, lambda room: room.offer(person.id, changed_plan(room, said, person)))


@router.post("/tables/{table}/rematch/accept")
async def accept_rematch(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    return await act(desk, table, person, lambda room: room.accept(person.id))


@router.post("/tables/{table}/rematch/decline")
async def decline_rematch(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    return await act(desk, table, person, lambda room: room.decline(person.id))


@router.post("/tables/{table}/link")
async def renew_link(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """The host renews the link: the old one leads nowhere, and who only watched by it no longer does."""
    link = secrets.token_urlsafe(ID_BYTES)
    return await act(desk, table, person, lambda room: room.renew_link(person.id, link))


@router.post("/tables/{table}/close")
async def close_table(table: TableId, person: Person, desk: TheDesk) -> TableAndYou:
    """The host closes the table: nothing more is played there."""
    return await act(desk, table, person, lambda room: room.close(person.id))


# ---------------------------------------------------------------- parts


async def act(desk: Desk, table: str, person: PersonRow, do: Callable[[Room], object]) -> TableAndYou:
    """Do something at a table; how it is then."""

    def done(room: Room) -> TableAndYou:
        do(room)
        return shown(room, person)

    return await desk.hall.act(table, done)


def shown(room: Room, person: PersonRow) -> TableAndYou:
    return {"table": table_message(room), "you": you_message(room, person.id)}


async def _by_link(desk: Desk, link: str) -> str:
    """The table that a link leads to."""
    table = await desk.store.room_by_link(link)
    if table is None:
        raise Refused("unknown_link")
    return table


async def check_number(desk: Desk, person: PersonRow) -> None:
    """Nobody hosts any number of tables."""
    hosted = await desk.store.hosted(person.id)
    if hosted >= desk.settings.tables_per_client:
        raise Refused("too_many_tables", limit=desk.settings.tables_per_client)


def plan_of(said: TableRequest, person: PersonRow) -> Plan:
    """The plan of a new table: every person is at this device."""
    seats = [_seat(seat, person, said.stand_in) for seat in said.seats]
    if said.shuffle:
        SystemRandom().shuffle(seats)
    events = None if said.record is None else tuple(said.record.events)
    return Plan(said.game, dict(said.options), tuple(seats), said.limit, said.stand_in, events, programs=said.programs)


def changed_plan(room: Room, said: ArrangeRequest, person: PersonRow) -> Plan:
    """The present plan with what is said anew."""
    plan = room.people.plan
    game, stand_in = said.game or plan.game, said.stand_in or plan.stand_in
    seats = room.people.seats.copy()
    if said.seats is not None:
        seats = [_seat(seat, person, stand_in) if seat.was is None else _seat_of(room, seat.was) for seat in said.seats]
    if said.shuffle:
        SystemRandom().shuffle(seats)
    limit = None if said.no_limit else plan.limit if said.limit is None else said.limit
    options = plan.options if game == plan.game else {}
    return Plan(
        game,
        dict(options if said.options is None else said.options),
        tuple(seats),
        limit,
        stand_in,
        plan.events,
        programs=said.programs or plan.programs,
    )


def _seat(said: SeatRequest, person: PersonRow, level: str) -> RoomSeat:
    """A person is whoever asks, a bot is as strong as one that stands in unless something else is said."""
    if said.kind == "person":
        return RoomSeat("person", said.name or person.name, person.id)
    return RoomSeat("bot", said.name, bot=said.bot or level) if said.kind == "bot" else RoomSeat("open")


def _seat_of(room: Room, was: int) -> RoomSeat:
    there = room.people.seats
    if was >= len(there):
        raise Refused("unknown_seat")
    return there[was]
