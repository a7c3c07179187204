"""A room as it stands: what is so, who may do what, and how a step is entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Self

from beute.lessons import Moment, lesson
from beute.play.errors import BeuteError, BrokenRecord, SetupError
from beute.play.hearing import Viewer
from beute.play.record import Record
from beute.server.rooms.clock import Clock
from beute.server.rooms.fold import People, State
from beute.server.rooms.log import Entry, of_match
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.presence import Presence
from beute.server.rooms.step import Notice, Step, Telling
from beute.table import log as match_log
from beute.table.table import Change, QuestionId, StaleAnswer, Table


class NotAllowed(BeuteError):
    """Somebody else's seat, or something only the host may do."""


class Standing:
    """One table on the server, as its log has it. `take` gives what came of all that was done."""

    def __init__(self, id: str, now: float, away_after: float = 60.0) -> None:
        self.id = id
        self.now = now  # of the step that is being made
        self.away_after = away_after  # seconds after which a bot may be seated for who is away
        self.people = People()
        self.presence = Presence((), now)
        self.clock = Clock()
        self.table: Table | None = None
        self.length = 0  # of its log
        self._step = Step()
        self._told = 0, 0  # game and event up to which viewers were told

    @classmethod
    def load(cls, id: str, log: Iterable[tuple[float, Entry]], now: float, away_after: float = 60.0) -> Self:
        """A table as its log has it; BrokenRecord if that cannot be carried out. All clocks start anew."""
        room, match = cls(id, now, away_after), list[match_log.Entry]()
        for number, (at, entry) in enumerate(log):
            if (number == 0) != (entry["entry"] == "created"):
                raise BrokenRecord("a table is created first, and once", "broken_table")
            room.people.carry_out(entry, at)
            room.length += 1
            if entry["entry"] in ("opened", "continued"):
                match = []
            if of_match(entry):
                match.append(entry)  # type: ignore[arg-type]
        if not room.length:
            raise BrokenRecord(f"the table {id} has no entries", "broken_table")
        if match:
            room.table = Table.load(MatchLog(room, match), room.match_name, watched=room.watched)
            room._clock_decided()
            room._told = room._now_told()
            _ = room.lesson  # refuses one whose script has changed since
        return room

    def follow(self, entry: Entry, at: float) -> None:
        """Carry out an entry that another server has stored. `take` then gives what is told of it; a room that refuses
        an entry is not to be used any more."""
        self.now, paused = at, self.people.paused
        self._enter(entry)
        if of_match(entry):
            self._follow_match(entry)  # type: ignore[arg-type]
        elif entry["entry"] == "resumed" and paused is not None:
            self.clock.put_off(at - paused)
        elif entry["entry"] == "time_ran_out":
            self.clock.runs_out(entry["seat"])

    def _follow_match(self, entry: match_log.Entry) -> None:
        if entry["entry"] in ("opened", "continued"):
            self.table = Table.load(MatchLog(self, [entry]), self.match_name, watched=self.watched)
            self.table.tell_from_start()
            self._clock_decided()
            self._told = self._now_told()
            return
        self._told_and_clocked(self.playing.follow(entry), entry["entry"])
        if entry["entry"] == "seated" and entry["bot"] is None:
            self._give_time(entry["seat"])
        if self.playing.game.over:
            self._step.records = self.records

    def take(self) -> Step:
        """What came of all that was done since the last time."""
        step, self._step = self._step, Step()
        self.length += len(step.entries)
        return step

    # ------------------------------------------------------------ what is so

    @property
    def state(self) -> State:
        return self.people.state

    @property
    def match_name(self) -> str:
        """The present match; part of every question, so that none of an earlier match is ever answered."""
        return f"{self.id}.{self.people.matches}"

    @property
    def playing(self) -> Table:
        """The present match; BeuteError if there is none yet."""
        if self.table is None:
            raise BeuteError("the game has not begun yet", "not_begun")
        return self.table

    @property
    def game_number(self) -> int:
        """Of the present game in its match, from 1."""
        return self.playing.game_number

    @property
    def records(self) -> list[Record]:
        """Of the games of the present match that are over, with the secrets of their luck."""
        return [] if self.table is None else [each for each in self.table.match.records() if each.ending is not None]

    @property
    def watched(self) -> bool:
        """Whether somebody is here who sees what a spectator may see: who does not sit at the table."""
        return not self.people.everybody <= {*self.people.seated}

    @property
    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.people.seats) if seat.kind == "open"]

    def viewers(self, person: int) -> list[Viewer]:
        """Whose views a person is shown: their seats', or a spectator's."""
        mine = self.people.seats_of(person)
        if mine and not self.people.reseated:
            return list(mine)
        if person not in self.people.everybody:
            raise NotAllowed("you neither play nor watch at this table: come by its link", "not_at_this_table")
        return [None]

    def asks(self, person: int) -> bool:
        """Whether a person has to decide something."""
        if self.table is None or not self.people.running or self.people.paused is not None:
            return False
        return not {*self.people.seats_of(person)}.isdisjoint(self.table.game.due)

    def away_since(self, person: int) -> float | None:
        return self.presence.away_since(person, self.now)

    @property
    def lesson(self) -> Moment | None:
        """Where the lesson stands that is given here; None if none is, or it was left."""
        table, plan = self.table, self.people.plan
        if not plan.lesson or table is None or not table.scripted:
            return None
        return lesson(plan.game).at(table.game.as_played, self.people.pages)

    @property
    def bots_due(self) -> list[int]:
        """The bots that have to decide now; in a lesson they wait until its pupil has read."""
        table, taught = self.table, self.lesson
        if table is None or not self.people.running or self.people.paused is not None:
            return []
        if taught is not None and taught.waits:
            return []
        return [seat for seat in table.game.due if table.seats[seat].bot is not None]

    @property
    def deadlines(self) -> dict[int, float]:
        """Until when the people who are asked have time."""
        limit, table = self.people.plan.limit, self.table
        if limit is None or table is None or not self.people.running or self.people.paused is not None:
            return {}
        return {seat: self.clock.since(seat) + limit for seat in table.game.due if seat in table.people}

    # ------------------------------------------------------------ inside: who may

    def _check_open(self) -> None:
        if self.people.closed:
            raise BeuteError("this table is closed", "closed_table")

    def _check_goes_on(self) -> None:
        """A match is being played, and now."""
        self._check_open()
        if not self.people.matches:
            raise BeuteError("the game has not begun yet", "not_begun")
        if not self.people.running:
            raise BeuteError("the match is over", "match_is_over")
        if self.people.paused is not None:
            raise BeuteError("the game is paused: resume it first", "paused")

    def check_host(self, person: int) -> None:
        if person != self.people.host:
            raise NotAllowed("only the host of the table may do that", "not_host")

    def _check_in_charge(self, person: int) -> None:
        """The host; or anybody who sits here, once the host has been away for long enough: the game can go on."""
        since = self.away_since(self.people.host)
        if since is None or self.now < since + self.away_after or person not in self.people.seated:
            self.check_host(person)

    def check_seat_of(self, person: int, seat: int) -> None:
        if self._seat(seat).person != person:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat", seat=seat)

    def check_sat(self, person: int, match: int) -> None:
        """Who sat there in a match; of a match of bots its host. They must still belong there."""
        self.viewers(person)
        sat = self.people.sat.get(match) or {self.people.host}
        if person not in sat:
            raise NotAllowed("only who sat there may share the game", "not_sat_there")

    def _check_seated(self, person: int) -> int:
        """The first seat of a person."""
        mine = self.people.seats_of(person)
        if not mine:
            raise NotAllowed("you do not sit at this table", "not_seated")
        return mine[0]

    def _check_person_at(self, seat: int) -> int:
        person = self._seat(seat).person
        if person is None:
            raise BeuteError(f"no person sits at seat {seat}", "not_a_person", seat=seat)
        return person

    def _check_people_of(self, plan: Plan, person: int) -> None:
        """By a plan nobody gets or loses a seat but who makes it."""
        now, then = (
            Counter(seat for seat in seats if seat.person not in (None, person))
            for seats in (self.people.seats, plan.seats)
        )
        if now != then:
            raise SetupError(
                "a plan has a seat for each of the others who sit here, and for nobody else", "other_people"
            )

    def _check_program(self, program: bool) -> None:
        """Where programs are forbidden, whoever comes must be none."""
        if program and self.people.plan.programs == "forbidden":
            raise NotAllowed("programs are forbidden at this table", "programs_forbidden")

    def _check_programs_of(self, plan: Plan) -> None:
        """What sits there is not forbidden, but removed first."""
        sitting = [seat.name for seat in plan.seats if seat.person in self.people.programs]
        if sitting and plan.programs == "forbidden":
            names = ", ".join(sitting)
            raise SetupError(f"programs cannot be forbidden: {names} sits there", "program_sits_there", names=names)

    def _seat(self, seat: int) -> RoomSeat:
        if seat not in range(len(self.people.seats)):
            most = len(self.people.seats) - 1
            raise BeuteError(
                f"there is no seat {seat}: seats go from 0 to {most}", "unknown_seat", seat=seat, most=most
            )
        return self.people.seats[seat]

    def _question_id(self, seat: int, question: str) -> QuestionId:
        """`1.5` is question 5 of match 1."""
        match, _, n = question.partition(".")
        if not all(number.isascii() and number.isdecimal() and len(number) < 10 for number in (match, n)):
            raise StaleAnswer(f"{question!r:.40} is not a question: it is like 1.5", "no_question")
        if int(match) != self.people.matches:
            message = f"that was asked in match {match}, and this is match {self.people.matches}"
            raise StaleAnswer(message, "other_match", match=int(match), now=self.people.matches)
        return QuestionId(self.match_name, seat, int(n))

    def _check_for_others(self) -> None:
        """A lesson is for its pupil alone."""
        if self.people.plan.lesson:
            raise NotAllowed("this table is for one pupil alone", "lesson_alone")

    def _check_not_brought(self) -> None:
        """Who brought the match in a file may have read there what chance will do."""
        if self.people.brought:
            message = "this match came from a file, so nobody else plays in it; offer a rematch after it"
            raise NotAllowed(message, "brought_alone")

    def _check_lesson_asks(self, seat: int, word: str) -> None:
        """In a lesson only what it asks for is played."""
        taught = self.lesson
        if taught is None or (seat in self.playing.game.due and word in taught.words(seat)):
            return
        if taught.waits:
            raise BeuteError("the lesson wants to be read first", "lesson_unread")
        asks = list(taught.words(seat))
        message = f"the lesson asks for {' or '.join(asks) or 'nothing'} now: leave it to play as you like"
        raise BeuteError(message, "lesson_asks_other", asks=asks)

    # ------------------------------------------------------------ inside: steps

    def _enter(self, entry: Entry) -> None:
        self.people.carry_out(entry, self.now)
        self._step.entries.append(entry)
        if self.table is not None and not of_match(entry) and self.watched:
            self.table.expect_spectators()

    def _note_program(self, person: int, program: bool) -> None:
        """Once, when it comes: from then on all are told."""
        if program and person not in self.people.programs:
            self._enter({"entry": "program", "person": person})

    def _tell(self, code: str, seat: int | None = None, name: str | None = None) -> None:
        if seat is not None and name is None:
            name = self.people.seats[seat].name or None
        self._step.notices.append(Notice(code, seat, name))

    def _after(self, change: Change) -> None:
        """A step of the match was made, the latest entry."""
        kind = self._step.entries[-1]["entry"]
        self._told_and_clocked(change, kind)
        if kind in ("played", "next_game"):
            self._look_for_end()

    def _told_and_clocked(self, change: Change, kind: str) -> None:
        """No clock starts anew for a refused try (RB-6)."""
        self._tell_viewers(change)
        if kind == "undone":
            self.clock.taken_back(self.playing.game, self.now)
        elif kind in ("played", "next_game"):
            self._clock_decided()

    def _give_time(self, seat: int) -> None:
        """To a person who is back, if theirs was up."""
        if self.deadlines.get(seat, self.now + 1) <= self.now:
            self.clock.start_anew(seat, self.now)

    def _look_for_end(self) -> None:
        """Of each game the record is kept as soon as it is over: its secret tells nothing of the next one's luck."""
        match = self.playing.match
        if match.game.over:
            self._step.records = self.records
        if match.over:
            self._enter({"entry": "finished", "points": match.points, "winners": match.winners or []})
            self._tell("finished")

    def _tell_viewers(self, change: Change) -> None:
        (told_game, told), (game, length) = self._told, self._now_told()
        start = min(told, length) if told_game == game else 0
        self._step.tellings.append(Telling(self.people.matches, game, start, change.updates))
        self._told = game, length

    def _now_told(self) -> tuple[int, int]:
        table = self.playing
        return table.game_number, table.game.length

    def _clock_decided(self) -> None:
        """A pause, if there is one, is added when it ends."""
        if self.people.plan.limit is None:
            return
        now = self.now if self.people.paused is None else self.people.paused
        self.clock.decided(self.playing.game, self.game_number, now)

    def entries_of_match(self, entries: Sequence[match_log.Entry]) -> None:
        for entry in entries:
            self._enter(entry)


class MatchLog:
    """The store of a room's match: its entries become some of the room's."""

    def __init__(self, room: Standing, entries: list[match_log.Entry]) -> None:
        self._room = room
        self._entries = entries

    def load(self, table: str) -> list[match_log.Entry]:
        return list(self._entries)

    def append(self, table: str, after: int, entries: Sequence[match_log.Entry]) -> None:
        self._room.entries_of_match(entries)

    def finish(self, table: str, records: Sequence[Record]) -> None:
        pass  # the room keeps the record of each game
