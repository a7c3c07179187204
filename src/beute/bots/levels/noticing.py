"""What a player notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from beute.games.dice import Rng, below

MANY: Final = 1 << 20


def noticed(things: Iterable[int], overlooks: float, rng: Rng) -> list[int]:
    """Some of these, when each is overlooked so often; perhaps none."""
    return [thing for thing in things if below(rng, MANY) >= MANY * overlooks]
