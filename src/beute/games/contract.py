"""What every game offers. A call finds its game by the type of the state, here and in compiled code.

Compiled callers (simulation, search) use these functions as if they were one game's; Numba puts the right
game's rule in their place for each type of state. Called from Python they pass on to that game's rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from types import ModuleType, SimpleNamespace
from typing import Any, Final, cast

import numpy as np

from beute import games
from beute.games.bits import Moves, either, lowest, nth, size
from beute.games.compiling import rule
from beute.games.dice import Rng, below
from beute.games.layout import State

CHANCE: Final = -1  # due, and the actor of a chance event
OVER: Final = 0  # due: nobody
NOBODY: Final = -1  # the seat of a spectator

_games: dict[np.dtype[Any], str] = {}
_modules: dict[np.dtype[Any], tuple[Any, ...]] = {}
_registering: Final = Lock()


def register(layout: np.dtype[Any], game: str, *modules: ModuleType) -> None:
    """Register the modules whose functions play a game, of which states have this layout."""
    with _registering:
        if _games.setdefault(layout, game) != game:
            told = f"the fields of its STATE are those of {_games[layout]!r}: call one of them something else"
            raise games.UnusableGame(told)
        more = [module for module in _modules.get(layout, ()) if module not in modules]
        _modules[layout] = (*modules, *more)


def extend(layout: np.dtype[Any], module: object) -> None:
    """Add the functions of one more module, a bot's, for these states. Those of the rules still come first."""
    with _registering:
        modules = _modules.get(layout, ())
        if module not in modules:
            _modules[layout] = (*modules, module)


def game_of(layout: np.dtype[Any]) -> str:
    """The name of the game that has such states."""
    return _games[layout]


def others() -> list[tuple[str, np.dtype[Any]]]:
    """The games of other packages that are loaded, and the layouts of their states."""
    return [(game, layout) for layout, game in _games.items() if game not in games.NAMES]


class OfEachGame:
    """A function that stands for the function of that name in each game.

    With a part of Beute it is that of the game's module there, if there is one; else `otherwise`, for all other games.
    """

    def __init__(
        self, name: str, meaning: str, part: str | None = None, otherwise: Callable[..., Any] | None = None
    ) -> None:
        self.__name__, self.__doc__ = name, meaning
        self._part, self._otherwise = part, otherwise

    def __call__(self, *arguments: Any) -> Any:
        return self.found(arguments[0].dtype)(*arguments)

    def __repr__(self) -> str:
        return f"{self.__name__} of each game"

    def found(self, layout: np.dtype[Any]) -> Callable[..., Any]:
        """The function of the game that has such states."""
        name = self.__name__
        function: Callable[..., Any] | None
        function = next((getattr(one, name) for one in _modules[layout] if hasattr(one, name)), None)
        return self._look_for(layout) if function is None else function

    def _look_for(self, layout: np.dtype[Any]) -> Callable[..., Any]:
        """In the module that the game has for that part, which is remembered."""
        module: object = None if self._part is None else games.beside(game_of(layout), self._part)
        if not hasattr(module, self.__name__):
            if self._otherwise is None:
                raise games.UnusableGame(f"the game {game_of(layout)!r} has no {self.__name__}")
            module = SimpleNamespace(**{self.__name__: self._otherwise})
        extend(layout, module)
        return cast(Callable[..., Any], getattr(module, self.__name__))

    @staticmethod
    def layouts() -> Iterable[np.dtype[Any]]:
        """Of the states of all games that are loaded."""
        return tuple(_modules)


def of_each_game(name: str, meaning: str, part: str | None = None, otherwise: Callable[..., Any] | None = None) -> Any:
    """A function that stands for the function of that name in each game, to be called like it."""
    return OfEachGame(name, meaning, part, otherwise)


@rule
def due(s: State) -> int:
    """A mask of the seats that are asked, in any order, or CHANCE, or OVER."""
    return int(s.due)


@rule
def actor(s: State) -> int:
    """The lowest seat that is asked."""
    return lowest(int(s.due))


legal: Callable[[State, int], Moves] = of_each_game(
    "legal",
    "The decisions open to a due seat; the only statement of what is legal.",
)


play: Callable[[State, int, int], None] = of_each_game(
    "play",
    "Carry out a seat's decision, or with CHANCE an outcome; trusts `legal` and `chances`.",
)


chances: Callable[[State, Any, Any], int] = of_each_game(
    "chances",
    "Write the outcomes of the chance event that is due and their weights; return how many.",
)


draw: Callable[[State, Rng], int] = of_each_game(
    "draw",
    "One outcome of the chance event that is due, by its weight.",
)


scores: Callable[[State, Any], None] = of_each_game(
    "scores",
    "Write what each seat has scored, by what it holds now.",
)


@rule
def ending(s: State) -> int:
    """How the game ended, as a number from 1 in the game's ENDINGS; 0 while it goes on."""
    return int(s.ending)


endless: Callable[[State], bool] = of_each_game(
    "endless",
    "Whether a simulation calls this game unfinished.",
)


conceal: Callable[[State, int], None] = of_each_game(
    "conceal",
    "Remove what the seat (or NOBODY: a spectator) cannot know, face-down choices of others included.",
)


imagine: Callable[[State, int, Rng], None] = of_each_game(
    "imagine",
    "Deal at random what a concealed state lacks, giving a possible state.",
)


observe: Callable[[State, int, Any], None] = of_each_game(
    "observe",
    "Write what the seat knows as numbers, in the order of the game's OBSERVED.",
)


@rule
def count(moves: Moves) -> int:
    return size(moves[0]) + size(moves[1])


@rule
def contains(moves: Moves, a: int) -> bool:
    return (moves[a >> 6] >> (a & 63)) & 1 != 0


@rule
def choose(moves: Moves, rng: Rng) -> int:
    """A random decision, each equally likely."""
    first = size(moves[0])
    r = below(rng, first + size(moves[1]))
    second = int(r >= first)
    return 64 * second + nth(either(second, moves[0], moves[1]), r - first * second)
