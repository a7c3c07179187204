"""What a game is worth to each seat when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beute.bots.value.points import share_win
from beute.games.compiling import rule
from beute.play.errors import BeuteError

ILLEGAL: Final = -1.0  # the reward of an illegal action, which ends the game
REWARDS: Final = {
    "win": "the share of the win: 1, or 1/n for each of n winners, and 0 for all others",
    "margin": "the score, less the best score of the others",
}


def checked(reward: object) -> str:
    """The name of a reward, or an error that says which there are."""
    if not isinstance(reward, str) or reward not in REWARDS:
        told = f"a reward is {' or '.join(REWARDS)}, not {reward!r:.60}; make others of the final scores in infos"
        raise BeuteError(told, "unknown_reward")
    return reward


def worth(points: Sequence[int], reward: str) -> list[float]:
    """What these points are worth to each seat."""
    if reward == "margin":
        return [float(margin_of(points, len(points), seat)) for seat in range(len(points))]
    shares = np.zeros(len(points))
    share_win(points, len(points), shares)
    return [float(share) for share in shares]


def scores_from(seat: int, points: Sequence[int]) -> NDArray[np.int64]:
    """The final scores as a learner is told them: its own, then those of the seats to the left."""
    return np.roll(np.array(points, np.int64), -seat)


@rule
def margin_of(points: Any, players: int, seat: int) -> int:
    """A seat's points, less the best of the others."""
    best = points[(seat + 1) % players]
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best
