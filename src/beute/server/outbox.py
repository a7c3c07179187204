"""What each viewer of a table was sent lately, so that a stream can resume where it was interrupted."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

import orjson

from beute.play.hearing import Viewer
from beute.play.speech import speech
from beute.server.messages import update_message
from beute.server.rooms.room import Room
from beute.server.rooms.step import Telling
from beute.table.table import Update

KEPT: Final = 8  # messages for each viewer: who has missed more is told the present state sooner than all of them


class Message:
    """One update for one viewer, encoded once for each language that somebody reads it in.

    Of one that somebody has read only what was encoded is kept once there is another: a view has hundreds of parts, and
    to remove them when they are no longer in the processor's caches takes longer than to make them.
    """

    __slots__ = "_deadlines", "_encoded", "_names", "_room", "_update", "game", "match", "since", "start", "version"

    def __init__(
        self,
        room: str,
        telling: Telling,
        since: int,
        update: Update,
        deadlines: Mapping[int, float],
        names: tuple[str, ...],
    ) -> None:
        self.match, self.game, self.start = telling.match, telling.game, telling.start
        self.since = since  # the viewer's version before it
        self.version = update.version
        self._room, self._deadlines, self._names = room, deadlines, names
        self._update: Update | None = update
        self._encoded: dict[str, bytes] = {}

    def is_there_in(self, language: str) -> bool:
        return self._update is not None or language in self._encoded

    def encoded(self, language: str) -> bytes:
        found = self._encoded.get(language)
        if found is None:
            update = self._update
            assert update is not None
            reader = speech(language, update.view["game"], self._names)
            message = update_message(self._room, self.match, self.game, update, self._deadlines, reader)
            found = self._encoded[language] = orjson.dumps(message)
        return found

    def is_followed(self) -> None:
        """By another message: who reads this one in one more language is shown the present state."""
        if self._encoded:
            self._update = None


class Outbox:
    """The latest messages of all viewers of one table."""

    def __init__(self) -> None:
        self._recent: dict[Viewer, deque[Message]] = {}
        self._versions: dict[Viewer, tuple[int, int]] = {}  # match and version of each viewer's latest message

    def begin(self, room: Room) -> None:
        """Who has a view now for the first time in this match, or again, is sent the state before any message."""
        if room.table is None:
            return
        for viewer in self._versions.keys() - {*room.table.viewers}:  # they will have missed something
            del self._versions[viewer]
            self._recent.pop(viewer, None)
        for viewer in room.table.viewers:
            if self._versions.get(viewer, (0, 0))[0] != room.people.matches:
                self._recent.pop(viewer, None)
                self._versions[viewer] = room.people.matches, room.table.version(viewer)

    def add(self, room: Room, telling: Telling) -> None:
        deadlines, names = room.deadlines, room.playing.match.names
        for viewer, update in telling.updates.items():
            match, since = self._versions.get(viewer, (0, -1))
            if match != telling.match:
                self._recent.pop(viewer, None)
                since = -1
            recent = self._recent.get(viewer)
            if recent is None:
                recent = self._recent[viewer] = deque(maxlen=KEPT)
            elif recent:
                recent[-1].is_followed()
            recent.append(Message(room.id, telling, since, update, deadlines, names))
            self._versions[viewer] = telling.match, update.version

    def after(self, room: Room, viewer: Viewer, match: int, version: int, language: str) -> list[Message] | None:
        """The messages after a version; None if they are gone, or tell more than the viewer may be reminded of."""
        table, recent = room.playing, self._recent.get(viewer, ())
        game = table.game_number
        if match != room.people.matches:
            return None
        if recent and recent[-1].since == version and recent[-1].game == game:
            return [recent[-1]]  # as nearly always; the latest step is never too old to be told
        if version == table.version(viewer):
            return []
        found = list(recent)
        while found and found[0].since != version:
            found.pop(0)
        if not found or any(message.game != game or not message.is_there_in(language) for message in found):
            return None
        return found if found[0].start >= table.game.remembered(viewer) else None
