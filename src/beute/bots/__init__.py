"""Who chooses a move: one algorithm, one module. A bot is given what its seat knows and nothing else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np

from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.engine import Table, engine
from beute.play.errors import BeuteError, did_you_mean
from beute.play.game import Game
from beute.play.setup import Setup

LEVELS = ("easy", "medium", "hard", "master")  # for people, the best last
NAMES = (*LEVELS, "random", "greedy", "turn", "search")
USUAL = "medium"  # when nothing is said


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: so many simulations (repeatable), or so many milliseconds."""

    simulations: int | None = None
    milliseconds: float | None = None

    @classmethod
    def read(cls, said: str) -> Budget:
        """A budget as people write it: `2000` simulations, `50ms` or `1.5s`."""
        parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|)", said.strip())
        if parts is None or not float(parts[1]) or (not parts[2] and "." in parts[1]):
            raise BeuteError(f"a budget is 2000 (simulations), 50ms or 1.5s, not {said!r}", "wrong_budget", budget=said)
        if not parts[2]:
            return cls(simulations=int(parts[1]))
        return cls(milliseconds=float(parts[1]) * (1000 if parts[2] == "s" else 1))

    def __str__(self) -> str:
        if self.simulations is not None:
            return str(self.simulations)
        return "" if self.milliseconds is None else f"{self.milliseconds:g}ms"


class Bot(Protocol):
    """Chooses a decision of the contract.

    A bot may also have a `policy`: a function of the concealed state, the seat and the generator that Numba can
    compile and that chooses the same; games among such bots are played in compiled code. One that does not play every
    game has the names of its GAMES.
    """

    def choose(self, known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        """`known` is the concealed state, `seen` the events as the seat heard them."""
        ...


@runtime_checkable
class ChecksBudget(Protocol):
    """A bot that cannot think by every budget."""

    def check_budget(self, budget: Budget) -> None:
        """Refuse a budget that it cannot keep to."""
        ...


def named(name: str, game: str | None = None) -> Bot:
    """The bot of that name: one of NAMES, `module:attribute`, or one that an installed package offers.

    It is refused if it does not play the game.
    """
    bot = _found(name)
    if game is not None:
        check_plays(bot, name, game)
    return bot


def check_plays(bot: Bot, name: str, game: str) -> None:
    """Refuse a game that the bot does not play."""
    if not _plays(bot, game):
        played = ", ".join(getattr(bot, "GAMES", ()))
        raise BeuteError(f"bot {name!r} plays {played}, not {game}", "wrong_game", bot=name, game=game, played=played)


def who_play(game: str) -> list[str]:
    """The names of our bots for a game."""
    return [name for name in NAMES if _plays(_found(name), game)]


def _plays(bot: Bot, game: str) -> bool:
    return game in getattr(bot, "GAMES", (game,))


def _found(name: str) -> Bot:
    from beute.bots import custom, levels

    if name in levels.LEVELS:
        return levels.LEVELS[name]
    if name in NAMES:
        return cast(Bot, import_module(f"beute.bots.{name}"))
    installed = custom.installed()
    if name in installed:
        return custom.loaded(installed[name])
    if ":" in name:
        return custom.imported(name)
    names = list(dict.fromkeys((*NAMES, *installed)))
    there = ", ".join(names) + did_you_mean(name, names)
    raise BeuteError(f"no bot {name!r}; there are {there}", "unknown_bot", bot=name)


@dataclass(frozen=True)
class Task:
    """All that a bot is given to decide; it can be sent to another process, whatever the game does meanwhile."""

    setup: Setup
    known: Table
    heard: tuple[str, ...]
    seat: int
    dice: int  # where the bot's own random numbers begin
    budget: Budget


def task(game: Game, seat: int, budget: Budget | None = None) -> Task:
    """What the bot at a seat has to decide now. Its dice depend on the game's secret and on all that the seat heard."""
    heard = tuple(game.heard(seat))
    digest = hashlib.blake2b("\n".join((str(seat), *heard)).encode(), key=game.secret[:64], digest_size=8).digest()
    dice = int.from_bytes(digest, "little")
    return Task(game.setup, np.array([game.known(seat)]), heard, seat, dice, budget or Budget())


def think(bot: Bot, task: Task) -> str:
    """What a bot plays, as a word."""
    rng: Any = np.array([task.dice], np.uint64)
    return engine(task.setup).decision_words[bot.choose(task.known[0], task.heard, task.seat, rng, task.budget)]


def answer(bot: Bot, game: Game, seat: int, budget: Budget | None = None) -> str:
    """What a bot plays in this game, as a word; asked again it says the same."""
    return think(bot, task(game, seat, budget))
