"""Files of records that somebody opens. Nothing of them is kept."""

from __future__ import annotations

from typing import Final

from beute.play.errors import BeuteError, BrokenRecord
from beute.play.record import Record, read_lines
from beute.play.replay import setup_of
from beute.server.problems import worded
from beute.server.protocol import ListedRecord
from beute.server.replays import names_of

MOST_RECORDS: Final = 200  # of a file that are listed
MOST_EVENTS: Final = 3000  # of a game; each is a step with a view of its own, and the longest at random have a thousand


def records_in(file: bytes, language: str) -> list[ListedRecord]:
    """What a file has, line by line; BrokenRecord if that is nothing, or too much."""
    lines = list(read_lines(file))
    if not lines:
        raise BrokenRecord("the file has no record", "no_record")
    if len(lines) > MOST_RECORDS:
        message = f"the file has {len(lines)} lines; at most {MOST_RECORDS} can be chosen from"
        raise BrokenRecord(message, "too_many_records", number=len(lines), most=MOST_RECORDS)
    return [_listed(number, text, language) for number, text in lines]


def record_at(file: bytes, line: int) -> Record:
    """The record in a line, not checked against the rules yet."""
    found = dict(read_lines(file)).get(line)
    if found is None:
        raise BrokenRecord(f"there is no record in line {line}", "no_such_line", line=line)
    record = Record.read(found)
    if len(record.events) > MOST_EVENTS:
        message = f"the record has {len(record.events)} events; at most {MOST_EVENTS} are shown"
        raise BrokenRecord(message, "too_many_events", number=len(record.events), most=MOST_EVENTS)
    return record


def _listed(line: int, text: bytes, language: str) -> ListedRecord:
    try:
        record = Record.read(text)
        setup_of(record)
    except BeuteError as error:
        return {"line": line, "game": "", "names": [], "scores": None, "problem": worded(error, language)}
    scores = record.scores if record.scores and len(record.scores) == record.players else None
    return {
        "line": line,
        "game": record.game,
        "names": list(names_of(record, language)),
        "scores": None if scores is None else list(scores),
        "problem": None,
    }
