"""The compiled doors through which Python plays: a state in an array, numbers in, numbers out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from beute import games
from beute.games import contract
from beute.games.bits import Moves, members
from beute.games.compiling import entry, expect, rule
from beute.games.contract import CHANCE, chances, contains, due, legal, play
from beute.play.setup import Setup

MAX_OUTCOMES = 1024


@entry
def follow(s: Any, actors: Any, numbers: Any, phases: Any, out: Any, weights: Any) -> int:
    """Play events while they are possible; tell how many were, and number the phases they belong to.

    Decisions of one phase may come in any order of seats; phases[0] is the number of the first event's.
    """
    for n in range(len(actors)):
        seat, a = actors[n], numbers[n]
        asked = due(s)
        step = s.step
        if seat == CHANCE:
            if asked != CHANCE or not is_possible(s, a, out, weights):
                return n
        elif not 0 <= seat < s.players or asked <= 0 or asked >> seat & 1 == 0 or not contains(legal(s, seat), a):
            return n
        play(s, seat, a)
        phases[n + 1] = phases[n] + int(not goes_on(s, seat, asked, step))
    return len(actors)


@rule
def goes_on(s: Any, seat: int, asked: int, step: int) -> bool:
    """Whether others decide at once with the seat that just did; `asked` and `step` are from before."""
    return seat != CHANCE and s.step == step and due(s) > 0 and due(s) & ~asked == 0


@rule
def is_possible(s: Any, a: int, out: Any, weights: Any) -> bool:
    for k in range(chances(s, out, weights)):
        if out[k] == a:
            return True
    return False


@dataclass(frozen=True)
class Engine:
    """A set-up with its rules loaded and its words numbered."""

    setup: Setup
    rules: ModuleType
    words: ModuleType
    view: ModuleType
    picture: ModuleType
    decisions: dict[str, int]
    outcomes: dict[str, int]
    decision_words: dict[int, str]
    outcome_words: dict[int, str]
    start: np.ndarray[Any, Any]

    def table(self) -> np.ndarray[Any, Any]:
        """A new table, before the first event."""
        return self.start.copy()

    def legal(self, s: Any, seat: int) -> list[str]:
        return self.sorted_words(self.rules.legal(s, seat))

    def sorted_words(self, moves: Moves) -> list[str]:
        return sorted(self.decision_words[a] for a in members(moves))

    def chances(self, s: Any) -> tuple[list[str], list[int]]:
        out, weights = np.empty(MAX_OUTCOMES, np.int64), np.empty(MAX_OUTCOMES, np.int64)
        n = self.rules.chances(s, out, weights)
        return [self.outcome_words[a] for a in out[:n].tolist()], weights[:n].tolist()

    def follow(self, s: Any, events: list[tuple[int, int]], phase: int = 0) -> list[int]:
        """Play events while they are possible; the phase of each that was, and of the next."""
        expect(follow, len(events))
        numbers = np.array(events, np.int64).reshape(-1, 2)
        phases = np.full(len(events) + 1, phase)
        out, weights = np.empty(MAX_OUTCOMES, np.int64), np.empty(MAX_OUTCOMES, np.int64)
        played = follow(s, numbers[:, 0], numbers[:, 1], phases, out, weights)
        return [int(number) for number in phases[: played + 1]]

    def scores(self, s: Any) -> list[int]:
        out = np.zeros(self.setup.players, np.int64)
        self.rules.scores(s, out)
        return [int(score) for score in out]

    def known(self, s: Any, seat: int | None) -> Any:
        """A copy of the state with only what the seat, or a spectator, can know."""
        copy = np.array([s])
        self.view.conceal(copy[0], contract.NOBODY if seat is None else seat)
        return copy[0]


@lru_cache(maxsize=64)
def engine(setup: Setup) -> Engine:
    parts = {name: games.part(setup.game, name) for name in ("rules", "words", "view", "picture")}
    rules, words = parts["rules"], parts["words"]
    contract.register(rules.STATE, rules, parts["view"])
    options = dict(setup.options)
    decisions = words.decisions(setup.players, options)
    outcomes = words.outcomes(setup.players, options)
    start = np.zeros(1, rules.STATE)
    rules.deal(start[0], setup.players, options)
    return Engine(
        setup,
        **parts,
        decisions=decisions,
        outcomes=outcomes,
        decision_words={a: word for word, a in decisions.items()},
        outcome_words={a: word for word, a in outcomes.items()},
        start=start,
    )
