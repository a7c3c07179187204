"""What a position is worth by a small network that learned from the games of `master` against itself."""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.bots.master.network import into_units, read_out
from beute.bots.master.raeuber.facts import FACTS, look_at
from beute.bots.value.raeuber import share_result
from beute.games.compiling import called
from beute.games.contract import OVER
from beute.games.layout import State
from beute.games.raeuber.rules import MAX_SEATS

UNITS: Final = 32
NET: Final = np.dtype(
    (
        np.record,
        [
            ("units", np.float32, (FACTS, UNITS)),  # from the facts of a seat to the hidden units
            ("out", np.float32, UNITS),  # and from them to the logit of the seat's share of the win
        ],
    )
)
WORK: Final = np.dtype((np.record, [("facts", np.float32, (MAX_SEATS, FACTS)), ("units", np.float32, UNITS)]))


@cache
def trained(players: int) -> Any:
    """The network's weights, as `tuning/raeuber` found them."""
    return np.load(Path(__file__).parent / "weights" / f"{players}.npy").view(NET)


@called
def judge(s: State, net: Any, work: Any, shares: Any) -> None:
    """Write the share of the win that each seat can expect; the result when the game is over."""
    players = int(s.players)
    if s.due == OVER:
        share_result(s, shares)
        return
    look_at(s, work.facts)
    total = 0.0
    for seat in range(players):
        into_units(work.facts[seat], net.units, work.units)
        shares[seat] = exp(read_out(work.units, net.out))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total
