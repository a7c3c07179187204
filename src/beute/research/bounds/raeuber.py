"""How long Räuber can take."""

from __future__ import annotations

from beute.games.raeuber import rules as raeuber
from beute.play.setup import Setup
from beute.research.bounds import Bounds


def bounds(setup: Setup) -> Bounds:
    """A card is dealt once and laid once; a seat with all sacks, sealed, has the most (RB-16)."""
    return Bounds(
        decisions=raeuber.CARDS,
        chances=1 + raeuber.CARDS,
        margin=int(raeuber.SEALED_WORTH.sum()),
    )
