"""What a store of the server keeps, and how it is asked; a database implements it. Times are seconds of the epoch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from beute.play.errors import BeuteError

State = Literal["waiting", "playing", "over", "closed", "frozen"]
Kind = Literal["handover", "recovery"]

RUNNING: tuple[State, ...] = ("waiting", "playing")
FINISHED: tuple[State, ...] = ("over", "closed")


@dataclass(frozen=True)
class Row:
    """An entry of a room's log: when it was appended, and its JSON as it was appended."""

    at: float
    data: bytes


@dataclass(frozen=True)
class RoomNote:
    """What is listed of a room. The link is given in clear and kept as a hash; an empty one means that there is none.

    Of the people and the host those are kept that have not been deleted meanwhile; `created` counts the first time.
    """

    game: str
    state: State
    created: float
    people: frozenset[int]
    host: int | None
    link: str


Note: TypeAlias = RoomNote | State  # all that is listed, or what has changed of it


@dataclass(frozen=True)
class RoomRow:
    """What is known of a room without its log; `updated` is when the latest entry was appended."""

    id: str
    game: str
    state: State
    created: float
    updated: float


@dataclass(frozen=True)
class Belonging:
    """Who belongs to a room."""

    host: int | None
    everybody: frozenset[int]


@dataclass(frozen=True)
class SharedGame:
    """What a link to a finished game leads to."""

    room: str
    match: int
    game: int


@dataclass(frozen=True)
class PersonRow:
    """Whoever has a browser's secret. That it is a program's is in the secret itself, and not stored."""

    id: int
    name: str
    language: str
    created: float
    seen: float
    program: bool = False


@dataclass(frozen=True)
class TokenRow:
    """A link for a person: to take a seat of a room to another device, once, or back to all that is theirs."""

    kind: Kind
    person: int
    room: str | None
    seat: int | None
    expires: float


class Store(Protocol):
    """Keeps rooms and people. What a call has written is durable when it returns, or nothing of it is kept.

    Every call may raise StoreError (beute.table.store): `disk_full`, `not_allowed`, `locked`, `broken_store`,
    `lost_store`, or `closed_store` after `close`. A call that is cancelled, or ends with `lost_store`, may have been
    carried out.
    """

    async def append(
        self, room: str, after: int, at: float, entries: Sequence[bytes], note: Note | None = None
    ) -> None:
        """Add entries to a log of `after` entries; Conflict (beute.table.store) if it has another number of them.

        A note replaces what is listed of the room, in the same transaction. The first append of a room needs one, later
        ones only when it has changed: an append with a note takes longer, least where it is the state alone that has
        changed. There may be a note and no entries.
        """

    def append_soon(
        self, room: str, after: int, at: float, entries: Sequence[bytes], done: Callable[[Exception | None], None]
    ) -> None:
        """The same without a note and without a task: `done` is called in the event loop, with what `append` raises."""

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """The log, without its first `after` entries; BeuteError `unknown_table` if there is no such room."""

    async def load_new(self, known: Mapping[str, int]) -> dict[str, list[Row]]:
        """Of several logs what follows on so many entries, at least one each; a room that is not there is left out."""

    async def room(self, room: str) -> RoomRow | None: ...

    async def room_by_link(self, link: str) -> str | None:
        """The id of the room that has this link now."""

    async def rooms_of(self, person: int, limit: int = 100) -> list[RoomRow]:
        """The most recently changed first."""

    async def people_of(self, room: str) -> Belonging:
        """Who belongs to a room; nobody if there is none."""

    async def hosted(self, person: int) -> int:
        """How many rooms that wait or play have this host."""

    async def running(self) -> list[str]:
        """The ids of the rooms that wait or play, the most recently changed first."""

    async def finish(self, room: str, match: int, at: float, records: Sequence[str]) -> None:
        """Keep the records of a match that is over, in place of those it may have; `unknown_table` without the room."""

    async def records(self, room: str, match: int | None = None) -> list[tuple[int, str]]:
        """The match and the record, in the order of play, of one match or of all."""

    async def share(self, room: str, match: int, game: int, link: str) -> str:
        """The link to a finished game: this one, if it has none yet; `unknown_table` without the room."""

    async def withdraw(self, room: str, match: int, game: int) -> None:
        """The link to a finished game leads nowhere; nothing happens if it has none."""

    async def shared(self, link: str) -> SharedGame | None: ...

    async def new_person(self, secret_hash: bytes, name: str, language: str, at: float) -> int:
        """The id, which nobody had before, not even one who was deleted."""

    async def person_by_secret(self, secret_hash: bytes) -> PersonRow | None: ...

    async def add_secret(self, person: int, secret_hash: bytes, at: float) -> None:
        """One more browser of a person; `unknown_person` if there is none of that id."""

    async def rename(self, person: int, name: str, language: str) -> None:
        """`unknown_person` if there is none of that id."""

    async def seen(self, person: int, at: float) -> None:
        """A person was here; nothing happens if there is none of that id."""

    async def delete_person(self, person: int) -> None:
        """With secrets and tokens. Logs of rooms stay as they are."""

    async def new_token(self, token_hash: bytes, row: TokenRow) -> None:
        """`unknown_person` or `unknown_table` if what it is for is not there."""

    async def take_token(self, kind: Kind, token_hash: bytes, now: float) -> TokenRow | None:
        """What a token is for, if it has not expired. A handover can be taken once, a recovery until it expires."""

    async def delete_room(self, room: str) -> None:
        """With its log, records, shared links and tokens; nothing happens if there is none."""

    async def forget(self, before_finished: float, before_unfinished: float, before_people: float) -> list[str]:
        """Delete rooms that have not changed since, and people not seen since who are in no room; the rooms' ids."""

    async def backup(self, path: Path) -> None:
        """A complete copy as of some moment during the call, in place of what is there; tables go on meanwhile.

        BeuteError `use_pg_dump` where the database has a program of its own for that; it says which.
        """

    async def close(self) -> None:
        """Carry out what was asked before, and let go of the database."""


def unknown_room(room: str) -> BeuteError:
    return BeuteError(f"there is no table {room!r:.60}: it was deleted, or its address is mistyped", "unknown_table")


def unknown_person(person: int) -> BeuteError:
    return BeuteError(f"there is no person {person}: deleted meanwhile, or never there", "unknown_person")
