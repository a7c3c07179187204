"""Since when each seat is asked, for time limits."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from beute.play.game import Game

MOST_MARKS: Final = 32  # decisions in a row that can be taken back, and more


@dataclass
class Mark:
    """A moment from which time runs: after how many events it was, and since when each seat has time."""

    events: int
    since: dict[int, float]
    late: set[int] = field(default_factory=set)  # seats whose time has run out


class Clock:
    """A seat's time begins when it is asked, and anew with each decision.

    A refused try and a changed choice start nothing anew, and who takes a decision back has no more time than before
    it. While all choose face down, time runs from the first question on: that it began anew would tell the others that
    the seat has added a card.
    """

    def __init__(self) -> None:
        self._marks: deque[Mark] = deque(maxlen=MOST_MARKS)
        self._game = 0
        self._phase: int | None = None  # the first event of a phase in which all choose face down

    def decided(self, game: Game, number: int, now: float) -> None:
        """A decision was made in game `number`; or that game begins, or is loaded."""
        phase = game.face_down_events.start if game.face_down else None
        if number != self._game:
            self._marks.clear()
        if number != self._game or phase is None or phase != self._phase:
            self._marks.append(_mark(game, now))
        self._game, self._phase = number, phase

    def taken_back(self, game: Game, now: float) -> None:
        """A decision was taken back: time goes on from where it was."""
        while self._marks and self._marks[-1].events > game.length:
            self._marks.pop()
        if not self._marks:
            self._marks.append(_mark(game, now))

    def since(self, seat: int) -> float:
        return self._marks[-1].since[seat]

    def runs_out(self, seat: int) -> bool:
        """Whether this is news: while all choose face down, a bot may have to decide several times."""
        late = self._marks[-1].late
        is_news = seat not in late
        late.add(seat)
        return is_news

    def start_anew(self, seat: int, now: float) -> None:
        """For a person who is back."""
        self._marks[-1].since[seat] = now

    def put_off(self, seconds: float) -> None:
        """After a pause."""
        for mark in self._marks:
            mark.since = {seat: since + seconds for seat, since in mark.since.items()}


def _mark(game: Game, now: float) -> Mark:
    return Mark(game.length, dict.fromkeys(range(game.players), now))
