"""What a position of Der Schattendieb is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.bots.value.points import share_chances, share_win
from beute.games.compiling import called, rule
from beute.games.contract import OVER
from beute.games.layout import State
from beute.games.schattendieb.rules import MAX_SEATS, scores

DOUBT = 0  # in the order of schattendieb.toml


@called
def expect(s: State, weights: Any, shares: Any) -> None:
    """By the points that the seats hold now."""
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    if s.due == OVER:
        share_win(points, int(s.players), shares)
    else:
        share_chances(points, int(s.players), weights[DOUBT], shares)


@rule
def whose_turn(s: State) -> int:
    """All play at once."""
    return 0
