"""Defaults for a game's words.py, view.py and story.py.

Decisions name no seat, everybody is shown all that their seat knows, and nothing that is offered is ever refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from beute.games.layout import State
from beute.games.story import Happening, Stage
from beute.games.views import Frame, Refusal, Why


class NoTrail:
    """For games whose state has all that is shown."""

    def add(self, seat: int, a: int) -> None:
        pass

    def copy(self) -> NoTrail:
        return self


def from_seat(a: int, seat: int, players: int) -> int:
    """Decisions mean the same to every seat."""
    return a


def trail() -> NoTrail:
    return NoTrail()


def refusal(s: State, seat: int, a: int, why: Why) -> NoReturn:
    """Nothing that is offered is ever refused."""
    raise AssertionError(f"seat {seat} is offered {a}, which is not legal: {why}")


def silent(view: Frame, event: str) -> bool:
    """Every event is told when it happens."""
    return False


def stages(before: Frame, told: Sequence[Happening], after: Frame) -> list[Stage]:
    """Whatever happens is shown as it happens."""
    return []


def refused(refusal: Refusal) -> NoReturn:
    """Nothing is refused, so there is nothing to tell."""
    raise AssertionError(f"nothing is refused in this game: {refusal}")


def may_take_back(s: State, step: int) -> bool:
    """Whether a decision made in that step may be taken back now."""
    return True


def shows_scores(s: State) -> bool:
    """Whether people may be shown the scores so far."""
    return True


def eyes(s: State, seat: int | None) -> int | None:
    """Whose knowledge a seat has: always its own."""
    return seat


def remembered(s: State, seat: int | None, events: Sequence[str]) -> int:
    """The first event of the log that a seat may be shown."""
    return 0
