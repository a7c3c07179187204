"""Where the server keeps rooms and people: an interface, and databases behind it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from beute.play.errors import BeuteError, SetupError
from beute.server.store.base import Store
from beute.server.store.sqlite import SqliteStore

POSTGRES_FORM = "postgresql://user:password@host:5432/beute"
FORM = (
    "sqlite:////folder/beute.db, or with at most so many bytes sqlite:////folder/beute.db?max_bytes=1000000000, "
    f"or {POSTGRES_FORM}"
)


def open_store(url: str, must_exist: bool = False) -> Store:
    """The store at the URL of a database, migrated to this release; SetupError if there is none of that kind.

    A file that is not there is made, unless it `must_exist`: then that is a BeuteError.
    """
    if url.startswith("postgresql"):
        said = postgres_url(url, FORM)
        from beute.server.store.postgres import PostgresStore

        return PostgresStore.open(said)
    try:
        said = make_url(url)
        path, max_bytes = said.database or "", said.query.get("max_bytes")
        limit = None if max_bytes is None else int(str(max_bytes))
        known = said.drivername == "sqlite" and path not in ("", ":memory:") and not said.query.keys() - {"max_bytes"}
    except (ArgumentError, ValueError):
        known = False
    if not known:
        raise _bad_url(FORM)
    if must_exist:
        check_exists(Path(path))
    return SqliteStore.open(Path(path), limit)


def check_exists(path: Path) -> None:
    """BeuteError if a server has no database there."""
    if not path.exists():
        raise BeuteError(f"there is no database {path}: name the data folder of the server by --data", "no_database")


def postgres_url(url: str, form: str = POSTGRES_FORM) -> URL:
    """The URL of a PostgreSQL database, in parts; SetupError if it is none, or without what is needed to use it."""
    try:
        said = make_url(url)
        known = said.drivername in ("postgresql", "postgresql+psycopg") and bool(said.database)
        # An @ in a password must be written as %40: otherwise what follows it is taken for the host, and told.
        known = known and url.count("@") < 2
    except (ArgumentError, ValueError):
        known = False
    if not known:
        raise _bad_url(form)
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise SetupError("PostgreSQL needs psycopg: pip install 'beute[postgres]'", "no_psycopg") from None
    return said


def _bad_url(form: str) -> SetupError:
    # The URL itself may hold a password.
    return SetupError(f"the URL of the database names none that can be used; what would do: {form}", "bad_url")
