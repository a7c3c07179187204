"""Appends without end to the store at a URL and prints each entry once it is acknowledged, for a test that kills it."""

from __future__ import annotations

import asyncio
import sys

from beute.server.store import open_store
from beute.server.store.base import RoomNote

NOTE = RoomNote("sneaky", "playing", 1.0, frozenset(), None, "")


async def main() -> None:
    store = open_store(sys.argv[1])

    async def appender(room: str) -> None:
        seq = 0
        while True:
            await store.append(room, seq, 1.0, [f"{room} {seq}".encode()], NOTE if seq == 0 else None)
            sys.stdout.write(f"{room} {seq}\n")
            sys.stdout.flush()
            seq += 1

    await asyncio.gather(*(appender(f"r{number}") for number in range(20)))


if __name__ == "__main__":
    asyncio.run(main())
