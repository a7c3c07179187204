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
from beute.games.bits import members
from beute.games.contract import CHANCE, OVER, actor, draw, due, legal
from beute.games.dice import Rng, below
from beute.play.engine import Engine, engine
from beute.play.setup import set_up

AT_ONCE: Final = 20  # games that are played in one go
ASTRAY: Final = 50  # one decision of so many is random


def in_parts(play: Callable[[int, int], tuple[Any, ...]], players: int, games: int, seed: int) -> tuple[Any, ...]:
    """What is gathered by playing games, on all cores."""
    parts = ceil(games / AT_ONCE)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(play, [players] * parts, [1_000_000 * seed + part for part in range(parts)]))
    return tuple(np.concatenate(column) for column in zip(*found, strict=True))


def rules_for(players: int) -> Engine:
    return engine(set_up("raeuber", players, {}))


def play_game(rules: Engine, rng: Rng, decide: Callable[[Any, int, list[int]], int]) -> Any:
    """Play one game, in which `decide` gets the table, the seat and its moves; return the shares of the win."""
    table = rules.table()
    s = table[0]
    while due(s) != OVER:
        if due(s) == CHANCE:
            contract.play(s, CHANCE, draw(s, rng))
        else:
            seat = actor(s)
            contract.play(s, seat, decide(table, seat, members(legal(s, seat))))
    shares = np.zeros(int(s.players))
    share_win(rules.scores(s), len(shares), shares)
    return shares


def any_of(moves: list[int], rng: Rng) -> int:
    return moves[below(rng, len(moves))]
