"""Who sits where: every bot equally often in every seat, and every possible group of bots equally often at the table.

A block is one deal, played once for each rotation of a circle of bots. Blocks of a round go through all groups that
can sit together; rounds go through all circles, so that after (players - 1)! rounds every seating was used equally.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations


@dataclass(frozen=True)
class Rotations:
    """The seatings of a number of bots at a table for a number of players, game by game."""

    bots: int
    players: int

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Who can sit together: each bot once, or if there are too few, as equally often as possible."""
        if self.bots >= self.players:
            return list(combinations(range(self.bots), self.players))
        times, more = divmod(self.players, self.bots)
        everybody = tuple(range(self.bots)) * times
        return [everybody + extra for extra in combinations(range(self.bots), more)]

    @cached_property
    def circles(self) -> list[tuple[int, ...]]:
        """All orders around the table, as places in a group; shuffled, so that the first few are not special."""
        circles = [(0, *rest) for rest in permutations(range(1, self.players))]
        random.Random(0).shuffle(circles)
        return circles

    @property
    def round(self) -> int:
        """How many games it takes until every group has sat in a circle."""
        return self.players * len(self.groups)

    @property
    def all(self) -> int:
        """How many games it takes until every seating was used equally."""
        return self.round * len(self.circles)

    def block(self, game: int) -> int:
        """The block a game belongs to: the number of its deal."""
        return game // self.players

    def seating(self, game: int) -> tuple[int, ...]:
        """For each seat its bot."""
        block, turn = divmod(game, self.players)
        time, which = divmod(block, len(self.groups))
        group, circle = self.groups[which], self.circles[time % len(self.circles)]
        return tuple(group[circle[(seat + turn) % self.players]] for seat in range(self.players))
