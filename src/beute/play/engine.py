"""The compiled doors through which Python plays: a table (an array with one state) and numbers in, numbers out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from beute.games.bits import Moves, lowest, members
from beute.games.compiling import entry, expect, rule
from beute.games.contract import CHANCE, NOBODY, chances, conceal, contains, due, legal, play, scores
from beute.games.layout import State, snapshots
from beute.games.parts import GameParts, Words, parts
from beute.games.views import Frame
from beute.play.luck import Outcomes
from beute.play.record import Record
from beute.play.setup import Setup

MAX_OUTCOMES = 1024
OUTCOMES = 7  # where in what `follow` writes
WEIGHTS = OUTCOMES + MAX_OUTCOMES
MARKS = WEIGHTS + MAX_OUTCOMES
SEATS_IN: Final = [tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256)]  # by what is due
Table: TypeAlias = np.ndarray[Any, Any]  # with one state
Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

# ---------------------------------------------------------------- compiled


@entry
def follow(table: Any, events: Any, out: Any) -> None:
    """Play events, rows of an actor and a number, while they are possible.

    Decisions of one phase may come in any order of seats. `out` takes how many events were played, what is due then,
    the step, the ending, how many outcomes chance has if it is due, and the two words of what the lowest seat that is
    asked can decide; from OUTCOMES and WEIGHTS on the outcomes and their weights; from MARKS on two numbers for each
    event: the step before it, and by how much the phase rises with it.
    """
    s = table[0]
    outcomes, weights = out[OUTCOMES:WEIGHTS], out[WEIGHTS:MARKS]
    played = 0
    for n in range(len(events)):
        seat, a = events[n, 0], events[n, 1]
        asked = due(s)
        step = s.step
        if seat == CHANCE:
            if asked != CHANCE or not is_possible(s, a, outcomes, weights):
                break
        elif not 0 <= seat < s.players or asked <= 0 or asked >> seat & 1 == 0 or not contains(legal(s, seat), a):
            break
        play(s, seat, a)
        out[MARKS + 2 * n] = step
        out[MARKS + 2 * n + 1] = int(not goes_on(s, seat, asked, step))
        played += 1
    out[0], out[1], out[2], out[3] = played, due(s), s.step, s.ending
    out[4] = chances(s, outcomes, weights) if due(s) == CHANCE else 0
    out[5], out[6] = 0, 0
    if due(s) > 0:
        out[5], out[6] = legal(s, lowest(due(s)))


@rule
def goes_on(s: State, seat: int, asked: int, step: int) -> bool:
    """Whether others decide at once with the seat that just did; `asked` and `step` are from before."""
    return seat != CHANCE and s.step == step and due(s) > 0 and due(s) & ~asked == 0


@rule
def is_possible(s: State, a: int, out: Any, weights: Any) -> bool:
    for k in range(chances(s, out, weights)):
        if out[k] == a:
            return True
    return False


@entry
def look(table: Any, seats: Any, known: Any, out: Any) -> None:
    """What each seat, or NOBODY, knows, what it can decide if it is asked, and how all stand by what it knows."""
    for n in range(len(seats)):
        seat = seats[n]
        known[n] = table[0]
        s = known[n]
        conceal(s, seat)
        out[n, 0], out[n, 1] = 0, 0
        if seat != NOBODY and due(s) > 0 and due(s) >> seat & 1:
            out[n, 0], out[n, 1] = legal(s, seat)
        scores(s, out[n, 2:])


# ---------------------------------------------------------------- for Python


class _Scratch(threading.local):
    """What `follow` reads and writes for one event, made once in each thread."""

    def __init__(self) -> None:
        self.event = np.empty((1, 2), np.int64)
        self.out = np.empty(MARKS + 2, np.int64)


_scratch = _Scratch()
NO_EVENTS: Final = np.empty((0, 2), np.int64)
NO_OUTCOMES: Final = Outcomes(NO_EVENTS[:, 0], NO_EVENTS[:, 1], {})


class Stand(NamedTuple):
    """Who is asked, in which step, how it ended if it did, what the lowest seat that is asked can decide, and what
    chance can do if it is due."""

    due: int
    seats: tuple[int, ...]  # that are asked
    step: int
    ending: int
    legal: Moves
    outcomes: Outcomes


class Followed(NamedTuple):
    """What came of events: the step before each, by how much the phase rose with it, and how the table stands."""

    steps: list[int]
    rises: list[int]
    stand: Stand


class Stepped(NamedTuple):
    """What came of one event: the same for it alone."""

    step: int
    rise: int
    stand: Stand


class Seen(NamedTuple):
    """What a seat or a spectator knows: a snapshot of the concealed state, what can be decided, how all stand."""

    s: State
    moves: Moves
    scores: list[int]


@dataclass(frozen=True)
class Engine:
    """A set-up with its rules loaded and its words numbered."""

    setup: Setup
    parts: GameParts[Frame]
    decisions: dict[str, int]
    outcomes: dict[str, int]
    decision_words: dict[int, str]
    outcome_words: dict[int, str]
    seats: frozenset[str]  # as actors of events are written
    endings: tuple[str, ...]
    start: Table
    snapshot: Callable[[bytes], State]
    heard: Callable[[str, int | None], str]  # an event that is not face down, as it is heard by who has these eyes

    def __deepcopy__(self, memo: object) -> Engine:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return engine, (self.setup,)

    def table(self) -> Table:
        """A new table, before the first event."""
        return self.start.copy()

    def legal(self, s: State, seat: int) -> list[str]:
        return self.sorted_words(self.parts.rules.legal(s, seat))

    def sorted_words(self, moves: Moves) -> list[str]:
        return sorted(self.decision_words[a] for a in members(moves))

    def chances(self, s: State) -> tuple[list[str], list[int]]:
        """The outcomes of the chance event that is due, and their weights."""
        out, weights = np.empty(MAX_OUTCOMES, np.int64), np.empty(MAX_OUTCOMES, np.int64)
        n = self.parts.rules.chances(s, out, weights)
        return [self.outcome_words[a] for a in out[:n].tolist()], weights[:n].tolist()

    def follow(self, table: Table, events: Sequence[tuple[int, int]]) -> Followed:
        """Play events, as actors and numbers, while they are possible."""
        expect(follow, len(events))
        out = np.empty(MARKS + 2 * len(events), np.int64)
        follow(table, np.array(events, np.int64).reshape(-1, 2), out)
        marks = out[MARKS : MARKS + 2 * int(out[0])].tolist()
        return Followed(marks[::2], marks[1::2], self._stand(out))

    def step(self, table: Table, actor: int, number: int) -> Stepped | None:
        """Play one event, if it is possible."""
        event, out = _scratch.event, _scratch.out
        event[0, 0], event[0, 1] = actor, number
        follow(table, event, out)
        return Stepped(int(out[MARKS]), int(out[MARKS + 1]), self._stand(out)) if out[0] else None

    def stand(self, table: Table) -> Stand:
        """How a table stands."""
        follow(table, NO_EVENTS, _scratch.out)
        return self._stand(_scratch.out)

    def _stand(self, out: Numbers) -> Stand:
        _, due, step, ending, n, first, second = out[:OUTCOMES].tolist()
        seats = SEATS_IN[due] if due > 0 else ()
        if not n:
            return Stand(due, seats, step, ending, (first, second), NO_OUTCOMES)
        numbers, weights = out[OUTCOMES : OUTCOMES + n].copy(), out[WEIGHTS : WEIGHTS + n].copy()
        return Stand(due, seats, step, ending, (0, 0), Outcomes(numbers, weights, self.outcome_words))

    def scores(self, s: State) -> list[int]:
        out = np.zeros(self.setup.players, np.int64)
        self.parts.rules.scores(s, out)
        return [int(score) for score in out]

    def known(self, s: State, seat: int | None) -> State:
        """A copy of the state with only what the seat, or a spectator, can know."""
        copy = np.array([s])
        self.parts.knowledge.conceal(copy[0], NOBODY if seat is None else seat)
        return copy[0]

    def seen(self, table: Table, seats: Sequence[int | None]) -> list[Seen]:
        """What each of these seats, or a spectator, knows, to be shown."""
        who = _numbers(tuple(seats))
        known, out = np.empty(len(who), table.dtype), np.empty((len(who), 2 + self.setup.players), np.int64)
        look(table, who, known, out)
        data, size = known.tobytes(), table.itemsize
        return [
            Seen(self.snapshot(data[n * size : (n + 1) * size]), (first, second), scores)
            for n, (first, second, *scores) in enumerate(out.tolist())
        ]

    def event(self, actor: int, a: int) -> str:
        """An event as it is written."""
        return f"* {self.outcome_words[a]}" if actor == CHANCE else f"{actor} {self.decision_words[a]}"

    def record(
        self,
        s: State,
        events: Iterable[str],
        legal: tuple[tuple[str, ...] | None, ...] | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> Record:
        """A game as data, from its last state and its events."""
        scores = self.scores(s) if s.ending else None
        return Record(
            game=self.setup.game,
            players=self.setup.players,
            options=self.setup.chosen,
            events=tuple(events),
            scores=None if scores is None else tuple(scores),
            winners=None if scores is None else tuple(winners(scores)),
            ending=self.ending(int(s.ending)),
            legal=legal,
            about=about,
        )

    def ending(self, number: int) -> str | None:
        """The name of an ending by its number, 0 being none."""
        return self.endings[number - 1] if number else None


@lru_cache(maxsize=1024)
def _numbers(seats: tuple[int | None, ...]) -> Numbers:
    """Seats as the contract numbers them."""
    return np.array([NOBODY if seat is None else seat for seat in seats])


def winners(scores: Sequence[int]) -> list[int]:
    """The seats with the highest score: ties share the win."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


@lru_cache(maxsize=64)
def engine(setup: Setup) -> Engine:
    game, options = parts(setup.game), dict(setup.options)
    decisions = game.words.decisions(setup.players, options)
    outcomes = game.words.outcomes(setup.players, options)
    start = np.zeros(1, game.rules.STATE)
    game.rules.deal(start[0], setup.players, options)
    return Engine(
        setup,
        game,
        decisions=decisions,
        outcomes=outcomes,
        decision_words={a: word for word, a in decisions.items()},
        outcome_words={a: word for word, a in outcomes.items()},
        seats=frozenset(map(str, range(setup.players))),
        endings=tuple(game.about.ENDINGS),
        start=start,
        snapshot=snapshots(game.rules.STATE),
        heard=lru_cache(maxsize=1 << 14)(partial(_heard, game.words)),
    )


def _heard(words: Words, event: str, eyes: int | None) -> str:
    return f"* {words.hidden(event[2:], eyes)}" if event[0] == "*" else event
