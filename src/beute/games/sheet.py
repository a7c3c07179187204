"""The table of any game in words, made from a view: for games without a picture or a board of their own.

Fields of a view that are not the frame's are shown under what `[view]` of the game's texts calls them; with "" they are
not shown. A list with something for each seat is a list of lists, of tables or of numbers; it is shown at the seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, cast

from typing_extensions import TypedDict

from beute.games.views import Frame

if TYPE_CHECKING:
    from beute.games.parts import Saying

FRAME: Final = frozenset(Frame.__annotations__)
UNSEEN: Final = "?"  # a card that is not seen


class Entry(TypedDict):
    """Something on the table: what it is called, and the cards or the value there. `cards`: they are cards."""

    label: str
    words: list[str]
    cards: bool


class Sheet(TypedDict):
    """What lies on the table, and what each seat has."""

    table: list[Entry]
    seats: list[list[Entry]]


def sheet(view: Frame, saying: Saying) -> Sheet:
    """All of a view that is not in its frame, in words."""
    found: Sheet = {"table": [], "seats": [[] for _ in range(view["players"])]}
    for field, value in cast("dict[str, object]", view).items():
        if field in FRAME:
            continue
        if isinstance(value, list) and is_for_each_seat(value, view["players"]):
            for seat, own in enumerate(value):
                found["seats"][seat] += entries(field, own, saying)
        else:
            found["table"] += entries(field, value, saying)
    return found


def is_for_each_seat(values: Sequence[object], players: int) -> bool:
    return len(values) == players and not any(isinstance(value, str) or value is None for value in values)


def entries(field: str, value: object, saying: Saying) -> Iterator[Entry]:
    """What one field shows: nothing if it is empty or not to be shown, several things for a table of fields."""
    label = saying(f"view.{field}") if f"view.{field}" in saying else field.replace("_", " ")
    if isinstance(value, dict):
        for name, own in value.items():
            yield from entries(str(name), own, saying)
    elif label and value is not None:
        yield {"label": label, "words": list(words(value, saying)), "cards": isinstance(value, list)}


def words(value: object, saying: Saying) -> Iterator[str]:
    """A value as people call it."""
    if isinstance(value, bool):
        yield saying.shared("yes" if value else "no")
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, str):
        yield saying.shared("unseen") if value == UNSEEN else saying.thing(value)
    elif isinstance(value, dict):
        yield in_a_row([word for own in value.values() for word in words(own, saying)], saying)
    elif isinstance(value, list | tuple):
        for own in value:
            yield from [in_a_row(list(words(own, saying)), saying)] if isinstance(own, list) else words(own, saying)


def in_a_row(said: Sequence[str], saying: Saying) -> str:
    """Equal neighbours are counted: `2 × ring, crown`."""
    counts = [(word, len(list(same))) for word, same in groupby(said)]
    return ", ".join(f"{n} × {word}" if n > 1 else word for word, n in counts) or saying.shared("nothing")


def in_text(entry: Entry, saying: Saying) -> str:
    return f"{entry['label']}: {in_a_row(entry['words'], saying)}"


def picture(view: Frame, speech: Saying) -> list[str]:
    """The table line by line: what lies there, then every seat."""
    shown = sheet(view, speech)
    lines = [in_text(entry, speech) for entry in shown["table"]]
    for seat, own in enumerate(shown["seats"]):
        mark = ">" if seat in view["asked"] else " "
        lines.append(f"{mark} {speech.names[seat]}   {'; '.join(in_text(entry, speech) for entry in own)}".rstrip())
    return lines
