"""Who sits where when one seat learns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from beute.bots import Bot
from beute.bots.entrants import Entrant
from beute.play.errors import BeuteError
from beute.play.setup import Setup
from beute.research.inputs import checked_seat

OneBot: TypeAlias = str | Bot | Callable[..., Any]  # a name, an object or class with `choose`, or a function
Bots: TypeAlias = OneBot | Sequence[OneBot]


def learning_seat(setup: Setup, seat: object, number: int) -> int:
    """The seat of the learner in game `number`: always the same, or each in turn."""
    if seat is None:
        return number % setup.players
    return checked_seat(seat, setup.players)


def others(setup: Setup, bots: Bots) -> list[Entrant]:
    """The bots to the left of the learner, in order; one is for all these seats."""
    needed = setup.players - 1
    if is_a_bot(bots):
        return [Entrant.read(bots)] * needed
    if not isinstance(bots, Sequence) or not all(is_a_bot(bot) for bot in bots):
        raise BeuteError(
            f"bots are one for all other seats, or a list of {needed}, each a name, a function or an object with "
            f"`choose`; not {bots!r:.60}",
            "wrong_bots",
        )
    if len(bots) != needed:
        raise BeuteError(f"{needed} bots are needed besides the learner, not {len(bots)}", "wrong_bots")
    return [Entrant.read(bot) for bot in bots]


def is_a_bot(bot: object) -> bool:
    if isinstance(bot, np.ndarray):  # has a method of that name
        return False
    return isinstance(bot, str) or callable(bot) or hasattr(bot, "choose")
