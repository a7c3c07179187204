"""A Redis of the tests' own, from the system's package, on a free port."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from typing import Self

from tests.server.needed import need
from tests.server.ports import free_port

PATIENCE = 60  # seconds


class RedisServer:
    """It keeps nothing; `kill` and `start` as often as a test wants."""

    def __init__(self, folder: Path) -> None:
        self._program = need("redis-server", "nothing that needs several servers is tested")
        self._folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        command = [
            str(self._program),
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self._process = subprocess.Popen(
            [*command, "--dir", str(self._folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process.poll() is None, "Redis has ended"
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError("Redis does not start")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
