"""Tells who listens that something happened at a table. It is only a hint: what happened is read where it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Note: TypeAlias = bytes | None  # something that is told once and never kept (an emote), or that there is news to read
Listener: TypeAlias = Callable[[str, Note], None]


class Bus(Protocol):
    """Between those who change tables and those who are connected to them."""

    def publish(self, room: str, note: Note = None) -> None:
        """Tell all who listen to a table."""

    def listen(self, room: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` each time; the result ends it."""

    def listeners(self, room: str) -> int:
        """How many listen to a table."""


class LocalBus:
    """For one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[int, Listener]] = {}
        self._next = 0

    def publish(self, room: str, note: Note = None) -> None:
        for listener in tuple(self._listeners.get(room, {}).values()):
            listener(room, note)

    def listen(self, room: str, listener: Listener) -> Callable[[], None]:
        number, self._next = self._next, self._next + 1
        self._listeners.setdefault(room, {})[number] = listener

        def end() -> None:
            there = self._listeners.get(room, {})
            there.pop(number, None)
            if not there:
                self._listeners.pop(room, None)

        return end

    def listeners(self, room: str) -> int:
        return len(self._listeners.get(room, ()))
