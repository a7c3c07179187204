"""Tables for tests with the log that a server would have stored, and a clock that tests move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
import pytest

from beute.games.views import offered
from beute.play.errors import BeuteError
from beute.server.rooms.log import Entry, checked
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.room import Room
from beute.server.rooms.step import Notice, Step

R = TypeVar("R")

ADA, BO, CY, DI = range(1, 5)  # people
NAMES = {ADA: "Ada", BO: "Bo", CY: "Cy", DI: "Di"}
START = 1_000_000.0


def seat(said: str) -> RoomSeat:
    """`Ada`, `Ada:Eva` (Eva at Ada's device), `open`, or the name of a bot."""
    who, _, name = said.partition(":")
    person = next((person for person, known in NAMES.items() if known == who), None)
    if person is not None:
        return RoomSeat("person", name or who, person)
    return RoomSeat("open") if said == "open" else RoomSeat("bot", bot=said)


def plan(*seats: str, game: str = "sneaky", **more: Any) -> Plan:
    return Plan(game, more.pop("options", {}), tuple(map(seat, seats)), **more)


class Sitting:
    """A room; each step is stored as JSON, and what was told is kept."""

    def __init__(self, plan: Plan, host: int = ADA, start: bool = True) -> None:
        self.now = START
        self.log: list[tuple[float, bytes]] = []
        self.notices: list[Notice] = []
        self.room = Room.create("t", plan, host, "link", self.now)
        self._keep(self.room.take())
        if start:
            self.do(Room.start, host)

    def do(self, act: Callable[..., R], *args: Any) -> R:
        """A step, `seconds` of which may have passed since the last: `sitting.do(Room.pause, ADA)`."""
        self.room.now = self.now
        try:
            result = act(self.room, *args)
        except BaseException:
            if self.room.take().entries:  # as a server does with a step that was not made to its end
                self.room = self.loaded()
            raise
        self._keep(self.room.take())
        return result

    def refused(self, code: str, act: Callable[..., object], *args: Any) -> BeuteError:
        """A step that is refused, and changes nothing."""
        self.room.now = self.now
        with pytest.raises(BeuteError) as caught:
            act(self.room, *args)
        assert caught.value.code == code, caught.value
        assert not self.room.take().entries
        return caught.value

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.room.now = self.now

    def loaded(self) -> Room:
        """The table as a server would find it."""
        entries: list[tuple[float, Entry]] = [
            (at, checked(orjson.loads(line), number)) for number, (at, line) in enumerate(self.log)
        ]
        return Room.load("t", entries, self.now)

    @property
    def told(self) -> list[str]:
        """The codes of all notices since the last time."""
        found, self.notices = [notice.code for notice in self.notices], []
        return found

    def _keep(self, step: Step) -> None:
        for entry in step.entries:
            line = orjson.dumps(entry)
            assert checked(orjson.loads(line), len(self.log)) == entry
            self.log.append((self.now, line))
        self.notices += step.notices
        assert self.room.length == len(self.log)

    # ------------------------------------------------------------ playing

    @property
    def kinds(self) -> list[str]:
        """Of the entries of the log."""
        return [orjson.loads(line)["entry"] for _, line in self.log]

    @property
    def seats(self) -> list[str]:
        """The names, with a * for bots."""
        return [f"{seat.name}*" if seat.bot else seat.name for seat in self.room.people.seats]

    def words(self, seat: int) -> list[str]:
        """What a seat may answer."""
        return offered(self.room.playing.view(seat)["choices"])

    def question(self, seat: int) -> str:
        return f"{self.room.people.matches}.{self.room.playing.question_id(seat).n}"

    def answer(self, seat: int, word: str | None = None) -> None:
        """Its person answers, by default the first that is offered."""
        person = self.room.people.seats[seat].person
        assert person is not None
        self.do(Room.answer, person, seat, self.question(seat), self.words(seat)[0] if word is None else word)

    def let_bots_play(self, luck: random.Random) -> None:
        """Each bot that is asked plays at random."""
        due, game = self.room.bots_due, self.room.playing.game
        words = [(seat, self.room.task(seat)[1], luck.choice(game.legal_for(seat))) for seat in due]
        self.do(Room.bots_answer, words)

    def play(self, seed: int = 0, until: Callable[[Room], bool] | None = None) -> None:
        """All play at random until the match is over or paused, or it is so."""
        luck = random.Random(seed)
        while self.room.people.running and self.room.people.paused is None and not (until and until(self.room)):
            if self.room.bots_due:
                self.let_bots_play(luck)
            elif self.room.playing.game.over:
                self.do(Room.next_game, self.room.people.host, self.room.game_number)
            else:
                seat = luck.choice(self.room.playing.game.due)
                self.answer(seat, luck.choice(self.words(seat)))
