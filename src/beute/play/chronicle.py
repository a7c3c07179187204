"""What happened in a game as each viewer saw it, event by event: one chronicle serves all viewers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from beute.games.story import Happening
from beute.games.views import Frame
from beute.play.game import Game
from beute.play.hearing import Hearing, Viewer


class Entry(NamedTuple):
    """A happening, and the number of the event, in the order of play from 0, that brought it."""

    event: int
    happening: Happening


@dataclass
class News:
    """What a viewer has heard and was told since it was last taken."""

    events: list[str] = field(default_factory=list)
    told: list[Happening] = field(default_factory=list)


class Chronicle:
    """Follows a game from now on; others' face-down choices are told when they are revealed."""

    def __init__(self, game: Game, viewers: Iterable[Viewer], each: bool = False) -> None:
        """With `each`, every event is told when it happens, also one that could wait for the next."""
        self.viewers = tuple(viewers)
        self.each = each
        self.start = game.length  # of what happened before nothing is told
        self.entries: dict[Viewer, list[Entry]] = {viewer: [] for viewer in self.viewers}
        self.views: dict[Viewer, Frame] = {}
        self._news = {viewer: News() for viewer in self.viewers}
        self._untold: dict[Viewer, list[str]] = {viewer: [] for viewer in self.viewers}
        self._hearings = [Hearing(game, viewer) for viewer in self.viewers]
        self._story, self._secrets = game.engine.parts.story, game.setup.about.SECRETS
        self.follow(game)

    @classmethod
    def history(cls, game: Game, viewers: Iterable[Viewer]) -> Chronicle:
        """The whole story of a game so far, event by event, by playing it once more; then it follows the game."""
        twin = Game(game.setup, None)
        chronicle = cls(twin, viewers, each=True)
        for event in game.as_played:
            twin.play(event)
        chronicle.follow(game)
        return chronicle

    def follow(self, game: Game) -> None:
        """Go on with a game, in the position up to which everything was told."""
        game.follower = self
        self._look(game, self.viewers)

    def told(self, viewer: Viewer, game: Game) -> list[Entry]:
        """The entries that a viewer may be reminded of now (RB-18); who closed, of what spectators heard (SD-12)."""
        first, entries = game.remembered(viewer), self.entries.get(game.eyes(viewer), self.entries[viewer])
        return [entry for entry in entries if entry.event >= first]

    def kept(self, viewer: Viewer, game: Game) -> int | None:
        """Of how many of the latest entries a viewer may still be reminded; None of all, as where scores are shown."""
        if self.views[viewer]["scores"] is not None:
            return None
        first = game.remembered(viewer)
        entries, kept = self.entries[viewer], 0
        while kept < len(entries) and entries[-1 - kept].event >= first:
            kept += 1
        return kept

    def take_news(self, viewer: Viewer) -> News:
        """What a viewer has heard since the last time."""
        news, self._news[viewer] = self._news[viewer], News()
        return news

    # ------------------------------------------------------------ following

    def event(self, game: Game) -> None:
        """Hear the event; look and tell at once, but where it is silent and more chance is to come."""
        waiting = game.chance_is_due and not self.each
        hearers = list[Viewer]()
        for hearing in self._hearings:
            viewer, at_once = hearing.viewer, self._hear(game, hearing)
            if at_once or (self._untold[viewer] and not waiting):
                hearers.append(viewer)
            elif not waiting:
                self.views[viewer] = game.refreshed(self.views[viewer])
        self._look_and_tell(game, hearers)

    def _look_and_tell(self, game: Game, hearers: Sequence[Viewer]) -> None:
        before, told = [self.views[viewer] for viewer in hearers], list[Happening]()
        self._look(game, hearers)
        for n, viewer in enumerate(hearers):
            heard, self._untold[viewer] = self._untold[viewer], []
            if n == 0 or self._secrets:  # otherwise everybody is told the same
                told = self._story.tell(before[n], heard, self.views[viewer])
            self._tell(viewer, game.length - 1, told)

    def _hear(self, game: Game, hearing: Hearing) -> bool:
        """Whether a viewer has heard something that is told at once."""
        viewer, heard = hearing.viewer, hearing.news(game)
        self._untold[viewer] += heard
        self._news[viewer].events += heard
        return not all(self._story.silent(self.views[viewer], event) for event in heard)

    def refused(self, game: Game) -> None:
        """What was tried in vain is announced to everybody (RB-6)."""
        self._look(game, self.viewers)
        for viewer in self.viewers:
            self._tell(viewer, game.length, [self._story.refused(game.refusals[-1])])

    def rewound(self, game: Game, same: int) -> None:
        self.start = min(self.start, same)
        for entries in self.entries.values():
            while entries and entries[-1].event >= same:
                entries.pop()
        for hearing in self._hearings:
            hearing.start_anew(game)
        self._look(game, self.viewers)

    def _tell(self, viewer: Viewer, event: int, told: Iterable[Happening]) -> None:
        for happening in told:
            self._news[viewer].told.append(happening)
            self.entries[viewer].append(Entry(event, happening))

    def _look(self, game: Game, viewers: Sequence[Viewer]) -> None:
        if viewers:
            self.views.update(zip(viewers, game.views(viewers), strict=True))
