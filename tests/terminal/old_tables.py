"""Tables in the form that they were kept in before they had logs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from beute.play.game import Game
from beute.terminal.shelf import Shelf


def saved(games: Sequence[Game], names: Sequence[str], bots: Sequence[str | None]) -> dict[str, Any]:
    """A match as such a table has it: the events of each game in the order of seats."""
    setup = games[0].setup
    match = {
        "game": setup.game,
        "players": setup.players,
        "options": setup.chosen,
        "names": list(names),
        "secret": "5a" * 32,
        "games": [list(game.events) for game in games],
    }
    return {"match": match, "bots": list(bots)}


def put(shelf: Shelf, name: str, data: object) -> str:
    """A table of the old form on a shelf."""
    path = shelf.old_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
    return name
