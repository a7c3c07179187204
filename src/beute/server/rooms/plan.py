"""What a table is set up with: game, options, who sits where, time limit. Checked before anything is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from beute import bots
from beute.bots.entrants import Entrant
from beute.lessons import lesson
from beute.play.errors import BeuteError, SetupError, did_you_mean
from beute.play.replay import replay
from beute.play.setup import set_up
from beute.table.seats import THIEVES, Seat, check_seats

Kind: TypeAlias = Literal["person", "bot", "open"]
Programs: TypeAlias = Literal["allowed", "forbidden"]  # at a table: others' programs, in the place of people

LIMITS: Final = range(10, 7 * 86400 + 1)  # seconds for a decision
MOST_SIMULATIONS: Final = 20_000  # of a bot, so that one table does not take the machine from all others
MOST_MILLISECONDS: Final = 2_000
OPPONENT: Final = "easy"  # the bot of a lesson, once it is left


@dataclass(frozen=True)
class RoomSeat:
    """Who sits there, or may: a person by the number of their browser, a bot, or whoever comes by the link.

    `away` is the person for whom a bot stands in, and who may return.
    """

    kind: Kind
    name: str = ""
    person: int | None = None
    bot: str | None = None
    away: int | None = None
    away_name: str = ""
    won: int = 0  # matches of the series
    points: int = 0  # in all of them


@dataclass(frozen=True)
class Plan:
    """What is played, and by whom. With `events`, the first of a record, the first match goes on from there.

    With `lesson` these are of the game's first lesson, which goes on by its script.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[RoomSeat, ...]
    limit: int | None = None  # seconds for a decision
    stand_in: str = bots.USUAL  # the bot that plays for who is away
    events: tuple[str, ...] | None = field(default=None, repr=False)
    lesson: bool = False
    brought: bool = False  # the first match comes from a file: who brought it may know what chance will do
    programs: Programs = "allowed"  # to forbid them keeps only those out that say what they are: so it is no default


def checked(plan: Plan) -> Plan:
    """The plan with every bot named, and options as the game has them; SetupError if it cannot be played."""
    setup = set_up(plan.game, len(plan.seats), plan.options)
    check_limit(plan.limit)
    check_bot(plan.stand_in, plan.game)
    for seat in plan.seats:
        if seat.kind == "bot":
            check_bot(seat.bot or "", plan.game)
        elif seat.kind == "person" and not seat.name:
            raise SetupError("a person at a table needs a name", "no_name")
    seats = with_names(plan.seats)
    check_seats([Seat(name) for name in names_of(seats)], plan.game)
    return replace(plan, options=dict(setup.chosen), seats=seats, events=_settled(plan))


def lesson_plan(game: str, person: int, name: str) -> Plan:
    """The first lesson of a game: its pupil among bots, one of which gives its name up if the pupil has it."""
    taught = lesson(game)
    pupil = RoomSeat("person", name, person)
    bots_there = (RoomSeat("bot", "" if bot == name else bot, bot=OPPONENT) for bot in taught.opponents)
    return Plan(game, dict(taught.options), (pupil, *bots_there), None, OPPONENT, taught.before, lesson=True)


def check_limit(limit: int | None) -> None:
    if limit is not None and limit not in LIMITS:
        least, most = LIMITS[0], LIMITS[-1]
        message = f"a time limit is {least} to {most} seconds for a decision, or none, not {limit}"
        raise SetupError(message, "wrong_limit", limit=limit, least=least, most=most)


def check_bot(name: str, game: str) -> None:
    """Only our own bots: one that is named by a module would let anybody load code; and none that thinks for long."""
    entrant, there = Entrant.read(name), bots.who_play(game)
    if entrant.kind not in there:
        message = f"no bot {name!r:.60} at this table; there are {', '.join(there)}{did_you_mean(name, there)}"
        raise SetupError(message, "unknown_bot", bot=name[:60])
    simulations, milliseconds = entrant.budget.simulations or 0, entrant.budget.milliseconds or 0
    if simulations > MOST_SIMULATIONS or milliseconds > MOST_MILLISECONDS:
        message = (
            f"a bot here thinks for at most {MOST_SIMULATIONS} simulations or {MOST_MILLISECONDS}ms, not {name!r:.60}"
        )
        raise SetupError(
            message, "long_budget", bot=name[:60], simulations=MOST_SIMULATIONS, milliseconds=MOST_MILLISECONDS
        )
    entrant.bot(game)  # refuses a budget that this bot does not take


def with_names(seats: Iterable[RoomSeat]) -> tuple[RoomSeat, ...]:
    """Bots without a name get that of a famous thief."""
    found = list(seats)
    for number, seat in enumerate(found):
        if seat.kind == "bot" and not seat.name:
            found[number] = replace(seat, name=free_thief(found))
    return tuple(found)


def free_thief(seats: Sequence[RoomSeat]) -> str:
    """The name of a thief that nobody at the table has, nor had."""
    taken = names_of(seats)
    return next(thief for thief in (*THIEVES, *(f"{thief} II" for thief in THIEVES)) if thief not in taken)


def names_of(seats: Iterable[RoomSeat]) -> list[str]:
    """All names at a table: also of those who may return."""
    return [name for seat in seats for name in (seat.name, seat.away_name) if name]


def _settled(plan: Plan) -> tuple[str, ...] | None:
    """The events to go on from. Where some have chosen face down and others not yet, all choose anew."""
    if plan.events is None:
        return None
    record = {"beute": 1, "game": plan.game, "players": len(plan.seats), "events": list(plan.events)}
    game = replay({**record, "options": plan.options}, at=len(plan.events))
    if game.over:
        raise BeuteError("that game is over after these events: go on from an earlier one", "nothing_to_go_on")
    return plan.events[: game.face_down_events.start]
