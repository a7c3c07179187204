"""Random games, stopped where a test wants to look."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from beute.games.contract import CHANCE
from beute.play.engine import Engine


def walk(rules: Engine, luck: random.Random, table: Any = None) -> Iterator[Any]:
    """The table of one random game before each event; seats that are asked at once answer in any order."""
    table = rules.table() if table is None else table
    s = table[0]
    yield table
    while s.due != 0:
        if s.due == CHANCE:
            words, weights = rules.chances(s)
            event = CHANCE, rules.outcomes[luck.choices(words, weights)[0]]
        else:
            seat = luck.choice([seat for seat in range(rules.setup.players) if int(s.due) >> seat & 1])
            event = seat, rules.decisions[luck.choice(rules.legal(s, seat))]
        assert rules.follow(table, [event]).steps
        yield table
