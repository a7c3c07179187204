"""Errors of SQLite as errors of a store, in words; `postgres` has those of PostgreSQL."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from beute.table.store import StoreError

REASONS = {
    "disk_full": "the disk, or the space set for it, is full; free some, then try again",
    "not_allowed": "reading or writing is not allowed there; check the rights of the file and its folder",
    "locked": "another program keeps it locked; close that program, then try again",
    "broken_store": "it is damaged, or the disk has an error; a backup may help",
}
# The lower byte of SQLite's error codes; what is not here counts as damage.
CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "not_allowed",
    sqlite3.SQLITE_PERM: "not_allowed",
    sqlite3.SQLITE_AUTH: "not_allowed",
    sqlite3.SQLITE_CANTOPEN: "not_allowed",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
}
FULL = (errno.ENOSPC, errno.EDQUOT)


def failure(error: Exception, path: Path) -> Exception:
    """A StoreError for what a database or a disk says; an error of any other kind as it is."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        code = CODES.get(getattr(origin, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF, "broken_store")
    elif isinstance(origin, OSError):
        code = "disk_full" if origin.errno in FULL else "not_allowed"
    else:
        return error
    return StoreError(f"the database {path} cannot be used: {REASONS[code]} ({origin})", code, path=str(path))
