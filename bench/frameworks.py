"""Which server and framework take an answer to a table soonest: `python -m bench.frameworks [--json] [--rounds 3]`.

The same tables, store and people as in `server.py`, behind each server and framework in turn, some times over; of each
the round with the least time of the processor counts. granian is fetched once, from `frameworks.lock`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.framework_server import NAMES
from bench.server import DISK, PLENTY, SERVER_CORE, Ours, Process, Row, in_words, played

HERE: Final = Path(__file__).resolve().parent
LOCK: Final = HERE / "frameworks.lock"
PACKAGES: Final = HERE / ".venv-frameworks"
TABLES: Final = 100


class Behind(Ours):
    """Our server behind one of them."""

    def __init__(self, name: str, data: Path) -> None:
        self.name = name
        paths = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(PACKAGES)]))
        settings = {**PLENTY, "BEUTE_PORT": "0", "BEUTE_DATA": str(data), "PYTHONPATH": paths}
        command = [sys.executable, "-m", "bench.framework_server", name]
        Process.__init__(self, command, SERVER_CORE, settings)
        self.url = self.line("Beute: ").split()[1]


def measured(rounds: int, seconds: float, tables: int) -> Iterator[Row]:
    with ExitStack() as stack:
        servers = []
        for name in NAMES:
            folder = Path(stack.enter_context(TemporaryDirectory(dir=DISK)))
            folder.mkdir(exist_ok=True)
            server = stack.enter_context(Behind(name, folder))
            server.warm_up()
            servers.append(server)
        found: dict[str, list[Row]] = {name: [] for name in NAMES}
        for _ in range(rounds):
            for server in servers:
                found[server.name].append(played(server, tables, seconds))
    for rows in found.values():
        yield min(rows, key=lambda row: row.cpu_us_per_move)


def fetch_packages() -> None:
    if not PACKAGES.exists() or PACKAGES.stat().st_mtime < LOCK.stat().st_mtime:
        print("Fetching granian into bench/.venv-frameworks.", file=sys.stderr)
        install = [sys.executable, "-m", "pip", "install", "-qq", "--target", str(PACKAGES), "--upgrade", "--no-deps"]
        subprocess.run([*install, "--only-binary", ":all:", "--require-hashes", "-r", str(LOCK)], check=True)
        PACKAGES.touch()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--tables", type=int, default=TABLES)
    options = parser.parse_args()
    fetch_packages()
    for row in measured(options.rounds, options.seconds, options.tables):
        print(json.dumps(asdict(row)) if options.json else in_words(asdict(row)), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
