"""The entries of a room's log that are about the people; those of its matches are `beute.table.log`'s, among them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from beute.games.views import OptionValue
from beute.play.errors import BrokenRecord
from beute.table import log as match_log

Why: TypeAlias = Literal["left", "away", "removed"]


class SeatEntry(TypedDict):
    """Who sits at a seat, or may."""

    kind: Literal["person", "bot", "open"]
    name: str
    person: int | None
    bot: str | None
    away: int | None
    away_name: str
    won: int
    points: int


class PlanEntry(TypedDict):
    """What is played, and by whom."""

    game: str
    options: dict[str, OptionValue]
    seats: list[SeatEntry]
    limit: int | None
    stand_in: str
    events: list[str] | None
    lesson: NotRequired[bool]
    brought: NotRequired[bool]
    programs: NotRequired[Literal["allowed", "forbidden"]]


class Created(TypedDict):
    """The first entry."""

    entry: Literal["created"]
    host: int
    link: str
    plan: PlanEntry


class Arranged(TypedDict):
    """Another plan, before a match."""

    entry: Literal["arranged"]
    plan: PlanEntry


class Joined(TypedDict):
    """A person sits down on an open seat."""

    entry: Literal["joined"]
    seat: int
    person: int
    name: str


class Replaced(TypedDict):
    """A seat without its person. Who has left, or is away, may return from a bot of that name; who was removed may not.

    While no match is played, who leaves or is removed leaves an open seat.
    """

    entry: Literal["replaced"]
    seat: int
    why: Why
    name: str


class Returned(TypedDict):
    """The person for whom a bot stood in."""

    entry: Literal["returned"]
    seat: int


class Handed(TypedDict):
    """A seat now belongs to another browser."""

    entry: Literal["handed"]
    seat: int
    person: int


class Watching(TypedDict):
    """Somebody came by the link to watch."""

    entry: Literal["watching"]
    person: int


class Program(TypedDict):
    """Who comes here, or has created the table, is a program."""

    entry: Literal["program"]
    person: int


class Gone(TypedDict):
    """Somebody who watched, or for whom a bot stands in, does not belong here any more."""

    entry: Literal["gone"]
    person: int


class Host(TypedDict):
    """Who has the host's rights now."""

    entry: Literal["host"]
    person: int


class Link(TypedDict):
    """A new link; whoever only watched by the old one no longer does."""

    entry: Literal["link"]
    link: str


class Paused(TypedDict):
    entry: Literal["paused"]
    person: int


class Resumed(TypedDict):
    entry: Literal["resumed"]
    person: int


class Offered(TypedDict):
    """A rematch, by who offers it."""

    entry: Literal["offered"]
    person: int
    plan: PlanEntry


class Accepted(TypedDict):
    entry: Literal["accepted"]
    person: int


class Declined(TypedDict):
    entry: Literal["declined"]
    person: int


class Read(TypedDict):
    """The pupil of a lesson has read a step in which there is nothing else to do."""

    entry: Literal["read"]


class TimeRanOut(TypedDict):
    """A bot decides for a seat: once or, while all choose face down, until it has chosen."""

    entry: Literal["time_ran_out"]
    seat: int


class Finished(TypedDict):
    """The result of a match, so that a series needs no replay."""

    entry: Literal["finished"]
    points: list[int]
    winners: list[int]


class Closed(TypedDict):
    entry: Literal["closed"]


RoomEntry: TypeAlias = (
    Created
    | Arranged
    | Joined
    | Replaced
    | Returned
    | Handed
    | Watching
    | Program
    | Gone
    | Host
    | Link
    | Paused
    | Resumed
    | Offered
    | Accepted
    | Declined
    | Read
    | TimeRanOut
    | Finished
    | Closed
)
Entry: TypeAlias = RoomEntry | match_log.Entry

_ENTRIES: TypeAdapter[RoomEntry] = TypeAdapter(Annotated[RoomEntry, Field(discriminator="entry")])


def of_match(entry: Any) -> bool:
    """Whether an entry belongs to a match, not to the people round it."""
    return entry["entry"] in match_log.KINDS


def checked(data: Any, number: int) -> Entry:
    """An entry as it was read from a store; BrokenRecord if it is none."""
    if isinstance(data, dict) and data.get("entry") in match_log.KINDS:
        return match_log.checked(data, number)
    try:
        return _ENTRIES.validate_python(data)
    except ValidationError:
        raise BrokenRecord(f"entry {number} is not an entry of a table: {data!r:.60}", "broken_table") from None
