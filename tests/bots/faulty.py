"""Bots as other people might write them, each with a fault."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from typing import Any

from beute.bots import Budget
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State


class Raises:
    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        raise KeyError("no\nplan\x1b[31m")


class RaisesInLibrary:
    """The line that matters to its author is the one here."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        known.due = 0  # and what it was given is not as it was
        return int(json.loads("{"))


class Leaves:
    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        sys.exit("I am leaving")


class Illegal:
    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        moves = members(contract.legal(known, seat))
        return next(number for number in range(128) if number not in moves)


class Wordy:
    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> Any:
        return "put c1"


class Endless:
    """Until a test lets it go."""

    free = threading.Event()

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        Endless.free.wait(60)
        return members(contract.legal(known, seat))[-1]


def policy(known: State, seat: int, rng: Rng) -> int:
    raise ZeroDivisionError
