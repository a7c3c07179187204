"""Who you are: a name and a language, kept with a secret of your browser. There is no account."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Annotated, Final, cast

import orjson
from fastapi import APIRouter, Header, Query, Response
from starlette.requests import Request

from beute.play.errors import BeuteError
from beute.server.problems import Refused
from beute.server.protocol import (
    ListedTable,
    PersonMessage,
    PersonRequest,
    SeatTaken,
    TokenMessage,
    TokenRequest,
)
from beute.server.rooms.fold import People
from beute.server.rooms.log import checked
from beute.server.routes.desk import Desk, Person, TheDesk
from beute.server.security.identity import hashed
from beute.server.store.base import RUNNING, PersonRow, RoomRow, TokenRow
from beute.table.seats import Seat, check_seats

RECOVERY: Final = 365 * 86400.0  # seconds that a link to one's own things holds
EVERY: Final = 1_000_000  # tables of one person

WantToken = Annotated[bool, Header(alias="Beute-Token", description="Tell the secret as a token, not as a cookie.")]

router = APIRouter(prefix="/api", tags=["people"])


@router.post("/me")
async def introduce_yourself(
    said: PersonRequest,
    request: Request,
    response: Response,
    desk: TheDesk,
    want_token: WantToken = False,
) -> PersonMessage:
    """Say your name and language. At the first time you get a cookie, or a token if you ask for one."""
    check_seats([Seat(said.name)], "")  # as a seat may be called
    person, token = await desk.identity.person(request.scope), None
    if person is not None:
        await desk.store.rename(person.id, said.name, said.language)
        desk.forget(person.id)
    else:
        _, secret = await desk.identity.create(said.name, said.language)
        token = _give(secret, want_token, request, response, desk)
    program = person is not None and person.program
    return {"name": said.name, "language": said.language, "program": program, "token": token}


@router.post("/programs", status_code=201)
async def introduce_program(said: PersonRequest, desk: TheDesk) -> PersonMessage:
    """A program that plays, with a token of its own. Whoever asks stays who they are."""
    check_seats([Seat(said.name)], "")
    program, token = await desk.identity.create(said.name, said.language, program=True)
    return _person_message(program, token)


@router.get("/me")
async def who_am_i(person: Person) -> PersonMessage:
    return _person_message(person)


@router.delete("/me", status_code=204)
async def forget_me(person: Person, desk: TheDesk, response: Response) -> None:
    """Your name, your secrets and your links are deleted. You leave all tables; those with nobody else are deleted too,
    and with others stays what was played."""
    for row in await desk.store.rooms_of(person.id, EVERY):
        if (await desk.store.people_of(row.id)).everybody <= {person.id}:
            await desk.hall.delete(row.id)
            continue
        with suppress(BeuteError):
            await desk.hall.act(row.id, lambda room: room.forget(person.id))
    await desk.store.delete_person(person.id)
    desk.forget(person.id)
    response.headers["set-cookie"] = desk.identity.no_cookie()


@router.post("/me/recovery")
async def link_to_my_things(person: Person, desk: TheDesk) -> TokenMessage:
    """A secret with which another browser, or this one without its cookies, becomes you. Programs have none: what
    becomes them would be taken for a person."""
    if person.program:
        raise Refused("only_people")
    token, expires = secrets.token_urlsafe(24), desk.hall.now() + RECOVERY
    await desk.store.new_token(hashed(token), TokenRow("recovery", person.id, None, None, expires))
    return {"token": token, "expires": expires}


@router.post("/recover")
async def become_me(
    said: TokenRequest, request: Request, response: Response, desk: TheDesk, want_token: WantToken = False
) -> PersonMessage:
    """This browser becomes the person whose recovery link it has."""
    row = await desk.store.take_token("recovery", hashed(said.token), desk.hall.now())
    if row is None:
        raise Refused("unknown_token")
    secret = await desk.identity.another_secret(row.person)
    person = await desk.store.person_by_secret(hashed(secret))
    if person is None:
        raise Refused("unknown_token")
    return _person_message(person, _give(secret, want_token, request, response, desk))


@router.post("/take-seat")
async def take_my_seat_along(said: TokenRequest, person: Person, desk: TheDesk) -> SeatTaken:
    """Take a seat over from another device, by its one-time link."""
    row = await desk.store.take_token("handover", hashed(said.token), desk.hall.now())
    if row is None or row.room is None or row.seat is None:
        raise Refused("unknown_token")
    seat, giver = row.seat, row.person
    await desk.hall.act(row.room, lambda room: room.hand_over(seat, giver, person.id, person.program))
    return {"table": row.room, "seat": seat}


@router.get("/tables")
async def my_tables(
    person: Person, desk: TheDesk, most: Annotated[int, Query(ge=1, le=100, description="So many of them.")] = 20
) -> list[ListedTable]:
    """The tables where you play or watch, the latest first."""
    return [await _listed(desk, row, person.id) for row in await desk.store.rooms_of(person.id, most)]


def _person_message(person: PersonRow, token: str | None = None) -> PersonMessage:
    said = {"name": person.name, "language": person.language, "program": person.program, "token": token}
    return cast(PersonMessage, said)


def _give(secret: str, as_token: bool, request: Request, response: Response, desk: Desk) -> str | None:
    """A secret for who asks: in a cookie, or as a token to tell."""
    if as_token:
        return secret
    response.headers["set-cookie"] = desk.identity.cookie(secret, request.scope)
    return None


async def _listed(desk: Desk, row: RoomRow, person: int) -> ListedTable:
    """Of a table where nothing is played any more the log is enough: no game is carried out for a list."""
    people, asked = People(), False
    with suppress(BeuteError, ValueError):
        if row.state in RUNNING:
            people, asked = await desk.hall.act(row.id, lambda room: (room.people, room.asks(person)))
        else:
            for number, entry in enumerate(await desk.store.load(row.id)):
                people.carry_out(checked(orjson.loads(entry.data), number), entry.at)
    return {
        "id": row.id,
        "game": row.game,
        "state": "frozen" if row.id in desk.hall.frozen else row.state,
        "names": [seat.name for seat in people.seats],
        "seats": people.seats_of(person),
        "asked": asked,
        "created": row.created,
        "updated": row.updated,
    }
