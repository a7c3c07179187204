"""One greedy seat among random ones, and what others compile that asks it."""

from __future__ import annotations

from typing import Any

import numpy as np

import beute
from beute.bots.entrants import Entrant
from beute.bots.greedy import greedy
from beute.games.compiling import batch
from beute.lab.bot_games import Lineup
from beute.lab.results import Part
from beute.play.setup import Setup


def duel(setup: Setup, games: int, seed: int) -> tuple[float, float]:
    """The mean share of a win of a greedy seat that goes round, and the half width of its 95 % confidence interval."""
    numbers = tuple(range(games))
    heroes = [number % setup.players for number in numbers]
    seatings = tuple(tuple(int(seat != hero) for seat in range(setup.players)) for hero in heroes)
    results = Lineup(setup, [Entrant("greedy"), Entrant("random")]).play(Part(numbers, numbers, seatings), seed)
    shares = results.wins[numbers, heroes]
    return float(shares.mean()), 1.96 * float(shares.std()) / games**0.5


@batch
def ask(table: Any, seat: int, rng: Any) -> int:
    return greedy(table[0], seat, rng)


def ask_once() -> tuple[int, int]:
    """How often the compiled code for it was found on disk, and how often not."""
    game = beute.new("schattendieb", 3, seed=1)
    seat = game.due[0]
    ask(np.array([game.known(seat)]), seat, np.array([1], np.uint64))
    stats: Any = ask.compiled.stats  # type: ignore[attr-defined]
    return sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
