"""What viewers are told of a game, counted; and who has chosen while others still choose face down."""

from __future__ import annotations


class Notices:
    """How often each seat and the spectators were told something new. What lies face down is told to its seat only."""

    def __init__(self, players: int) -> None:
        self._versions = [0] * (players + 1)  # of each seat, and last of spectators
        self.chosen: set[int] = set()  # who has answered in this phase, even if it was taken back since

    def version(self, seat: int | None) -> int:
        return self._versions[-1 if seat is None else seat]

    def tell_all(self) -> None:
        self._versions = [n + 1 for n in self._versions]

    def tell(self, seat: int) -> None:
        self._versions[seat] += 1

    def decided_face_down(self, seat: int, done: bool) -> None:
        """Its seat is told of each step; the others once, that it has chosen."""
        if done and seat not in self.chosen:
            self.chosen.add(seat)
            self.tell_all()
        else:
            self.tell(seat)

    def nobody_has_chosen(self) -> None:
        self.chosen = set()

    def copy(self) -> Notices:
        twin = Notices(0)
        twin._versions, twin.chosen = self._versions.copy(), self.chosen.copy()
        return twin
