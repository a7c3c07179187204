"""A store in a SQLite database."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine

from beute.server.store.failures import failure
from beute.server.store.migrations import HEAD, migrate
from beute.server.store.sql import READERS, SqlStore
from beute.server.store.writer import EntryRow
from beute.table.store import StoreError

PATIENCE = 5.0  # seconds to wait for another program's lock
INSERT = "INSERT INTO entries (room, seq, at, data) VALUES (?, ?, ?, ?)"
ROW = ", (?, ?, ?, ?)"
AT_ONCE = 64  # rows in one statement
PAGES = 256  # of a backup in one go, about a millisecond

logger = logging.getLogger(__name__)


class SqliteStore(SqlStore):
    """`open` it, and `close` it in the end. One process at a time may have a database open."""

    def __init__(self, database: SqliteFile) -> None:
        super().__init__(database, _reading_engine(database.path))
        self._file = database

    @classmethod
    def open(cls, path: Path, max_bytes: int | None = None) -> SqliteStore:
        """A database in a file, which may be new, of at most so many bytes; its tables are migrated to this release.

        Blocks for some milliseconds; StoreError if the file cannot be used, or a newer release has written it.
        """
        engine = _writing_engine(path)
        try:
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))  # names and secrets are nobody else's business
            database = SqliteFile(path, engine.connect())
            with database.transaction() as connection:  # of several migrations all or none are carried out
                migrate(connection)
            _set_up(database.driver, max_bytes)
        except Exception as error:
            engine.dispose()
            raise failure(error, path) from None
        logger.info("SQLite %s, tables of version %s, in %s", sqlite3.sqlite_version, HEAD, path)
        return cls(database)

    async def backup(self, path: Path) -> None:
        await self._writer.aside(partial(self._file.copy, path))


class SqliteFile:
    """The connection that writes to a SQLite database.

    SQLite before 3.51.3 can damage a database if two connections write or checkpoint at once: this one does all of it.
    """

    def __init__(self, path: Path, connection: Connection) -> None:
        self.path = path
        self.where = str(path)
        self.connection = connection
        self.driver = _driver_of(connection)

    def transaction(self) -> AbstractContextManager[Connection]:
        return _transaction(self.connection, self.driver)

    def insert(self, rows: Sequence[EntryRow]) -> None:
        """Many rows in a statement: for each statement the driver gives up the interpreter's lock, and waits for it."""
        for first in range(0, len(rows), AT_ONCE):
            some = rows[first : first + AT_ONCE]
            self.driver.execute(INSERT + ROW * (len(some) - 1), list(chain.from_iterable(some)))

    def failure(self, error: Exception) -> Exception:
        return failure(error, self.path)

    def collided(self, error: Exception) -> bool:
        return False  # nobody else writes

    def copy(self, path: Path, serve_meanwhile: Callable[[], None]) -> None:
        """In pieces; what is queued meanwhile is carried out between them, and SQLite adds it to the copy."""
        part = path.with_name(f"{path.name}.part")
        try:
            if path.exists() and path.samefile(self.path):
                raise StoreError(f"{path} is the database itself: name another file for its backup", "not_allowed")
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # as the database itself
            with closing(sqlite3.connect(part)) as copy:
                self.driver.backup(copy, pages=PAGES, progress=lambda *_: serve_meanwhile())
                copy.execute("PRAGMA journal_mode = DELETE")  # a single file, that can be read from anywhere
            os.replace(part, path)
        except Exception as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise failure(error, path) from None

    def close(self) -> None:
        self.connection.close()
        self.connection.engine.dispose()  # the last connection: SQLite moves its write-ahead log into the database


@contextmanager
def _transaction(connection: Connection, driver: sqlite3.Connection) -> Iterator[Connection]:
    """By the driver: after each wait for the disk the caches are cold, and SQLAlchemy's own way takes 100 µs longer."""
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        driver.execute("COMMIT")
    finally:
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if connection.in_transaction():
            connection.rollback()  # nothing to the driver any more; SQLAlchemy counts for itself


def _driver_of(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _writing_engine(path: Path) -> Engine:
    # Without an isolation level the driver begins no transactions of its own.
    connect = partial(sqlite3.connect, path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    return create_engine("sqlite://", creator=connect, poolclass=StaticPool)


def _set_up(driver: sqlite3.Connection, max_bytes: int | None) -> None:
    """Outside of a transaction, and after migrations, for which foreign keys must be off."""
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = FAST"):
        driver.execute(f"PRAGMA {setting}")
    if max_bytes is not None:
        (page,) = driver.execute("PRAGMA page_size").fetchone()
        driver.execute(f"PRAGMA max_page_count = {max_bytes // page}")


def _reading_engine(path: Path) -> Engine:
    def connect() -> sqlite3.Connection:
        address = f"{path.absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # only the writer moves the log into the database
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=READERS, max_overflow=0)
