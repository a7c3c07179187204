"""Where tables are kept: an append-only log for each, behind an interface that a folder or a database implements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from beute.play.errors import BeuteError
from beute.play.record import Record
from beute.table.log import Entry


class StoreError(BeuteError):
    """Something could not be kept or read; it can be tried again."""


class Conflict(StoreError):
    """The log has grown otherwise meanwhile: somebody else plays at this table, and this change is refused."""

    def __init__(self, table: str, after: int, there: int) -> None:
        message = f"the table {table} was played on elsewhere: it has {there} entries, not {after}"
        super().__init__(message, "conflict", table=table, after=after, there=there)


class Store(Protocol):
    """Keeps the logs of tables. What is appended is durable when the call returns."""

    def load(self, table: str) -> list[Entry]:
        """All entries; BeuteError if there is no such table or its log cannot be read."""

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log of `after` entries, 0 for a new table; Conflict if it has another number of them."""

    def finish(self, table: str, records: Sequence[Record]) -> None:
        """Keep the records of a match that is over."""
