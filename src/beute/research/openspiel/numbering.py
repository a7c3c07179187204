"""What the numbers of OpenSpiel mean: actions of players, outcomes of chance, and events as they are heard."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyspiel

from beute.games.bits import Moves
from beute.games.compiling import entry
from beute.games.contract import CHANCE, chances
from beute.play.engine import MAX_OUTCOMES
from beute.play.errors import BeuteError
from beute.play.setup import Setup
from beute.research.episode import numbers

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)  # OpenSpiel's chance is -1, as is ours


@entry
def outcomes_of(table: Any, out: Any, weights: Any) -> int:
    return chances(table[0], out, weights)


class Numbering:
    """What the numbers of a set-up mean to OpenSpiel: actions of players, and of chance. The same for all positions."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        known = numbers(setup)
        self.observed = known.observed
        self.rules, self.words = known.rules, known.words
        self.by_action: list[list[int]] = known.decisions.tolist()  # of each seat
        self.places = known.places
        self.action_of: list[list[int]] = self.places.tolist()
        self.said = tuple(tuple(self.rules.decision_words[a] for a in row) for row in self.by_action)
        self.outcomes = np.array(sorted(self.rules.outcome_words), np.int64)
        self.outcome_words = tuple(self.rules.outcome_words[a] for a in self.outcomes.tolist())
        everybody = (*range(self.setup.players), None)  # and, last, a spectator
        self.heard_chance = tuple(
            tuple(self.rules.heard(f"* {word}", seat) for seat in everybody) for word in self.outcome_words
        )
        self.chance_outcomes = lru_cache(maxsize=64)(self._chance_outcomes)

    def __deepcopy__(self, memo: Any) -> Numbering:
        return self

    def __reduce__(self) -> Any:
        return numbering, (self.setup,)

    def actions(self, seat: int, moves: Moves) -> list[int]:
        """The actions that are these decisions of a seat, in order."""
        found, action_of = [], self.action_of[seat]
        for high, word in enumerate(moves):
            rest = int(word)
            while rest:
                found.append(action_of[64 * high + (rest & -rest).bit_length() - 1])
                rest &= rest - 1
        found.sort()
        return found

    def word(self, player: int, action: int) -> str:
        """What a seat that takes this action says, or chance, as in records."""
        if player != CHANCE:
            self.check_player(player)
        words = self.outcome_words if player == CHANCE else self.said[player]
        if not 0 <= action < len(words):
            who = "chance" if player == CHANCE else f"player {player}"
            there = f"actions are whole numbers from 0 to {len(words) - 1}"
            raise BeuteError(f"action {action} of {who}: {there}", "unknown_action")
        return words[action]

    def check_player(self, player: int) -> None:
        """There are no others, and nobody acts once the game is over."""
        players = self.setup.players
        if not 0 <= player < players:
            over = "the game is over" if player == TERMINAL else f"no player {player}"
            raise BeuteError(f"{over}; players are 0 to {players - 1}", "unknown_player")

    def chances(self, table: Any) -> list[tuple[int, float]]:
        """The actions of chance, in order, with their probabilities."""
        out, weights = np.empty(MAX_OUTCOMES, np.int64), np.empty(MAX_OUTCOMES, np.int64)
        n = outcomes_of(table, out, weights)
        return [*self.chance_outcomes(out[:n].tobytes(), weights[:n].tobytes())]

    def _chance_outcomes(self, out: bytes, weights: bytes) -> tuple[tuple[int, float], ...]:
        actions = np.searchsorted(self.outcomes, np.frombuffer(out, np.int64))
        counts = np.frombuffer(weights, np.int64)
        return tuple(sorted(zip(actions.tolist(), (counts / counts.sum()).tolist(), strict=True)))

    @property
    def events(self) -> list[str]:
        """All events that can be heard."""
        said = [f"{seat} {word}" for seat in range(self.setup.players) for word in self.words]
        return said + sorted({event for events in self.heard_chance for event in events})


@lru_cache(maxsize=64)
def numbering(setup: Setup) -> Numbering:
    return Numbering(setup)


@lru_cache(maxsize=64)
def event_numbers(setup: Setup) -> dict[str, int]:
    """All events that can be heard, numbered from 1."""
    return {event: n for n, event in enumerate(numbering(setup).events, start=1)}
