"""Rooms and people for the tests of stores."""

from __future__ import annotations

from hashlib import sha256

from beute.server.store.base import RoomNote, State, Store


def note(
    *people: int, state: State = "playing", created: float = 1.0, host: int | None = None, link: str = ""
) -> RoomNote:
    return RoomNote("sneaky", state, created, frozenset(people), host, link)


def secret(said: str) -> bytes:
    return sha256(said.encode()).digest()


async def person(store: Store, name: str, at: float = 1.0) -> int:
    return await store.new_person(secret(name), name, "en", at)


async def log(store: Store, room: str) -> list[bytes]:
    return [row.data for row in await store.load(room)]
