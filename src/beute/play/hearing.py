"""What a viewer hears of a game, and when: what others lay face down is heard once it is revealed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from beute.play.game import Game

Viewer: TypeAlias = int | None  # a seat, or a spectator


class Hearing:
    """One viewer's ears, from the present event of a game on."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.viewer = viewer
        self.start_anew(game)

    def start_anew(self, game: Game) -> None:
        """After events were taken back."""
        self._next = game.length
        self._face_down = [n for n in game.face_down_events if game.heard_event(n, self.viewer) is None]

    def news(self, game: Game) -> list[str]:
        """The events that have come to be heard since the last time, in the order of play."""
        length = game.length
        waiting: Iterable[int] = range(self._next, length)
        if self._face_down:
            waiting = [*self._face_down, *waiting]
            self._face_down = []
        self._next = length
        heard = list[str]()
        for n in waiting:
            event = game.heard_event(n, self.viewer)
            if event is None:
                self._face_down.append(n)
            else:
                heard.append(event)
        return heard
