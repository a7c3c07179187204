"""The log of a game in words: what a seat saw happen, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from beute import games
from beute.games.story import Happening
from beute.play.game import UNHEARD, Game


@dataclass(frozen=True)
class Entry:
    """A happening, and the number of the event, from 0, that brought it."""

    event: int
    happening: Happening


class Chronicle:
    """Follows a game for one seat or a spectator; others' face-down choices are told when they are revealed."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.entries: list[Entry] = []
        self._story = games.part(game.setup.game, "story")
        self._twin = Game(game.setup, None)
        self._view = self._twin.view(seat, log=False)
        self._face_down: list[int] = []
        self.follow(game)

    def follow(self, game: Game) -> list[Entry]:
        """Tell what happened in the game since, after taking back what was undone; the new entries."""
        self._take_back(game)
        known = len(self.entries)
        for number in range(len(self._twin._events), len(game._events)):
            self._twin.play(game._events[number])
            self._hear(number)
        return self.entries[known:]

    def remembered(self, game: Game) -> list[Entry]:
        """The entries that the seat may be reminded of now (RB-18)."""
        first = game.remembered(self.seat)
        return [entry for entry in self.entries if entry.event >= first]

    def _hear(self, number: int) -> None:
        waiting, self._face_down, heard = [*self._face_down, number], [], []
        for n in waiting:
            event = self._twin.heard(n, self.seat)
            if event == UNHEARD:
                self._face_down.append(n)
            else:
                heard.append(event)
        before, self._view = self._view, self._twin.view(self.seat, log=False)
        if heard:
            told = self._story.tell(before, heard, self._view)
            self.entries += [Entry(number, happening) for happening in told]

    def _take_back(self, game: Game) -> None:
        ours = self._twin._events
        pairs = zip(ours, game._events)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if same == len(ours):
            return
        self._twin._go_to(ours[:same])
        self._view = self._twin.view(self.seat, log=False)
        self._face_down = [n for n in range(same) if self._twin.heard(n, self.seat) == UNHEARD]
        self.entries = [entry for entry in self.entries if entry.event < same]
