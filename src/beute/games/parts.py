"""The parts of a game and what each offers. A game's folder has a module for each; `game` loads and checks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Generic, Protocol, TypeVar

import numpy as np

from beute.games import NAMES, About, UnusableGame, about, contract, load, package
from beute.games.bits import Moves
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.story import Happening, Line, Question, Stage
from beute.games.views import Choice, Frame, Refusal, Why

V = TypeVar("V", bound=Frame)
Shown = TypeVar("Shown", bound=Frame, covariant=True)
Read = TypeVar("Read", bound=Frame, contravariant=True)


class Rules(Protocol):
    """rules.py: the state's layout, and the functions of `contract.py`."""

    @property
    def STATE(self) -> np.dtype[Any]: ...

    def deal(self, s: State, players: int, options: dict[str, Any]) -> None:
        """The table before the first event."""

    legal: Callable[[State, int], Moves]
    play: Callable[[State, int, int], None]
    chances: Callable[[State, Any, Any], int]
    draw: Callable[[State, Rng], int]
    scores: Callable[[State, Any], None]
    endless: Callable[[State], bool]


class Knowledge(Protocol):
    """knowledge.py: what a seat knows, and possible states that agree with it."""

    conceal: Callable[[State, int], None]
    imagine: Callable[[State, int, Rng], None]


class Observation(Protocol):
    """observation.py: what a seat knows as numbers, for learners."""

    @property
    def OBSERVED(self) -> tuple[tuple[str, int, int], ...]:
        """The numbers of an observation: names, lengths, and the largest that a number can be."""

    observe: Callable[[State, int, Any], None]


class Words(Protocol):
    """words.py: every move and outcome as text, and why a move is not possible."""

    def decisions(self, players: int, options: dict[str, Any]) -> dict[str, int]:
        """Every word of a seat's move, with its number."""

    def from_seat(self, a: int, seat: int, players: int) -> int:
        """A decision as learners count it: seats and their places from the seat's own, which is 0, to the left."""

    def outcomes(self, players: int, options: dict[str, Any]) -> dict[str, int]:
        """Every word of a chance event, with its number."""

    def hidden(self, word: str, seat: int | None) -> str:
        """A chance word as a seat hears it."""

    def why(self, known: State, seat: int, a: int) -> Why:
        """The clause that forbids a decision that is not legal, and a code for the reason."""


class Trail(Protocol):
    """What the events tell about a table beyond its state, for those who may be shown it."""

    def add(self, seat: int, a: int) -> None:
        """A decision was played."""

    def copy(self) -> Trail: ...


class Views(Protocol[Shown]):
    """view.py: what people are shown."""

    @property
    def FACE_DOWN(self) -> frozenset[int]:
        """The steps in which what seats decide is hidden from the others until all have decided."""

    def trail(self) -> Trail:
        """The trail of a new game."""

    def show(self, frame: Frame, s: State, trail: Any) -> Shown:
        """The table as plain data, from what the seat of the frame knows."""

    def lay_open(self, frame: Frame, s: State, trail: Any) -> Shown:
        """The table with all that is hidden, from the state itself."""

    def choices(self, s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
        """What a seat can point at that is asked, or that may still change a face-down choice."""

    def refusal(self, s: State, seat: int, a: int, why: Why) -> Refusal:
        """A card that does not fit, as it is announced (RB-6)."""

    def may_take_back(self, s: State, step: int) -> bool:
        """Whether the latest decision, made in that step, may be taken back now, as far as the game is concerned."""

    def shows_scores(self, s: State) -> bool:
        """Whether people may be shown the scores so far."""

    def eyes(self, s: State, seat: int | None) -> int | None:
        """Whose knowledge a seat has."""

    def remembered(self, s: State, seat: int | None, events: Sequence[str]) -> int:
        """The first event, counted from 0, that a seat may look up again, by what it knows."""


class Story(Protocol[Read]):
    """story.py: the game in codes and values. It reads views and nothing else."""

    def tell(self, before: Read, heard: Sequence[str], after: Read) -> list[Happening]:
        """What happened between two views of one seat, with the events it heard in between."""

    def silent(self, view: Read, event: str) -> bool:
        """Whether an event, as a viewer heard it, is told only together with the chance events that follow."""

    def stages(self, before: Read, told: Sequence[Happening], after: Read) -> list[Stage]:
        """What happened between two views of one seat in the steps in which people can follow it, the last one with the
        view after it; none where nothing needs time to be read."""

    def refused(self, refusal: Refusal) -> Happening:
        """A card that the sack's owner announces as not fitting (RB-6)."""

    def ask(self, view: Read) -> Question:
        """The question to the seat whose view it is."""

    def choice(self, view: Read, word: str) -> Happening:
        """A decision in words."""

    def lines(self, view: Read) -> list[Line]:
        """The final scoring, to be checked line by line."""


class Saying(Protocol):
    """What a picture needs of `play/speech.py`: the words of a language, and the names of those who play."""

    @property
    def names(self) -> Sequence[str]: ...

    def __call__(self, code: str, /, **data: Any) -> str: ...

    def __contains__(self, code: str) -> bool:
        """Whether the game has such a sentence."""

    def thing(self, name: str) -> str:
        """A card, die or place as people call it."""

    def shared(self, code: str) -> str:
        """A word that is the same in all games."""


class Pictures(Protocol[Read]):
    """picture.py: the table as text."""

    def picture(self, view: Read, speech: Saying) -> list[str]: ...


@dataclass(frozen=True)
class GameParts(Generic[V]):
    """A game with all its parts."""

    about: About
    rules: Rules
    knowledge: Knowledge
    observation: Observation
    words: Words
    view: Views[V]
    story: Story[V]
    picture: Pictures[V]


STAND_INS: Final = {"picture": "beute.games.sheet"}  # for parts that a game need not have

PARTS: dict[str, type] = {
    "rules": Rules,
    "knowledge": Knowledge,
    "observation": Observation,
    "words": Words,
    "view": Views,
    "story": Story,
    "picture": Pictures,
}


def missing(part: str, module: object) -> list[str]:
    """The names that a module lacks for that part of a game."""
    protocol = PARTS[part]
    wanted = {*protocol.__annotations__, *(name for name in vars(protocol) if not name.startswith("_"))}
    return sorted(name for name in wanted if not hasattr(module, name))


@cache
def parts(name: str) -> GameParts[Frame]:
    """A game by its name, its views seen as what all have; UnusableGame if a part of it is not what it should be."""
    modules: dict[str, Any] = {part: module_of(name, part) for part in PARTS}
    for part, module in modules.items():
        lacking = missing(part, module)
        if lacking:
            raise UnusableGame(f"{part}.py of {name!r} has no {', '.join(lacking)}, which games/parts.py requires")
    found: GameParts[Frame] = GameParts(about(name), **modules)
    contract.register(found.rules.STATE, name, modules["rules"], modules["knowledge"], modules["observation"])
    return found


def module_of(name: str, part: str) -> ModuleType:
    """A part of a game; for one that a game need not have the module that stands in for it."""
    module = f"{package(name)}.{part}"
    return load(STAND_INS.get(part, module) if find_spec(module) is None else module)


def described() -> dict[str, type[Frame]]:
    """The types of our games' views, by game: those for which the browser has a board name theirs, as VIEW."""
    views = {name: module_of(name, "view") for name in NAMES}
    return {name: view.VIEW for name, view in views.items() if hasattr(view, "VIEW")}
