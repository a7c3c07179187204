"""A store that keeps logs as lines of JSON in memory, and can be told to fail."""

from __future__ import annotations

import json
from collections.abc import Sequence

from beute.play.errors import BeuteError
from beute.play.record import Record
from beute.table.log import Entry, checked
from beute.table.store import Conflict, StoreError


class Memory:
    """All that a `Store` promises, but for being durable."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}
        self.records: dict[str, list[Record]] = {}
        self.full = False  # whether nothing can be kept
        self.cannot_finish = False

    def load(self, table: str) -> list[Entry]:
        if table not in self.logs:
            raise BeuteError(f"there is no table {table}", "unknown_table")
        return [checked(json.loads(line), number) for number, line in enumerate(self.logs[table])]

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        there = self.logs.get(table, [])
        if len(there) != after:
            raise Conflict(table, after, len(there))
        if self.full:
            raise StoreError("no space left", "full")
        self.logs[table] = [*there, *(json.dumps(entry) for entry in entries)]

    def finish(self, table: str, records: Sequence[Record]) -> None:
        if self.full or self.cannot_finish:
            raise StoreError("no space left", "full")
        self.records[table] = list(records)

    def copy_of(self, table: str, entries: int) -> Memory:
        """Another store, with a table as it was after so many entries."""
        other = Memory()
        other.logs[table] = self.logs[table][:entries]
        return other
