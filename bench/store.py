"""What an append to the server's store costs: `python bench/store.py [--appends 4000] [--url URL] [--json]`.

Appenders in one event loop, each with a room of its own, append one entry after the other to a durable database, so
that as many are queued at once. Once as the store does it (all that is queued is one transaction), once with a
transaction for each. Processor time of all threads, also in the kernel, and appends per second; the best of rounds. The
database's own processes are not in it. It leaves its rooms in a database that is named by its URL.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sqlite3
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from types import MethodType

sys.path.insert(0, str(Path(__file__).parent.parent))

from beute.server.store import open_store
from beute.server.store.base import RoomNote
from beute.server.store.sql import SqlStore
from beute.server.store.writer import Writer

APPENDERS = (1, 10, 100, 500)
NOTE = RoomNote("sneaky", "playing", 1.0, frozenset(), None, "")
ENTRY = b'{"entry":"played","seat":1,"word":"roll","chance":["red 2, blue 1, green 2, yellow 1"]}'


@dataclass(frozen=True)
class Row:
    appenders: int
    commit: str  # group, or each
    cpu_us_per_append: float
    appends_per_second: float


async def measured(url: str, appenders: int, commit: str, appends: int) -> Row:
    store = open_store(url)
    assert isinstance(store, SqlStore)
    if commit == "each":
        alone = MethodType(lambda self, changes: [Writer._alone(self, change) for change in changes], store._writer)
        store._writer._results = alone  # type: ignore[method-assign]
    rooms = [secrets.token_hex(8) for _ in range(appenders)]
    for room in rooms:
        await store.append(room, 0, 1.0, [ENTRY], NOTE)

    async def appender(room: str) -> None:
        for after in range(1, 1 + appends // appenders):
            await store.append(room, after, 2.0, [ENTRY])

    begun, spent = perf_counter(), process_time()
    await asyncio.gather(*map(appender, rooms))
    spent, elapsed = process_time() - spent, perf_counter() - begun
    await store.close()
    done = appends // appenders * appenders
    return Row(appenders, commit, spent / done * 1e6, done / elapsed)


def best(options: argparse.Namespace, appenders: int, commit: str) -> Row:
    rows = list[Row]()
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory(dir=options.folder) as place:
            url = options.url or f"sqlite:///{place}/beute.db"
            rows.append(asyncio.run(measured(url, appenders, commit, options.appends)))
    return min(rows, key=lambda row: row.cpu_us_per_append)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=4000, help="in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="on the disk to measure; by default that of temporary files")
    parser.add_argument("--url", default="", help="a database, instead of SQLite there")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each")
    options = parser.parse_args()
    if not options.json:
        print(options.url.partition(":")[0] or f"SQLite {sqlite3.sqlite_version}")
        print(f"{'appenders':>9}  {'commit':<6} {'CPU µs/append':>14} {'appends/s':>10}")
    for appenders in APPENDERS:
        for commit in ("group", "each"):
            row = best(options, appenders, commit)
            if options.json:
                print(json.dumps(asdict(row)), flush=True)
            else:
                numbers = f"{row.cpu_us_per_append:>14.1f} {row.appends_per_second:>10.0f}"
                print(f"{row.appenders:>9}  {row.commit:<6} {numbers}", flush=True)


if __name__ == "__main__":
    main()
