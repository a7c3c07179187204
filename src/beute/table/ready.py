"""Compile what a table calls, in a process of its own, so that people can play meanwhile.

`python -m beute.table.ready GAME…`
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence

from beute import games
from beute.bots.ready import Preparation, note
from beute.games.compiling import When, compile_entries, keeps
from beute.games.views import offered
from beute.play.errors import SetupError
from beute.play.record import Record
from beute.play.setup import about_game
from beute.table.log import Entry
from beute.table.seats import Seat
from beute.table.table import Table


def playable() -> list[str]:
    """The games that can be set up. Those of other packages are loaded for that; a broken one is left out."""
    return [game for game in games.names() if not trouble_with(game)]


def trouble_with(game: str) -> str:
    """Why a game that is listed cannot be set up; nothing for nearly all."""
    try:
        about_game(game)
    except SetupError as why:
        return str(why)
    return ""


def unready(names: Iterable[str] | None = None) -> list[str]:
    """The games, of all or of these, whose tables have not been compiled yet; none where nothing can be kept."""
    asked = playable() if names is None else names
    return [game for game in asked if keeps() and not note(game, "table").exists()]


def begin(names: Sequence[str]) -> Preparation:
    """Start to compile."""
    return Preparation([sys.executable, "-m", "beute.table.ready", *names])


def get_ready(game: str, stopped: Callable[[], bool] = lambda: False) -> None:
    """Play a game at a table where everybody is told of it, and load it again: that compiles all that a table calls.

    It is left unfinished once `stopped` says so.
    """
    log, rng = _Log(), random.Random(1)
    seats = [Seat(f"Player {seat}") for seat in range(games.about(game).SEATS[0])]
    table = Table.open(log, "table", game, seats, {}, seed="ready")
    while not table.game.over:
        if stopped():
            return
        seat = table.game.due[0]
        table.play(seat, rng.choice(offered(table.view(seat)["choices"])))
        if table.undoable(seat) and rng.random() < 0.1:
            table.undo(seat)
    Table.load(log, "table")
    if keeps():
        note(game, "table").touch()


class _Log:
    """A store that forgets everything at the end."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def load(self, table: str) -> list[Entry]:
        return list(self._entries)

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        self._entries += entries

    def finish(self, table: str, records: Sequence[Record]) -> None:
        pass


if __name__ == "__main__":
    compile_entries(When.AT_ONCE)
    for name in sys.argv[1:]:
        get_ready(name)
