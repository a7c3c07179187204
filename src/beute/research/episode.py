"""One game as environments handle it: numbers in, numbers out, and chance happens as soon as it is due.

An action is the index of a decision among all that the game has words for, with seats counted from the one that
acts: what seat 0 would have to say in its place. An observation is the seat's concealed state as numbers, with seats
counted in the same way.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, lowest
from beute.games.compiling import batch, rule
from beute.games.contract import (
    CHANCE,
    NOBODY,
    OVER,
    actor,
    conceal,
    draw,
    due,
    endless,
    legal,
    observe,
    play,
)
from beute.games.dice import reseed
from beute.play.engine import Engine, engine
from beute.play.errors import BeuteError, did_you_mean
from beute.play.setup import Setup
from beute.research.inputs import checked_action, checked_seat, checked_seed

SEEDS: Final = 1 << 62


# ---------------------------------------------------------------- compiled


@rule
def settle(s: Any, luck: Any) -> int:
    """Play chance until a seat is asked; return which, NOBODY when the game is over or endless."""
    while due(s) == CHANCE:
        play(s, CHANCE, draw(s, luck))
    return NOBODY if due(s) == OVER or endless(s) else actor(s)


@rule
def tell(table: Any, known: Any, seat: int, places: Any, out: Any, mask: Any) -> None:
    """Write what a seat knows, and which actions are legal for it: none if it is not asked."""
    known[0] = table[0]
    conceal(known[0], seat)
    observe(known[0], seat, out)
    mask[:] = 0
    if due(table[0]) > 0 and due(table[0]) >> seat & 1:
        open_up(legal(known[0], seat), seat, places, mask)


@rule
def open_up(moves: Moves, seat: int, places: Any, mask: Any) -> None:
    """Mark the actions that are these decisions of a seat."""
    for word in range(2):
        rest = moves[word]
        while rest:
            mask[places[seat, 64 * word + lowest(rest)]] = 1
            rest &= rest - 1


@batch
def go_on(table: Any, known: Any, luck: Any, seat: int, a: int, places: Any, out: Any, mask: Any) -> int:
    """Play a decision (none for NOBODY); return which seat is asked next, and write what it observes."""
    s = table[0]
    if seat != NOBODY:
        play(s, seat, a)
    asked = settle(s, luck)
    if asked != NOBODY:
        tell(table, known, asked, places, out, mask)
    return asked


@batch
def look(table: Any, known: Any, seat: int, places: Any, out: Any, mask: Any) -> None:
    """Compiled entry to `tell`."""
    tell(table, known, seat, places, out, mask)


@batch
def look_round(table: Any, known: Any, places: Any, out: Any, mask: Any) -> None:
    """What all seats know."""
    for seat in range(len(out)):
        tell(table, known, seat, places, out[seat], mask[seat])


# ---------------------------------------------------------------- for Python


@dataclass(frozen=True)
class Numbers:
    """What the numbers of a set-up mean."""

    rules: Engine
    words: tuple[str, ...]  # of the actions, as seat 0 says them
    decisions: Any  # of the contract, by seat and action
    places: Any  # the action of each seat's decision
    observed: tuple[tuple[str, int], ...]  # the parts of an observation, with their lengths
    most: Any  # the largest that each number of an observation can be

    @property
    def actions(self) -> int:
        return len(self.words)

    @property
    def width(self) -> int:
        return len(self.most)

    def word(self, seat: int, action: int) -> str:
        """What a seat says that takes this action, as in records."""
        return self.rules.decision_words[int(self.decisions[self._seat(seat), checked_action(action, self.actions)])]

    def action(self, seat: int, word: str) -> int:
        """The action of a seat that says this."""
        if word not in self.rules.decisions:
            there = [*self.rules.decisions]
            told = f"no word {word!r:.60}; there are {', '.join(there)}{did_you_mean(word, there)}"
            raise BeuteError(told, "unknown_word", word=word)
        return int(self.places[self._seat(seat), self.rules.decisions[word]])

    def _seat(self, seat: object) -> int:
        return checked_seat(seat, self.rules.setup.players)

    def __deepcopy__(self, memo: Any) -> Numbers:
        return self

    def __reduce__(self) -> Any:
        return numbers, (self.rules.setup,)


@lru_cache(maxsize=64)
def numbers(setup: Setup) -> Numbers:
    rules = engine(setup)
    observed = rules.parts.observation.OBSERVED
    by_number = sorted(rules.decision_words)
    action_of = {a: action for action, a in enumerate(by_number)}
    decisions = np.zeros((setup.players, len(by_number)), np.int64)
    places = np.zeros((setup.players, 1 + by_number[-1]), np.int64)
    for seat in range(setup.players):
        for a in by_number:
            action = action_of[rules.parts.words.from_seat(a, seat, setup.players)]
            decisions[seat, action], places[seat, a] = a, action
    return Numbers(
        rules,
        words=tuple(rules.decision_words[a] for a in by_number),
        decisions=decisions,
        places=places,
        observed=tuple((name, length) for name, length, _ in observed),
        most=np.concatenate([np.full(length, most, np.float32) for _, length, most in observed]),
    )


class Episode:
    """A game from the deal on; `begin` can be called again and again."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.numbers = numbers(setup)
        self.luck = np.array([secrets.randbelow(SEEDS)], np.uint64)
        self.table, self._known = self.numbers.rules.table(), self.numbers.rules.table()
        self.observation = np.zeros(self.numbers.width, np.float32)
        self.mask = np.zeros(self.numbers.actions, np.int8)
        self.seat = NOBODY

    def begin(self, seed: int | None = None) -> None:
        """Deal. A seed makes this game and those after it repeatable."""
        chosen = checked_seed(seed)
        if chosen is not None:
            reseed(self.luck, chosen, 0)
        self.table[0] = self.numbers.rules.start[0]
        self._go_on(NOBODY, 0)

    def play(self, seat: int, action: int) -> None:
        """Play a legal action of a seat that is asked; then `seat`, `observation` and `mask` are of the next."""
        self._go_on(seat, self.numbers.decisions[seat, action])

    def _go_on(self, seat: int, a: int) -> None:
        self.seat = go_on(self.table, self._known, self.luck, seat, a, self.numbers.places, self.observation, self.mask)

    def look(self, seat: int) -> tuple[Any, Any]:
        """What any seat observes, and its mask."""
        observation, mask = np.empty_like(self.observation), np.empty_like(self.mask)
        look(self.table, self._known, seat, self.numbers.places, observation, mask)
        return observation, mask

    def look_round(self) -> tuple[Any, Any]:
        """What all seats observe, and their masks."""
        players, numbers = self.setup.players, self.numbers
        observations = np.empty((players, numbers.width), np.float32)
        masks = np.empty((players, numbers.actions), np.int8)
        look_round(self.table, self._known, numbers.places, observations, masks)
        return observations, masks

    @property
    def over(self) -> bool:
        """Whether it has ended; a game that takes too long is not over, but nobody is asked."""
        return bool(self.table[0].ending)

    @property
    def asked(self) -> list[int]:
        mask = max(0, int(self.table[0].due)) if self.seat != NOBODY else 0
        return [seat for seat in range(self.setup.players) if mask >> seat & 1]

    @property
    def scores(self) -> list[int]:
        return self.numbers.rules.scores(self.table[0])
