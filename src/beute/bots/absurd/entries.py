"""What an entry of the list of absurd moves is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from beute.games.layout import State


@dataclass(frozen=True)
class Absurd:
    """A kind of absurd move: its name, the clause that it turns on, a sentence, and whether a decision is one."""

    name: str
    clause: str
    sentence: str
    holds: Callable[[State, int, int], bool]
