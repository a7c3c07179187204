"""What every route needs: the tables, the store, and who is asking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Query
from starlette.requests import Request

from beute.server.hall import Hall
from beute.server.peers.base import Person as PersonChanged
from beute.server.problems import LANGUAGE, Refused, language_of
from beute.server.protocol import Language, Problem
from beute.server.rules import Rules
from beute.server.security.identity import Identity
from beute.server.settings import Settings
from beute.server.store.base import PersonRow, Store
from beute.server.streams import Streams
from beute.server.thinkers import Thinkers

PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "What was tried, why not, and what would do.", "content": {}},
}


@dataclass(frozen=True)
class Desk:
    """The parts of a server."""

    settings: Settings
    store: Store
    hall: Hall
    identity: Identity
    thinkers: Thinkers
    streams: Streams
    rules: Rules

    def forget(self, person: int) -> None:
        """Ask the store again about a person who was renamed or deleted, at every server."""
        self.identity.forget(person)
        self.hall.peers.tell(PersonChanged(person))


async def _desk(request: Request) -> Desk:  # async: FastAPI calls plain functions in a thread
    desk: Desk = request.app.state.desk
    return desk


TheDesk: TypeAlias = Annotated[Desk, Depends(_desk)]


async def _person(request: Request, desk: TheDesk) -> PersonRow:
    person = await desk.identity.person(request.scope)
    if person is None:
        raise Refused("no_person")
    request.scope[LANGUAGE] = person.language
    return person


async def _language(
    person: Person, language: Annotated[Language | None, Query(description="Instead of the person's own.")] = None
) -> str:
    return language or person.language


async def _anybodys_language(
    request: Request,
    desk: TheDesk,
    language: Annotated[Language | None, Query(description="Instead of what you or your browser prefer.")] = None,
) -> str:
    """Also of who has not said who they are; and errors are told in it."""
    if language is None:
        person = await desk.identity.person(request.scope)
        request.scope[LANGUAGE] = language_of(request.scope) if person is None else person.language
    else:
        request.scope[LANGUAGE] = language
    return str(request.scope[LANGUAGE])


Person: TypeAlias = Annotated[PersonRow, Depends(_person)]
Reader: TypeAlias = Annotated[str, Depends(_language)]
AnyReader: TypeAlias = Annotated[str, Depends(_anybodys_language)]
