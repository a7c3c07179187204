"""Opening the server to the home network, from this machine only."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends
from starlette.requests import Request

from beute.play.errors import BeuteError
from beute.server.house import STATE, House
from beute.server.problems import Refused
from beute.server.protocol import HouseMessage
from beute.server.routes.desk import Person
from beute.server.security.hosts import is_from_this_machine

router = APIRouter(prefix="/api/house", tags=["house"])


async def _house(request: Request) -> House | None:
    """The server's, for who sits at its machine: to others its networks are nobody's business."""
    house: House | None = request.scope.get("state", {}).get(STATE)
    return house if is_from_this_machine(request.scope) else None


async def _own_house(house: MaybeHouse) -> House:
    if house is None:
        raise Refused("not_this_machine")
    return house


MaybeHouse: TypeAlias = Annotated[House | None, Depends(_house)]
OwnHouse: TypeAlias = Annotated[House, Depends(_own_house)]


@router.get("")
async def look_at_house(house: MaybeHouse) -> HouseMessage:
    """Whether devices in the home network can reach this server, and at which addresses; asked on this machine."""
    if house is None:
        return {"open": False, "may_change": False, "addresses": []}
    return _told(house)


@router.post("/open")
async def open_house(person: Person, house: OwnHouse) -> HouseMessage:
    """Let devices in the home network reach this server too, also after a restart, until it is closed again."""
    try:
        await house.open()
    except (BeuteError, OSError):
        raise Refused("cannot_open") from None
    return _told(house)


@router.post("/close")
async def close_house(person: Person, house: OwnHouse) -> HouseMessage:
    """Serve only this machine again; who is connected from elsewhere no longer is."""
    await house.close()
    return _told(house)


def _told(house: House) -> HouseMessage:
    return {"open": house.is_open, "may_change": house.is_private, "addresses": house.addresses}
