"""What happens in games: who leads when, and what each seat got and did.

Games are replayed from their logs. The game's module here says what is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Final

import numpy as np

from beute import games
from beute.bots.entrants import Entrant
from beute.games.bits import size
from beute.games.compiling import batch, rule
from beute.games.contract import due, extend, of_each_game, play, scores
from beute.games.layout import State
from beute.games.parts import parts
from beute.lab.playing import SEATS
from beute.lab.results import Part, Results
from beute.lab.runs import Work, lineup, local, played
from beute.play.engine import engine
from beute.play.errors import BeuteError
from beute.play.setup import Setup

STAGES: Final = 21  # at which it is asked whether the leader will win: 0 %, 5 %, …, 100 % of a game
SEVEN: Final = 7  # the starting seat is in these bits of a game's first outcome

moment: Callable[[State, State, int], bool] = of_each_game(
    "moment",
    "Whether this event, between the state before and after, ended a turn or round.",
)

standing: Callable[[State, Any], None] = of_each_game(
    "standing",
    "Write how many points each seat would have if the game ended now.",
)

note: Callable[[State, State, int, int, Any], None] = of_each_game(
    "note",
    "Count what an event, between the state before and after, gave each seat or let it do.",
)

settle: Callable[[State, Any], None] = of_each_game(
    "settle",
    "Count what each seat has at the end.",
)


@rule
def leading(points: Any, players: int) -> int:
    """The seats with the most points, as a mask."""
    most = points[0]
    for seat in range(1, players):
        most = max(most, points[seat])
    mask = 0
    for seat in range(players):
        mask |= int(points[seat] == most) << seat
    return mask


@batch
def follow_games(
    start: Any,
    table: Any,
    before: Any,
    log: Any,
    ends: Any,
    turns: Any,
    changes: Any,
    settled: Any,
    led: Any,
    counts: Any,
) -> None:
    """Replay games whose events are in one log after another, and write the counts of each."""
    points = np.zeros(SEATS, np.int64)
    leaders = np.zeros(len(log) + 1, np.int64)  # after each turn the seats with most points, as a mask
    k = 0
    for n in range(len(ends)):
        table[0] = start[0]
        length, last = 0, 0
        while k < ends[n]:
            seat, a = log[k, 0], log[k, 1]
            k += 1
            before[0] = table[0]
            play(table[0], seat, a)
            note(before[0], table[0], seat, a, counts[n])
            if moment(before[0], table[0], seat):
                standing(table[0], points)
                mask = leading(points, int(table[0].players))
                if mask & (mask - 1) == 0:  # somebody leads alone
                    changes[n] += int(last != 0 and last != mask)
                    last = mask
                leaders[length] = mask
                length += 1
        turns[n] = length
        if due(table[0]) != 0 or length == 0:
            continue  # given up
        settle(table[0], counts[n])
        scores(table[0], points)
        winners = leading(points, int(table[0].players))
        while length > settled[n] and leaders[length - 1 - settled[n]] & winners:
            settled[n] += 1  # turns up to the end in which a winner led
        for stage in range(STAGES):
            mask = leaders[max(0, (stage * length + (STAGES - 1) // 2) // (STAGES - 1) - 1)]
            led[n, stage] = size(mask & winners) / size(mask)


# ---------------------------------------------------------------- from Python


@dataclass(frozen=True)
class Watched:
    """Games of one set-up with the counts of each: arrays by game, and by game and seat."""

    results: Results
    first: Any  # the seat that started; 0 where all begin at once
    turns: Any  # turns, or rounds where all choose at once
    changes: Any  # how often the lead went from one seat to another
    settled: Any  # turns at the end of the game in which a winner led without a break
    led: Any  # at each stage, which share of the leaders wins in the end
    counts: Any  # by game, seat and column

    @property
    def finished(self) -> Any:
        return self.results.endings > 0

    def rows(self, which: Any) -> Watched:
        """Some of the games."""
        return Watched(self.results.rows(which), *(getattr(self, name)[which] for name in SEEN))

    @classmethod
    def joined(cls, parts: Sequence[Watched]) -> Watched:
        """All of some games, in order of their numbers."""
        numbers = np.concatenate([part.results.numbers for part in parts])
        order = np.argsort(numbers, kind="stable")
        columns = [np.concatenate([getattr(part, name) for part in parts])[order] for name in SEEN]
        return cls(Results.joined([part.results for part in parts]), *columns)


SEEN: Final = ("first", "turns", "changes", "settled", "led", "counts")


def watcher(game: str) -> ModuleType:
    """The module that says what is counted in a game."""
    module = games.beside(game, "beute.lab.report")
    if module is None:
        raise BeuteError(
            f"there is no report about {games.about(game).TITLE}: nobody wrote what it counts", "no_report"
        )
    extend(parts(game).rules.STATE, module)
    return module


def watch(setup: Setup, results: Results) -> Watched:
    """The counts of games whose logs were kept."""
    module, rules = watcher(setup.game), engine(setup)
    games, columns = len(results), len(module.COLUMNS)
    lengths = np.array([len(log) for log in results.logs], np.int64)
    log = np.concatenate([np.zeros((0, 2), np.int64), *results.logs])
    ends = np.cumsum(lengths)
    turns, changes, settled = (np.zeros(games, np.int64) for _ in range(3))
    led, counts = np.zeros((games, STAGES)), np.zeros((games, setup.players, columns), np.int16)
    follow_games(rules.start, rules.table(), rules.table(), log, ends, turns, changes, settled, led, counts)
    first = log[ends - lengths, 1] & SEVEN if module.HAS_FIRST else np.zeros(games, np.int64)
    return Watched(replace(results, logs=()), first, turns, changes, settled, led, counts)


def play_and_watch(
    setup: Setup,
    entrant: Entrant,
    games: int,
    seed: int,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Watched:
    """Play games 0, 1, … with the same bot in every seat, and watch them."""
    watcher(setup.game)
    ready = lineup(setup, (entrant,))
    seating = (0,) * setup.players
    parts = [watch(setup, ready.play(Part(), seed, logs=True))]
    work = Work(setup, (entrant,), seed, logs=True)
    for part in played(work, range(games), int, lambda game: seating, local(threads, ready.compiled)):
        parts.append(watch(setup, part))
        if progress:
            progress(len(part))
    return Watched.joined(parts)
