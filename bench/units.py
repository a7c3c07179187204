"""What Numba compiles until bots are ready, as JSON, the longest first: `python bench/units.py GAME BOT…`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from operator import attrgetter
from time import process_time
from typing import Any

from numba.core import event

from beute.bots import ready
from beute.games.compiling import When, compile_entries


@dataclass
class Unit:
    """A function: for how many signatures it is compiled, and the processor's seconds with and without callees."""

    name: str
    times: int = 0
    inclusive: float = 0.0
    exclusive: float = 0.0


@dataclass
class Units(event.Listener):  # type: ignore[misc]
    """Adds up what is compiled. Callees are compiled while their caller is."""

    found: dict[str, Unit] = field(default_factory=dict)
    _begun: list[list[float]] = field(default_factory=list)  # when, and what callees took since

    def on_start(self, happening: Any) -> None:
        self._begun.append([process_time(), 0.0])

    def on_end(self, happening: Any) -> None:
        begun, callees = self._begun.pop()
        seconds = process_time() - begun
        if self._begun:
            self._begun[-1][1] += seconds
        function = happening.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}:{function.__code__.co_firstlineno}"
        unit = self.found.setdefault(name, Unit(name.removeprefix("beute.")))
        unit.times += 1
        unit.inclusive += seconds
        unit.exclusive += seconds - callees


def main() -> None:
    units = Units()
    compile_entries(When.NEVER)  # as `ready` does
    event.register("numba:compile", units)
    game, *names = sys.argv[1:]
    for name in names:
        ready.get_ready(game, name)
    found = sorted(units.found.values(), key=attrgetter("exclusive"), reverse=True)
    print(json.dumps([asdict(unit) for unit in found]))


if __name__ == "__main__":
    main()
