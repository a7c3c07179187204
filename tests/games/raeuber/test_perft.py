"""Counts of all sequences of decisions and outcomes from fixed positions, against numbers found by reasoning.

A sequence is counted at its last event; one that ends earlier because the game is over is not counted at later ones.
"""

from __future__ import annotations

from typing import Any

import pytest

from beute.games.contract import CHANCE
from tests.games.raeuber.position import after, asked, engine_of, legal, raeuber, state


def events(s: Any) -> list[str]:
    """All that can happen next."""
    if s.due == CHANCE:
        return [f"* {word}" for word in engine_of(s).chances(s)[0]]
    return [f"{seat} {word}" for seat in asked(s) for word in legal(s, seat)]


def perft(s: Any, depth: int) -> int:
    following = events(s)
    return len(following) if depth == 1 else sum(perft(after(s, event), depth - 1) for event in following)


def counts(s: Any, depth: int) -> list[int]:
    return [perft(s, n) for n in range(1, depth + 1)]


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rb_3_the_deal(players: int) -> None:
    """RB-3"""
    # Any seat starts; then any of ten kinds is dealt, as long as a copy is left. Of three cards only 2 2 2 is not
    # possible (two copies): 999. Of four cards those with three or four 2s are not (4 * 9 + 1), nor is 3 3 3 3.
    expected = [1, 10, 100, 999, 10_000 - 37 - 1]
    depth = 5 if players == 2 else 4
    assert counts(raeuber(players).table()[0], depth) == [players * n for n in expected[:depth]]


@pytest.mark.clause("RB-4", "RB-5", "RB-7")
def test_rb_4_rb_5_rb_7_the_first_turns() -> None:
    """RB-4, RB-5, RB-7"""
    s = state(
        """
        turn 0
        seat 0: R 5 10
        seat 1: R 5 7
        unseen: 2 3
        """
    )
    # 1: three kinds on nine sacks of the centre: 27.
    # 2: a 2 or a 3 is drawn: 27 * 2 = 54.
    # 3: seat 1 has three kinds, has no sack, and no sack is anywhere near full: 27 each time: 54 * 27 = 1,458.
    # 4: one card is left to draw: the same number.
    assert counts(s, 4) == [27, 54, 1_458, 1_458]
    # 5: seat 0 has two cards of the first three and the one it drew, all different, and its one sack.
    #    The robber is gone (9 of 27): three kinds of loot on nine sacks, 27 words.
    #    The 5 or the 10 is gone: two kinds of loot on nine sacks, 18 words; and the robber, on eight sacks, or on nine
    #    if seat 1 has robbed the one: with its 5 upon the 5 (1 of its 27 words); nothing it has equals the 10.
    #    Each with two ways to draw: 2 then 3, or 3 then 2.
    robber_first = 9 * 27 * 27
    five_first = 9 * (26 * (18 + 8) + 1 * (18 + 9))
    ten_first = 9 * 27 * (18 + 8)
    assert perft(s, 5) == 2 * (robber_first + five_first + ten_first)


ROOM = """
    26 of 0: 18, top 9
    27 of 0: 19, top 9
    28 of 0: 20, top 9
    29 of 0: 21, top 9
    45a of 0: 37, top 8
    45b of 0: 37, top 8
    70a of 1: 62, top 8
    70b of 1: 62, top 7
    100 of 1: 92, top 7
    """


@pytest.mark.clause("RB-6", "RB-9", "RB-14", "RB-15")
def test_rb_6_rb_9_rb_14_rb_15_the_last_turns_with_little_room() -> None:
    """RB-6, RB-9, RB-14, RB-15"""
    s = state(f"turn 0\n{ROOM}\nseat 0: R 8\nseat 1: R 6")
    # 382 of 384 are in sacks and hands; a 2 was laid out.
    # Room for 8 everywhere; the first six sacks are seat 0's, the last three seat 1's.
    # 1: the robber on three sacks of seat 1; the 8 on all nine, sealing each: 3 + 9 = 12.
    # 2: after a robber (3): seat 1 plays its robber on the six of seat 0, or its 6 on nine: 15.
    #    After the 8: on one of seat 0's six (6): sealed, so the robber goes on five, the 6 on eight: 13.
    #    On one of seat 1's three (3): sealed by seat 0; the robber on six, the 6 on eight: 14.
    #    3 * 15 + 6 * 13 + 3 * 14 = 45 + 78 + 42 = 165.
    # Then the last cards are revealed, the higher is played (3), then the lower (4). By what is left to seats 0 and 1:
    #   a) 8 and 6: both robbers were played, in 3 * 6 ways. The 8 on nine sacks, which it seals; the 6 on eight.
    #   b) 8 and R: robber and 6 were played, in 3 * 9 ways. The 6 left its sack with room for 2 and with its owner (no
    #      sack has a 6 on top): the 8 on eight sacks. The robber on what is open of seat 0's:
    #        6 on one of seat 0's six: 8 on five of seat 0's leaves 5, on three of seat 1's leaves 6.
    #        6 on one of seat 1's three: 8 on six of seat 0's leaves 5, on two of seat 1's leaves 6.
    #   c) R and 6: the 8 and a robber were played. The 6 on eight sacks, robbing nothing.
    #      The robber on what is open of seat 1's:
    #        8 on one of seat 0's six, robber on one of the five others (30 ways): 3.
    #        8 on one of seat 1's three, robber on one of seat 0's six (18 ways): 2.
    #   d) R and R, in 6 * 8 + 3 * 8 ways: equal, so out, and the game is over.
    third_a, fourth_a = 18 * 9, 18 * 9 * 8
    third_b, fourth_b = 27 * 8, 3 * 6 * (5 * 5 + 3 * 6) + 3 * 3 * (6 * 5 + 2 * 6)
    third_c, fourth_c = (30 + 18) * 8, 30 * 8 * 3 + 18 * 8 * 2
    assert counts(s, 4) == [12, 165, third_a + third_b + third_c, fourth_a + fourth_b + fourth_c]
    assert 18 + 27 + 48 + 72 == 165
    assert perft(s, 5) == 0


@pytest.mark.clause("RB-12")
def test_rb_12_laying_out() -> None:
    """RB-12"""
    s = state("turn 0\n26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10\nseat 0: R R\nseat 1: R 10\nunseen: R 7")
    # 1: seat 0 owns everything and has robbers only: R>out, the one word there is.
    # 2: R or 7 is drawn.
    # 3: seat 1 has a robber and a 10 on nine sacks: 2 * 18 = 36. The 10 robs, as it equals every top.
    # 4: one card is left to draw: 36.
    # 5: seat 0 drew the robber (R R): after the robber of seat 1 (9 ways) still stuck: 1 word; after the 10 (9 ways)
    #    the robber has the robbed sack to go to: 1 word. 18 in all.
    #    It drew the 7 (R 7): after the robber the 7 on nine sacks: 9 words; after the 10 also R on the robbed sack:
    #    10 words. The robbed sack holds 20 then, so a 26 has no room for the 7: 9 words there, a 27 has (exactly 7).
    stuck = 9 * 1 + 9 * 1
    seven = 9 * 9 + 8 * 10 + 1 * 9
    assert counts(s, 5) == [1, 2, 36, 36, stuck + seven]


@pytest.mark.clause("RB-3", "RB-13")
def test_rb_3_rb_13_the_last_draws_with_two_cards_aside() -> None:
    """RB-3, RB-13"""
    s = state(
        """
        draw 3
        26 27 28 29 45a 45b 70a 70b of 0: 9, top 9
        100 of 1: 9, top 10
        seat 0: R R
        seat 1: R R
        seat 2: R R
        seat 3: R
        unseen: 2 2 3 10
        """
    )
    # 1: any of the three kinds unseen, though two of the four cards lie aside: 3.
    # 2: seat 0 has robbers alone, and the 100 alone is not its own: 3.
    # 3: its draw, the last: after a 2 any of three kinds, after the 3 or the 10 one of the two others: 3 + 2 + 2 = 7.
    # 4: seat 1 has robbers, and all but the 100 are another's: 7 * 8 = 56.
    # 5: seat 2 has robbers and no sack (on the robber of seat 1 or of seat 0 it robs): 56 * 9 = 504.
    # 6: seat 3 has a robber and a card of loot, and no sack; room is for 16 and more: 504 * 18 = 9,072.
    assert counts(s, 6) == [3, 3, 7, 56, 504, 9_072]
