"""Compile what a table calls, in a process of its own, so that people can play meanwhile.

`python -m beute.table.ready GAME…`
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence

from beute import games
from beute.bots.ready import Preparation, note
from beute.games.compiling import When, compile_entries, keeps
from beute.games.views import offered
from beute.play.record import Record
from beute.table.log import Entry
from beute.table.seats import Seat
from beute.table.table import Table


def unready(names: Iterable[str] = games.NAMES) -> list[str]:
    """The games whose tables have not been compiled yet; none where nothing can be kept."""
    return [game for game in names if keeps() and not note(f"{game}-table").exists()]


def begin(names: Sequence[str]) -> Preparation:
    """Start to compile."""
    return Preparation([sys.executable, "-m", "beute.table.ready", *names])


def get_ready(game: str) -> None:
    """Play a game at a table where everybody is told of it, and load it again: that compiles all that a table calls."""
    log, rng = _Log(), random.Random(1)
    seats = [Seat(f"Player {seat}") for seat in range(games.about(game).SEATS[0])]
    table = Table.open(log, "table", game, seats, {}, seed="ready")
    while not table.game.over:
        seat = table.game.due[0]
        table.play(seat, rng.choice(offered(table.view(seat)["choices"])))
        if table.undoable(seat) and rng.random() < 0.1:
            table.undo(seat)
    Table.load(log, "table")
    if keeps():
        note(f"{game}-table").touch()


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
