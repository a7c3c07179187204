"""Who is at a table now, at this server or another, and since when the others are away."""

from __future__ import annotations

from collections.abc import Iterable


class Presence:
    """A person is here while a connection of theirs is open.

    Each connection says goodbye only for itself, so a late goodbye of an old one never removes a new one.
    """

    def __init__(self, people: Iterable[int], now: float) -> None:
        self._connections: dict[int, set[int]] = {}
        self._elsewhere: frozenset[int] = frozenset()
        self._away: dict[int, float] = dict.fromkeys(people, now)

    def arrive(self, person: int, connection: int) -> bool:
        """Whether the person was away before."""
        was_here = self.here(person)
        self._connections.setdefault(person, set()).add(connection)
        self._away.pop(person, None)
        return not was_here

    def goodbye(self, person: int, connection: int, now: float) -> bool:
        """Whether the person is away now."""
        there = self._connections.get(person, set())
        if connection not in there:
            return False
        there.discard(connection)
        if there:
            return False
        del self._connections[person]
        return self._is_gone(person, now)

    def connected_elsewhere(self, people: frozenset[int], now: float) -> bool:
        """To other servers; whether somebody has come or gone by that."""
        before, self._elsewhere = self._elsewhere, people
        for person in people - before:
            self._away.pop(person, None)
        gone = [self._is_gone(person, now) for person in before - people]
        return any(gone) or not {*people} <= {*before, *self._connections}

    def _is_gone(self, person: int, now: float) -> bool:
        if self.here(person):
            return False
        self._away[person] = now
        return True

    @property
    def connected(self) -> frozenset[int]:
        """To this server."""
        return frozenset(self._connections)

    def here(self, person: int) -> bool:
        return person in self._connections or person in self._elsewhere

    def away_since(self, person: int, now: float) -> float | None:
        """When the person was last here; None if they are now. Who was never here is away from now on."""
        return None if self.here(person) else self._away.setdefault(person, now)
