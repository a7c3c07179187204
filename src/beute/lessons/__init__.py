"""First lessons: a short guided game for each of the games, with luck and opponents that follow a script.

A lesson is data (`sneaky.toml` and so on): the events of a record before it, then steps with the events that happen in
them, the pupil's among them. So where a lesson stands follows from what was played, and the real rules carry it out.
What is said at each step is in `[lesson]` of the game's texts. Another package's game brings `lesson.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any, Final

from beute import games
from beute.play.errors import BrokenRecord, SetupError

OWN: Final = "lesson"  # of another package
PUPIL: Final = 0  # the pupil's seat
CHANCE: Final = "*"


@dataclass(frozen=True)
class Step:
    """What is taught at once: with what the pupil does in it, or only to be read. Then others and chance go on."""

    name: str
    clause: str
    events: tuple[str, ...] = ()

    @property
    def reading(self) -> bool:
        """Whether there is nothing to do but to read: what happens in it waits until that is done."""
        return not any(_actor(event) == str(PUPIL) for event in self.events)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game: who sits there, what happened before it, and its steps."""

    game: str
    opponents: tuple[str, ...]
    options: Mapping[str, Any]
    before: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def chance(self) -> list[str]:
        """What chance does in the steps."""
        return [_word(event) for step in self.steps for event in step.events if _actor(event) == CHANCE]

    def at(self, played: Sequence[str], pages: int) -> Moment:
        """Where the lesson stands after these events of the game, so many steps being read that are only read."""
        left = self._left(played)
        for number, step in enumerate(self.steps):
            pages -= step.reading
            unread = step.reading and pages < 0
            if left[number] or unread:
                return Moment(self, number, tuple(left[number]), unread)
        return Moment(self, len(self.steps), (), unread=False)

    def _left(self, played: Sequence[str]) -> list[list[str]]:
        """What of each step has not happened yet. Who chooses at the same time does so in any order."""
        left = [list(step.events) for step in self.steps]
        for number, event in enumerate(played[len(self.before) :], start=len(self.before)):
            present = next((events for events in left if events), [])
            if event not in present:
                raise BrokenRecord(f"{event!r:.60} does not happen now in this lesson", "broken_table", number)
            present.remove(event)
        return left


@dataclass(frozen=True)
class Moment:
    """Where a lesson stands: at which step, what is left to happen in it, and whether it waits to be read."""

    lesson: Lesson
    step: int
    left: tuple[str, ...]
    unread: bool

    @property
    def over(self) -> bool:
        return self.step == len(self.lesson.steps)

    @property
    def waits(self) -> bool:
        """Whether nothing goes on until the pupil has read."""
        return self.unread or self.over

    def words(self, seat: int) -> tuple[str, ...]:
        """What a seat plays next: several words if their order does not matter, as of dice that are placed."""
        if self.waits:
            return ()
        own = [event for event in _until_chance_after(seat, self.left) if _actor(event) == str(seat)]
        return tuple(_word(event) for event in takewhile(lambda event: _verb(event) == _verb(own[0]), own))


def has_lesson(game: str) -> bool:
    return games.is_there(game) and games.file_beside(game, __name__, own=OWN) is not None


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game; SetupError if that of another package cannot be read."""
    try:
        data = games.data_beside(game, __name__, own=OWN) or {}
        steps = tuple(Step(each["name"], each["clause"], tuple(each.get("events", ()))) for each in data["steps"])
        return Lesson(game, tuple(data["opponents"]), data.get("options", {}), tuple(data["before"]), steps)
    except (games.UnusableGame, KeyError, TypeError) as error:
        why = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise SetupError(f"the lesson of {game!r} cannot be given: {why}", "unusable_game", game=game) from error


def _until_chance_after(seat: int, events: Sequence[str]) -> Iterable[str]:
    """The events up to the first one of chance after one of the seat."""
    begun = False
    for event in events:
        if begun and _actor(event) == CHANCE:
            return
        begun = begun or _actor(event) == str(seat)
        yield event


def _actor(event: str) -> str:
    return event.partition(" ")[0]


def _word(event: str) -> str:
    return event.partition(" ")[2]


def _verb(event: str) -> str:
    return _word(event).partition(" ")[0]
