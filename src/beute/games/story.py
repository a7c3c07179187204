"""What is said of a game, as codes and data: `texts/` has the sentences, `play/speech.py` puts them together.

A game's `story.py` reads views only, so it can tell nobody what a view does not show. It offers

- `tell(before, heard, after)`: what happened between two views of one seat, the events it heard in between
- `ask(view)`: the question to the seat whose view it is
- `choice(view, word)`: a decision in words
- `lines(view)`: the final scoring, to be checked line by line

Data are seats (`seat`, `victim`, …: numbers), things by their name in records (`G3`, a list of them, or by seat), and
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

View: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Happening:
    """One sentence of the story."""

    code: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """What a seat is asked, and the clause to read about it."""

    clause: str
    code: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """Points of a seat in the final scoring, and the clause that gives them."""

    seat: int
    clause: str
    points: int
    code: str
    data: dict[str, Any] = field(default_factory=dict)
