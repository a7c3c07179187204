"""What a position is worth: the shares of a win that the seats can expect. The weights are data, tuned or learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import numpy as np

from beute import games
from beute.bots.value.points import share_chances, share_win
from beute.games.compiling import called, rule
from beute.games.contract import ending, of_each_game, scores
from beute.games.layout import State

DOUBT: Final = 10.0  # points, in games of which nothing is known but their rules


@called
def by_points(s: State, weights: Any, shares: Any) -> None:
    """Who is ahead has the better chances."""
    points = np.zeros(len(shares), np.int64)
    scores(s, points)
    if ending(s):
        share_win(points, int(s.players), shares)
    else:
        share_chances(points, int(s.players), DOUBT, shares)


@rule
def no_turns(s: State) -> int:
    return 0


expect: Callable[[State, Any, Any], None] = of_each_game(
    "expect",
    "Write the share of the win that each seat can expect; of a game that goes on, by the weights of its value.",
    part=__name__,
    otherwise=by_points,
)
whose_turn: Callable[[State], int] = of_each_game(
    "whose_turn",
    "The seat whose turn it is. Where all play at once it is always the same: there is no turn to be over.",
    part=__name__,
    otherwise=no_turns,
)


@cache
def weights(game: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The numbers of a game's value, in the order of their file; none for a game without one."""
    return np.array(list(_numbers(games.data_beside(game, __name__) or {})), np.float64)


def _numbers(data: Any) -> Iterator[float]:
    """All numbers, of tables and lists too."""
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _numbers(part)
    else:
        yield data
