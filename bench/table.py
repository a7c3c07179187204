"""How long a decision takes at a table: `python bench/table.py [--games 10] [--json]`.

For whole games of random decisions, compiled and warm, in processor time on one core: `play` alone, one view of the
seat that is asked, `play` with the views of all seats and what they are told, and the same as a step of a table with
its log. Then the time to load a stored table into memory, and to import the table layer.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from time import thread_time_ns
from typing import ParamSpec

sys.path.insert(0, str(Path(__file__).parent.parent))

import beute
from beute import games
from beute.games.compiling import When, compile_entries
from beute.play.chronicle import Chronicle
from beute.play.record import Record
from beute.table.log import Entry
from beute.table.seats import Seat
from beute.table.store import Conflict
from beute.table.table import Table

P = ParamSpec("P")

IMPORT = "import {}, time; print(time.process_time())"
EVENTS = 350  # of the stored table, at least
ROUNDS = 5  # of the same games; of each decision the quickest counts: others use the machine too
IMPORT_AIM = 0.3  # seconds
AIMS = {2: 100, 7: 300}  # microseconds: the mean with all views and what is told, by the number of seats


@dataclass(frozen=True)
class Cost:
    """Microseconds of processor time for a decision."""

    mean: float
    median: float
    p99: float

    @classmethod
    def of(cls, nanoseconds: Sequence[int]) -> Cost:
        spent = sorted(nanoseconds)
        return cls(fmean(spent) / 1000, median(spent) / 1000, spent[int(len(spent) * 0.99)] / 1000)


@dataclass(frozen=True)
class Row:
    game: str
    players: int
    play: Cost
    view: Cost
    told: Cost
    step: Cost


class Memory:
    """A store that keeps nothing on disk."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Entry]] = {}

    def load(self, table: str) -> list[Entry]:
        return list(self.logs[table])

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        log = self.logs.setdefault(table, [])
        if len(log) != after:
            raise Conflict(table, after, len(log))
        log += entries

    def finish(self, table: str, records: Sequence[Record]) -> None:
        pass


def timed(spent: list[int], deed: Callable[P, object], *arguments: P.args, **more: P.kwargs) -> None:
    begun = thread_time_ns()
    deed(*arguments, **more)
    spent.append(thread_time_ns() - begun)


def game_costs(name: str, players: int, seeds: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """`play` alone, a view of who is asked, and `play` with everybody's view and what everybody is told."""
    play, view, told = list[int](), list[int](), list[int]()
    for seed in seeds:
        dice = random.Random(seed)
        alone, followed = beute.new(name, players, seed=seed), beute.new(name, players, seed=seed)
        Chronicle(followed, range(players))
        while not alone.over:
            seat = dice.choice(alone.due)
            word = dice.choice(alone.legal_for(seat))
            timed(view, alone.view, seat)
            timed(play, alone.play, word, seat)
            timed(told, followed.play, word, seat)
    return play, view, told


def step_cost(name: str, players: int, seeds: Sequence[int]) -> list[int]:
    """A step of a table at which only people sit; refused tries are steps too."""
    spent = list[int]()
    for seed in seeds:
        dice = random.Random(seed)
        table = opened(Memory(), name, players, seed)
        while not table.game.over:
            seat = dice.choice(table.game.due)
            word = dice.choice(table.game.offered(seat))
            timed(spent, table.play, seat, word)
    return spent


def opened(store: Memory, name: str, players: int, seed: int) -> Table:
    return Table.open(store, "bench", name, [Seat(f"P{seat}") for seat in range(players)], {}, str(seed))


def loading() -> tuple[int, float]:
    """The events of a stored table of Sneaky, and the milliseconds until it is back in memory."""
    store = Memory()
    table, dice = opened(store, "sneaky", 3, 1), random.Random(1)
    while not table.game.over and table.game.length < EVENTS:
        seat = table.game.due[0]
        table.play(seat, dice.choice(table.game.offered(seat)))
    spent = list[int]()
    for _ in range(20):
        timed(spent, Table.load, store, "bench")
    return table.game.length, median(spent) / 1e6


def importing(module: str) -> float:
    """Seconds of the processor in a process that imports this and does nothing else."""
    command = [sys.executable, "-c", IMPORT.format(module)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def measured(name: str, players: int, some: int) -> Row:
    game_costs(name, players, [-1])  # what is not compiled or cached yet
    step_cost(name, players, [-1])
    gc.collect()
    gc.freeze()  # as a server does once it is ready: the garbage collector no longer scans the compiler's objects
    seeds = range(some)
    rounds = [(*game_costs(name, players, seeds), step_cost(name, players, seeds)) for _ in range(ROUNDS)]
    quickest = ([min(times) for times in zip(*runs, strict=True)] for runs in zip(*rounds, strict=True))
    return Row(name, players, *(Cost.of(spent) for spent in quickest))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="for each game and number of players")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    compile_entries(When.AT_ONCE)
    rows = [
        measured(name, players, options.games)
        for name in games.NAMES
        for players in dict.fromkeys((games.about(name).SEATS[0], games.about(name).SEATS[-1]))
    ]
    events, milliseconds = loading()
    seconds, with_numpy = importing("beute.table.table"), importing("numpy")
    if options.json:
        result = {"rows": [asdict(row) for row in rows], "load_events": events, "load_ms": milliseconds}
        print(json.dumps({**result, "import_seconds": seconds, "numpy_seconds": with_numpy}))
        return
    print("\n".join(report(rows)))
    print(f"a stored table of {events} events is back in {milliseconds:.1f} ms")
    print(f"importing the table layer takes {seconds:.2f} s, NumPy alone {with_numpy:.2f}; the aim is {IMPORT_AIM}")


def report(rows: Sequence[Row]) -> list[str]:
    parts = ("play", "view of who is asked", "all views, all told", "a table's step")
    lines = ["µs of the processor a decision" + "".join(f"{part:>22}" for part in parts)]
    lines.append(" " * 30 + f"{'mean    p99':>22}" * len(parts))
    for row in rows:
        costs = (row.play, row.view, row.told, row.step)
        name = f"  {row.game}, {row.players} players"
        lines.append(f"{name:<30}" + "".join(f"{cost.mean:>15.0f}{cost.p99:>7.0f}" for cost in costs))
    aims = ", ".join(f"{aim} µs with {players} players" for players, aim in AIMS.items())
    return [*lines, f"the mean of all views and all told is to be at most {aims}"]


if __name__ == "__main__":
    main()
