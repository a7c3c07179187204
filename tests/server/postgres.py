"""A PostgreSQL of the tests' own, from the system's package: it disturbs no other on this machine."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import psycopg

from tests.server.needed import leave_out
from tests.server.ports import free_port

DEBIAN = Path("/usr/lib/postgresql")  # where its package has the programs of each version
PASSWORD = "PASSWORD"
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "deadlock_timeout=20ms",
    "full_page_writes=off",
    "max_connections=50",
)


def programs() -> Path:
    """Where the newest PostgreSQL of this machine has its programs; without one tests are skipped, not in CI."""
    found = {int(path.parent.parent.name): path.parent for path in DEBIAN.glob("*/bin/initdb")}
    on_path = shutil.which("initdb")
    if on_path:
        found[0] = Path(on_path).resolve().parent
    if not found:
        leave_out("postgresql", "nothing is stored in PostgreSQL")
    return found[max(found)]


class Cluster:
    """A server at a free port of 127.0.0.1, in a folder for temporary files; `stop` it in the end."""

    def __init__(self) -> None:
        self.programs = programs()
        # It refuses to run as root; Debian's package has a user for it.
        self._user = "postgres" if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="beute-postgres-"))
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self.port = free_port()
        try:
            if self._user:
                shutil.chown(self._folder, self._user)
            self._set_up()
            self.start()
            self.run("CREATE DATABASE empty")
        except BaseException:
            self.stop()
            raise

    def url(self, name: str, password: str = PASSWORD) -> str:
        return f"postgresql://beute:{password}@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """The URL of a new, empty one."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE empty")
        return self.url(name)

    def drop(self, url: str) -> None:
        self.run(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def start(self) -> None:
        settings = [f"-c{setting}" for setting in (f"port={self.port}", *SETTINGS)]
        self._server = self._started("postgres", *settings)
        until = time.monotonic() + 60
        while True:
            try:
                return self.run("SELECT 1")
            except psycopg.OperationalError:
                assert time.monotonic() < until, self._log()
                assert self._server.poll() is None, self._log()
                time.sleep(0.05)

    def halt(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it and all connections: in order by SIGINT, as in a crash by SIGQUIT."""
        assert self._server is not None
        self._server.send_signal(how)
        self._server.wait(60)

    def stop(self) -> None:
        """And leave nothing."""
        if self._server is not None and self._server.poll() is None:
            self.halt(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def _set_up(self) -> None:
        password = self._folder / "password"
        password.write_text(PASSWORD)
        if self._user:
            shutil.chown(password, self._user)
        options = "--no-sync", "--auth=scram-sha-256", "--username=beute", f"--pwfile={password}", "--encoding=UTF8"
        done = self._started("initdb", "--no-locale", *options).wait(120)
        assert done == 0, self._log()

    def _started(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [str(self.programs / program), "-D", str(self._folder / "data"), *options]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                user=self._user,
                group=self._user,
                extra_groups=[] if self._user else None,
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )

    def _log(self) -> str:
        return (self._folder / "log").read_text()[-3000:]
