"""Where the server keeps rooms and people: an interface, and a database behind it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from beute.play.errors import SetupError
from beute.server.store.base import Store
from beute.server.store.sqlite import SqliteStore

FORM = "sqlite:////folder/beute.db, or with at most so many bytes sqlite:////folder/beute.db?max_bytes=1000000000"


def open_store(url: str) -> Store:
    """The store at the URL of a database, migrated to this release; SetupError if there is none of that kind."""
    try:
        said = make_url(url)
        path, max_bytes = said.database or "", said.query.get("max_bytes")
        limit = None if max_bytes is None else int(str(max_bytes))
        known = said.drivername == "sqlite" and path not in ("", ":memory:") and not said.query.keys() - {"max_bytes"}
    except (ArgumentError, ValueError):
        known = False
    if not known:
        # The URL itself may hold a password.
        raise SetupError(f"the URL of the database names none that can be used; what would do: {FORM}", "bad_url")
    return SqliteStore.open(Path(path), limit)
