"""The first minute: `python bench/start.py [--only clone|compile|warm] [--game NAME] [--units] [--json]`.

From a clone to the first possible move; what the processor spends on an empty cache until every level of a game is
ready; the same once all is compiled.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import distributions
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.units import Unit
from beute import bots, games

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("clone", "compile", "warm")
TRIES = 3  # of what is warm; the best counts
SHOWN = 25  # units

PLAY = (".venv/bin/beute", "play", "sneaky", "--plain", "--lang", "en", "--seed", "5")
BEGINNER = "Player 1 begins."  # with this seed: where a bot begins, it has to be compiled first
PROMPT = "\n> "
BUILDING = {"pip", "setuptools", "editables", "hatchling"}
BUILDING |= {"packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}  # which hatchling needs


@dataclass(frozen=True)
class Spent:
    """On the clock, and by the processor in a process and all that it started."""

    seconds: float
    cpu_seconds: float


@dataclass(frozen=True)
class Clone:
    """From `git clone` to the first question of a game."""

    clone: Spent
    set_up: Spent
    first_question: float  # seconds from `beute play`, everything else being there
    browser: Spent  # building the table for browsers
    first_table: float  # seconds from `beute` until a table in the browser asks its first question
    megabytes: float  # in .venv, with what only builds
    building_megabytes: float

    @property
    def seconds(self) -> float:
        """In the browser, as `make play` does it."""
        return self.clone.seconds + self.set_up.seconds + self.browser.seconds + self.first_table

    @property
    def terminal_seconds(self) -> float:
        return self.clone.seconds + self.set_up.seconds + self.first_question


@dataclass(frozen=True)
class Ready:
    """Until every level of a game is ready; `units` are what Numba compiled, where that was asked for."""

    game: str
    spent: Spent
    units: tuple[Unit, ...] = ()


# ---------------------------------------------------------------- measuring


def spend(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> tuple[Spent, str]:
    """Run a command; what it took, and what it wrote."""
    with tempfile.TemporaryFile("w+") as output:
        begun = perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output)
        _, status, used = os.wait4(process.pid, 0)
        seconds = perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with {process.returncode}")
        output.seek(0)
        return Spent(seconds, used.ru_utime + used.ru_stime), output.read()


@contextmanager
def own_home() -> Iterator[tuple[Path, dict[str, str]]]:
    """A folder in which nothing is compiled and no game was played, and an environment that leads there.

    The user's own folder stays where it is, as pip's settings are there.
    """
    with tempfile.TemporaryDirectory(prefix="beute-start-") as folder:
        home = {"XDG_CACHE_HOME": f"{folder}/cache", "XDG_DATA_HOME": f"{folder}/data"}
        yield Path(folder), os.environ | home


def from_clone() -> Clone:
    """What is committed counts, not what lies in the work tree."""
    with own_home() as (folder, environment):
        environment = {name: value for name, value in environment.items() if name not in ("PYTHONPATH", "MAKEFLAGS")}
        if kept := pip_cache():
            environment["PIP_CACHE_DIR"] = kept
        clone, _ = spend(["git", "clone", "-q", str(ROOT), "beute"], folder, environment)
        set_up, _ = spend(["make", ".venv/.has-play"], folder / "beute", environment)
        first_question = seconds_to_first_question(folder / "beute", environment)
        browser, _ = spend(["make", "src/beute/server/site/index.html"], folder / "beute", environment)
        first_table = seconds_to_first_table(folder / "beute", environment)
        return Clone(clone, set_up, first_question, browser, first_table, *megabytes(folder / "beute" / ".venv"))


def pip_cache() -> str:
    """Where pip keeps what it has fetched, if it does: it is not the line that is measured."""
    command = [sys.executable, "-m", "pip", "cache", "dir"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def seconds_to_first_question(clone: Path, environment: Mapping[str, str]) -> float:
    """As a person has it who sits at a terminal."""
    begun = perf_counter()
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(PLAY, cwd=clone, env=environment, stdin=terminal, stdout=subprocess.PIPE) as play:
        os.close(terminal)
        assert play.stdout is not None
        said = ""
        while PROMPT not in said and (piece := os.read(play.stdout.fileno(), 4096)):
            said += piece.decode()
        seconds = perf_counter() - begun
        os.write(keyboard, b"quit\n")
    os.close(keyboard)
    if PROMPT not in said or BEGINNER not in said:
        sys.exit(f"{' '.join(PLAY)} did not begin with a question to the person:\n{said}")
    return seconds


def seconds_to_first_table(clone: Path, environment: Mapping[str, str]) -> float:
    """Until the page has come, and a table of the person and two bots has a question for them."""
    begun = perf_counter()
    settings = {**environment, "BEUTE_PORT": "0", "BROWSER": "true"}
    with subprocess.Popen([".venv/bin/beute"], cwd=clone, env=settings, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = next(line for line in server.stdout if line.startswith("Beute: ")).split()[1]
        urlopen(address, timeout=30).read()
        token = _post(address, "/api/me", {"name": "Ada"}, {"Beute-Token": "1"})["token"]
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "medium"}, {"kind": "bot", "bot": "medium"}]
        who = {"Authorization": f"Bearer {token}"}
        table = _post(address, "/api/tables", {"game": "sneaky", "seats": seats, "start": True}, who)["table"]["id"]
        while not _asks(address, table, who):
            sleep(0.02)
        seconds = perf_counter() - begun
        server.terminate()
    return seconds


def _post(address: str, path: str, body: object, headers: Mapping[str, str]) -> Any:
    content = {"Content-Type": "application/json", **headers}
    with urlopen(Request(address + path, json.dumps(body).encode(), content), timeout=30) as answer:
        return json.load(answer)


def _asks(address: str, table: str, headers: Mapping[str, str]) -> bool:
    with urlopen(Request(f"{address}/api/tables/{table}/state", headers=dict(headers)), timeout=30) as answer:
        return any(state["question"] for state in json.load(answer))


def megabytes(environment: Path) -> tuple[float, float]:
    """All of an environment, and what is in it only to build."""
    files = [path for path in environment.rglob("*") if path.is_file() and not path.is_symlink()]
    packages = [str(path) for path in environment.glob("lib/python*/site-packages")]
    building = [
        Path(str(file.locate()))
        for distribution in distributions(path=packages)
        if distribution.metadata["Name"].lower() in BUILDING
        for file in distribution.files or ()
    ]
    return _size(files), _size(path for path in building if path.is_file())


def _size(files: Iterator[Path] | Sequence[Path]) -> float:
    """On the disk."""
    return sum(path.stat().st_blocks * 512 for path in files) / 1e6


def to_ready(game: str, parts: Sequence[str], with_units: bool) -> tuple[Ready | None, Ready | None]:
    """On an empty cache, and on the one that is filled by that."""
    runner = [str(ROOT / "bench" / "units.py")] if with_units else ["-m", "beute.bots.ready"]
    quiet = [sys.executable, "-m", "beute.bots.ready", game, *bots.LEVELS]
    with own_home() as (folder, environment):
        spent, told = spend([sys.executable, *runner, game, *bots.LEVELS], folder, environment)
        units = tuple(Unit(**unit) for unit in json.loads(told)) if with_units else ()
        cold = Ready(game, spent, units) if "compile" in parts else None
        if "warm" not in parts:
            return cold, None
        tries = [spend(quiet, folder, environment)[0] for _ in range(TRIES)]
        return cold, Ready(game, min(tries, key=lambda spent: spent.cpu_seconds))


# ---------------------------------------------------------------- telling


def tell_clone(clone: Clone) -> None:
    print("From a clone to the first question              seconds   CPU seconds")
    print(f"  git clone                         {clone.clone.seconds:>19.1f}{clone.clone.cpu_seconds:>14.1f}")
    print(f"  make, for playing                 {clone.set_up.seconds:>19.1f}{clone.set_up.cpu_seconds:>14.1f}")
    print(f"  beute play, to the first question {clone.first_question:>19.1f}")
    print(f"  together, in the terminal         {clone.terminal_seconds:>19.1f}")
    print(f"  make, the table for browsers      {clone.browser.seconds:>19.1f}{clone.browser.cpu_seconds:>14.1f}")
    print(f"  beute, to a table's first question{clone.first_table:>19.1f}")
    print(f"  together, in the browser          {clone.seconds:>19.1f}")
    rest = clone.megabytes - clone.building_megabytes
    print(f"  in .venv: {rest:.0f} MB for playing, and {clone.building_megabytes:.0f} MB that only build")


def tell_ready(title: str, found: Sequence[Ready]) -> None:
    print(f"\n{title:<46}  seconds   CPU seconds")
    for one in found:
        print(f"  {one.game:<34}{one.spent.seconds:>19.1f}{one.spent.cpu_seconds:>14.1f}")
    for one in found:
        if one.units:
            tell_units(one)


def tell_units(found: Ready) -> None:
    total, rest = sum(unit.exclusive for unit in found.units), found.units[SHOWN:]
    print(f"\n{found.game}, CPU seconds by unit, {total:.1f} in all   times   with callees   alone")
    for unit in found.units[:SHOWN]:
        print(f"  {unit.name:<60}{unit.times:>5}{unit.inclusive:>10.2f}{unit.exclusive:>10.2f}")
    if rest:
        times, alone = sum(unit.times for unit in rest), sum(unit.exclusive for unit in rest)
        print(f"  {f'{len(rest)} others':<60}{times:>5}{alone:>20.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="this part alone")
    parser.add_argument("--game", choices=games.NAMES, help="this game alone")
    parser.add_argument("--units", action="store_true", help="list the functions that take longest to compile")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args()
    parts = [options.only] if options.only else PARTS
    missing = [tool for tool in ("git", "make") if "clone" in parts and shutil.which(tool) is None]
    if missing:
        parser.error(f"{' and '.join(missing)} not found; without: --only compile, --only warm")

    clone = from_clone() if "clone" in parts else None
    names = [options.game] if options.game else games.NAMES
    levels = [to_ready(name, parts, options.units) for name in names] if set(parts) & {"compile", "warm"} else []
    cold = [ready for ready, _ in levels if ready is not None]
    warm = [ready for _, ready in levels if ready is not None]
    if options.json:
        found = {"clone": clone and asdict(clone) | {"seconds": clone.seconds}}
        print(json.dumps(found | {"compile": [*map(asdict, cold)], "warm": [*map(asdict, warm)]}))
        return
    if clone:
        tell_clone(clone)
    if cold:
        tell_ready("Until every level is ready, on an empty cache", cold)
    if warm:
        tell_ready("The same, with all compiled", warm)


if __name__ == "__main__":
    main()
