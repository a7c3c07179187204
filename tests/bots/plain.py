"""Positions in which every bot that thinks must see what is best."""

from __future__ import annotations

import pytest

RAEUBER = [  # seat 0 decides
    pytest.param(
        """
        last 0
        70a of 1: 63, top 4
        100 of 1: 40, top 4
        seat 0: 7
        seat 1:
        """,
        "7>70a",
        id="the last card seals the other's sack",
    ),
    pytest.param(
        """
        last 0
        70a of 1: 50, top 7
        45a of 0: 20, top 3
        seat 0: 7
        seat 1:
        """,
        "7>70a",
        id="the last card robs",
    ),
    pytest.param(
        """
        turn 0
        26 of 0: 22, top 5
        70a of 1: 30, top 2
        seat 0: 4 R
        seat 1: 3 2
        """,
        "4>26",
        id="sealing now is worth twice 26",
    ),
]

SHUTTING_WINS = pytest.param(
    """
    choose
    0               [R2] V6
    1  V7 B1        [R8 R7]
    2  C1 B4 B5     [W10 B10 C10]
    """,
    1,
    "play V7",
    id="one of two open vaults, and shutting it wins",
)
