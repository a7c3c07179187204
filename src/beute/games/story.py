"""What is told about a game, as codes and typed values: `texts/` has the sentences, `play/speech.py` fills them.

A game's `story.py` reads only views, so it cannot tell what a view does not show; `parts.Story` describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from beute.games.views import Frame

# ---------------------------------------------------------------- values
# Every move makes some, so they are not frozen, which takes three times as long to make; nobody changes them.


@dataclass(slots=True, unsafe_hash=True)
class Seat:
    """Who sits there."""

    seat: int


@dataclass(slots=True, unsafe_hash=True)
class Seats:
    """Several seats, in order."""

    seats: tuple[int, ...]


@dataclass(slots=True, unsafe_hash=True)
class Thing:
    """A card, die, bandit or sack by its name in records."""

    thing: str


@dataclass(slots=True, unsafe_hash=True)
class Things:
    """Several cards, dice, bandits or sacks, in order."""

    things: tuple[str, ...]


@dataclass(slots=True, unsafe_hash=True)
class Dealt:
    """A card for each of several seats."""

    dealt: tuple[tuple[int, str], ...]


@dataclass(slots=True, unsafe_hash=True)
class Amount:
    """A number: of points, cards, dice."""

    amount: int


Value: TypeAlias = Seat | Seats | Thing | Things | Dealt | Amount
Data: TypeAlias = Mapping[str, Value]


def things(names: Iterable[str]) -> Things:
    return Things(tuple(names))


def seats(numbers: Iterable[int]) -> Seats:
    return Seats(tuple(numbers))


# ---------------------------------------------------------------- what is told


@dataclass(slots=True)
class Happening:
    """One sentence of the story, or a choice in words."""

    code: str
    data: Data = field(default_factory=dict)


@dataclass(slots=True)
class Stage:
    """A part of what happened at once, for people to follow: what is told in it, and the table after it.

    It stays for so many units of the pace before the next one.
    """

    told: tuple[Happening, ...]
    view: Frame
    stays: float


@dataclass(slots=True)
class Question:
    """What a seat is asked, and the clause to read about it."""

    clause: str
    code: str
    data: Data = field(default_factory=dict)


@dataclass(slots=True)
class Line:
    """Points of a seat in the final scoring, and the clause that gives them."""

    seat: int
    clause: str
    points: int
    code: str
    data: Data = field(default_factory=dict)


def won(view: Frame) -> Happening:
    """The seats with the most points."""
    winners, scores = view["winners"], view["scores"]
    assert winners is not None
    assert scores is not None
    points = Amount(max(scores))
    if len(winners) == 1:
        return Happening("won", {"seat": Seat(winners[0]), "points": points})
    return Happening("shared", {"seats": seats(winners), "points": points})
