"""Games of Räuber to learn from, played on all cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from multiprocessing import get_context
from typing import Any, Final

import numpy as np

from beute.bots.value.points import share_win
from beute.games import contract
from beute.games.contract import CHANCE, OVER, actor, draw, due, legal
from beute.games.kernel import Rng, State, below, members
from beute.play.engine import engine
from beute.play.setup import set_up

AT_ONCE: Final = 20  # games that are played in one go
ASTRAY: Final = 50  # one decision of so many is any


def in_parts(play: Callable[[int, int], tuple[Any, ...]], players: int, games: int, seed: int) -> tuple[Any, ...]:
    """What is gathered by playing games, on all cores."""
    parts = ceil(games / AT_ONCE)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(play, [players] * parts, [1_000_000 * seed + part for part in range(parts)]))
    return tuple(np.concatenate(column) for column in zip(*found, strict=True))


def positions(players: int, seed: int, decide: Callable[[State, int, Rng], int], every: int) -> tuple[Any, Any]:
    """One of so many positions of some games, a seat being asked, and the shares of the win they came to."""
    rules, rng = engine(set_up("raeuber", players, {})), np.array([seed], np.uint64)
    found, results = list[Any](), list[Any]()
    for _ in range(AT_ONCE):
        table, first = rules.table(), len(found)
        s = table[0]
        while due(s) != OVER:
            if due(s) == CHANCE:
                contract.play(s, CHANCE, draw(s, rng))
                continue
            if below(rng, every) == 0:
                found.append(table.copy())
            seat = actor(s)
            moves = members(legal(s, seat))
            a = moves[below(rng, len(moves))]
            if len(moves) > 1 and below(rng, ASTRAY):
                a = decide(rules.known(s, seat), seat, rng)
            contract.play(s, seat, a)
        shares = np.zeros(players)
        share_win(rules.scores(s), players, shares)
        results += [shares] * (len(found) - first)
    return np.concatenate(found), np.array(results)
