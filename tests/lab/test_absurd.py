"""How often absurd moves are played: never by a bot for people, and a counter that can tell."""

from __future__ import annotations

import numpy as np
import pytest

from beute import bots, games
from beute.bots.absurd import absurdity, sensible
from beute.bots.entrants import Entrant
from beute.games.contract import CHANCE, contains
from beute.lab.bot_games import Lineup
from beute.lab.results import Part, Results
from beute.play.setup import set_up

EVERY = [(game, players) for game in games.NAMES for players in games.about(game).SEATS]
BUDGETS = {"sneaky": 4, "schattendieb": 60, "raeuber": 100}  # simulations of the master: little time, few thoughts
SEED = 7


def played(game: str, players: int, names: list[str], number: int, records: bool = False) -> tuple[Lineup, Results]:
    """Games in which each seat has each of these bots in turn."""
    lineup = Lineup(set_up(game, players, {}), [Entrant.read(name) for name in names])
    numbers = tuple(range(number))
    seatings = tuple(tuple((n + seat) % len(names) for seat in range(players)) for n in numbers)
    return lineup, lineup.play(Part(numbers, numbers, seatings), SEED, records=records, logs=True)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), EVERY)
def test_no_bot_for_people_plays_one(game: str, players: int) -> None:
    names = [*bots.LEVELS[:-1], f"{bots.LEVELS[-1]}@{BUDGETS[game]}", "greedy"]
    _, results = played(game, players, names, 2 * len(names))
    assert set(results.seatings.ravel()) == set(range(len(names)))
    assert results.absurd.sum() == 0


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_whoever_plays_at_random_does(game: str, players: int) -> None:
    _, results = played(game, players, ["random"], 60)
    assert (results.absurd.sum(axis=0) > 0).all()


@pytest.mark.parametrize("game", games.NAMES)
def test_the_counter_counts_what_the_events_tell(game: str) -> None:
    """The same games followed from their logs, by the list as it is written; compiled and asked from Python alike."""
    for records in False, True:
        lineup, results = played(game, games.about(game).SEATS[0], ["random", "greedy"], 6, records)
        counted = np.zeros_like(results.absurd)
        for n, log in enumerate(results.logs):
            table = lineup.rules.table()
            for seat, a in log.tolist():
                if seat != CHANCE:
                    known = lineup.rules.known(table[0], seat)
                    counted[n, seat] += bool(absurdity(known, seat, a)) and not contains(sensible(known, seat), a)
                lineup.rules.parts.rules.play(table[0], seat, a)
        assert np.array_equal(counted, results.absurd)
        assert counted[results.seatings == 0].any()
