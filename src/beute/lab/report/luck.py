"""How much of a result is who plays, how much is the deal, and after how many games it is known who plays better.

All from an arena: a block is one deal, played by the same bots in other seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from beute.lab.arena import Standing
from beute.lab.estimates import Estimate
from beute.lab.report.slopes import jackknife

SURE: Final = 0.95


@dataclass(frozen=True)
class LuckShare:
    """Parts of the variance of wins; together they are 1."""

    player: Estimate  # who sits there
    deal: Estimate  # what stays the same when others play the same deal
    rest: Estimate  # chance and decisions that the deal does not fix
    better: str  # the bots that are compared
    worse: str
    ahead: Estimate  # how often the better one scores more than the other, ties half
    games: int | None  # until the better one has more wins in 95 of 100 such series


def luck(standing: Standing) -> LuckShare:
    """What an arena tells about luck."""
    results, bots = standing.results, len(standing.names)
    _, block = np.unique(results.deals, return_inverse=True)
    whole = np.bincount(block, results.endings == 0) == 0  # without games that were given up
    keep = whole[block]
    shape = (int(whole.sum()), -1, results.seatings.shape[1])
    wins, who = results.wins[keep].reshape(shape), results.seatings[keep].reshape(shape)
    player, deal, rest = jackknife(lambda chosen: _parts(wins[chosen], who[chosen], bots), shape[0])
    best, worst = standing.ranking[0], standing.ranking[-1]
    return LuckShare(
        player,
        deal,
        rest,
        standing.names[best],
        standing.names[worst],
        standing.pairs[best][worst],
        _games_needed(wins, who == best, who == worst),
    )


def _parts(wins: Any, who: Any, bots: int) -> list[float]:
    """By block, game and seat. What a bot wins on average depends on the other bots at the table."""
    fair = 1 / wins.shape[2]
    _, company = np.unique(np.sort(who[:, 0], axis=1), axis=0, return_inverse=True)
    cell = company.reshape(-1, 1, 1) * bots + who
    seats = np.bincount(cell.ravel())
    means = np.bincount(cell.ravel(), wins.ravel()) / np.maximum(seats, 1)
    total = ((wins - fair) ** 2).mean()
    player = (seats * (means - fair) ** 2).sum() / seats.sum()
    deal = _together(wins - means[cell], who)
    return [player / total, deal / total, 1 - (player + deal) / total]


def _together(left: Any, who: Any) -> float:
    """The covariance of the same seat in two games of a block in which the bots sit differently."""
    products, pairs = 0.0, 0
    for one, other in combinations(range(left.shape[1]), 2):
        otherwise = (who[:, one] != who[:, other]).any(axis=1)
        products += float((left[otherwise, one] * left[otherwise, other]).sum())
        pairs += int(otherwise.sum()) * left.shape[2]
    return products / max(pairs, 1)


def _games_needed(wins: Any, better: Any, worse: Any) -> int | None:
    """Where both play: how much more the better one wins, compared with how much that varies."""
    met = better.any(axis=2) & worse.any(axis=2)
    more = ((wins * better).sum(axis=2) / np.maximum(better.sum(axis=2), 1))[met]
    less = ((wins * worse).sum(axis=2) / np.maximum(worse.sum(axis=2), 1))[met]
    gap = more - less
    if not len(gap) or gap.mean() <= 0:
        return None
    return max(1, ceil((NormalDist().inv_cdf(SURE) * gap.std() / gap.mean()) ** 2))
