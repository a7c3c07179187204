"""Who sits at a table: people with names, and bots with those of famous thieves."""

from __future__ import annotations

from beute import bots
from beute.play.errors import SetupError
from beute.terminal.session import Seat
from beute.texts import texts

THIEVES = ("Arsène", "Bonnie", "Clyde", "Robin", "Marian", "Autolycus", "Ali Baba")
LONGEST_NAME = 12


def seating(players: int, people: int, names: str, kinds: str, language: str) -> list[Seat]:
    """The people first, then the bots: `names` of people and `kinds` of bots with commas between, the last repeated."""
    if not 0 <= people <= players:
        raise SetupError(f"of {players} players 0 to {players} are people, not {people}", "wrong_people", people=people)
    said = [name.strip() for name in names.split(",") if name.strip()]
    if len(said) > people:
        raise SetupError(f"{len(said)} names for {people} people: {', '.join(said)}", "wrong_names", names=said)
    for name in said:
        if len(name) > LONGEST_NAME:
            raise SetupError(f"the name {name!r} is longer than {LONGEST_NAME} letters", "wrong_names", names=said)
    if len(set(said)) < len(said):
        raise SetupError(f"every name once, not {', '.join(said)}", "wrong_names", names=said)
    unnamed = [texts(language)("terminal.person", number=n + 1) for n in range(people)]
    which = [kind.strip() for kind in kinds.split(",") if kind.strip()] or [bots.NAMES[0]]
    for kind in which:
        bots.named(kind)
    if len(which) > max(1, players - people):
        raise SetupError(
            f"{len(which)} bots for {players - people} seats: {', '.join(which)}", "wrong_bots", bots=which
        )
    taken = [*said, *unnamed[len(said) :]]
    free = [thief for thief in THIEVES if thief not in taken]
    seats = [Seat(name) for name in taken]
    return seats + [Seat(free[n], which[min(n, len(which) - 1)]) for n in range(players - people)]
