"""Who sits where when one seat learns."""

from __future__ import annotations

from collections.abc import Sequence

from beute.bots.entrants import Entrant
from beute.play.errors import BeuteError
from beute.play.setup import Setup


def learning_seat(setup: Setup, seat: int | None, number: int) -> int:
    """The seat of the learner in game `number`: always the same, or each in turn."""
    if seat is None:
        return number % setup.players
    if seat not in range(setup.players):
        raise BeuteError(f"there is no seat {seat!r}: seats go from 0 to {setup.players - 1}", "unknown_seat")
    return seat


def others(setup: Setup, bots: str | Sequence[str]) -> list[Entrant]:
    """The bots to the left of the learner, in order; one name is for all."""
    names = [bots] * (setup.players - 1) if isinstance(bots, str) else list(bots)
    if len(names) != setup.players - 1:
        raise BeuteError(
            f"{setup.players - 1} bots are needed besides the learner, not {len(names)}", "wrong_bots", bots=names
        )
    return [Entrant.read(name) for name in names]
