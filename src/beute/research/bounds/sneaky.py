"""How long Sneaky can take."""

from __future__ import annotations

from beute.games.sneaky import rules as sneaky
from beute.play.setup import Setup
from beute.research.bounds import Bounds


def bounds(setup: Setup) -> Bounds:
    """SN-25: a thousand turns; in each every die is placed once, after a roll of its own."""
    copies = sneaky.BANDITS[dict(setup.options)["bandits"]]
    bandits = sneaky.COLOURS * sum(copies)
    puts, agains, stop, tops = sneaky.DICE, sneaky.DICE - 1, 1, sneaky.DICE // 2
    return Bounds(
        decisions=sneaky.MAX_TURNS * (puts + agains + stop + tops),
        chances=1 + bandits + sneaky.MAX_TURNS * sneaky.DICE,
        margin=sneaky.COLOURS * sum(value * n for value, n in enumerate(copies, start=1)) + 5 + 2,  # SN-22, SN-23
    )
