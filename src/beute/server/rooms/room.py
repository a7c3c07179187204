"""What people do at a table: sit down, play, leave and return, offer a rematch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from beute import bots
from beute.bots import Task
from beute.bots.entrants import Entrant
from beute.lessons import Moment, lesson
from beute.play.errors import BeuteError
from beute.server.rooms.fold import entry_of
from beute.server.rooms.log import Why
from beute.server.rooms.plan import Plan, RoomSeat, checked, free_thief, names_of, with_names
from beute.server.rooms.standing import MatchLog, NotAllowed, Standing
from beute.table.fold import Fold
from beute.table.log import Entry as MatchEntry
from beute.table.seats import Seat, check_seats
from beute.table.table import QuestionId, StaleAnswer, Table, Update

MOST_OFFERS: Final = 3  # rematches that one person may offer after a match
MOST_PAUSES: Final = 10  # of one person in a match
MOST_WATCHERS: Final = 100
WHY_TOLD: Final = {"left": "left", "away": "stood_in", "removed": "removed"}  # why a bot sits there, as it is told


class Room(Standing):
    """What people do at a table. Each method checks who may do it, and changes the room."""

    @classmethod
    def create(
        cls, id: str, plan: Plan, host: int, link: str, now: float, away_after: float = 60.0, program: bool = False
    ) -> Room:
        """A new table, of a person or a program."""
        room = cls(id, now, away_after)
        room._enter({"entry": "created", "host": host, "link": link, "plan": entry_of(checked(plan))})
        room._note_program(host, program)
        room._check_programs_of(plan)
        return room

    @classmethod
    def bring(
        cls,
        id: str,
        entries: Sequence[MatchEntry],
        fold: Fold,
        host: int,
        link: str,
        now: float,
        away_after: float = 60.0,
        program: bool = False,
    ) -> Room:
        """A table that goes on from the log of a match in a file, which folds to this: seats, luck and all as there."""
        setup = fold.match.setup
        seats = tuple(
            RoomSeat("person", seat.name, host) if seat.bot is None else RoomSeat("bot", seat.name, bot=seat.bot)
            for seat in fold.seats
        )
        plan = Plan(setup.game, dict(setup.chosen), seats, brought=True)
        room = cls.create(id, plan, host, link, now, away_after, program)
        log = MatchLog(room, list(entries))
        room.entries_of_match(entries)
        room.table = Table.load(log, room.match_name, watched=room.watched)
        room.table.tell_from_start()
        room._clock_decided()
        room._told = room._now_told()
        return room

    def take_along(self, person: int) -> list[MatchEntry]:
        """The log of the match, for a person who plays alone against bots, or at one device with others: with it they
        go on elsewhere, and nothing more is played here. Said again it is given again."""
        self.check_host(person)
        self._check_for_others()
        table = self.playing
        if table.match.over:
            raise BeuteError("the match is over: its records can be downloaded", "match_is_over")
        if {*self.people.seated, *self.people.returning} - {person}:
            raise NotAllowed("others play at this table: only who plays alone takes it along", "others_play")
        if not self.people.closed:
            self._enter({"entry": "closed"})
            self._tell("closed")
        return list(table.entries)

    # ------------------------------------------------------------ before a match

    def arrange(self, person: int, plan: Plan) -> None:
        """Another plan, while nobody plays."""
        self._check_in_charge(person)
        self._check_open()
        if self.people.running:
            raise BeuteError("a match is being played: it can be arranged anew after it", "match_goes_on")
        self._check_people_of(plan, person)
        self._check_programs_of(plan)
        self._enter({"entry": "arranged", "plan": entry_of(checked(plan))})
        self._tell("arranged")

    def join(self, person: int, name: str, seat: int | None = None, program: bool = False) -> int:
        """Sit down on an open seat, the first by default; who sits there already stays, who left returns."""
        self._check_open()
        self._check_program(program)
        if seat is None and person in self.people.returning:
            self.come_back(person)
        mine = self.people.seats_of(person)
        if mine and seat is None:
            return mine[0]
        self._check_for_others()
        self._check_not_brought()
        if seat is None:
            seat = next(iter(self.open_seats), None)
        if seat is None or seat not in self.open_seats:
            where = "every seat is" if seat is None else f"seat {seat} is"
            raise BeuteError(f"{where} taken; you may watch", "seat_taken", seat=seat)
        bots = [other.name for other in self.people.seats if other.kind == "bot"]
        others = [other for other in names_of(self.people.seats) if other not in bots]
        check_seats([Seat(other) for other in (*others, name)], self.people.plan.game)
        self._note_program(person, program)
        self._enter({"entry": "joined", "seat": seat, "person": person, "name": name})
        if name in bots:
            self._rename_bot(name)
        self._take_host_over(person)
        self._tell("joined", seat)
        return seat

    def _rename_bot(self, name: str) -> None:
        """A bot gives way to a person who has its name."""
        seats = [
            replace(seat, name="") if seat.kind == "bot" and seat.name == name else seat for seat in self.people.seats
        ]
        self._enter({"entry": "arranged", "plan": entry_of(replace(self.people.plan, seats=with_names(seats)))})

    def watch(self, person: int, program: bool = False) -> None:
        """Come by the link to watch."""
        self._check_open()
        self._check_program(program)
        if person in self.people.everybody:
            return
        self._check_for_others()
        if len(self.people.watchers) >= MOST_WATCHERS:
            raise BeuteError(f"{MOST_WATCHERS} people watch already", "too_many_watchers", most=MOST_WATCHERS)
        self._note_program(person, program)
        self._enter({"entry": "watching", "person": person})

    def start(self, person: int) -> None:
        """Begin the first match."""
        self._check_in_charge(person)
        self._check_open()
        if self.people.matches:
            raise BeuteError("the game has begun already: offer a rematch after it", "begun_already")
        self._open_match()

    def _open_match(self) -> None:
        plan, seats = self.people.plan, self.people.seats
        _check_taken(seats)
        sitting = [Seat(seat.name, seat.bot) for seat in seats]
        name = f"{self.id}.{self.people.matches + 1}"
        script = lesson(plan.game).chance if plan.lesson else ()
        self.table = Table.open(
            MatchLog(self, []),
            name,
            plan.game,
            sitting,
            plan.options,
            watched=self.watched,
            events=plan.events,
            script=script,
        )
        self._clock_decided()
        self._told = self._now_told()
        self._tell("started")
        self._look_for_end()

    # ------------------------------------------------------------ playing

    def answer(self, person: int, seat: int, question: str, word: str) -> Update | None:
        """Answer a question of one's own seat; what its person is told. Raises StaleAnswer for any other question."""
        self.check_seat_of(person, seat)
        asked = self._question_id(seat, question)
        table = self.playing
        if asked == table.question_id(seat):  # what was answered before is told so, even if the match is over
            self._check_goes_on()
            self._check_lesson_asks(seat, word)
        change = table.answer(asked, word)
        self._after(change)
        return change.updates.get(seat)

    def bots_answer(self, answers: Iterable[tuple[int, QuestionId, str]]) -> None:
        """Words of bots, of each that is still asked that question."""
        for seat, question, word in answers:
            if seat in self.bots_due and self.playing.question_id(seat) == question:
                self._after(self.playing.bot_plays(seat, word))

    def scripted(self, seat: int) -> str | None:
        """What a bot plays in a lesson, without thinking."""
        taught = self.lesson
        return None if taught is None else next(iter(taught.words(seat)), None)

    def time_runs_out(self, seat: int, question: QuestionId, word: str) -> None:
        """A bot decides for a person, once; unless they have answered meanwhile."""
        deadline = self.deadlines.get(seat)
        if deadline is None or deadline > self.now or self.playing.question_id(seat) != question:
            return
        if self.clock.runs_out(seat):  # told once: the others must not count what a bot lays face down
            self._enter({"entry": "time_ran_out", "seat": seat})
            self._tell("time_ran_out", seat)
        self._after(self.playing.bot_plays(seat, word))

    def task(self, seat: int) -> tuple[str, QuestionId, Task]:
        """What a bot has to think about at a seat: its own, or the one that stands in for a person."""
        table = self.playing
        bot = table.seats[seat].bot or self.people.plan.stand_in
        return bot, table.question_id(seat), bots.task(table.game, seat, Entrant.read(bot).budget)

    def undo(self, person: int, seat: int, version: int) -> None:
        """Take back the latest decision, as long as nothing has happened since the person saw that it can be."""
        self.check_seat_of(person, seat)
        self._check_goes_on()
        now = self.playing.version(seat)
        if version != now:
            raise StaleAnswer(f"version {version} is not the latest any more: that is {now}", "stale_undo")
        self._after(self.playing.undo(seat))

    def next_game(self, person: int, game: int) -> None:
        """Begin the next game of the match, after game number `game`; said twice, it begins once."""
        if person != self.people.host:
            self._check_seated(person)
        now = self.game_number
        if game == now - 1:
            return
        self._check_goes_on()
        if game != now:
            raise StaleAnswer(f"game {game} is not the present one: that is {now}", "other_game", game=game, now=now)
        self._after(self.playing.next_game())

    def turn_page(self, person: int, step: int) -> None:
        """The pupil has read a step of the lesson; said twice, it counts once."""
        self._check_seated(person)
        taught = self._taught()
        if taught.unread and taught.step == step:
            self._enter({"entry": "read"})

    def leave_lesson(self, person: int) -> None:
        """From now on this is a game like any other, with luck of its own."""
        self._check_seated(person)
        self._taught()
        self._after(self.playing.end_script())

    def _taught(self) -> Moment:
        taught = self.lesson
        if taught is None:
            raise BeuteError("no lesson is given at this table, or it was left", "no_lesson")
        return taught

    def pause(self, person: int) -> None:
        seat = self._check_seated(person)
        self._check_goes_on()
        if self.people.pauses[person] >= MOST_PAUSES:
            raise BeuteError(f"you have paused this match {MOST_PAUSES} times", "too_many_pauses", most=MOST_PAUSES)
        self._enter({"entry": "paused", "person": person})
        self._tell("paused", seat)

    def resume(self, person: int) -> None:
        """Any of those who play may, so that nobody can keep the others waiting."""
        seat = self._check_seated(person)
        if self.people.paused is None:
            raise BeuteError("the game is not paused", "not_paused")
        self.clock.put_off(self.now - self.people.paused)
        self._enter({"entry": "resumed", "person": person})
        self._tell("resumed", seat)

    # ------------------------------------------------------------ leaving, returning, standing in

    def leave(self, person: int) -> None:
        """Stand up: bots take over, and the host's rights pass on. Who does not sit there any more leaves for good."""
        mine = self.people.seats_of(person)
        if not mine and person not in self.people.everybody:
            raise NotAllowed("you are not at this table", "not_at_this_table")
        if not mine:
            self._enter({"entry": "gone", "person": person})
        self._stand_up(person, mine)

    def forget(self, person: int) -> None:
        """Somebody who is deleted leaves, and their name with them."""
        self.leave(person)
        if person in self.people.returning or person in self.people.watchers:
            self._enter({"entry": "gone", "person": person})

    def come_back(self, person: int) -> None:
        """Sit down again where a bot stood in."""
        self._check_open()
        self._check_program(person in self.people.programs)
        seats = [number for number, seat in enumerate(self.people.seats) if seat.away == person]
        if not seats:
            raise NotAllowed("no bot stands in for you here", "nothing_to_return_to")
        for seat in seats:
            name = self.people.seats[seat].away_name
            self._enter({"entry": "returned", "seat": seat})
            if self.people.running:
                self._after(self.playing.sit(seat, Seat(name)))
                self._give_time(seat)
            self._tell("returned", seat)
        self._take_host_over(person)

    def seat_bot(self, person: int, seat: int) -> None:
        """A bot sits down in one's own place; the host seats one also on an open seat, or for somebody who is away."""
        self._check_open()
        there = self._seat(seat)
        if there.person == person:
            self._stand_up(person, [seat])
            return
        self._check_in_charge(person)
        if there.kind == "bot":
            raise BeuteError(f"a bot sits at seat {seat} already", "bot_sits_there", seat=seat, name=there.name)
        if there.person is None:
            plan, bot = self.people.plan, RoomSeat("bot", bot=self.people.plan.stand_in)
            seats = [bot if number == seat else other for number, other in enumerate(self.people.seats)]
            self.arrange(person, replace(plan, seats=tuple(seats)))
            return
        self._check_away(there.person, there.name)
        self._replace(seat, "away")

    def _check_away(self, person: int, name: str) -> None:
        since = self.away_since(person)
        if since is None:
            raise BeuteError(f"{name} is here", "is_here", name=name)
        wait = since + self.away_after - self.now
        if wait > 0:
            seconds = ceil(wait)
            message = f"{name} has been away only for a moment: try again in {seconds} s"
            raise BeuteError(message, "away_too_short", name=name, seconds=seconds)

    def remove(self, person: int, seat: int) -> None:
        """The host removes a person, who is told; bots sit down, and they cannot return by themselves."""
        self.check_host(person)
        self._check_open()
        there = self._check_person_at(seat)
        if there == person:
            raise BeuteError("you cannot remove yourself: leave instead", "own_seat", seat=seat)
        for each in self.people.seats_of(there):
            self._replace(each, "removed")

    def hand_over(self, seat: int, giver: int, taker: int, program: bool = False) -> None:
        """A seat goes to another browser, or to a program."""
        self.check_seat_of(giver, seat)
        self._check_open()
        if taker != giver:
            self._check_not_brought()
        self._check_program(program)
        self._note_program(taker, program)
        self._enter({"entry": "handed", "seat": seat, "person": taker})
        if giver == self.people.host and not self.people.seats_of(giver):
            self._enter({"entry": "host", "person": taker})
        self._tell("handed", seat)

    def hand_host_on(self, person: int, seat: int) -> None:
        """The host names another."""
        self.check_host(person)
        self._enter({"entry": "host", "person": self._check_person_at(seat)})
        self._tell("host", seat)

    def renew_link(self, person: int, link: str) -> None:
        """A new link; who only watched by the old one no longer does."""
        self.check_host(person)
        self._check_open()
        self._enter({"entry": "link", "link": link})
        self._tell("link")

    def close(self, person: int) -> None:
        """Nothing more is played here."""
        self.check_host(person)
        self._check_open()
        self._enter({"entry": "closed"})
        self._tell("closed")

    def _stand_up(self, person: int, seats: Iterable[int]) -> None:
        for seat in seats:
            self._replace(seat, "left")
        if person == self.people.host and not self.people.seats_of(person):
            self._pass_host(person)

    def _replace(self, seat: int, why: Why) -> None:
        before, name = self.people.seats[seat].name, free_thief(self.people.seats)
        self._enter({"entry": "replaced", "seat": seat, "why": why, "name": name})
        if self.people.running:
            self._after(self.playing.sit(seat, Seat(name, self.people.plan.stand_in)))
        self._tell(WHY_TOLD[why], seat, before)

    def _pass_host(self, person: int) -> None:
        """To who is here, else to who sits there."""
        others = [other for other in self.people.seated if other != person]
        heir = next((other for other in others if self.presence.here(other)), next(iter(others), None))
        if heir is not None:
            self._make_host(heir)

    def _take_host_over(self, person: int) -> None:
        """Who sits down at a table that its host has left, with nobody there, becomes its host."""
        if self.people.host_left:
            self._make_host(person)

    def _make_host(self, person: int) -> None:
        self._enter({"entry": "host", "person": person})
        self._tell("host", self.people.seats_of(person)[0])

    # ------------------------------------------------------------ rematch

    def offer(self, person: int, plan: Plan) -> None:
        """Offer another match, with other settings if wanted; it begins when all people who sit there want it."""
        seat = self._check_seated(person)
        self._check_open()
        if self.people.running or not self.people.matches:
            raise BeuteError("a rematch can be offered once the match is over", "no_rematch_yet")
        if self.people.offer is not None:
            raise BeuteError("a rematch is offered already: accept or decline it", "offered_already")
        if self.people.offers[person] >= MOST_OFFERS:
            raise BeuteError(f"you have offered {MOST_OFFERS} rematches already", "too_many_offers", most=MOST_OFFERS)
        _check_taken(plan.seats)
        self._check_people_of(plan, person)
        self._check_programs_of(plan)
        self._enter({"entry": "offered", "person": person, "plan": entry_of(checked(plan))})
        self._tell("offered", seat)
        self._begin_if_all_want_it()

    def accept(self, person: int) -> None:
        seat = self._check_seated(person)
        if self.people.offer is None:
            raise BeuteError("no rematch is offered", "nothing_offered")
        if person not in self.people.offer.accepted:
            self._enter({"entry": "accepted", "person": person})
            self._tell("accepted", seat)
        self._begin_if_all_want_it()

    def decline(self, person: int) -> None:
        seat = self._check_seated(person)
        if self.people.offer is None:
            raise BeuteError("no rematch is offered", "nothing_offered")
        self._enter({"entry": "declined", "person": person})
        self._tell("declined", seat)

    def _begin_if_all_want_it(self) -> None:
        offer = self.people.offer
        if offer is not None and {seat.person for seat in offer.plan.seats} - {None} <= offer.accepted:
            self._enter({"entry": "arranged", "plan": entry_of(offer.plan)})
            self._open_match()


def _check_taken(seats: Sequence[RoomSeat]) -> None:
    """Nobody begins with an open seat."""
    number = sum(seat.kind == "open" for seat in seats)
    if number:
        message = f"{number} seat{'s are' if number > 1 else ' is'} still open: wait, or seat bots there"
        raise BeuteError(message, "open_seats", number=number)
