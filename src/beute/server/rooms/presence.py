"""Who is at a table now, and since when the others are away."""

from __future__ import annotations

from collections.abc import Iterable


class Presence:
    """A person is here while a connection of theirs is open.

    Each connection says goodbye only for itself, so a late goodbye of an old one never removes a new one.
    """

    def __init__(self, people: Iterable[int], now: float) -> None:
        self._connections: dict[int, set[int]] = {}
        self._away: dict[int, float] = dict.fromkeys(people, now)

    def arrive(self, person: int, connection: int) -> bool:
        """Whether the person was away before."""
        there = self._connections.setdefault(person, set())
        there.add(connection)
        self._away.pop(person, None)
        return len(there) == 1

    def goodbye(self, person: int, connection: int, now: float) -> bool:
        """Whether the person is away now."""
        there = self._connections.get(person, set())
        if connection not in there:
            return False
        there.discard(connection)
        if there:
            return False
        del self._connections[person]
        self._away[person] = now
        return True

    def here(self, person: int) -> bool:
        return person in self._connections

    def away_since(self, person: int, now: float) -> float | None:
        """When the person was last here; None if they are now. Who was never here is away from now on."""
        return None if self.here(person) else self._away.setdefault(person, now)
