"""What a store asks of its database, but for the one insert that must be fast: the same for every kind of database.

Each function is one part of a transaction that its caller begins and ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, func, insert, or_, select, update

from beute.server.store.base import (
    FINISHED,
    RUNNING,
    Belonging,
    Kind,
    Note,
    PersonRow,
    RoomNote,
    RoomRow,
    Row,
    SharedGame,
    TokenRow,
    unknown_person,
    unknown_room,
)
from beute.server.store.schema import entries, people, records, room_people, rooms, secrets, shares, tokens

# The log itself says when a room changed, so that an append has nothing else to write.
_latest = select(entries.c.at).where(entries.c.room == rooms.c.id).order_by(entries.c.seq.desc()).limit(1)
_updated = func.coalesce(_latest.scalar_subquery(), rooms.c.created)
_STATE = update(rooms).where(rooms.c.id == bindparam("changed"))
_ROOM = select(rooms.c.id, rooms.c.game, rooms.c.state, rooms.c.created, _updated.label("updated"))


def hashed(link: str) -> bytes:
    return sha256(link.encode()).digest()


# ---------------------------------------------------------------- rooms


def load(connection: Connection, room: str, after: int) -> list[Row]:
    there = entries.c.room == room, entries.c.seq >= after
    wanted = select(entries.c.at, entries.c.data).where(*there).order_by(entries.c.seq)
    found = [Row(at, data) for at, data in connection.execute(wanted)]
    if not found and not _is_room(connection, room):
        raise unknown_room(room)
    return found


def load_new(connection: Connection, known: Mapping[str, int]) -> dict[str, list[Row]]:
    """The last entry that is known tells that a room is there. PostgreSQL, where servers ask it all the time, has a
    statement of its own for that."""
    found = dict[str, list[Row]]()
    for room, length in known.items():
        there = entries.c.room == room, entries.c.seq >= length - 1
        rows = connection.execute(select(entries.c.at, entries.c.data).where(*there).order_by(entries.c.seq)).all()
        if rows:
            found[room] = [Row(at, data) for at, data in rows[1:]]
    return found


def length(connection: Connection, room: str) -> int:
    latest = connection.scalar(select(func.max(entries.c.seq)).where(entries.c.room == room))
    return 0 if latest is None else latest + 1


def hold_room(connection: Connection, room: str) -> None:
    """Until the end of the transaction nobody else appends to it; where there is one writer, that is so anyway."""
    connection.execute(select(rooms.c.id).where(rooms.c.id == room).with_for_update())


def write_note(connection: Connection, room: str, note: Note) -> None:
    """Insert or replace what is listed of a room, or its state alone."""
    if not isinstance(note, RoomNote):
        connection.execute(_STATE, {"changed": room, "state": note})
        return
    there = set(connection.scalars(select(people.c.id).where(people.c.id.in_(note.people | {note.host}))))
    listed = {
        "game": note.game,
        "state": note.state,
        "host": note.host if note.host in there else None,
        "link": hashed(note.link) if note.link else None,
    }
    if connection.execute(update(rooms).where(rooms.c.id == room).values(listed)).rowcount == 0:
        connection.execute(insert(rooms).values({**listed, "id": room, "created": note.created}))
    connection.execute(delete(room_people).where(room_people.c.room == room))
    if present := there & note.people:
        connection.execute(insert(room_people), [{"room": room, "person": person} for person in sorted(present)])


def find_room(connection: Connection, room: str) -> RoomRow | None:
    found = connection.execute(_ROOM.where(rooms.c.id == room)).one_or_none()
    return None if found is None else RoomRow(*found)


def room_by_link(connection: Connection, link: str) -> str | None:
    return connection.scalar(select(rooms.c.id).where(rooms.c.link == hashed(link)))


def rooms_of(connection: Connection, person: int, limit: int) -> list[RoomRow]:
    theirs = _ROOM.join(room_people).where(room_people.c.person == person)
    return [RoomRow(*row) for row in connection.execute(theirs.order_by(_updated.desc(), rooms.c.id).limit(limit))]


def people_of(connection: Connection, room: str) -> Belonging:
    there = connection.scalars(select(room_people.c.person).where(room_people.c.room == room))
    return Belonging(connection.scalar(select(rooms.c.host).where(rooms.c.id == room)), frozenset(there))


def hosted(connection: Connection, person: int) -> int:
    wanted = select(func.count()).where(rooms.c.host == person, rooms.c.state.in_(RUNNING))
    return int(connection.scalar(wanted) or 0)


def running(connection: Connection) -> list[str]:
    wanted = select(rooms.c.id).where(rooms.c.state.in_(RUNNING)).order_by(_updated.desc(), rooms.c.id)
    return list(connection.scalars(wanted))


def delete_room(connection: Connection, room: str) -> None:
    connection.execute(delete(rooms).where(rooms.c.id == room))


def stale_rooms(connection: Connection, before_finished: float, before_unfinished: float) -> list[str]:
    return list(connection.scalars(select(rooms.c.id).where(_is_stale(before_finished, before_unfinished))))


def delete_stale_room(connection: Connection, room: str, before_finished: float, before_unfinished: float) -> bool:
    """Whether the room was there and is still not to be kept."""
    hold_room(connection, room)  # so that what somebody appends just now is seen
    stale = _is_stale(before_finished, before_unfinished)
    return connection.execute(delete(rooms).where(rooms.c.id == room, stale)).rowcount > 0


def finish(connection: Connection, room: str, match: int, at: float, texts: Sequence[str]) -> None:
    if not _is_room(connection, room):
        raise unknown_room(room)
    connection.execute(delete(records).where(records.c.room == room, records.c.match == match))
    rows = [{"room": room, "match": match, "game": game, "at": at, "record": text} for game, text in enumerate(texts)]
    if rows:
        connection.execute(insert(records), rows)


def find_records(connection: Connection, room: str, match: int | None) -> list[tuple[int, str]]:
    wanted = select(records.c.match, records.c.record).where(records.c.room == room)
    if match is not None:
        wanted = wanted.where(records.c.match == match)
    return [(number, text) for number, text in connection.execute(wanted.order_by(records.c.match, records.c.game))]


def share(connection: Connection, room: str, match: int, game: int, link: str) -> str:
    if not _is_room(connection, room):
        raise unknown_room(room)
    there = connection.scalar(select(shares.c.link).where(*_game(room, match, game)))
    if there is None:
        connection.execute(insert(shares).values(room=room, match=match, game=game, link=link))
    return there or link


def withdraw(connection: Connection, room: str, match: int, game: int) -> None:
    connection.execute(delete(shares).where(*_game(room, match, game)))


def find_shared(connection: Connection, link: str) -> SharedGame | None:
    wanted = select(shares.c.room, shares.c.match, shares.c.game).where(shares.c.link == link)
    found = connection.execute(wanted).one_or_none()
    return None if found is None else SharedGame(*found)


def _game(room: str, match: int, game: int) -> tuple[ColumnElement[bool], ...]:
    return shares.c.room == room, shares.c.match == match, shares.c.game == game


def _is_room(connection: Connection, room: str) -> bool:
    return connection.scalar(select(rooms.c.id).where(rooms.c.id == room)) is not None


def _is_stale(before_finished: float, before_unfinished: float) -> ColumnElement[bool]:
    finished = rooms.c.state.in_(FINISHED)
    return or_(and_(finished, _updated < before_finished), and_(~finished, _updated < before_unfinished))


# ---------------------------------------------------------------- people


def new_person(connection: Connection, secret_hash: bytes, name: str, language: str, at: float) -> int:
    values = {"name": name, "language": language, "created": at, "seen": at}
    person = connection.execute(insert(people).values(values).returning(people.c.id)).scalar_one()
    add_secret(connection, person, secret_hash, at)
    return int(person)


def person_by_secret(connection: Connection, secret_hash: bytes) -> PersonRow | None:
    found = connection.execute(select(people).join(secrets).where(secrets.c.hash == secret_hash)).one_or_none()
    return None if found is None else PersonRow(*found)


def add_secret(connection: Connection, person: int, secret_hash: bytes, at: float) -> None:
    _check_person(connection, person)
    connection.execute(insert(secrets).values(hash=secret_hash, person=person, created=at))


def rename(connection: Connection, person: int, name: str, language: str) -> None:
    _check_person(connection, person)
    connection.execute(update(people).where(people.c.id == person).values(name=name, language=language))


def seen(connection: Connection, person: int, at: float) -> None:
    connection.execute(update(people).where(people.c.id == person).values(seen=at))


def delete_person(connection: Connection, person: int) -> None:
    connection.execute(delete(people).where(people.c.id == person))


def delete_people(connection: Connection, before: float) -> None:
    """Those in no room. A person in one is named in its log: who deletes them renames the seat too."""
    in_a_room = exists().where(room_people.c.person == people.c.id)
    connection.execute(delete(people).where(people.c.seen < before, ~in_a_room))


def _check_person(connection: Connection, person: int) -> None:
    if connection.scalar(select(people.c.id).where(people.c.id == person)) is None:
        raise unknown_person(person)


# ---------------------------------------------------------------- links


def new_token(connection: Connection, token_hash: bytes, row: TokenRow) -> None:
    _check_person(connection, row.person)
    if row.room is not None and not _is_room(connection, row.room):
        raise unknown_room(row.room)
    connection.execute(insert(tokens).values(asdict(row) | {"hash": token_hash}))


def take_token(connection: Connection, kind: Kind, token_hash: bytes, now: float) -> TokenRow | None:
    delete_tokens(connection, now)
    columns = tokens.c.kind, tokens.c.person, tokens.c.room, tokens.c.seat, tokens.c.expires
    wanted = tokens.c.hash == token_hash, tokens.c.kind == kind
    # Deleting tells who was the first of two that take it at once.
    take = select(*columns).where(*wanted) if kind == "recovery" else delete(tokens).where(*wanted).returning(*columns)
    found = connection.execute(take).one_or_none()
    return None if found is None else TokenRow(*found)


def delete_tokens(connection: Connection, expired: float) -> None:
    connection.execute(delete(tokens).where(tokens.c.expires <= expired))
