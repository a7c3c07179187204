"""A program in a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
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

    def wait_for(self, text: str) -> str:
        """Read on until a text comes; all that came up to it since the last time."""
        until = time.monotonic() + PATIENCE
        while (found := self.sent.find(text, self._read)) < 0:
            assert time.monotonic() < until, f"{text!r} did not come:\n{self.sent[self._read :]}"
            assert self._receive(0.2), f"{text!r} did not come before the end:\n{self.sent[self._read :]}"
        start, self._read = self._read, found + len(text)
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
