"""Entries of a log, as many as a test needs."""

from __future__ import annotations

from beute.table.log import Entry


def played(seat: int, word: str = "put c0") -> Entry:
    return {"entry": "played", "seat": seat, "word": word, "chance": []}


FEW = [played(n) for n in range(3)]
