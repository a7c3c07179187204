"""The drawings themselves: every state of a game can be drawn, and the drawing makes the same state."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.games.raeuber.position import after, drawn, raeuber, state
from tests.oracle.check import random_record

DRAWING = """\
turn 1, first 1
26 of 1: sealed, top 4
70a of 0: 33, top R
seat 0: R 7 7
seat 1: 3 10, counts 70a
unseen: Rx1 5x2"""


# All that the next moves depend on.
DRAWN = ["players", "due", "ending", "step", "seat", "first", "left", "open_sums"]
DRAWN += ["counted", "top", "loot", "hand", "unseen", "takes", "owner"]


def test_a_drawing_is_drawn_again() -> None:
    assert drawn(state(DRAWING)) == DRAWING


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_state_of_a_game_can_be_drawn(players: int) -> None:
    s = raeuber(players).table()[0]
    for event in random_record("raeuber", players, {}, Random(players))["events"]:
        again = state(drawn(s))
        assert all(np.array_equal(again[field], s[field]) for field in DRAWN), f"\n{drawn(s)}"
        s = after(s, event)
    assert drawn(state(drawn(s))) == drawn(s)  # when it is over it does not matter who was asked last


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("turn 0\nseat 0: 2 2\nseat 1: 2", "too many"),
        ("turn 0\n26 of 0: sealed, top 2\nseat 0: 2\nseat 1: 2", "too many"),
        ("turn 0\nseat 0: 11\nseat 1: 2", "no card"),
        ("turn 0\n26 27 28 29 45a 45b 70a 70b 100 of 0: sealed, top 10\nseat 0: 3\nseat 1: 2", "too much loot"),
        ("turn 0\nseat 0: 3\nseat 1: 3\nseat 2: 5\nseat 3: 4\nunseen: 2", "cards aside"),
        ("turn 0\n26 of 0 12 top 5\nseat 0: 3\nseat 1: 2", "not understood"),
    ],
)
def test_impossible_drawings_are_found(drawing: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        state(drawing)
