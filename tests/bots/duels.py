"""Games of one greedy seat among random ones, in compiled code: how often it wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.bots.greedy import greedy
from beute.games.compiling import batch
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, ending, endless, legal, play, scores
from beute.games.dice import reseed
from beute.play.engine import engine
from beute.play.setup import Setup


@batch
def play_duels(start: Any, table: Any, rng: Any, seed: int, games: int, shares: Any) -> int:
    """Write the greedy seat's share of each win; the seat goes round. Tell how many decisions it took."""
    s = table[0]
    players = int(s.players)
    points = np.zeros(players, np.int64)
    decisions = 0
    for number in range(games):
        reseed(rng, seed, number)
        table[0] = start[0]
        hero = number % players
        while due(s) != OVER and not endless(s):
            if due(s) == CHANCE:
                play(s, CHANCE, draw(s, rng))
                continue
            seat = actor(s)
            if seat == hero:
                decisions += 1
                play(s, seat, greedy(s, seat, rng))
            else:
                play(s, seat, choose(legal(s, seat), rng))
        shares[number] = 0.0
        if ending(s):
            scores(s, points)
            winners = 0
            for seat in range(players):
                winners += int(points[seat] == points.max())
            if points[hero] == points.max():
                shares[number] = 1 / winners
    return decisions


def duel(setup: Setup, games: int, seed: int) -> tuple[float, float]:
    """The greedy seat's mean share of a win, and the half width of its 95 % confidence interval."""
    rules, shares = engine(setup), np.zeros(games)
    play_duels(rules.start, rules.table(), np.zeros(1, np.uint64), seed, games, shares)
    return float(shares.mean()), 1.96 * float(shares.std()) / games**0.5
