"""Finished games: their records with the secret of their luck, each step as a seat saw it, and links for others."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from beute.play.record import Record
from beute.server.hall import FrozenTable
from beute.server.problems import Refused
from beute.server.protocol import LinkRequest, LuckMessage, ReplayMessage, SharedReplayRequest, ShareMessage
from beute.server.replays import OPEN, luck_message, replay_message
from beute.server.rooms.frozen import records_of_log
from beute.server.rooms.room import Room
from beute.server.routes.desk import AnyReader, Desk, Person, Reader, TheDesk
from beute.server.routes.tables import ID_BYTES, TableId
from beute.server.store.base import PersonRow

LINES: Final = "application/jsonl"
ONE_LINE: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {LINES: {}}}}

Match = Annotated[int, Path(ge=1, le=9999, description="The match of the series, from 1.")]
GameNumber = Annotated[int, Path(ge=1, le=20, description="The game of the match, from 1.")]
ReplaySeat = Annotated[int | None, Query(ge=0, le=6, description="As this seat saw it; without, as a spectator.")]
ReplayOpen = Annotated[bool, Query(description="With everything open, whatever the seat.")]
router = APIRouter(prefix="/api", tags=["finished games"])


@router.get("/tables/{table}/records", response_class=Response, responses=ONE_LINE)
async def download_records(table: TableId, person: Person, desk: TheDesk) -> Response:
    """The records of all finished games, one a line; of a table that is frozen, all that was played."""
    try:
        texts = [text for texts in (await _finished(desk, table, person)).values() for text in texts]
    except FrozenTable:
        if person.id not in (await desk.store.people_of(table)).everybody:
            raise Refused("unknown_table") from None
        texts = [record.text() for record in records_of_log(await desk.store.load(table))]
    return Response("".join(f"{text}\n" for text in texts), media_type=LINES)


@router.get("/tables/{table}/matches/{match}/games/{game}/record", response_class=Response, responses=ONE_LINE)
async def download_record(table: TableId, match: Match, game: GameNumber, person: Person, desk: TheDesk) -> Response:
    """The record of one finished game."""
    return as_line(await _record(desk, table, person, match, game))


@router.get("/tables/{table}/matches/{match}/games/{game}/replay")
async def watch_again(
    table: TableId,
    match: Match,
    game: GameNumber,
    person: Person,
    desk: TheDesk,
    language: Reader,
    seat: ReplaySeat = None,
    open: ReplayOpen = False,
) -> ReplayMessage:
    """A finished game step by step, as a seat or a spectator saw it, or with everything open."""
    return await replayed(await _record(desk, table, person, match, game), seat, open, language)


@router.get("/tables/{table}/matches/{match}/games/{game}/luck")
async def check_luck(table: TableId, match: Match, game: GameNumber, person: Person, desk: TheDesk) -> LuckMessage:
    """What chance did in a finished game, event by event, with the secret from which it can be recomputed.

    Number `k` of a secret is BLAKE2b of the text `k 0`, with the secret as its key, 64 bytes read as a number with the
    highest first, modulo `total`; beyond the last full multiple of `total` that of `k 1` and so on.
    """
    return await run_in_threadpool(luck_message, await _record(desk, table, person, match, game))


@router.post("/tables/{table}/matches/{match}/games/{game}/share")
async def share_game(table: TableId, match: Match, game: GameNumber, person: Person, desk: TheDesk) -> ShareMessage:
    """A link by which anybody can look at this one finished game. Asked again it is the same, until it is withdrawn."""
    await _record(desk, table, person, match, game)
    await desk.hall.act(table, lambda room: room.check_sat(person.id, match))
    return {"link": await desk.store.share(table, match, game, secrets.token_urlsafe(ID_BYTES))}


@router.delete("/tables/{table}/matches/{match}/games/{game}/share", status_code=204)
async def withdraw_game(table: TableId, match: Match, game: GameNumber, person: Person, desk: TheDesk) -> None:
    """The link to a finished game leads nowhere any more."""
    await desk.hall.act(table, lambda room: room.check_sat(person.id, match))
    await desk.store.withdraw(table, match, game)


# ---------------------------------------------------------------- shared games: for whoever has the link


@router.post("/shared/replay")
async def watch_shared(said: SharedReplayRequest, desk: TheDesk, language: AnyReader) -> ReplayMessage:
    """A shared game step by step. It takes no more than the link."""
    return await replayed(await _shared(desk, said.link), said.seat, said.open, language)


@router.post("/shared/luck")
async def check_shared_luck(said: LinkRequest, desk: TheDesk, language: AnyReader) -> LuckMessage:
    """What chance did in a shared game."""
    return await run_in_threadpool(luck_message, await _shared(desk, said.link))


@router.post("/shared/record", response_class=Response, responses=ONE_LINE)
async def download_shared(said: LinkRequest, desk: TheDesk, language: AnyReader) -> Response:
    """The record of a shared game."""
    return as_line(await _shared(desk, said.link))


# ---------------------------------------------------------------- parts


def as_line(record: Record) -> Response:
    return Response(f"{record.text()}\n", media_type=LINES)


async def replayed(record: Record, seat: int | None, open: bool, language: str) -> ReplayMessage:
    """A record step by step; what is open has no seat."""
    if seat is not None and seat >= record.players:
        raise Refused("unknown_seat")
    return await run_in_threadpool(replay_message, record, OPEN if open else seat, language)


async def _record(desk: Desk, table: str, person: PersonRow, match: int, game: int) -> Record:
    texts = (await _finished(desk, table, person)).get(match, [])
    if game > len(texts):
        raise Refused("no_such_game")
    return Record.read(texts[game - 1])


async def _shared(desk: Desk, link: str) -> Record:
    """The game that a link leads to. The store has it, or, where a crash has kept it from there, the table."""
    shared = await desk.store.shared(link)
    if shared is None:
        raise Refused("unknown_share")
    stored = [text for _, text in await desk.store.records(shared.room, shared.match)]
    if shared.game <= len(stored):
        return Record.read(stored[shared.game - 1])
    match, records = await desk.hall.act(shared.room, lambda room: (room.people.matches, room.records))
    if match != shared.match or shared.game > len(records):
        raise Refused("unknown_share")
    return records[shared.game - 1]


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
