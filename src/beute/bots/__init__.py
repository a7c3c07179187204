"""Who chooses a move: one algorithm, one module. A bot is given what its seat knows and nothing else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np

from beute import games
from beute.bots.failing import illegal, raised
from beute.bots.stopping import Stop, until
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.engine import Table, engine
from beute.play.errors import BeuteError, did_you_mean
from beute.play.game import Game
from beute.play.setup import Setup

LEVELS = ("easy", "medium", "hard", "master")  # from weakest to strongest
NAMES = (*LEVELS, "random", "greedy", "turn", "search")
USUAL = "medium"  # the default


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: a number of simulations (repeatable), or of milliseconds."""

    simulations: int | None = None
    milliseconds: float | None = None

    @classmethod
    def read(cls, said: str) -> Budget:
        """A budget as people write it: `2000` simulations, `50ms` or `1.5s`."""
        parts = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(ms|s|)", said.strip())
        if parts is None or not float(parts[1]) or (not parts[2] and "." in parts[1]):
            raise BeuteError(
                f"a budget is 2000 (simulations), 50ms or 1.5s, not {said!r:.60}", "wrong_budget", budget=said
            )
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
    compile and that chooses the same; games among such bots are played in compiled code. A bot that does not play every
    game names those it plays in GAMES, or has a function `plays` of a game's name.
    """

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        """`known` is the concealed state, `heard` the events as the seat heard them."""
        ...


@runtime_checkable
class ChecksBudget(Protocol):
    """A bot that cannot keep to every budget."""

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
        played = ", ".join(other for other in games.names() if _plays(bot, other))
        raise BeuteError(f"bot {name!r} plays {played}, not {game}", "wrong_game", bot=name, game=game, played=played)


def who_play(game: str) -> list[str]:
    """The names of our bots for a game."""
    return [name for name in NAMES if _plays(_found(name), game)]


def _plays(bot: Bot, game: str) -> bool:
    plays: Callable[[str], bool] | None = getattr(bot, "plays", None)
    return plays(game) if plays is not None else game in getattr(bot, "GAMES", (game,))


def stand_in(game: str) -> str:
    """The bot that needs neither time nor anything compiled: rules of thumb, and where there are none at random."""
    return "greedy" if _plays(_found("greedy"), game) else "random"


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
    raise BeuteError(f"no bot {name!r:.60}; there are {there}", "unknown_bot", bot=name)


@dataclass(frozen=True)
class Task:
    """All that a bot is given for one decision. It can be sent to another process and does not change with the game."""

    setup: Setup
    known: Table
    heard: tuple[str, ...]
    seat: int
    dice: int  # the seed of the bot's own random numbers
    budget: Budget


def task(game: Game, seat: int, budget: Budget | None = None) -> Task:
    """What the bot at a seat has to decide now. Its seed depends on the game's secret and on what the seat heard."""
    heard = tuple(game.heard(seat))
    digest = hashlib.blake2b("\n".join((str(seat), *heard)).encode(), key=game.secret[:64], digest_size=8).digest()
    dice = int.from_bytes(digest, "little")
    return Task(game.setup, np.array([game.known(seat)]), heard, seat, dice, budget or Budget())


def think(bot: Bot, task: Task, stop: Stop | None = None) -> str:
    """What a bot plays, as a word. Once `stop` is set it plays what it has found so far; BotFailed if it fails."""
    rules = engine(task.setup)  # which loads the game, in a process that has not played it yet
    known, rng = task.known.copy()[0], cast(Any, np.array([task.dice], np.uint64))
    try:
        with until(stop):
            decision: object = bot.choose(known, task.heard, task.seat, rng, task.budget)
    except (Exception, SystemExit) as error:
        raise raised(error) from error
    moves = members(rules.parts.rules.legal(task.known[0], task.seat))
    if not isinstance(decision, int | np.integer) or decision not in moves:
        raise illegal(decision)
    return rules.decision_words[int(decision)]


def answer(bot: Bot, game: Game, seat: int, budget: Budget | None = None) -> str:
    """What a bot plays in this game, as a word; the same if asked again."""
    return think(bot, task(game, seat, budget))
