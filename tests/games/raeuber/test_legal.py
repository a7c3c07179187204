"""RB-4, RB-6, RB-7, RB-9 and RB-12: what can be played. Positions are drawn as `position.py` says."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.raeuber.position import CARDS, SACKS, after, asked, drawn, legal, state, tidy, value


def words(text: str) -> list[str]:
    """`7 9 > 26 100` is every one of the cards on every one of the sacks."""
    found = []
    for part in text.split(","):
        cards, _, sacks = part.partition(">")
        found += [f"{card}>{sack}" for card in cards.split() for sack in sacks.split()]
    return sorted(found)


# before, what the seat whose turn it is can play
LEGAL = [
    pytest.param(
        """
        turn 1
        seat 0: 2 3
        seat 1: R R 7 10
        unseen: 5
        """,
        "R 7 10 > 26 27 28 29 45a 45b 70a 70b 100",
        id="RB-4 RB-7 any card of the hand on any sack in the centre",
    ),
    pytest.param(
        """
        turn 0
        26 27 of 1: sealed, top 9
        28 29 of 0: sealed, top 9
        45a 45b of 2: sealed, top 10
        70a of 1: 20, top 5
        70b of 0: 20, top 5
        seat 0: R 7
        seat 1: 2 3
        seat 2: 2 3
        unseen: 5
        """,
        "R > 70a 100, 7 > 70a 70b 100",
        id="RB-4 RB-9 nobody can touch a sealed sack, whosesoever it is",
    ),
    pytest.param(
        """
        turn 0
        26 27 28 of 0: 10, top 10
        29 45a of 1: 10, top 10
        45b 70a of 2: 10, top 9
        seat 0: R 7
        seat 1: 2 3
        seat 2: 2 3
        unseen: 5
        """,
        "R > 29 45a 45b 70a 70b 100, 7 > 26 27 28 29 45a 45b 70a 70b 100",
        id="RB-7 a robber goes on any sack that is not one's own, loot on any",
    ),
    pytest.param(
        """
        turn 0
        26 of 1: 18, top 9
        27 of 0: 20, top 9
        28 of 1: 18, top 8
        29 of 1: 28, top 8
        45a 45b 70a 70b of 1: 30, top 5
        100 of 1: 91, top 6
        seat 0: R 7 8 9 10
        seat 1: 2 3
        unseen: 4
        """,
        "R > 26 28 29 45a 45b 70a 70b 100, 7 > 26 27 28 45a 45b 70a 70b 100, 8 > 26 28 45a 45b 70a 70b 100, "
        "9 > 28 45a 45b 70a 70b 100, 10 > 28 45a 45b 70a 70b",
        id="RB-6 what would exceed a sack cannot be put there",
    ),
    pytest.param(
        """
        turn 0
        26 of 1: 20, top 9
        27 28 29 45a 45b 70a 70b 100 of 1: 10, top 10
        seat 0: 9 6
        seat 1: 2 3
        unseen: 4
        """,
        "9 > 27 28 29 45a 45b 70a 70b 100, 6 > 26 27 28 29 45a 45b 70a 70b 100",
        id="RB-8 RB-6 a card that would exceed the sack robs nothing: it cannot be put there",
    ),
    pytest.param(
        """
        turn 0
        26 27 28 29 45a 45b 70a of 0: 10, top 7
        70b of 0: 20, top 8
        100 of 1: sealed, top 10
        seat 0: R R
        seat 1: 2 3
        unseen: R
        """,
        "R > out",
        id="RB-12 RB-7 robbers alone are stuck when all that is open is one's own",
    ),
    pytest.param(
        """
        turn 0
        26 27 28 29 45a 45b 70a of 0: 10, top 7
        70b of 0: 20, top 8
        seat 0: R R
        seat 1: 2 3
        unseen: R
        """,
        "R > 100",
        id="RB-12 one sack that takes a card is enough",
    ),
    pytest.param(
        # Every sack has room for 8: loot of 368 lies in them, and with 10 and 6 in the hands it is all there is.
        """
        turn 0
        26 of 0: 18, top 9
        27 of 0: 19, top 9
        28 of 0: 20, top 9
        29 of 0: 21, top 9
        45a 45b of 0: 37, top 8
        70a 70b of 0: 62, top 7
        100 of 0: 92, top 7
        seat 0: R 10
        seat 1: R 6
        unseen: R
        """,
        "R 10 > out",
        id="RB-12 RB-6 nothing fits anywhere: one card of choice is laid out",
    ),
    pytest.param(
        """
        turn 0
        26 of 0: 18, top 9
        27 of 0: 19, top 9
        28 of 0: 20, top 9
        29 of 0: 21, top 9
        45a 45b of 0: 37, top 8
        70a 70b of 0: 62, top 7
        100 of 1: 92, top 7
        seat 0: R 10
        seat 1: R 6
        unseen: R
        """,
        "R > 100",
        id="RB-12 the robber fits, so nothing is laid out",
    ),
]


@pytest.mark.parametrize(("drawing", "expected"), LEGAL)
def test_legal_words(drawing: str, expected: str) -> None:
    s = state(drawing)
    (seat,) = asked(s)
    assert legal(s, seat) == words(expected)


@pytest.mark.clause("RB-6", "RB-9")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("sack", SACKS)
def test_rb_6_a_sack_takes_every_card_up_to_its_room_and_rb_9_the_exact_one_seals_it(sack: str, owner: int) -> None:
    """RB-6, RB-9"""
    for room, card in product(range(1, 13), CARDS):
        s = state(
            f"""
            turn 0
            {sack} of {owner}: {SACKS[sack] - room}, top R
            seat 0: {card}
            seat 1: R
            unseen: R R
            """
        )
        own_robber = card == "R" and owner == 0
        assert (f"{card}>{sack}" in legal(s, 0)) == (value(card) <= room and not own_robber)
        if f"{card}>{sack}" in legal(s, 0):
            then = drawn(after(s, f"0 {card}>{sack}"))
            assert (f"{sack} of 0: sealed, top {card}" in then) == ("sealed" in then) == (value(card) == room)


@pytest.mark.clause("RB-9")
@pytest.mark.parametrize("owner", [0, 1, 2])
@pytest.mark.parametrize("sack", SACKS)
def test_rb_9_nobody_can_touch_a_sealed_sack(sack: str, owner: int) -> None:
    """RB-9"""
    for seat, hand in product(range(3), (CARDS[:5], CARDS[5:])):
        hands = "".join(f"seat {n}: {' '.join(hand) if n == seat else 'R'}\n" for n in range(3))
        s = state(f"turn {seat}\n{sack} of {owner}: sealed, top 10\n{hands}unseen: R")
        assert {word.split(">")[1] for word in legal(s, seat)} == SACKS.keys() - {sack}


STUCK = """
    turn 0
    26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10
    seat 0: R R
    seat 1: 2 3
    """


@pytest.mark.parametrize(
    ("before", "events", "then"),
    [
        pytest.param(
            STUCK + "unseen: 5 8",
            ["0 R>out", "* draw 0 8"],
            STUCK.replace("turn 0", "turn 1").replace("R R", "R 8") + "unseen: 5",
            id="RB-12 the card leaves the game, and one is drawn",
        ),
        pytest.param(
            STUCK,
            ["0 R>out"],
            STUCK.replace("turn 0", "turn 1").replace("R R", "R"),
            id="RB-12 nothing is drawn when the pile is empty",
        ),
        pytest.param(
            STUCK.replace("R R", "R R R").replace("2 3", "2 3 3"),
            ["0 R>out", "1 2>26", "0 R>out"],
            STUCK.replace("turn 0", "turn 1")
            .replace("R R", "R")
            .replace("26 27", "27")
            .replace("seat 0", "26 of 0: 12, top 2\nseat 0")
            .replace("2 3", "3 3"),
            id="RB-12 again in the next turn, if still nothing fits",
        ),
    ],
)
def test_laying_out(before: str, events: list[str], then: str) -> None:
    assert drawn(after(state(before), *events)) == tidy(then)


@pytest.mark.clause("RB-12")
def test_rb_12_any_card_of_the_hand_may_be_laid_out() -> None:
    """RB-12"""
    s = state(
        """
        turn 0
        26 of 0: 18, top 9
        27 of 0: 19, top 9
        28 of 0: 20, top 9
        29 of 0: 21, top 9
        45a 45b of 0: 37, top 8
        70a 70b of 0: 62, top 7
        100 of 0: 92, top 7
        seat 0: R 10
        seat 1: R 6
        unseen: R
        """
    )
    for card in ("R", "10"):
        then = drawn(after(s, f"0 {card}>out"))
        assert then == drawn(s).replace("turn 0", "draw 0").replace("R 10", "10" if card == "R" else "R")
