"""Who sits where: balanced for every number of bots and players."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from beute.lab.rotations import Rotations


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6, 7, 8])
def test_after_each_round_everybody_sat_equally_often_in_every_seat(bots: int, players: int) -> None:
    plan = Rotations(bots, players)
    for time in range(3):
        games = range(time * plan.round, (time + 1) * plan.round)
        seats = Counter((seat, bot) for game in games for seat, bot in enumerate(plan.seating(game)))
        assert len(seats) == bots * players
        assert len(set(seats.values())) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6])
def test_in_the_end_every_seating_was_used_equally(bots: int, players: int) -> None:
    plan = Rotations(bots, players)
    used = Counter(plan.seating(game) for game in range(plan.all))
    assert len(set(used.values())) == 1
    if bots >= players:
        assert set(used) == set(permutations(range(bots), players))
    else:
        times = players // bots
        assert all(times <= seating.count(bot) <= times + 1 for seating in used for bot in range(bots))


@pytest.mark.parametrize("players", [2, 3, 4, 7])
@pytest.mark.parametrize("bots", [2, 3, 5])
def test_a_block_is_one_deal_in_all_rotations(bots: int, players: int) -> None:
    plan = Rotations(bots, players)
    for block in range(5):
        games = range(block * players, (block + 1) * players)
        assert {plan.block(game) for game in games} == {block}
        first = plan.seating(games[0])
        rotations = [first[turn:] + first[:turn] for turn in range(players)]
        assert [plan.seating(game) for game in games] == rotations
