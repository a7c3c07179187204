"""Who chooses a move: one algorithm, one module. A bot is given what its seat knows and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from beute.games.kernel import Rng, State
from beute.play.errors import BeuteError, did_you_mean
from beute.play.game import Game

NAMES = ("random", "greedy", "search")


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: so many simulations (repeatable), or so many milliseconds."""

    simulations: int | None = None
    milliseconds: float | None = None


class Bot(Protocol):
    """Chooses a decision of the contract."""

    def choose(self, known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        """`known` is the concealed state, `seen` the events as the seat heard them."""
        ...


def named(name: str) -> Bot:
    """The bot of that name."""
    if name not in NAMES:
        there = ", ".join(NAMES) + did_you_mean(name, NAMES)
        raise BeuteError(f"no bot {name!r}; there are {there}", "unknown_bot", bot=name)
    return cast(Bot, import_module(f"beute.bots.{name}"))


def answer(bot: Bot, game: Game, seat: int, secret: bytes, budget: Budget | None = None) -> str:
    """What a bot plays, as a word; its own dice depend on the secret and on what it has seen, so it can be repeated."""
    seen = game.seen(seat)
    digest = hashlib.blake2b(f"{seat} {len(seen)}".encode(), key=secret[:64], digest_size=8).digest()
    rng: Any = np.frombuffer(digest, np.uint64).copy()
    return game.word(bot.choose(game.known(seat), seen, seat, rng, budget or Budget()))
