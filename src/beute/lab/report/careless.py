"""A bot that plays like `greedy`, but makes some decisions at random: after how many games is that noticed?"""

from __future__ import annotations

from typing import Final

from beute.bots.greedy import greedy
from beute.games import contract
from beute.games.contract import legal
from beute.games.dice import Rng, below
from beute.games.layout import State

ONE_IN: Final = 5  # decisions are made at random


def careless(known: State, seat: int, rng: Rng) -> int:
    if below(rng, ONE_IN) == 0:
        return contract.choose(legal(known, seat), rng)
    return greedy(known, seat, rng)
