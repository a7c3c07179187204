"""Tables as they were saved before they had logs: one JSON object, `{"match": …, "bots": […]}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from beute.play.errors import BrokenRecord
from beute.play.forms import OBJECT, TEXT, check_forms, list_of, or_null
from beute.play.json_text import parse
from beute.play.match import SAVED, Match
from beute.table.log import FORM, Entry, Opened, SeatData
from beute.table.seats import check_shown

FORMS = {"match": OBJECT, "bots": list_of(or_null(TEXT), "a list of texts and nulls")}


def heading(text: bytes) -> tuple[str, list[str]]:
    """Which game it is, and who plays; BrokenRecord if it is damaged."""
    match = _read(text)["match"]
    return match["game"], match["names"]


def entries(text: bytes) -> list[Entry]:
    """The log that such a table would have; BrokenRecord if it is damaged."""
    saved = _read(text)
    names, bots = saved["match"]["names"], saved["bots"]
    if len(bots) != len(names):
        raise BrokenRecord(f'"bots" has {len(bots)} values for {len(names)} names', "wrong_form")
    seats: list[SeatData] = [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)]
    return list(_entries(Match.resumed(saved["match"]), seats))


def _read(text: bytes) -> dict[str, Any]:
    """A table of which every part has its form."""
    data = parse(text)
    if not isinstance(data, dict):
        raise BrokenRecord(f"a table is a JSON object, not {data!r:.60}", "not_an_object")
    check_forms(data, FORMS)
    check_forms(data["match"], SAVED, optional=("refused",))
    for name in data["match"]["names"]:
        check_shown(name)
    return data


def _entries(match: Match, seats: list[SeatData]) -> Iterator[Entry]:
    first, *others = match.games
    opened: Opened = {
        "entry": "opened",
        "form": FORM,
        "game": match.setup.game,
        "rules": match.setup.about.VERSION,
        "options": match.setup.chosen,
        "seats": seats,
        "secret": match.secret.hex(),
        "chance": _chance(first.as_played),
    }
    yield opened
    yield from _decisions(first.as_played)
    for game in others:
        yield {"entry": "next_game", "chance": _chance(game.as_played)}
        yield from _decisions(game.as_played)


def _decisions(events: Sequence[str]) -> Iterator[Entry]:
    for number, event in enumerate(events, start=1):
        actor, _, word = event.partition(" ")
        if actor != "*":
            yield {"entry": "played", "seat": int(actor), "word": word, "chance": _chance(events[number:])}


def _chance(events: Sequence[str]) -> list[str]:
    """What chance does before anybody decides."""
    found = []
    for event in events:
        actor, _, word = event.partition(" ")
        if actor != "*":
            break
        found.append(word)
    return found
