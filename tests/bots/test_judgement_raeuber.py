"""What Räuber's master thinks of positions: shares of one win, the same for any numbering of the seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beute.bots.master.raeuber.facts import EVERY, FACTS, HELD, OF_A_SIZE, OF_SACKS, OWN, POINTS, SEAL, TURN, look_at
from beute.bots.master.raeuber.judgement import WORK, judge, trained
from beute.games.raeuber import SEATS
from beute.games.raeuber.rules import MAX_SEATS
from tests.games.raeuber import position

HANDS = ("2 5 9 10", "3 7 8 R", "5 5 6 10")


def table(first: int = 0) -> Any:
    """A table for three; the player who is next has the seat `first`."""
    next_one, second, third = ((first + n) % 3 for n in range(3))
    hands = [HANDS[(seat - first) % 3] for seat in range(3)]
    return position.state(
        f"""
        turn {next_one}
        100 of {next_one}: 80, top 8
        45a of {second}: 40, top 4
        27 of {third}: sealed, top 9
        70b of {second}: 12, top R
        seat 0: {hands[0]}
        seat 1: {hands[1]}
        seat 2: {hands[2]}
        unseen: 9x4 10x6 Rx3 7x2
        """
    )


def facts_of(s: Any) -> Any:
    facts = np.zeros((MAX_SEATS, FACTS))
    look_at(s, facts)
    return facts


def judged(s: Any) -> Any:
    shares = np.zeros(MAX_SEATS)
    judge(s, trained(int(s.players))[0], np.zeros(1, WORK)[0], shares)
    return shares[: int(s.players)]


def test_facts_are_what_is_on_the_table() -> None:
    facts = facts_of(table())
    assert [facts[seat, POINTS] * 50 for seat in range(3)] == [80, 52, 54]
    assert facts[1, HELD : HELD + 10].tolist() == [1, 0, 1, 0, 0, 0, 1, 1, 0, 0]
    assert [facts[seat, TURN : TURN + 3].tolist() for seat in range(3)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    middling = OF_SACKS + OF_A_SIZE  # 45a lacks a 5, which the first seat has before the third
    assert facts[1, middling + OWN] == 1
    assert 1 == facts[0, middling + SEAL] > facts[2, middling + SEAL] > 0
    assert facts[:3, EVERY].tolist() == [1, 1, 1]
    assert not facts[3:].any()


def test_seats_have_no_numbers() -> None:
    """The same table with its seats turned round by one is worth the same to everybody."""
    shares = judged(table())
    turned = judged(table(first=1))
    assert shares.sum() == pytest.approx(1)
    assert turned[[1, 2, 0]].tolist() == pytest.approx(shares.tolist())


@pytest.mark.parametrize("players", SEATS)
def test_who_is_far_ahead_late_can_expect_most(players: int) -> None:
    hands = "\n".join(f"seat {seat}: 8 9 10" for seat in range(players))
    sacks = "100 of 1: sealed, top 4\n70a of 1: sealed, top 4\n45a of 0: 6, top 6"
    shares = judged(position.state(f"turn 0\n{sacks}\n{hands}\nunseen: 5x3 7x5"))
    assert shares.sum() == pytest.approx(1)
    assert shares[1] > 0.8


def test_a_game_that_is_over_is_told_as_it_is() -> None:
    s = position.state("turn 0\n100 of 0: 80, top 8\n70a of 1: sealed, top 8\nseat 0: 2\nseat 1: 3")
    s.due = 0
    assert judged(s).tolist() == [1, 0]
