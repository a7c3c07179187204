"""Games with a bot in every seat. Chance depends on the seed and the number of the deal alone.

Bots with a policy answer in the compiled loop (`playing`), and only the others are asked from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, overload

import numpy as np

from beute.bots import failing, ready
from beute.bots.entrants import Entrant
from beute.games.bits import members
from beute.games.compiling import When, compile_entries
from beute.games.contract import NOBODY
from beute.games.layout import State
from beute.lab.playing import (
    ASKED,
    DECISION,
    EVENTS,
    FULL,
    ILLEGAL,
    MOST_DECISIONS,
    PHASE,
    SEAT,
    SEATS,
    STREAMS,
    play_games,
    play_on,
    set_table,
)
from beute.lab.policies import RAISED, addresses, policy_of
from beute.lab.results import Part, Results
from beute.play.engine import Engine, engine
from beute.play.others_code import place as place_of
from beute.play.record import Record
from beute.play.replay import replay
from beute.play.setup import Setup

ROOM: Final = 1 << 10  # initial room for the events of one game
LONG: Final = 1 << 18  # room for the events of many games


class BotFailed(failing.BotFailed):
    """A bot failed: which bot, in which game, at which position."""

    finished: Any = None  # results of the same call before it


def not_legal(rules: Engine, s: State, seat: int, a: Any) -> str:
    """What a bot did that is not legal, and what would have been."""
    if isinstance(a, int) and a == RAISED:
        return "raised an error in compiled code, which cannot say which: call the function from Python to see it"
    words = rules.decision_words
    would_do = ", ".join(f"{move} ({words[move]})" for move in members(rules.parts.rules.legal(s, seat)))
    word = f" ({words[int(a)]})" if isinstance(a, int | np.integer) and int(a) in words else ""
    return f"answered {a!r:.60}{word}, but legal are {would_do}"


class HeardEvents(Sequence[str]):
    """The events as a seat heard them; each is made into words when it is read."""

    def __init__(self, rules: Engine, log: Any, heard: Sequence[int], viewer: int | None) -> None:
        self._rules, self._log, self._heard, self._viewer = rules, log, heard, viewer

    def __len__(self) -> int:
        return len(self._heard)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self._word(n) for n in self._heard[at]]
        return self._word(self._heard[at])

    def _word(self, n: int) -> str:
        return self._rules.heard(self._rules.event(*self._log[n].tolist()), self._viewer)


class Lineup:
    """A game's rules and its bots, ready to play."""

    def __init__(self, setup: Setup, entrants: Sequence[Entrant]) -> None:
        self.setup = setup
        self.entrants = tuple(entrants)
        self.rules: Engine = engine(setup)
        self.bots = [entrant.bot(setup.game) for entrant in entrants]
        compile_entries(When.AT_ONCE)
        self.policies = addresses(self.bots, [entrant.name for entrant in entrants], self.rules.parts.rules.STATE)

    def __deepcopy__(self, memo: Any) -> Lineup:
        return self

    def __reduce__(self) -> Any:
        """Sent elsewhere without compiled policies: they are addresses in this process."""
        return Lineup, (self.setup, self.entrants)

    @property
    def compiled(self) -> bool:
        """Whether games are played without asking Python."""
        return all(policy_of(bot) is not None for bot in self.bots)

    def warm_up(self) -> None:
        """Compile, or load, what the games need, so that workers only load it."""
        game = self.setup.game
        named = [entrant.kind for entrant in self.entrants if entrant.itself is None]
        for name in ready.unready(game, named, entries=True):
            ready.get_ready(game, name)
        if self.compiled:
            self.play(Part(), 0)
        else:
            BotGame(self, 0, 0, [0] * self.setup.players, 0).go_on()

    def play(self, part: Part, seed: int, records: bool = False, logs: bool = False) -> Results:
        """Play some games; keep their events as records, or as numbers."""
        results = Results.empty(len(part.numbers), self.setup.players)
        results.numbers[:] = part.numbers
        results.deals[:] = part.deals
        if part.numbers:
            results.seatings[:] = part.seatings
            assert 0 <= results.seatings.min() <= results.seatings.max() < len(self.entrants)
        if self.compiled and not records:
            return replace(results, logs=tuple(self._play_compiled(results, seed, logs)))
        games = [self._play_one(results, n, seed) for n in range(len(results))]
        return replace(
            results,
            records=tuple(game.record() for game in games) if records else (),
            logs=tuple(game.events for game in games) if logs else (),
        )

    def _play_compiled(self, results: Results, seed: int, logs: bool) -> list[Any]:
        """Their logs, if asked for: cut from one long log, which is replaced when it is full."""
        luck, bot_rngs = np.zeros((STREAMS, 1), np.uint64), np.zeros((SEATS, 1), np.uint64)
        table, known = self.rules.table(), self.rules.table()
        log, notes = np.zeros((LONG if logs else 0, 2), np.int64), np.zeros(4, np.int64)
        ends, kept, done = np.zeros(len(results), np.int64), list[Any](), 0
        while True:
            notes[EVENTS] = 0
            left = results.seatings[done:], results.deals[done:]
            columns = (
                results.decisions[done:],
                results.absurd[done:],
                results.scores[done:],
                results.endings[done:],
                ends[done:],
            )
            more = play_games(
                self.rules.start, table, known, self.policies, *left, seed, luck, bot_rngs, log, notes, *columns
            )
            if logs:
                kept += np.split(log[: notes[EVENTS]].copy(), ends[done : done + more])[:more]
            done += more
            if done == len(results) or notes[EVENTS] < len(log) or not logs:
                break
            results.decisions[done] = results.absurd[done] = 0
            if more == 0:
                log = np.concatenate([log, log])
        if done < len(results):  # again with its events kept, for the error message
            try:
                self._play_one(results, done, seed)
            except BotFailed as failed:
                failed.finished = results.rows(slice(done))
                raise
        return kept

    def _play_one(self, results: Results, n: int, seed: int) -> BotGame:
        game = BotGame(self, int(results.numbers[n]), int(results.deals[n]), results.seatings[n], seed)
        try:
            game.play()
        except BotFailed as failed:
            failed.finished = results.rows(slice(n))
            raise
        s = game.table[0]
        results.endings[n] = s.ending
        if s.ending:
            results.scores[n] = self.rules.scores(s)
        results.decisions[n], results.absurd[n] = game.counts, game.absurd
        return game


class BotGame:
    """One game whose events are kept, with bots that answer from Python."""

    def __init__(self, lineup: Lineup, number: int, deal: int, seating: Sequence[int], seed: int) -> None:
        self.lineup, self.rules, self.number = lineup, lineup.rules, number
        self.seating = np.array(seating, np.int64)
        self.table, self.known = lineup.rules.table(), lineup.rules.table()
        self.luck, self.bot_rngs = np.zeros((STREAMS, 1), np.uint64), np.zeros((SEATS, 1), np.uint64)
        self.log = np.zeros((ROOM, 2), np.int64)
        self.notes = np.array([0, 0, NOBODY, 0])
        self.counts, self.absurd = (np.zeros(lineup.setup.players, np.int64) for _ in range(2))
        set_table(lineup.rules.start, self.table, self.luck, self.bot_rngs, seed, deal)

    def play(self, besides: int = NOBODY) -> bool:
        """Ask bots until the game is over (False) or the seat `besides` is asked (True)."""
        status = self.go_on()
        while status == ASKED and self.notes[SEAT] != besides:
            self.notes[DECISION] = self._answer(int(self.notes[SEAT]))
            status = self.go_on()
        if status == ILLEGAL:
            raise self._illegal(int(self.notes[SEAT]), int(self.notes[DECISION]))
        return status == ASKED

    def go_on(self) -> int:
        while True:
            status = play_on(
                self.table,
                self.known,
                self.lineup.policies,
                self.seating,
                self.luck,
                self.bot_rngs,
                self.log,
                self.notes,
                self.counts,
                self.absurd,
            )
            if status != FULL:
                return status
            self.notes[SEAT] = NOBODY
            self.log = np.concatenate([self.log, np.zeros_like(self.log)])

    def _answer(self, seat: int) -> int:
        place = self.seating[seat]
        known = np.frombuffer(bytearray(self.known), self.known.dtype)[0]  # the bot's own; quicker than copy()
        try:
            budget = self.lineup.entrants[place].budget
            a = self.lineup.bots[place].choose(known, self._heard_by(seat), seat, self.bot_rngs[seat], budget)
        except Exception as error:
            file, line = place_of(error)
            raise self._failed(seat, f"raised {type(error).__name__}: {error} ({file}:{line})") from error
        if not isinstance(a, int | np.integer) or not 0 <= a < MOST_DECISIONS:
            raise self._illegal(seat, a)
        return int(a)

    def _heard_by(self, seat: int) -> HeardEvents:
        view, s, events = self.rules.parts.view, self.table[0], int(self.notes[EVENTS])
        heard: Sequence[int] = range(events)
        phase = int(self.notes[PHASE])
        if phase < events and s.step in view.FACE_DOWN:
            heard = [*range(phase), *(n for n in range(phase, events) if self.log[n, 0] == seat)]
        return HeardEvents(self.rules, self.log, heard, view.eyes(s, seat))

    @property
    def events(self) -> Any:
        return self.log[: int(self.notes[EVENTS])]

    def record(self) -> Record:
        entrants = [self.lineup.entrants[place].name for place in self.seating]
        events = (self.rules.event(who, a) for who, a in self.events.tolist())
        return self.rules.record(self.table[0], events, about={"seats": entrants})

    def _illegal(self, seat: int, a: Any) -> BotFailed:
        return self._failed(seat, not_legal(self.rules, self.table[0], seat, a))

    def _failed(self, seat: int, what: str) -> BotFailed:
        """The error, with the position as the seat saw it drawn below."""
        record, name = self.record(), self.lineup.entrants[self.seating[seat]].name
        game = replay(record)
        picture = game.draw(game.view(seat))
        where = f"game {self.number}, seat {seat}, after {len(record.events)} events"
        return BotFailed(
            f"bot {name!r} ({where}) {what}\n{picture}",
            "bot_failed",
            bot=name,
            number=self.number,
            seat=seat,
            record=record.data(),
        )
