"""RB-4, RB-5 and RB-7 to RB-10: what a turn does. Positions are drawn as `position.py` says."""

from __future__ import annotations

import pytest

from tests.games.raeuber.position import after, drawn, state, tidy

# before, events, after
TURNS = [
    pytest.param(
        """
        turn 0
        seat 0: 7 9
        seat 1: 2 3
        unseen: 5 R
        """,
        ["0 7>45a"],
        """
        draw 0
        45a of 0: 7, top 7
        seat 0: 9
        seat 1: 2 3
        unseen: 5 R
        """,
        id="RB-4 one card is played, and then one is due from the pile",
    ),
    pytest.param(
        """
        draw 0
        45a of 0: 7, top 7
        seat 0: 9
        seat 1: 2 3
        unseen: 5 R
        """,
        ["* draw 0 5"],
        """
        turn 1
        45a of 0: 7, top 7
        seat 0: 5 9
        seat 1: 2 3
        unseen: R
        """,
        id="RB-4 a card is drawn, and the next seat is asked",
    ),
    pytest.param(
        """
        turn 1
        seat 0: 9 10
        seat 1: 2 3
        """,
        ["1 3>45a"],
        """
        turn 0
        45a of 1: 3, top 3
        seat 0: 9 10
        seat 1: 2
        """,
        id="RB-4 nothing is drawn when the pile is empty",
    ),
    pytest.param(
        """
        turn 0
        seat 0: 7 9 9 9
        seat 1: 2 3
        unseen: 5
        """,
        ["0 9>70b", "* draw 0 5"],
        """
        turn 1
        70b of 0: 9, top 9
        seat 0: 5 7 9 9
        seat 1: 2 3
        """,
        id="RB-4 one of several equal cards is played",
    ),
    pytest.param(
        """
        turn 1
        seat 0: 2 3
        seat 1: 10 9
        unseen: 5
        """,
        ["1 10>26"],
        """
        draw 1
        26 of 1: 10, top 10
        seat 0: 2 3
        seat 1: 9
        unseen: 5
        """,
        id="RB-5 a card on a sack in the centre takes the sack",
    ),
    pytest.param(
        """
        turn 1
        seat 0: 2 3
        seat 1: R 9
        unseen: 5
        """,
        ["1 R>100"],
        """
        draw 1
        100 of 1: 0, top R
        seat 0: 2 3
        seat 1: 9, counts 100
        unseen: 5
        """,
        id="RB-5 RB-7 a robber takes a sack from the centre too",
    ),
    pytest.param(
        """
        turn 0
        70a of 0: 20, top 9
        seat 0: 2 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 3>70a"],
        """
        draw 0
        70a of 0: 23, top 3
        seat 0: 2
        seat 1: R 9
        unseen: 5
        """,
        id="RB-7 loot goes on a sack of one's own",
    ),
    pytest.param(
        """
        turn 0
        70a of 1: 20, top 9
        seat 0: 9 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 9>70a"],
        """
        draw 0
        70a of 0: 29, top 9
        seat 0: 3
        seat 1: R 9
        unseen: 5
        """,
        id="RB-8 an equal card robs another's sack with all its cards",
    ),
    pytest.param(
        """
        turn 0
        70a of 1: 20, top R
        seat 0: R 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 R>70a"],
        """
        draw 0
        70a of 0: 20, top R
        seat 0: 3, counts 70a
        seat 1: R 9
        unseen: 5
        """,
        id="RB-8 a second robber on a robber robs",
    ),
    pytest.param(
        """
        turn 0
        70a of 1: 20, top 5
        seat 0: R 3
        seat 1: R 9
        seat 2: R 2
        unseen: 5 6 6
        """,
        ["0 R>70a", "* draw 0 6", "1 9>26", "* draw 1 6", "2 R>70a"],
        """
        draw 2
        26 of 1: 9, top 9
        70a of 2: 20, top R
        seat 0: 3 6, counts 70a
        seat 1: R 6
        seat 2: 2, counts 70a
        unseen: 5
        """,
        id="RB-8 the second robber robs for who lays it, not for who laid the first",
    ),
    pytest.param(
        """
        turn 0
        70a of 1: 20, top 5
        seat 0: 8 8
        seat 1: 3 9
        unseen: 5 6 6
        """,
        ["0 8>70a", "* draw 0 6", "1 9>26", "* draw 1 6", "0 8>70a"],
        """
        draw 0
        26 of 1: 9, top 9
        70a of 0: 36, top 8
        seat 0: 6
        seat 1: 3 6
        unseen: 5
        """,
        id="RB-8 RB-10 one's own card on top of another's sack can be matched",
    ),
    pytest.param(
        """
        turn 0
        70a of 0: 20, top 9
        100 of 1: 20, top 9
        seat 0: 9 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 9>70a"],
        """
        draw 0
        70a of 0: 29, top 9
        100 of 1: 20, top 9
        seat 0: 3
        seat 1: R 9
        unseen: 5
        """,
        id="RB-8 an equal card on one's own sack robs nothing",
    ),
    pytest.param(
        """
        turn 0
        29 of 0: 20, top 8
        seat 0: 9 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 9>29"],
        """
        draw 0
        29 of 0: sealed, top 9
        seat 0: 3
        seat 1: R 9
        unseen: 5
        """,
        id="RB-9 hitting its value seals a sack of one's own",
    ),
    pytest.param(
        """
        turn 0
        29 of 1: 20, top 8
        seat 0: 9 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 9>29"],
        """
        draw 0
        29 of 0: sealed, top 9
        seat 0: 3
        seat 1: R 9
        unseen: 5
        """,
        id="RB-9 who seals another's sack has it",
    ),
    pytest.param(
        """
        turn 0
        29 of 2: 20, top 9
        seat 0: 9 3
        seat 1: R 9
        seat 2: 4 4
        unseen: 5
        """,
        ["0 9>29"],
        """
        draw 0
        29 of 0: sealed, top 9
        seat 0: 3
        seat 1: R 9
        seat 2: 4 4
        unseen: 5
        """,
        id="RB-9 sealing with a card that equals the top is sealing",
    ),
    pytest.param(
        """
        turn 0
        45b of 1: 44, top 9
        seat 0: R 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 R>45b"],
        """
        draw 0
        45b of 1: 44, top R
        seat 0: 3, counts 45b
        seat 1: R 9
        unseen: 5
        """,
        id="RB-9 a robber never seals",
    ),
    pytest.param(
        """
        turn 0
        45b of 1: 30, top 9
        seat 0: 8 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 8>45b"],
        """
        draw 0
        45b of 1: 38, top 8
        seat 0: 3
        seat 1: R 9
        unseen: 5
        """,
        id="RB-10 another card on another's sack stays there with its owner",
    ),
    pytest.param(
        """
        turn 0
        45b of 1: 30, top 9
        seat 0: R 3
        seat 1: R 9
        unseen: 5
        """,
        ["0 R>45b"],
        """
        draw 0
        45b of 1: 30, top R
        seat 0: 3, counts 45b
        seat 1: R 9
        unseen: 5
        """,
        id="RB-7 RB-10 a first robber on another's sack stays there",
    ),
]


@pytest.mark.parametrize(("before", "events", "then"), TURNS)
def test_turns(before: str, events: list[str], then: str) -> None:
    assert drawn(after(state(before), *events)) == tidy(then)
