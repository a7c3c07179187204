"""Finished games: their records with the secret of their luck, and each step as a seat saw it."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from beute.play.record import Record
from beute.server.hall import FrozenTable
from beute.server.messages import luck_message, replay_message
from beute.server.problems import Refused
from beute.server.protocol import LuckMessage, ReplayMessage
from beute.server.rooms.frozen import records_of_log
from beute.server.rooms.room import Room
from beute.server.routes.desk import Desk, Person, Reader, TheDesk
from beute.server.routes.tables import TableId
from beute.server.store.base import PersonRow

LINES: Final = "application/jsonl"

Match = Annotated[int, Path(ge=1, le=9999, description="The match of the series, from 1.")]
GameNumber = Annotated[int, Path(ge=1, le=20, description="The game of the match, from 1.")]
router = APIRouter(prefix="/api", tags=["finished games"])


@router.get("/tables/{table}/records", response_class=Response, responses={200: {"content": {LINES: {}}}})
async def download_records(table: TableId, person: Person, desk: TheDesk) -> Response:
    """The records of all finished games, one a line; of a table that is frozen, all that was played."""
    try:
        texts = [text for texts in (await _finished(desk, table, person)).values() for text in texts]
    except FrozenTable:
        if person.id not in (await desk.store.people_of(table)).everybody:
            raise Refused("unknown_table") from None
        texts = [record.text() for record in records_of_log(await desk.store.load(table))]
    return Response("".join(f"{text}\n" for text in texts), media_type=LINES)


@router.get("/tables/{table}/matches/{match}/games/{game}/replay")
async def watch_again(
    table: TableId,
    match: Match,
    game: GameNumber,
    person: Person,
    desk: TheDesk,
    language: Reader,
    seat: Annotated[int | None, Query(ge=0, le=6, description="As this seat saw it; without, as a spectator.")] = None,
) -> ReplayMessage:
    """A finished game step by step, as a seat or a spectator saw it."""
    record = await _record(desk, table, person, match, game)
    if seat is not None and seat >= record.players:
        raise Refused("unknown_seat")
    return await run_in_threadpool(replay_message, table, match, game, record, seat, language)


@router.get("/tables/{table}/matches/{match}/games/{game}/luck")
async def check_luck(table: TableId, match: Match, game: GameNumber, person: Person, desk: TheDesk) -> LuckMessage:
    """What chance did in a finished game, event by event, with the secret from which it can be recomputed.

    Number `k` of a secret is BLAKE2b of the text `k 0`, with the secret as its key, 64 bytes read as a number with the
    highest first, modulo `total`; beyond the last full multiple of `total` that of `k 1` and so on.
    """
    record = await _record(desk, table, person, match, game)
    return await run_in_threadpool(luck_message, table, match, game, record)


async def _record(desk: Desk, table: str, person: PersonRow, match: int, game: int) -> Record:
    texts = (await _finished(desk, table, person)).get(match, [])
    if game > len(texts):
        raise Refused("no_such_game")
    return Record.read(texts[game - 1])


async def _finished(desk: Desk, table: str, person: PersonRow) -> dict[int, list[str]]:
    """The records by match. Those of the latest are of the table itself: a crash may have kept them from the store."""

    def latest(room: Room) -> tuple[int, list[Record]]:
        room.viewers(person.id)  # refuses who does not belong there
        return room.people.matches, room.records

    number, records = await desk.hall.act(table, latest)
    found: dict[int, list[str]] = {}
    for match, text in await desk.store.records(table):
        found.setdefault(match, []).append(text)
    return {**found, number: [record.text() for record in records]}
