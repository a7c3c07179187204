"""A table as a file: its log, an entry a line. Terminals save tables so, and take them to a browser and back."""

from __future__ import annotations

import json
from typing import Final

from beute.play.errors import BeuteError, BrokenRecord
from beute.play.json_text import parse
from beute.table.fold import Fold
from beute.table.log import Entry, checked
from beute.table.seats import check_shown

MOST_ENTRIES: Final = 10_000  # of a file that somebody brings; the longest matches have some thousands


def line_of(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def entry_of(line: bytes, number: int) -> Entry:
    """An entry that has its form, and names that can be shown; BrokenRecord if it is none."""
    try:
        data = parse(line)
    except BrokenRecord as error:
        raise BrokenRecord(f"entry {number}: {error}", "broken_table") from None
    entry = checked(data, number)
    seats = entry["seats"] if entry["entry"] == "opened" else [entry] if entry["entry"] == "seated" else []
    for seat in seats:
        check_shown(seat["name"])
    return entry


def brought(data: bytes) -> tuple[list[Entry], Fold]:
    """The log in a file, and what it folds to; BeuteError if nobody can go on from there."""
    lines = [line for line in data.splitlines() if line.strip()]
    if not lines:
        raise BrokenRecord("the file is empty", "no_table")
    if len(lines) > MOST_ENTRIES:
        message = f"the file has {len(lines)} lines; at most {MOST_ENTRIES} can be taken"
        raise BrokenRecord(message, "too_many_entries", number=len(lines), most=MOST_ENTRIES)
    try:
        entries = [entry_of(line, number) for number, line in enumerate(lines)]
        fold = Fold.of("in this file", entries)
    except BeuteError as error:
        raise BrokenRecord(
            f"this is not a saved table, or it is damaged: {error}", "no_table", why=str(error)
        ) from None
    if fold.match.over:
        raise BeuteError("the match in this file is over: it can be watched, not played on", "brought_over")
    if fold.script is not None:
        raise BeuteError("a lesson is a table of its own: leave it first", "brought_lesson")
    return entries, fold
