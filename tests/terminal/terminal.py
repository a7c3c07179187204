"""A program in a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 60.0  # seconds
# Ctrl-C comes as a signal only from the terminal that controls the session.
BEGIN = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


class Terminal:
    """`beute` as a person at a terminal has it: what it sends is text, what is typed are keys."""

    def __init__(self, arguments: list[str], **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        surroundings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, "-m", "beute", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings | {"LC_ALL": "C.UTF-8"} | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._sent = b""
        self._read = 0

    @property
    def sent(self) -> str:
        """All that the terminal was sent so far."""
        return self._sent.decode(errors="replace")

    def send(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, *texts: str) -> str:
        """Read on until one of the texts comes; all that came up to it since the last time."""
        until = time.monotonic() + PATIENCE
        wanted = re.compile("|".join(map(re.escape, texts)))
        while (found := wanted.search(self.sent, self._read)) is None:
            assert time.monotonic() < until, f"{texts} did not come:\n{self.sent[self._read :]}"
            assert self._receive(0.2), f"{texts} did not come before the end:\n{self.sent[self._read :]}"
        start, self._read = self._read, found.end()
        return self.sent[start : self._read]

    def rest(self) -> str:
        """What comes until the program ends."""
        until = time.monotonic() + PATIENCE
        while self._receive(0.2):
            assert time.monotonic() < until, f"it does not end:\n{self.sent[self._read :]}"
        self.process.wait(PATIENCE)
        return self.sent[self._read :]

    def _receive(self, seconds: float) -> bool:
        """Whether more may come."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return self.process.poll() is None
        try:
            part = os.read(self._ours, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self._sent += part
        return bool(part)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
