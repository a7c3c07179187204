"""When somebody wants a bot's answer now: it stops thinking, and plays what it has found so far.

A task says what is to be thought about and can be sent anywhere; that nobody waits any longer is known only where
somebody does. So the signal is not in the task: whoever has a bot think gives it along, as an event of the thread or of
the process in which that happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Stop(Protocol):
    """A signal that is set from outside: `threading.Event`, or `multiprocessing.Event` for another process."""

    def is_set(self) -> bool: ...


_stop: ContextVar[Stop | None] = ContextVar("stop", default=None)


@contextmanager
def until(stop: Stop | None) -> Iterator[None]:
    """What is thought inside is wanted as soon as the signal is set."""
    before = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(before)


def wanted_now() -> bool:
    """Whether a bot should come to an end; those that think in pieces ask it between two of them."""
    stop = _stop.get()
    return stop is not None and stop.is_set()
