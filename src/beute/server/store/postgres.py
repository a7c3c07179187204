"""A store in a PostgreSQL database, which several servers may use at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, func, select
from sqlalchemy.exc import DBAPIError

from beute.play.errors import BeuteError
from beute.server.store.base import Row
from beute.server.store.failures import REASONS
from beute.server.store.migrations import HEAD, migrate
from beute.server.store.sql import READERS, SqlStore
from beute.server.store.writer import EntryRow
from beute.table.store import StoreError

LOCK = 0x6265757465  # the advisory lock of who migrates: "beute"
CONNECT: dict[str, str | int] = {  # unless the URL says otherwise; in seconds, the last in milliseconds
    "application_name": "beute",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# Whatever the database or a pooler between has as its defaults. A lock is held by another server for milliseconds only.
BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '5s'"
)
# One statement for any number of rows, so that the database has to plan it once.
INSERT = (
    "INSERT INTO entries (room, seq, at, data) SELECT * FROM unnest(%b::text[], %b::int[], %b::float8[], %b::bytea[])"
)
# By the index, log for log, however many there are: OFFSET keeps the planner from reading all entries instead.
NEW = """
SELECT logs.room, new.seq, new.at, new.data FROM unnest(%b::text[], %b::int[]) AS logs (room, length), LATERAL (
    SELECT seq, at, data FROM entries WHERE room = logs.room AND seq >= logs.length - 1 ORDER BY seq OFFSET 0
) AS new ORDER BY logs.room, new.seq
"""

LOST = "it cannot be reached, and what was being written may have been kept or not; see that it runs, then try again"
NOT_OPENED = "it cannot be reached, or does not let you in; see that it runs, and what the URL says"
REFUSED = "it refuses what it was asked for"
NOT_ALLOWED = "it does not let the user in the URL write; see that it belongs to that user, and is no copy for reading"
CODES = {  # the beginnings of PostgreSQL's error codes; what is not here counts as damage
    "08": "lost_store",  # connection exceptions
    "57P": "lost_store",  # it stops, crashes, or cannot take connections yet
    "53100": "disk_full",
    "42501": "not_allowed",
    "25006": "not_allowed",  # it can only be read
    "55P03": "locked",
    "40": "locked",  # deadlocks, too often in succession
}
# Where somebody else's change was in the way: a row is there already or no longer there, or two waited for each other.
COLLISIONS = ("23", "40")

logger = logging.getLogger(__name__)


class PostgresStore(SqlStore):
    """`open` it, and `close` it in the end. Any number of processes may have a database open."""

    def __init__(self, url: URL, engine: Engine) -> None:
        super().__init__(PostgresDatabase(engine, name_of(url)), engine)
        self._url = url

    @classmethod
    def open(cls, url: URL) -> PostgresStore:
        """A database that is there, and may be empty; its tables are migrated to this release.

        Blocks until it is connected; StoreError if that fails, or a newer release has written it.
        """
        engine = engine_of(url)
        try:
            with migrated(engine) as connection:
                version = ".".join(map(str, connection.dialect.server_version_info or ()))
        except Exception as error:
            engine.dispose()
            raise failure(error, name_of(url), NOT_OPENED) from None
        logger.info("PostgreSQL %s, tables of version %s, in %s", version, HEAD, name_of(url))
        return cls(url, engine)

    async def load_new(self, known: Mapping[str, int]) -> dict[str, list[Row]]:
        return self._learned(known, await self._read(_load_new, known))

    async def backup(self, path: Path) -> None:
        raise BeuteError(
            f"PostgreSQL copies its databases itself: pg_dump --format=custom --file=beute.dump '{shown(self._url)}'",
            "use_pg_dump",
        )


class PostgresDatabase:
    """The connection that writes, and connects anew when it was lost."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.where = where
        self._engine = engine
        self._connection: Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        connection = self._begun()
        driver = _driver_of(connection)
        try:
            yield connection
            driver.execute("COMMIT", prepare=False)
        finally:
            if driver.closed:
                self._let_go()
            else:
                driver.rollback()  # nothing, after a commit
                connection.rollback()  # SQLAlchemy counts for itself

    def insert(self, rows: Sequence[EntryRow]) -> None:
        """In the order that all servers keep, so that two do not wait for each other."""
        assert self._connection is not None
        rooms, numbers, times, data = map(list, zip(*sorted(rows), strict=True))
        columns = rooms, numbers, [float(at) for at in times], data
        _driver_of(self._connection).execute(INSERT, columns)

    def failure(self, error: Exception) -> Exception:
        return failure(error, self.where)

    def collided(self, error: Exception) -> bool:
        return (_state(_origin(error)) or "").startswith(COLLISIONS)

    def close(self) -> None:
        if self._connection is not None:
            self._let_go()
        self._engine.dispose()

    def _begun(self) -> Connection:
        """In a transaction; on a new connection if the last one turns out to be lost, before anything is written."""
        if self._connection is not None:
            with suppress(psycopg.Error):
                return self._begin(self._connection)
        self._connection = self._engine.connect()
        return self._begin(self._connection)

    def _begin(self, connection: Connection) -> Connection:
        try:
            _driver_of(connection).execute(BEGIN, prepare=False)
        except psycopg.Error:
            self._let_go()
            raise
        return connection

    def _let_go(self) -> None:
        assert self._connection is not None
        self._connection.invalidate()
        self._connection.close()
        self._connection = None


def _load_new(connection: Connection, known: Mapping[str, int]) -> dict[str, list[Row]]:
    found = dict[str, list[Row]]()
    for room, seq, at, data in _driver_of(connection).execute(NEW, (list(known), list(known.values())), binary=True):
        rows = found.setdefault(room, [])
        if seq >= known[room]:
            rows.append(Row(at, data))
    return found


def engine_of(url: URL) -> Engine:
    """Of connections that the driver begins no transactions on, checked before they are used again."""
    options = {name: value for name, value in CONNECT.items() if name not in url.query}
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args=options,
        isolation_level="AUTOCOMMIT",
        pool_size=READERS + 1,
        max_overflow=0,
        pool_pre_ping=True,
    )


@contextmanager
def migrated(engine: Engine) -> Iterator[Connection]:
    """A transaction in which the tables are those of this release. Of several servers one at a time is in one."""
    with engine.connect().execution_options(isolation_level="READ COMMITTED") as connection, connection.begin():
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        migrate(connection)
        yield connection


def shown(url: URL) -> str:
    """The URL as PostgreSQL's own programs understand it, without a password."""
    without = url.difference_update_query(["password"])
    return str(URL.create("postgresql", url.username, None, url.host, url.port, url.database, without.query))


def name_of(url: URL) -> str:
    """What errors and logs call the database."""
    host = url.host or ", ".join(url.normalized_query.get("host", ["this machine"]))
    return f"{url.database} of PostgreSQL on {host}{f':{url.port}' if url.port else ''}"


def failure(error: Exception, where: str, lost: str = LOST) -> Exception:
    """A StoreError for what PostgreSQL says, without the values that it was about; any other error as it is."""
    origin = _origin(error)
    if not isinstance(origin, psycopg.Error):
        return error
    state = _state(origin)
    if state is None:
        code = "lost_store" if isinstance(origin, psycopg.OperationalError) else "broken_store"
    else:
        code = next((code for start, code in CODES.items() if state.startswith(start)), "broken_store")
    reason = {"lost_store": lost, "broken_store": REFUSED, "not_allowed": NOT_ALLOWED}.get(code) or REASONS[code]
    said = origin.diag.message_primary or " ".join(str(origin).split())
    return StoreError(f"the database {where} cannot be used: {reason} ({said})", code, where=where)


def _origin(error: Exception) -> BaseException:
    return error.orig or error if isinstance(error, DBAPIError) else error


def _state(origin: BaseException) -> str | None:
    return origin.sqlstate if isinstance(origin, psycopg.Error) else None


def _driver_of(connection: Connection) -> psycopg.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver
