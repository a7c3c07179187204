"""Bots that somebody might write, good and bad."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from beute.bots import Budget
from beute.games.bits import lowest, members
from beute.games.contract import legal


def low(known: Any, seat: int, rng: Any) -> int:
    """The first legal decision; can be compiled."""
    moves = legal(known, seat)
    if moves[0]:
        return lowest(moves[0])
    return 64 + lowest(moves[1])


def high(known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
    return members(legal(known, seat))[-1]


class Low:
    """The first legal decision, in Python."""

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        return members(legal(known, seat))[0]


class Listener(Low):
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, list[str], bytes]] = []

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        self.told.append((seat, list(heard), known.tobytes()))
        moves = members(legal(known, seat))
        known.due = 0  # a bot's state is its own
        return moves[len(heard) % len(moves)]


class Thinker(Low):
    """Says how long it may think by what it does: an illegal decision, the number of simulations."""

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        raise ValueError(str(budget))


class Late(Low):
    """Raises an error late in a game."""

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        if len(heard) > 40:
            raise ZeroDivisionError("too late")
        return super().choose(known, heard, seat, rng, budget)


class Wild:
    """Answers what is no decision."""

    answer: Any = 127

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> Any:
        return self.answer


class Wordy(Wild):
    answer = "put c1"


def wild(known: Any, seat: int, rng: Any) -> int:
    return 127


def faulty(known: Any, seat: int, rng: Any) -> int:
    """Raises an error in compiled code; 0 would be a robber on the first sack."""
    if seat >= 0:
        raise ValueError("lost")
    return 0


def half(known: Any, seat: int, rng: Any) -> float:
    return 0.5


def not_for_a_compiler(known: Any, seat: int, rng: Any) -> int:
    return int(str([known, seat])[0])


class Broken:
    def __init__(self) -> None:
        raise OSError("no weights")

    def choose(self, *arguments: Any) -> NoReturn:
        raise AssertionError


class Dying(Low):
    """Kills its process the first time it is asked, wherever that is."""

    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        try:
            Path(os.environ["BEUTE_TEST_KILLED"]).touch(exist_ok=False)
        except FileExistsError:
            return super().choose(known, heard, seat, rng, budget)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class AlwaysDying(Low):
    def choose(self, known: Any, heard: Sequence[str], seat: int, rng: Any, budget: Budget) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


A_NUMBER = 7
