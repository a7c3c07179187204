"""Random games in compiled code, on any number of threads. A game depends only on the seed and its number."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any

import numpy as np

from beute.games.compiling import batch
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, ending, endless, legal, play, scores
from beute.games.dice import own_rng, reseed
from beute.play.engine import Engine, engine
from beute.play.record import Record
from beute.play.setup import Setup

BATCH = 2_000  # games that a thread plays before it takes more
MOST_ENDINGS = 8
SHARES = 420  # of a win: divisible by every number of winners, 1 to 7


@batch
def play_games(start: Any, table: Any, seed: int, first: int, games: int, totals: Any, tallies: Any) -> int:
    """Play games at random; add up their scores, win shares and endings; return how many decisions they took.

    totals: for each seat the sum of scores, and of wins in SHARES of one.
    tallies: games by ending, the unfinished first.
    """
    s = table[0]
    players = int(s.players)
    points = np.zeros(players, np.int64)
    rng = own_rng()
    decisions = 0
    for number in range(first, first + games):
        reseed(rng, seed, number)
        table[0] = start[0]
        while due(s) != OVER and not endless(s):
            if due(s) == CHANCE:
                play(s, CHANCE, draw(s, rng))
            else:
                seat = actor(s)
                play(s, seat, choose(legal(s, seat), rng))
                decisions += 1
        tallies[ending(s)] += 1
        if ending(s):
            scores(s, points)
            best = points[0]
            for seat in range(1, players):
                best = max(best, points[seat])
            winners = 0
            for seat in range(players):
                winners += int(points[seat] == best)
            for seat in range(players):
                totals[seat, 0] += points[seat]
                totals[seat, 1] += SHARES // winners * int(points[seat] == best)
    return decisions


@batch
def play_one(start: Any, table: Any, seed: int, number: int, actors: Any, numbers: Any, offered: Any) -> int:
    """Play one game at random and keep its events, as far as they fit; return how many."""
    s = table[0]
    rng = own_rng()
    reseed(rng, seed, number)
    table[0] = start[0]
    n = 0
    while due(s) != OVER and not endless(s) and n < len(actors):
        if due(s) == CHANCE:
            actors[n], numbers[n] = CHANCE, draw(s, rng)
        else:
            seat = actor(s)
            moves = legal(s, seat)
            offered[n, 0], offered[n, 1] = moves
            actors[n], numbers[n] = seat, choose(moves, rng)
        play(s, actors[n], numbers[n])
        n += 1
    return n


@dataclass
class Summary:
    """The result of a run of games."""

    setup: Setup
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    score_sums: list[int] = field(default_factory=list)
    win_shares: list[float] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        return self.games - self.endings.get("unfinished", 0)

    def data(self) -> dict[str, Any]:
        """As one JSON object."""
        seconds, finished = max(self.seconds, 1e-9), max(self.finished, 1)
        return {
            "game": self.setup.game,
            "players": self.setup.players,
            "options": self.setup.chosen,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
            "decisions_per_second": round(self.decisions / seconds),
            "games_per_second": round(self.games / seconds, 1),
            "mean_decisions": round(self.decisions / max(self.games, 1), 4),
            "mean_scores": [round(total / finished, 4) for total in self.score_sums],
            "wins": [round(wins, 4) for wins in self.win_shares],
            "endings": self.endings,
        }


def play_many(
    setup: Setup,
    games: int,
    seed: int,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play games at random and add them up; `progress` is called with the number of games since its last call."""
    rules = engine(setup)
    compile_seconds = _compile(rules)
    parts = ((first, min(BATCH, games - first)) for first in range(0, games, BATCH))
    taking, stopped = Lock(), Event()

    def work() -> tuple[int, Any, Any]:
        """Take parts until none are left."""
        totals, tallies = _empty(rules)
        table, decisions = rules.table(), 0
        while True:
            with taking:
                part = next(parts, None)
            if part is None or stopped.is_set():
                return decisions, totals, tallies
            decisions += play_games(rules.start, table, seed, *part, totals, tallies)
            if progress:
                progress(part[1])

    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        workers = [pool.submit(work) for _ in range(threads)]
        try:
            results = [worker.result() for worker in workers]
        except BaseException:
            stopped.set()
            raise
    seconds = time.perf_counter() - begun

    totals, tallies = _empty(rules)
    for _, some_totals, some_tallies in results:
        totals += some_totals
        tallies += some_tallies
    names = ("unfinished", *setup.about.ENDINGS)
    return Summary(
        setup,
        games=games,
        decisions=sum(result[0] for result in results),
        seconds=seconds,
        compile_seconds=compile_seconds,
        score_sums=[int(total) for total in totals[:, 0]],
        win_shares=[int(shares) / SHARES for shares in totals[:, 1]],
        endings={name: int(tally) for name, tally in zip(names, tallies, strict=False) if tally},
    )


def _empty(rules: Engine) -> tuple[Any, Any]:
    return np.zeros((rules.setup.players, 2), np.int64), np.zeros(MOST_ENDINGS, np.int64)


def _compile(rules: Engine) -> float:
    """Compile, or load, what a run needs by playing no game."""
    begun = time.perf_counter()
    play_games(rules.start, rules.table(), 0, 0, 0, *_empty(rules))
    return time.perf_counter() - begun


ROOM = 1 << 14  # events of a game, at first; a game that needs more is played again with more


def records(setup: Setup, games: int, seed: int, with_legal: bool = False) -> Iterator[Record]:
    """The same games as records."""
    rules = engine(setup)
    table = rules.table()
    room = ROOM
    for number in range(games):
        while True:
            actors, numbers, offered = (
                np.empty(room, np.int64),
                np.empty(room, np.int64),
                np.empty((room, 2), np.int64),
            )
            n = play_one(rules.start, table, seed, number, actors, numbers, offered)
            if n < room:
                break
            room *= 2
        yield _record(rules, table[0], actors[:n].tolist(), numbers[:n].tolist(), offered[:n] if with_legal else None)


def _record(rules: Engine, s: Any, actors: list[int], numbers: list[int], offered: Any) -> Record:
    legal_lists = None
    if offered is not None:
        legal_lists = tuple(
            None if who == CHANCE else tuple(rules.sorted_words((first, second)))
            for who, (first, second) in zip(actors, offered.tolist(), strict=True)
        )
    return rules.record(s, map(rules.event, actors, numbers), legal_lists)
