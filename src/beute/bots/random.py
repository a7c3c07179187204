"""Every legal move with the same probability."""

from __future__ import annotations

from collections.abc import Sequence

from beute.bots import Budget
from beute.games import contract
from beute.games.contract import legal
from beute.games.dice import Rng
from beute.games.layout import State


def policy(known: State, seat: int, rng: Rng) -> int:
    return contract.choose(legal(known, seat), rng)


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    return policy(known, seat, rng)
