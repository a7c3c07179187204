"""Every legal move as likely."""

from __future__ import annotations

from collections.abc import Sequence

from beute.bots import Budget
from beute.games import contract
from beute.games.kernel import Rng, State


def choose(known: State, seen: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    return contract.choose(contract.legal(known, seat), rng)
