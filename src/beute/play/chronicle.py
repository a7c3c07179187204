"""What happened in a game as each viewer saw it, event by event: one chronicle serves all viewers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from beute.games.story import Happening
from beute.games.views import Frame
from beute.play.game import Game
from beute.play.hearing import Hearing, Viewer


class Entry(NamedTuple):
    """A happening, and the number of the event, in the order of play from 0, that brought it."""

    event: int
    happening: Happening


class Tale(Sequence[Entry]):
    """All that a viewer was told. An entry is made when somebody reads it: a server keeps the tales of hundreds of
    tables, and to look through so many small objects for garbage takes long."""

    def __init__(self) -> None:
        self._events: list[int] = []  # of each happening; they never go down
        self._happenings: list[Happening] = []

    def __len__(self) -> int:
        return len(self._events)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return list(map(Entry, self._events[at], self._happenings[at]))
        return Entry(self._events[at], self._happenings[at])

    def add(self, event: int, happening: Happening) -> None:
        self._events.append(event)
        self._happenings.append(happening)

    def before(self, event: int) -> int:
        """How many entries are of earlier events."""
        return bisect_left(self._events, event)

    def take_back(self, event: int) -> None:
        """Forget that event and what came after it."""
        first = self.before(event)
        del self._events[first:], self._happenings[first:]


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
        self.entries = {viewer: Tale() for viewer in self.viewers}
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
        return entries[entries.before(first) :]

    def kept(self, viewer: Viewer, game: Game) -> int | None:
        """Of how many of the latest entries a viewer may still be reminded; None of all, as where scores are shown."""
        if self.views[viewer]["scores"] is not None:
            return None
        entries = self.entries[viewer]
        return len(entries) - entries.before(game.remembered(viewer))

    def reaches_back(self, viewer: Viewer, game: Game) -> bool:
        """Whether it has all that a viewer may be reminded of, where that is not all."""
        return not self.start or self.views[viewer]["scores"] is not None or self.start <= game.remembered(viewer)

    def take_news(self, viewer: Viewer) -> News:
        """What a viewer has heard since the last time."""
        news, self._news[viewer] = self._news[viewer], News()
        return news

    # ------------------------------------------------------------ following

    def event(self, game: Game) -> None:
        """Hear the event; look and tell at once, but where it is silent and more chance is to come."""
        waiting = game.chance_is_due and not self.each
        if waiting and self._is_silent_decision(game):
            return  # it is heard with what chance does next
        hearers = list[Viewer]()
        for hearing in self._hearings:
            viewer, at_once = hearing.viewer, self._hear(game, hearing)
            if at_once or (self._untold[viewer] and not waiting):
                hearers.append(viewer)
            elif not waiting:
                self.views[viewer] = game.refreshed(self.views[viewer])
        self._look_and_tell(game, hearers)

    def _is_silent_decision(self, game: Game) -> bool:
        """Whether the latest event is a decision that nobody is told of before chance has done its part."""
        event = game.latest
        return not event.startswith("*") and all(self._story.silent(view, event) for view in self.views.values())

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
        view, silent = self.views[viewer], self._story.silent
        for event in heard:
            if not silent(view, event):
                return True
        return False

    def refused(self, game: Game) -> None:
        """What was tried in vain is announced to everybody (RB-6)."""
        self._look(game, self.viewers)
        for viewer in self.viewers:
            self._tell(viewer, game.length, [self._story.refused(game.refusals[-1])])

    def rewound(self, game: Game, same: int) -> None:
        self.start = min(self.start, same)
        for entries in self.entries.values():
            entries.take_back(same)
        for hearing in self._hearings:
            hearing.start_anew(game)
        self._look(game, self.viewers)

    def _tell(self, viewer: Viewer, event: int, told: Iterable[Happening]) -> None:
        news, entries = self._news[viewer].told, self.entries[viewer]
        for happening in told:
            news.append(happening)
            entries.add(event, happening)

    def _look(self, game: Game, viewers: Sequence[Viewer]) -> None:
        if viewers:
            self.views.update(zip(viewers, game.views(viewers), strict=True))
