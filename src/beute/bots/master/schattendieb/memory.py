"""What others chose last, and how the table looked to them then.

A player who chose one card did not choose the others of that hand, and one who stopped adding probably had nothing to
add. So a choice tells something about the cards that were kept. The game is replayed as everybody could see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.schattendieb.features import PUBLIC, survey
from beute.games.compiling import batch, called, rule
from beute.games.contract import CHANCE, NOBODY
from beute.games.layout import State
from beute.games.schattendieb import rules
from beute.games.schattendieb.knowledge import conceal
from beute.games.schattendieb.rules import ADD, ADDING, CHOOSE, DONE, LOWEST_SHUT, MAX_SEATS, STATE, add_card
from beute.games.schattendieb.words import decisions

PLAYED, ADDED = 0, 1  # the choices of a round
CHOICES: Final = 2 * MAX_SEATS


MEMORY: Final = np.dtype(  # the last choices of each seat: the card it played, then that it was done with adding
    (
        np.record,
        [
            ("public", np.int64, (CHOICES, PUBLIC)),  # the table when the seat chose, surveyed
            ("shown", np.int64, (CHOICES, 2)),  # cards that the seat held then and has shown in that round
            ("decision", np.int64, CHOICES),
            ("there", np.int64, CHOICES),  # whether there was such a choice
            ("kept", np.int64, MAX_SEATS),  # for each seat: how many of its cards it has kept since then
        ],
    )
)


class Memory(NamedTuple):
    """What others chose last, and the tables as they were then."""

    choices: Any  # an array with one record of the layout MEMORY
    then: Any  # a state for each choice

    @property
    def empty(self) -> bool:
        return not self.choices["there"].any()


def no_memory() -> Memory:
    return Memory(np.zeros(1, MEMORY), np.zeros(CHOICES, STATE))


def remembered(known: State, heard: Sequence[str], seat: int) -> Memory:
    """The last choices of all others, from the events as the seat heard them; empty if they do not lead here.

    With the redraw of SD-16 it is unknown which cards went: then nothing is remembered.
    """
    memory = no_memory()
    if known.redraw or not heard:
        return memory
    players = int(known.players)
    vaults = [list(known.shut_value).count(value) for value in range(LOWEST_SHUT, LOWEST_SHUT + 12)]
    numbers = decisions(players, {"vaults": vaults})
    table = np.zeros(1, STATE)
    rules.deal(table[0], players, {"vaults": vaults, "redraw": False, "all_close": "played"})
    table[0].all_close = known.all_close
    events = [event.split(" ", 1) for event in heard]
    actors = np.array([CHANCE if who == "*" else int(who) for who, _ in events])
    what = np.array([0 if who == "*" else numbers[word] for who, word in events])
    retrace(table, actors, what, *memory)
    now = np.array([known])
    for each in table, now:
        conceal(each[0], NOBODY)
    if table.tobytes() != now.tobytes():
        return no_memory()
    for other in range(players):
        if other == seat or not int(known.open) >> other & 1:
            memory.choices["there"][0, 2 * other : 2 * other + 2] = 0
    return memory


@batch
def retrace(table: Any, actors: Any, what: Any, choices: Any, then: Any) -> None:
    """Play the events with empty hands: a card appears in a hand when it is shown, and disappears when it is drawn."""
    s, memory = table[0], choices[0]
    for n in range(len(actors)):
        seat, a = int(actors[n]), int(what[n])
        drawer = int(s.seat)
        if seat != CHANCE and s.step == CHOOSE:
            note(table, memory, then, 2 * seat + PLAYED, a)
            memory.there[2 * seat + ADDED] = 0
            show(s, memory, seat, a)
        elif seat != CHANCE and s.step == ADD and a == DONE:
            note(table, memory, then, 2 * seat + ADDED, a)
        elif seat != CHANCE and s.step == ADD:
            show(s, memory, seat, a - ADDING)
        rules.play(s, seat, a)
        if seat == CHANCE:
            s.hand[drawer, 0] = 0
            s.hand[drawer, 1] = 0


@called
def note(table: Any, memory: Any, then: Any, n: int, decision: int) -> None:
    """The table as it is before a choice."""
    then[n] = table[0]
    survey(table[0], memory.public[n])
    memory.shown[n, 0] = 0
    memory.shown[n, 1] = 0
    memory.decision[n] = decision
    memory.there[n] = 1


@rule
def show(s: State, memory: Any, seat: int, card: int) -> None:
    """A card is shown: it was in the hand when the round began."""
    add_card(s.hand[seat], card)
    add_card(memory.shown[2 * seat + PLAYED], card)
    memory.kept[seat] = int(s.held[seat]) - 1
