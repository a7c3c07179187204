"""Who sits at a table: people with names, and bots with those of famous thieves."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from beute import bots
from beute.bots.entrants import Entrant
from beute.play.errors import SetupError
from beute.texts import LANGUAGES, texts

THIEVES = ("Arsène", "Bonnie", "Clyde", "Robin", "Marian", "Autolycus", "Ali Baba")
LONGEST_NAME = 12


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or a bot of that name, with a budget of its own behind @ if it has one."""

    name: str
    bot: str | None = None


def seats_for(game: str, players: int, people: int, names: str, kinds: str, language: str) -> list[Seat]:
    """The people first, then the bots: `names` of people and `kinds` of bots with commas between, the last repeated."""
    if not 0 <= people <= players:
        message = f"at a table for {players} there can be 0 to {players} people, not {people}"
        raise SetupError(message, "wrong_people", people=people, players=players)
    said = [name.strip() for name in names.split(",") if name.strip()]
    if len(said) > people:
        message = f"more names than people: {', '.join(said)} for --people {people}"
        raise SetupError(message, "too_many_names", number=len(said), people=people)
    numbered = [texts(language)("table.person", number=n % people + 1) for n in range(len(said), len(said) + people)]
    unnamed = [name for name in numbered if name not in said]
    which = [kind.strip() for kind in kinds.split(",") if kind.strip()] or [bots.USUAL]
    for kind in which:
        Entrant.read(kind).bot(game)
    if len(which) > max(1, players - people):
        raise SetupError(
            f"{len(which)} bots for {players - people} seats: {', '.join(which)}", "wrong_bots", bots=which
        )
    taken = [*said, *unnamed][:people]
    free = [thief for thief in THIEVES if thief not in taken]
    seats = [Seat(name) for name in taken]
    seats += [Seat(free[n], which[min(n, len(which) - 1)]) for n in range(players - people)]
    check_seats(seats, game)
    return seats


def shown_name(name: str, language: str) -> str:
    """A name as readers of a language see it: that of who said none is the language's own."""
    for number in range(1, len(THIEVES) + 1):
        if any(name == texts(each)("table.person", number=number) for each in LANGUAGES):
            return texts(language)("table.person", number=number)
    return name


def check_seats(seats: Sequence[Seat], game: str) -> None:
    """Refuse names that a table cannot show or tell apart, and bots that do not play the game."""
    names = [seat.name for seat in seats]
    for n, name in enumerate(names):
        check_shown(name)
        if width(name) > LONGEST_NAME:
            message = f"the name {name!r} is longer than {LONGEST_NAME} letters"
            raise SetupError(message, "long_name", name=name, most=LONGEST_NAME)
        if name in names[:n]:
            raise SetupError(f"two at a table cannot both be called {name!r}", "same_name", name=name)
    for seat in seats:
        if seat.bot is not None:
            Entrant.read(seat.bot).bot(game)


def check_shown(name: str) -> None:
    """A name is shown as it is: it must not be able to command a terminal."""
    if not name.isprintable():
        raise SetupError(f"the name {name!r:.60} has characters that cannot be shown", "strange_name", name=name)


def width(name: str) -> int:
    """How many letters wide a name is shown: some scripts take twice the room, marks take none."""
    wide = {"W": 2, "F": 2}
    return sum(0 if unicodedata.combining(sign) else wide.get(unicodedata.east_asian_width(sign), 1) for sign in name)
