"""Moves what a server keeps from the SQLite database of its data folder into PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, func, insert, select, text

from beute.play.errors import BeuteError
from beute.server.serve import Running, folder_locked
from beute.server.settings import database_file
from beute.server.store import check_exists, failures, postgres_url
from beute.server.store.schema import metadata, people
from beute.server.store.sqlite import SqliteStore
from beute.table.store import StoreError

AT_ONCE = 1000  # rows
TABLES = metadata.sorted_tables  # what others refer to comes first


def move_tables(folder: Path, url: str) -> dict[str, int]:
    """Copy everything into a PostgreSQL database that keeps nothing yet, all or nothing; the rows of each table.

    The data folder keeps its own database as it was, but for migrations to this release.
    """
    target, path = postgres_url(url), database_file(folder)
    check_exists(path)
    with folder_locked(folder) as lock:
        if isinstance(lock, Running):
            raise BeuteError(f"the server at {lock.address} uses {folder}: stop it first", "folder_locked")
        asyncio.run(SqliteStore.open(path).close())  # that makes the tables those of this release
        return _moved(path, target)


def _moved(path: Path, url: URL) -> dict[str, int]:
    from beute.server.store.postgres import NOT_OPENED, engine_of, failure, migrated, name_of

    engine, source_engine = engine_of(url), create_engine(URL.create("sqlite", database=str(path)))
    try:
        with source_engine.connect() as source, migrated(engine) as target:
            names = ", ".join(table.name for table in TABLES)
            target.execute(text(f"LOCK TABLE {names}"))  # a server that uses it already waits, and finds what is moved
            if any(_counts(target).values()):
                raise BeuteError(f"{name_of(url)} keeps something already: name an empty database", "not_empty")
            _copy(source, target)
            counts = _counts(source)
            if counts != _counts(target):
                raise StoreError(f"not everything arrived in {name_of(url)}, which is left empty", "broken_store")
            return counts
    except Exception as error:
        raise failure(failures.failure(error, path), name_of(url), NOT_OPENED) from None
    finally:
        engine.dispose()
        source_engine.dispose()


def _counts(connection: Connection) -> dict[str, int]:
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in TABLES}


def _copy(source: Connection, target: Connection) -> None:
    for table in TABLES:
        for rows in source.execute(select(table)).mappings().partitions(AT_ONCE):
            target.execute(insert(table), [dict(row) for row in rows])
    # Also the ids of people who were deleted are not given again.
    latest = source.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": people.name})
    if latest is not None:
        target.execute(select(func.setval(func.pg_get_serial_sequence(people.name, people.c.id.name), latest)))
