"""What a position is worth by a small network, trained on the results of good games."""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.bots.master.raeuber.facts import FACTS, look_at
from beute.bots.value.points import share_win
from beute.games.contract import OVER
from beute.games.kernel import State, seldom
from beute.games.raeuber.rules import MAX_SEATS, scores

UNITS: Final = 32
NET: Final = np.dtype(
    (
        np.record,
        [
            ("units", np.float32, (FACTS, UNITS)),  # from the facts of a seat to the hidden units
            ("out", np.float32, UNITS),  # and from them to a number: the larger, the more of the win is the seat's
        ],
    )
)
MIND: Final = np.dtype((np.record, [("facts", np.float32, (MAX_SEATS, FACTS)), ("units", np.float32, UNITS)]))


@cache
def trained(players: int) -> Any:
    """The network's weights, as `tuning/raeuber` found them."""
    return np.load(Path(__file__).parent / "weights" / f"{players}.npy").view(NET)


@seldom
def judge(s: State, net: Any, mind: Any, shares: Any) -> None:
    """Write the share of the win that each seat can expect; the plain truth when the game is over."""
    players = int(s.players)
    if s.due == OVER:
        points = np.zeros(MAX_SEATS, np.int64)
        scores(s, points)
        share_win(points, players, shares)
        return
    look_at(s, mind.facts)
    total = 0.0
    for seat in range(players):
        shares[seat] = exp(think_of(mind.facts[seat], net, mind.units))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@seldom
def think_of(facts: Any, net: Any, units: Any) -> float:
    for h in range(UNITS):
        units[h] = 0
    for n in range(FACTS):
        x = facts[n]
        if x != 0:
            for h in range(UNITS):
                units[h] += x * net.units[n, h]
    found = np.float32(0)
    for h in range(UNITS):
        found += max(units[h], np.float32(0)) * net.out[h]
    return float(found)
