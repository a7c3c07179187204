"""Tables for tests, and random play at them: answers in any order, refused tries, changes, and taking back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from beute.games.views import offered
from beute.table.log import Entry
from beute.table.seats import Seat
from beute.table.table import Change, Question, Table
from tests.setups import COUNTS
from tests.table.memory import Memory

NAME = "t"
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "sneaky": [{}],
    "schattendieb": [{"games": 2}],
    "raeuber": [{}, {"open_sums": True}],
}
EACH = [(game, players, options) for game, players in COUNTS for options in VARIANTS[game]]


def label(value: object) -> str:
    return ",".join(f"{name}={said}" for name, said in value.items()) if isinstance(value, dict) else str(value)


def new_table(
    game: str, players: int, seed: object = 1, bots: dict[int, str] | None = None, unsaved: bool = False, **options: Any
) -> Table:
    """A table of people, but for some bots, in a store of its own."""
    seats = [Seat(name, (bots or {}).get(seat)) for seat, name in enumerate(NAMES[:players])]
    return Table.open(Memory(), NAME, game, seats, options, str(seed), unsaved)


def memory(table: Table) -> Memory:
    assert isinstance(table.store, Memory)
    return table.store


def log(table: Table) -> list[Entry]:
    return memory(table).load(NAME)


def asked(table: Table, seat: int) -> Question:
    question = table.question(seat)
    assert question is not None, f"seat {seat} is not asked"
    return question


def words(table: Table, seat: int) -> list[str]:
    """What a seat may answer."""
    return offered(table.view(seat)["choices"])


# ---------------------------------------------------------------- random play


@dataclass(frozen=True)
class Step:
    """Something that a seat did, or nobody: the next game begins."""

    kind: str  # of the log
    seat: int | None
    word: str
    change: Change


def step(table: Table, luck: random.Random, undo: float = 0.15) -> Step:
    """One random step of a person. What will be refused is tried more often than chance would."""
    if table.game.over:
        change = table.next_game()
        return Step("next_game", None, "", change)
    undoable = [seat for seat in table.people if table.undoable(seat)]
    if undoable and luck.random() < undo:
        seat = luck.choice(undoable)
        return Step("undone", seat, "", table.undo(seat))
    seat = luck.choice([seat for seat in table.people if table.question(seat) is not None])
    if seat not in table.game.due and luck.random() < 0.5:
        seat = luck.choice(table.game.due)  # changing one's mind without end would be no game
    possible = words(table, seat)
    vain = [word for word in possible if seat in table.game.due and word not in table.game.legal_for(seat)]
    word = luck.choice(vain if vain and luck.random() < 0.3 else possible)
    change = table.answer(asked(table, seat).id, word)
    return Step(log(table)[-1]["entry"], seat, word, change)


def steps(table: Table, luck: random.Random, most: int = 10_000, undo: float = 0.15) -> Iterator[Step]:
    """Random steps to the end of the match, or so many."""
    for _ in range(most):
        if table.match.over:
            return
        yield step(table, luck, undo)


def until(table: Table, reached: Callable[[Table], bool], seed: int = 0) -> None:
    """Play at random until the table is so."""
    luck = random.Random(seed)
    while not reached(table):
        assert not table.match.over, "the match is over, and it was never so"
        step(table, luck, undo=0)
