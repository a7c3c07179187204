"""The log of a table: everything that happened there, in the order of play. A table is what its log folds to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from beute.games.views import OptionValue
from beute.play.errors import BrokenRecord
from beute.play.forms import NUMBER, OBJECT, TEXT, TEXTS, Form, check_forms, list_of, or_null

FORM = 1  # of the log


class SeatData(TypedDict):
    """Who sits there: a person, or a bot of that name, with a budget of its own behind @ if it has one."""

    name: str
    bot: str | None


class Opened(TypedDict):
    """The first entry: what is played, by which version of the rules, by whom, and the secret of all luck."""

    entry: Literal["opened"]
    form: int
    game: str
    rules: int
    options: dict[str, OptionValue]
    seats: list[SeatData]
    secret: str
    chance: list[str]


class Continued(TypedDict):
    """The first entry of a table that goes on from the first events of a record, with a secret of its own."""

    entry: Literal["continued"]
    form: int
    game: str
    rules: int
    options: dict[str, OptionValue]
    seats: list[SeatData]
    secret: str
    events: list[str]
    chance: list[str]


class Played(TypedDict):
    """A decision, and what chance did after it."""

    entry: Literal["played"]
    seat: int
    word: str
    chance: list[str]


class Changed(TypedDict):
    """A face-down choice replaced by another."""

    entry: Literal["changed"]
    seat: int
    word: str


class Refused(TypedDict):
    """A try that its owner refused aloud (RB-6)."""

    entry: Literal["refused"]
    seat: int
    word: str


class Undone(TypedDict):
    """A seat's latest decision taken back."""

    entry: Literal["undone"]
    seat: int


class Began(TypedDict):
    """The next game of the match."""

    entry: Literal["next_game"]
    chance: list[str]


class Scripted(TypedDict):
    """From now on chance does what these words say; without any, what the secret of the luck says."""

    entry: Literal["scripted"]
    words: list[str]


class Seated(TypedDict):
    """Somebody else at a seat: a bot for a person, or a person again."""

    entry: Literal["seated"]
    seat: int
    name: str
    bot: str | None


Decision: TypeAlias = Played | Changed | Refused | Undone
First: TypeAlias = Opened | Continued
Entry: TypeAlias = First | Began | Scripted | Seated | Decision

KINDS: dict[str, type] = {
    "opened": Opened,
    "continued": Continued,
    "played": Played,
    "changed": Changed,
    "refused": Refused,
    "undone": Undone,
    "next_game": Began,
    "scripted": Scripted,
    "seated": Seated,
}
FORMS: dict[str, Form] = {
    "form": NUMBER,
    "rules": NUMBER,
    "seat": NUMBER,
    "game": TEXT,
    "name": TEXT,
    "word": TEXT,
    "secret": TEXT,
    "bot": or_null(TEXT),
    "options": OBJECT,
    "seats": list_of(OBJECT, "a list of objects"),
    "chance": TEXTS,
    "events": TEXTS,
    "words": TEXTS,
}


def checked(data: object, number: int) -> Entry:
    """An entry as it was read from somewhere; BrokenRecord if it is none."""
    kind = data.get("entry") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(kind, str) or kind not in KINDS:
        raise BrokenRecord(f"entry {number} is not an entry of a table: {data!r:.60}", "broken_table")
    try:
        check_forms(data, _forms_of(KINDS[kind]))
        for seat in data.get("seats", ()):
            check_forms(seat, _forms_of(SeatData))
    except BrokenRecord as error:
        raise BrokenRecord(f"entry {number}: {error}", "broken_table") from None
    found: Any = data
    entry: Entry = found
    return entry


def _forms_of(kind: type) -> dict[str, Form]:
    return {key: FORMS[key] for key in kind.__annotations__ if key != "entry"}
