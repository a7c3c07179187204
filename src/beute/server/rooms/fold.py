"""What the entries about the people fold to: plan, seats, host, link, who watches, pauses, offers, the series."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from beute.play.errors import BrokenRecord
from beute.server.rooms.log import Entry, PlanEntry, RoomEntry, Why, of_match
from beute.server.rooms.plan import Plan, RoomSeat

State: TypeAlias = Literal["waiting", "playing", "over", "closed"]
SEATING: Final = frozenset({"arranged", "joined", "replaced", "returned", "handed"})  # after these an offer is void


class Offer(NamedTuple):
    """A rematch that somebody offers, and who wants it."""

    by: int
    plan: Plan
    accepted: frozenset[int]


class People:
    """The people round a table."""

    plan: Plan

    def __init__(self) -> None:
        self.seats: list[RoomSeat] = []
        self.host = 0
        self.host_left = False  # with nobody there to hand the host's rights to
        self.created = 0.0
        self.link = ""
        self.watchers: set[int] = set()
        self.programs: set[int] = set()  # of all who ever came here
        self.paused: float | None = None  # since when
        self.closed = False
        self.offer: Offer | None = None
        self.offers: Counter[int] = Counter()  # of each person since the latest match began
        self.pauses: Counter[int] = Counter()  # likewise
        self.matches = 0
        self.sat: defaultdict[int, set[int]] = defaultdict(set)  # the people who sat there, by match
        self.running = False  # whether a match is being played
        self.pages = 0  # steps of a lesson that were read
        self.brought = False  # whether the present match comes from a file
        self.reseated = False  # whether people sit elsewhere than in the latest match, which is over

    @property
    def state(self) -> State:
        if self.closed:
            return "closed"
        if self.running:
            return "playing"
        return "over" if self.matches else "waiting"

    @property
    def seated(self) -> list[int]:
        """The people who sit there, in the order of seats, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))

    @property
    def returning(self) -> set[int]:
        """Those for whom a bot stands in."""
        return {seat.away for seat in self.seats if seat.away is not None}

    @property
    def everybody(self) -> set[int]:
        """All who may look at the table."""
        return {*self.seated, *self.returning, *self.watchers, self.host}

    def seats_of(self, person: int) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    # ------------------------------------------------------------ entries

    def carry_out(self, entry: Entry, at: float) -> None:
        if of_match(entry):
            if entry["entry"] in ("opened", "continued"):
                self._opened()
        else:
            self._change(entry, at)  # type: ignore[arg-type]

    def _opened(self) -> None:
        self.matches += 1
        self.running = True
        self.sat[self.matches].update(self.seated)
        self.reseated = False
        self.offer = None
        self.offers.clear()
        self.pauses.clear()
        self.plan = replace(self.plan, events=None)  # only the first match goes on from somewhere
        self.brought = self.plan.brought
        self.plan = replace(self.plan, brought=False)

    def _change(self, entry: RoomEntry, at: float) -> None:
        self._carry_out(entry, at)
        if entry["entry"] in SEATING:
            self.offer = None
        if self.host in self.seated:
            self.host_left = False
        if self.running:
            self.sat[self.matches].update(self.seated)

    def _carry_out(self, entry: RoomEntry, at: float) -> None:
        match entry["entry"]:
            case "created":
                self.host, self.link, self.created = entry["host"], entry["link"], at
                self._arrange(entry["plan"])
            case "arranged":
                self._arrange(entry["plan"])
            case "joined":
                self._seat(entry["seat"], kind="person", name=entry["name"], person=entry["person"])
                self.watchers.discard(entry["person"])
            case "replaced":
                self._replace(entry["seat"], entry["name"], entry["why"])
            case "returned":
                seat = self._at(entry["seat"])
                back = {"kind": "person", "name": seat.away_name, "person": seat.away}
                self._seat(entry["seat"], **back, bot=None, away=None, away_name="")
            case "handed":
                self._seat(entry["seat"], person=entry["person"])
                self.watchers.discard(entry["person"])
            case "watching":
                self.watchers.add(entry["person"])
            case "program":
                self.programs.add(entry["person"])
            case "gone":
                self.watchers.discard(entry["person"])
                self.host_left = self.host_left or entry["person"] == self.host
                for number, seat in enumerate(self.seats):
                    if seat.away == entry["person"]:
                        self._seat(number, away=None, away_name="")
            case "host":
                self.host, self.host_left = entry["person"], False
            case "link":
                self.link = entry["link"]
                self.watchers.clear()
            case "paused":
                self.paused = at
                self.pauses[entry["person"]] += 1
            case "resumed":
                self.paused = None
            case "offered":
                plan = plan_of(entry["plan"])
                self.offers[entry["person"]] += 1
                self.offer = Offer(entry["person"], plan, frozenset({entry["person"]}))
            case "accepted":
                if self.offer is not None:
                    self.offer = self.offer._replace(accepted=self.offer.accepted | {entry["person"]})
            case "declined":
                self.offer = None
            case "finished":
                self.running = False
                for number, seat in enumerate(self.seats):
                    won = seat.won + (number in entry["winners"])
                    self.seats[number] = replace(seat, won=won, points=seat.points + entry["points"][number])
            case "closed":
                self.closed, self.running = True, False
                self.paused = self.offer = None
            case "read":
                self.pages += 1
            case "time_ran_out":
                pass  # the decision that a bot takes follows

    def _arrange(self, entry: PlanEntry) -> None:
        plan, before = plan_of(entry), [seat.person for seat in self.seats]
        if self.seats and plan.game != self.plan.game:  # points of different games cannot be added
            plan = replace(plan, seats=tuple(replace(seat, points=0) for seat in plan.seats))
        if plan.programs == "forbidden":
            self.watchers -= self.programs
            plan = replace(plan, seats=tuple(map(self._for_people, plan.seats)))
        self.plan, self.seats = plan, list(plan.seats)
        if self.matches and [seat.person for seat in self.seats] != before:
            self.reseated = True

    def _for_people(self, seat: RoomSeat) -> RoomSeat:
        """A program for which a bot stands in does not come back."""
        return replace(seat, away=None, away_name="") if seat.away in self.programs else seat

    def _replace(self, number: int, name: str, why: Why) -> None:
        """A bot sits down, or nobody. Who leaves after a match still may look at what was played."""
        seat = self._at(number)
        away, away_name = (None, "") if why == "removed" else (seat.person, seat.name)
        if self.running or why == "away":
            bot = self.plan.stand_in
            self._seat(number, kind="bot", name=name, person=None, bot=bot, away=away, away_name=away_name)
        else:
            self.seats[number] = RoomSeat("open")
            if self.matches and away is not None and away not in self.seated:
                self.watchers.add(away)
        if why == "left" and seat.person == self.host and self.host not in self.seated:
            self.host_left = True

    def _at(self, seat: int) -> RoomSeat:
        if seat not in range(len(self.seats)):
            raise BrokenRecord(f"there is no seat {seat}", "broken_table")
        return self.seats[seat]

    def _seat(self, number: int, **changes: Any) -> None:
        self.seats[number] = replace(self._at(number), **changes)


def plan_of(entry: PlanEntry) -> Plan:
    """A plan as the log has it."""
    events = entry["events"]
    seats = tuple(RoomSeat(**seat) for seat in entry["seats"])
    given = None if events is None else tuple(events)
    return Plan(
        entry["game"],
        dict(entry["options"]),
        seats,
        entry["limit"],
        entry["stand_in"],
        given,
        entry.get("lesson", False),
        entry.get("brought", False),
        entry.get("programs", "allowed"),
    )


def entry_of(plan: Plan) -> PlanEntry:
    """A plan as the log has it."""
    entry: PlanEntry = {
        "game": plan.game,
        "options": dict(plan.options),
        "seats": [vars(seat).copy() for seat in plan.seats],  # type: ignore[misc]
        "limit": plan.limit,
        "stand_in": plan.stand_in,
        "events": None if plan.events is None else list(plan.events),
    }
    if plan.lesson:
        entry["lesson"] = True
    if plan.brought:
        entry["brought"] = True
    if plan.programs != "allowed":
        entry["programs"] = plan.programs
    return entry
