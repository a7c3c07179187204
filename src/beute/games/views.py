"""What people are shown: the frame that the views of all games have, choices and refusals as data.

Views must not be changed: parts of them are shared with other views.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from typing_extensions import TypedDict

Possible: TypeAlias = Literal["yes", "try", "no"]
Does: TypeAlias = Literal["take", "add", "rob", "seal", "give", "cover"]
OptionValue: TypeAlias = bool | int | str | list[int]
Why: TypeAlias = tuple[str, str]  # the clause that forbids something, and a code for the reason


class Piece(TypedDict):
    """What is picked up: a die by its colour, a card or a bandit by its name."""

    kind: Literal["die", "card", "bandit"]
    name: str


class Place(TypedDict):
    """Where it goes: a bandit in the centre or on a stack, a sack, a seat, or out of the game."""

    kind: Literal["spot", "sack", "seat", "out"]
    name: str


class Choice(TypedDict):
    """Something that a seat can point at. An impossible one has a reason, as code and clause; a try may be refused.

    What a card does to a sack if it comes off is said as far as the seat may know it (RB-5, RB-8 to RB-11).
    """

    word: str
    pick: Piece | None
    to: Place | None
    possible: Possible
    does: Does | None
    code: str | None
    clause: str | None


class Refusal(TypedDict):
    """A card tried in this turn that did not fit, as the sack's owner announced (RB-6)."""

    seat: int
    by: int
    word: str
    pick: Piece
    to: Place
    code: str
    clause: str


class Frame(TypedDict):
    """What views of all games have."""

    version: int  # grows with everything that this viewer is told
    game: str
    players: int
    options: dict[str, OptionValue]  # those that differ from the default
    seat: int | None  # whose view it is; None for a spectator's
    asked: list[int]  # the seats that still have to answer
    chosen: list[int]  # the seats that have answered while others still choose face down
    undoable: bool  # whether this seat may take its latest decision back
    choices: list[Choice]
    refusals: list[Refusal]
    scores: list[int] | None
    winners: list[int] | None
    ending: str | None


PieceKey: TypeAlias = tuple[Literal["die", "card", "bandit"], str]
PlaceKey: TypeAlias = tuple[Literal["spot", "sack", "seat", "out"], str]


def choice(
    word: str,
    pick: PieceKey | None = None,
    to: PlaceKey | None = None,
    possible: Possible = "yes",
    why: Why | None = None,
    does: Does | None = None,
) -> Choice:
    """A choice by what it does; each is made once per game."""
    clause, code = why or (None, None)
    return {
        "word": word,
        "pick": None if pick is None else _piece(*pick),
        "to": None if to is None else _place(*to),
        "possible": possible,
        "does": does,
        "code": code,
        "clause": clause,
    }


@cache
def _piece(kind: Literal["die", "card", "bandit"], name: str) -> Piece:
    return {"kind": kind, "name": name}


@cache
def _place(kind: Literal["spot", "sack", "seat", "out"], name: str) -> Place:
    return {"kind": kind, "name": name}


def offered(choices: list[Choice]) -> list[str]:
    """The words that may be answered."""
    return [choice["word"] for choice in choices if choice["possible"] != "no"]
