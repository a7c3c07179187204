"""Tables as they were kept before they had logs: one JSON object, `{"match": …, "bots": […]}`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from beute.play.errors import BrokenRecord
from beute.play.match import Match
from beute.table.log import FORM, Entry, Opened, SeatData


def heading(path: Path) -> tuple[str, list[str]]:
    """Which game it is, and who plays."""
    match = _read(path)["match"]
    return match["game"], _names(match)


def entries(table: str, path: Path) -> list[Entry]:
    """The log that such a table would have; BrokenRecord if it is damaged."""
    try:
        saved = _read(path)
    except (OSError, ValueError) as error:
        raise BrokenRecord(f"the table {table} cannot be read: {error}", "broken_table") from None
    try:
        names, bots = _names(saved["match"]), saved["bots"]
        if not isinstance(bots, list) or not all(isinstance(bot, str | None) for bot in bots):
            raise TypeError(f"bots are {bots!r:.60}")
        seats: list[SeatData] = [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)]
        return list(_entries(Match.resumed(saved["match"]), seats))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenRecord(f"the table {table} cannot be resumed: {error}", "broken_table") from None


def _read(path: Path) -> dict[str, Any]:
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")
    return data


def _names(match: Any) -> list[str]:
    names = match["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names are {names!r:.60}")
    return names


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
