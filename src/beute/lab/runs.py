"""A run of games, spread over workers. A game depends on the seed, its deal and who sits where, not on the workers."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from beute.bots.entrants import Entrant
from beute.lab.bot_games import BotFailed, Lineup
from beute.lab.results import Part, Results
from beute.lab.workers import InProcess, Processes, Threads, Workers
from beute.play.errors import BeuteError
from beute.play.setup import Setup

AT_ONCE: Final = 500  # games of one part, where all of them are compiled


@dataclass(frozen=True)
class Outcome:
    """The result of a part: the games that were played, and the error of the next, if any."""

    results: Results
    failure: tuple[str, dict[str, Any]] | None = None


@dataclass(frozen=True)
class Work:
    """What every worker does: play parts of one run."""

    setup: Setup
    entrants: tuple[Entrant, ...]
    seed: int
    records: bool = False
    logs: bool = False

    def __call__(self, part: Part) -> Outcome:
        try:
            return Outcome(lineup(self.setup, self.entrants).play(part, self.seed, self.records, self.logs))
        except BotFailed as failed:
            return Outcome(failed.finished, (str(failed), failed.data))


@lru_cache(maxsize=4)
def lineup(setup: Setup, entrants: tuple[Entrant, ...]) -> Lineup:
    return Lineup(setup, entrants)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local(number: int, compiled: bool) -> Workers:
    """Workers of this machine: compiled games share a process, and bots in Python need one each."""
    if number == 1:
        return InProcess()
    return Threads(number) if compiled else Processes(number)


def played(
    work: Work,
    games: Iterable[int],
    deal: Callable[[int], int],
    seating: Callable[[int], Sequence[int]],
    workers: Workers,
) -> Iterator[Results]:
    """Play games of these numbers; yield results as they come. A bot that fails ends the run after the games begun."""
    if not isinstance(workers, InProcess | Threads):
        _check_that_it_can_be_sent(work)
    size = AT_ONCE if lineup(work.setup, work.entrants).compiled and not work.records else 1
    failed: list[tuple[str, dict[str, Any]]] = []

    def parts() -> Iterator[Part]:
        left = iter(games)
        while (some := tuple(islice(left, size))) and not failed:
            yield Part(some, tuple(map(deal, some)), tuple(tuple(seating(game)) for game in some))

    for outcome in workers.run(work, parts()):
        if outcome.failure:
            failed.append(outcome.failure)
        yield outcome.results
    if failed:
        message, data = min(failed, key=lambda failure: int(failure[1]["number"]))
        raise BotFailed(message, "bot_failed", **data)


def _check_that_it_can_be_sent(work: Work) -> None:
    for entrant in work.entrants:
        try:
            pickle.dumps(entrant)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise BeuteError(
                f"bot {entrant.name!r} cannot be sent to other processes ({error}); "
                "name it as module:attribute, or use one thread",
                "not_sendable",
                bot=entrant.name,
            ) from None
