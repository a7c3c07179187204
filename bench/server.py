"""How our server does beside boardgame.io's: `python bench/server.py [--json] [--only PART…] [--no-peer]`.

Each server runs on one core and is driven from another by people who answer each other at once, two at a table, each
with connections of their own. Ours keeps every move in SQLite before it answers, and plays whole games of Räuber with
a rematch after each; boardgame.io keeps everything in memory and plays a like game without end (`boardgameio/`), driven
by its own client. The parts:

play     a line for each server and number of tables: moves a second, microseconds of the server's processor for a move,
         milliseconds from a move to the other seat's update
memory   of a table with its two people, of an open stream; of a live match of boardgame.io with its two clients
bots     tables of one person, who thinks for a second, and the strongest bot, which may think as it likes: how many are
         asked for, which share of them got less time or was left to greedy, and how long people waited
stored   100 tables beside 10,000 that are stored, compared with the same server before; the start of one with these,
         and the memory that one takes then
streams  1,000 open streams with one move a second each: the share of a core
several  with `--servers N --database-url … --redis-url …`, then it alone: one server on SQLite, one on PostgreSQL, and
         N on PostgreSQL with the two people of each table at different ones; all servers share the one core
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, Self
from urllib.request import urlopen

HERE: Final = Path(__file__).resolve().parent
PEER: Final = HERE / "boardgameio"
DISK: Final = Path("/var/tmp")  # /tmp may be in memory, where nothing is durable and every write is quick
TABLES: Final = (10, 100, 500)
WARM_UP: Final = 2.0  # seconds before each measurement
STORED: Final = 10_000
STREAMS: Final = 1_000
BOT: Final = "master"
BOT_TABLES: Final = (1, 10, 50, 200)
MOST_WARM_UPS: Final = 30
MOST_COMPILING: Final = 300  # seconds
ENOUGH_MOVES: Final = 5000  # until all that is needed often has been
PLENTY: Final = {
    "BEUTE_RATE_READING": "100000000/minute",
    "BEUTE_RATE_ANSWERS": "100000000/minute",
    "BEUTE_RATE_CHANGES": "100000000/minute",
    "BEUTE_RATE_CREATING": "100000000/minute",
    "BEUTE_TABLES_PER_CLIENT": "1000000",
    "BEUTE_LOG_LEVEL": "warning",
}

# ---------------------------------------------------------------- processes


class Process:
    """A process on one core that tells something in lines. It ends with the `with` block, however that is left."""

    name = "the driver"

    def __init__(self, command: list[str], core: int, environment: dict[str, str] | None = None) -> None:
        with on_core(core):  # which it inherits
            self.process = subprocess.Popen(
                command,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C is for this process, which then ends the others
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pipe in (self._input, self._output):
            pipe.close()

    @property
    def _input(self) -> IO[str]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def _output(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def line(self, start: str = "") -> str:
        """The next line that starts so."""
        for line in self._output:
            if line.startswith(start):
                return line.strip()
        raise SystemExit(f"{self.name} ended before it said {start!r}")

    def go_on(self) -> None:
        self._input.write("\n")
        self._input.flush()

    @property
    def cpu(self) -> float:
        """Seconds of the processor so far, of all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])


@contextmanager
def on_core(core: int) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def two_cores() -> tuple[int, int]:
    """For the server and the driver."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == 1:
        print("there is one core only: server and driver share it", file=sys.stderr)
    return cores[0], cores[-1]


SERVER_CORE, DRIVER_CORE = two_cores()


class Ours(Process):
    name = "beute"

    def __init__(self, data: Path, **more: str) -> None:
        settings = {**PLENTY, "BEUTE_PORT": "0", "BEUTE_DATA": str(data), **more}
        super().__init__([sys.executable, "-m", "beute", "serve"], SERVER_CORE, settings)
        self.url = self.line("Beute: ").split()[1]

    def driver(self, tables: int, seconds: float, **more: float | str) -> Process:
        flags = [text for name, value in more.items() for text in (f"--{name}", *str(value).split())]
        command = [sys.executable, str(HERE / "server_driver.py"), self.url, str(tables), str(WARM_UP), str(seconds)]
        return Process([*command, *flags], DRIVER_CORE)

    def warm_up(self) -> None:
        """Until the rules are compiled and the tables that were being played looked at, both done beside the requests,
        and it gets no faster."""
        until = time.monotonic() + MOST_COMPILING
        while not self._is_settled():
            if time.monotonic() > until:
                raise SystemExit("the rules do not get compiled: is the cache folder full, or not to be written?")
            time.sleep(0.5)
        best, moves = 0.0, 0.0
        for _ in range(MOST_WARM_UPS):
            speed = played(self, 10, 3.0).moves_per_second
            moves += 3.0 * speed
            if speed < 1.1 * best and moves > ENOUGH_MOVES:
                return
            best = max(best, speed)

    def _is_settled(self) -> bool:
        health = self._health()
        return bool(health["rules"] and health["checked"])

    def _health(self) -> dict[str, Any]:
        with urlopen(f"{self.url}/healthz", timeout=30) as answer:
            health: dict[str, Any] = json.load(answer)
            return health

    def wait_for_bot(self, game: str, bot: str) -> None:
        """Until it is ready; it gets ready once somebody wants it."""
        with self.driver(1, 1, bot=bot) as driver:
            driver.line("created")
        until = time.monotonic() + MOST_COMPILING
        while not self._health()["ready"][game][bot]:
            if time.monotonic() > until:
                raise SystemExit(f"{bot} does not get ready")
            time.sleep(0.5)

    def counted(self) -> dict[str, int]:
        """What was counted of bots."""
        with urlopen(f"{self.url}/metrics", timeout=30) as answer:
            found = re.findall(r'^beute_bots_total\{what="(\w+)"\} (\S+)', answer.read().decode(), re.MULTILINE)
        return {what: int(float(number)) for what, number in found}


class Several:
    """Some of ours; the people of each table are at different ones."""

    def __init__(self, servers: Sequence[Ours]) -> None:
        self.servers, self.name = servers, f"{len(servers)} of beute on PostgreSQL"

    def driver(self, tables: int, seconds: float, **more: float | str) -> Process:
        first, *others = self.servers
        return first.driver(tables, seconds, also=" ".join(server.url for server in others), **more)

    @property
    def cpu(self) -> float:
        return sum(server.cpu for server in self.servers)


class BoardgameIo(Process):
    name = "boardgame.io"

    def __init__(self) -> None:
        super().__init__(["node", "--expose-gc", str(PEER / "server.mjs")], SERVER_CORE)
        self.port = self.line()

    def driver(self, tables: int, seconds: float) -> Process:
        arguments = [self.port, str(tables), str(WARM_UP), str(seconds)]
        return Process(["node", str(PEER / "driver.mjs"), *arguments], DRIVER_CORE)

    def collect_garbage(self) -> None:
        self.process.send_signal(signal.SIGUSR2)
        time.sleep(2)


def peer_is_there() -> bool:
    """boardgame.io is installed once, from its lock."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("boardgame.io is not measured: Node.js with npm is not installed", file=sys.stderr)
        return False
    if not (PEER / "node_modules" / ".package-lock.json").exists():
        print("Installing boardgame.io in bench/boardgameio; this takes a minute.", file=sys.stderr)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PEER, check=True, stdout=2)
    return True


# ---------------------------------------------------------------- what is measured


@dataclass(frozen=True)
class Row:
    """One server with so many tables. The last two are shares of a core: whether the server was what took the time."""

    server: str
    tables: int
    moves_per_second: float
    cpu_us_per_move: float
    p50_ms: float
    p99_ms: float
    server_share: float
    driver_share: float


def played(
    server: Ours | Several | BoardgameIo, tables: int, seconds: float, name: str = "", **more: float | str
) -> Row:
    with server.driver(tables, seconds, **more) as driver:
        if not isinstance(server, BoardgameIo):
            driver.line("created")
            driver.go_on()
        driver.line("connected")
        driver.go_on()
        driver.line("begin")
        before = server.cpu, driver.cpu
        driver.line("end")
        spent, driven = server.cpu - before[0], driver.cpu - before[1]
        told = json.loads(driver.line("{"))
    return Row(
        name or server.name,
        tables,
        told["moves"] / told["seconds"],
        spent / told["moves"] * 1e6,
        told["p50_ms"],
        told["p99_ms"],
        spent / told["seconds"],
        driven / told["seconds"],
    )


@contextmanager
def ours() -> Iterator[Ours]:
    """With a database of its own, and warm."""
    with TemporaryDirectory(dir=DISK) as folder, Ours(Path(folder)) as server:
        server.warm_up()
        yield server


def play(seconds: float, peer: bool) -> Iterator[dict[str, object]]:
    with ours() as server:
        if not peer:
            yield from (asdict(played(server, tables, seconds)) for tables in TABLES)
            return
        with BoardgameIo() as other:
            played(other, 10, 3.0)
            for tables in TABLES:
                yield asdict(played(server, tables, seconds))
                yield asdict(played(other, tables, seconds))


def memory(_: float, peer: bool) -> Iterator[dict[str, object]]:
    tables = TABLES[-1]
    with ours() as server:
        empty = server.memory
        with server.driver(tables, 1) as driver:
            driver.line("created")
            stored = server.memory
            driver.go_on()
            driver.line("connected")
            followed = server.memory
    yield {
        "server": server.name,
        "tables": tables,
        "empty_mib": empty / 1024,
        "kib_per_live_table": (stored - empty) / tables,
        "kib_per_stream": (followed - stored) / tables / 2,
    }
    if peer:
        with BoardgameIo() as other:
            played(other, 10, 2.0)
            other.collect_garbage()
            empty = other.memory
            with other.driver(tables, 1) as driver:
                driver.line("connected")
                other.collect_garbage()
                live = (other.memory - empty) / tables
        yield {"server": other.name, "tables": tables, "empty_mib": empty / 1024, "kib_per_live_match": live}


def stored(seconds: float, peer: bool) -> Iterator[dict[str, object]]:
    """The same server before and after; then one that starts with all of them."""
    with TemporaryDirectory(dir=DISK) as folder:
        with Ours(Path(folder)) as server:
            server.warm_up()
            empty = server.memory
            before = played(server, 100, seconds)
            with server.driver(1, 1, stored=STORED) as driver:
                driver.line("created")
            after = played(server, 100, seconds, f"beute, {STORED:,} stored")
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        begun = time.perf_counter()
        with Ours(Path(folder)) as server:
            start = time.perf_counter() - begun
            server.warm_up()
            full = server.memory
    yield asdict(after) | {
        "cpu_to_none_stored": after.cpu_us_per_move / before.cpu_us_per_move,
        "start_seconds": start,
        "kib_per_stored_table": max(0.0, full - empty) / STORED,
        "database_kib_per_table": size / 1024 / STORED,
    }


def streams(seconds: float, peer: bool) -> Iterator[dict[str, object]]:
    """A table's two people move in turn, half a second after each other."""
    with ours() as server:
        yield asdict(played(server, STREAMS // 2, max(10.0, seconds), f"beute, {STREAMS:,} streams", pace=0.5))


def several(seconds: float, peer: bool) -> Iterator[dict[str, object]]:
    """Of PostgreSQL's and Redis's own processor time nothing is counted."""
    with ours() as server:
        yield from (asdict(played(server, tables, seconds, "beute on SQLite")) for tables in TABLES)
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory(dir=DISK))) for _ in range(SHARED.servers)]
        servers = [stack.enter_context(Ours(folder, **SHARED.settings)) for folder in folders]
        for server in servers:
            server.warm_up()
        yield from (asdict(played(servers[0], tables, seconds, "beute on PostgreSQL")) for tables in TABLES)
        if len(servers) > 1:
            yield from (asdict(played(Several(servers), tables, seconds)) for tables in TABLES)


def bots(seconds: float, peer: bool) -> Iterator[dict[str, object]]:
    with TemporaryDirectory(dir=DISK) as folder, Ours(Path(folder), BEUTE_BOT_PACE="0") as server:
        server.warm_up()
        server.wait_for_bot("raeuber", BOT)
        for tables in BOT_TABLES:
            before = server.counted()
            row = played(server, tables, max(10.0, seconds), "beute, with bots", pace=1.0, bot=BOT)
            told = {what: number - before.get(what, 0) for what, number in server.counted().items()}
            asked = told["asked"]
            yield {
                "server": row.server,
                "tables": tables,
                "bot_moves": asked,
                "shortened": told.get("shortened", 0) / asked,
                "by_greedy": (told.get("waited", 0) + told.get("late", 0)) / asked,
                "p50_ms": row.p50_ms,
                "p99_ms": row.p99_ms,
            }


PARTS: Final[dict[str, Callable[[float, bool], Iterator[dict[str, object]]]]] = {
    "play": play,
    "memory": memory,
    "bots": bots,
    "stored": stored,
    "streams": streams,
    "several": several,
}


@dataclass
class Shared:
    """Several servers, and what they share as settings."""

    servers: int = 2
    settings: dict[str, str] = field(default_factory=dict)


SHARED: Final = Shared()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each measurement")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only these parts")
    parser.add_argument("--servers", type=int, default=0, help="only the part `several`, with so many")
    parser.add_argument("--database-url", default="", help="an empty PostgreSQL database, for the part `several`")
    parser.add_argument("--redis-url", default="", help="a Redis, for the part `several`")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    parser.add_argument("--no-peer", action="store_true", help="without boardgame.io")
    options = parser.parse_args()
    if not 0 < options.seconds <= 600:
        parser.error("--seconds goes up to 600")
    shared = {"BEUTE_DATABASE_URL": options.database_url, "BEUTE_REDIS_URL": options.redis_url}
    parts = options.only or (["several"] if options.servers else [name for name in PARTS if name != "several"])
    if "several" in parts and not all(shared.values()):
        parser.error("the part `several` needs --database-url and --redis-url")
    if not 0 <= options.servers <= 20:
        parser.error("--servers goes up to 20")
    SHARED.servers, SHARED.settings = options.servers or SHARED.servers, shared
    peer = not options.no_peer and any(name != "several" for name in parts) and peer_is_there()
    for name in parts:
        for found in PARTS[name](options.seconds, peer):
            print(json.dumps(found) if options.json else in_words(found), flush=True)


def in_words(found: dict[str, object]) -> str:
    numbers = (
        f"{name} {value:,.2f}" if isinstance(value, float) else f"{name} {value}" for name, value in found.items()
    )
    return ", ".join(numbers)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
