"""Der Schattendieb by rules of thumb: each in a drawn position."""

from __future__ import annotations

import numpy as np
import pytest

from beute.bots import vaults
from beute.bots.greedy import schattendieb as bot
from beute.games.schattendieb.rules import EVERY_SHUT
from tests.games.schattendieb.position import Position, position


def choices(p: Position, seat: int = 0) -> set[str]:
    """What the bot may do, as its generator falls."""
    found = {int(bot.greedy(p.s, seat, np.array([n], np.uint64))) for n in range(40)}
    return {p.engine.decision_words[a] for a in found}


def card(p: Position, name: str) -> int:
    return p.engine.decisions[f"play {name}"]


HANDS = """
    1  R1 R2 R3 R4  [{one}]
    2  B1 B2 B3 B4  [{two}] {shut}
    pile rest
    discard
"""


def choose(hand: str, vault: str, one: str = "C1", two: str = "C2", shut: str = "") -> Position:
    """Seat 0 is asked; the second of the others may have shut its vault."""
    others = HANDS.format(one=one, two=two, shut=shut)
    if shut:
        others = others.replace("B1 B2 B3 B4", "")
    return position(f"choose\n0 {hand} [{vault}]{others}")


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        pytest.param(
            choose("V9 W1 W2 R9", "W10 W9 C9", "C10 B9 B8 C8", shut="V6"),
            {"play V9"},
            id="shuts before the last one does",
        ),
        pytest.param(choose("V4 W10 W9 W8", "", shut="V6"), {"play W8", "play W9", "play W10"}, id="not with nothing"),
        pytest.param(choose("V4 W10 W9 W8", "B10 C10"), {"play W8", "play W9", "play W10"}, id="not too early"),
        pytest.param(choose("V4 V5 V6 V7", "W1 W2 W3 W4 W5 W6 W7 W8"), {"play V4"}, id="gives the lowest away"),
    ],
)
def test_cards_to_play(p: Position, expected: set[str]) -> None:
    assert choices(p) <= expected


def test_plays_of_many_not_always_the_same() -> None:
    """A fixed choice could be met by a stalemate."""
    assert len(choices(choose("W6 R6 B6 C6", ""))) > 1


@pytest.mark.parametrize(
    ("hand", "vault", "expected"),
    [
        pytest.param("W9 W10 V9 R1", "", "add W10", id="the best first"),
        pytest.param("W9 V9 R1", "", "add W9", id="then the next"),
        pytest.param("W1 V9 R1", "", "done", id="a 1 is not worth its place"),
        pytest.param("W9 V4 R1", "B1 B2 B3", "done", id="no more than the card in hand shuts"),
        pytest.param("W9 V5 R1", "B1 B2 B3", "add W9", id="but as many"),
    ],
)
def test_jewels_to_add(hand: str, vault: str, expected: str) -> None:
    p = position(f"add\n0 {hand} > W8 [{vault}]\n1 C1 V8 > R2 done []\n2 C2 V7 []\npile rest\ndiscard")
    assert choices(p) == {expected}


def test_keeps_a_card_where_an_empty_hand_ends_the_game() -> None:
    """SD-19: the pile is gone."""
    assert choices(position("add\n0 W10 > W8 [B1]\n1 C1 V8 > R2 done []\n2 C2 V7 []")) == {"done"}


def test_steals_the_most_valuable_and_of_equals_from_the_richest() -> None:
    drawing = "steal TS\n0 W9 V4 > TS [B1]\n1 C1 V8 > {} [C2]\n2 C2 V7 > {} [C10]\npile rest\ndiscard"
    assert choices(position(drawing.format("R8", "R3"))) == {"steal 1"}
    assert choices(position(drawing.format("R8", "W8"))) == {"steal 2"}
    p = position(drawing.format("R3", "W8"))
    assert bot.richest_victim(p.s, 0) == p.engine.decisions["steal 2"]


# ---------------------------------------------------------------- what it looks at


def test_vaults() -> None:
    p = choose("V9 V4 W2 R9", "W10 W10 C9", two="R10 C2", shut="V6")
    assert (vaults.jewels_in(p.s.vault[0]), vaults.sum_of(p.s.vault[0])) == (3, 29)
    assert bot.others_open(p.s, 0) == 0b010
    assert vaults.highest_shut_card(p.s, 0) == 9
    assert vaults.highest_shut_card(p.s, 1) == 0


def test_places_left() -> None:
    """As many as the best card in hand shuts; without one that does, by trust."""
    assert bot.places_left(choose("V9 V4 W2 R9", "W10 W10 C9").s, 0) == 6
    assert bot.places_left(choose("W1 W2 W3 R9", "W10 W10 C9").s, 0) == bot.TRUST - 3
    assert bot.places_left(choose("V4 W2 W3 R9", "W10 W10 C9 C8 C7").s, 0) == bot.TRUST - 5


def test_unseen() -> None:
    p = choose("W9 B9 W2 R9", "W9 W10 C9")
    assert bot.unseen_of_value(p.s, 0, 9 - 1) == 8 - 5
    assert bot.unseen_jewels(p.s, 0) == 80 - 4 - 3 - 2


def test_survival() -> None:
    """A value of which all are seen meets none of its like."""
    p = choose("W9 B9 W2 R9", "W9 R9 B9 C9 C9")
    assert bot.survival(p.s, 0, 9 - 1) == 1
    assert 0 < bot.survival(p.s, 0, 2 - 1) < 1


def test_risk_of_being_last() -> None:
    """The fuller the others' vaults and the fewer are open; most when the pile is gone."""
    rich, poor = choose("V9 W2", "W9", "C10 C9 B9 B10", "R9 R10"), choose("V9 W2", "W9")
    alone = choose("V9 W2", "W9", shut="V6")
    assert bot.risk_of_being_last(rich.s, 0) > bot.risk_of_being_last(poor.s, 0)
    assert bot.risk_of_being_last(alone.s, 0) > bot.risk_of_being_last(poor.s, 0)
    poor.s.gone = 1
    assert bot.risk_of_being_last(poor.s, 0) >= bot.PILE_GONE


def test_worth_a_place() -> None:
    assert bot.worth_a_place(10, 1)
    assert not bot.worth_a_place(10, 0)
    assert not bot.worth_a_place(1, 5)
    assert sum(bot.worth_a_place(value, 1) for value in range(11)) < sum(
        bot.worth_a_place(value, 5) for value in range(11)
    )


def test_jewel_promise() -> None:
    """More of the same kind promise more, and the lowest of them is risked; in a full vault there is no place."""
    p = choose("W9 W8 R8 V9", "")
    promise = {name: bot.jewel_promise(p.s, 0, card(p, name), 9) for name in ("W9", "W8", "R8")}
    assert promise["W8"] > promise["W9"] > promise["R8"] > 0
    assert bot.jewel_promise(p.s, 0, card(p, "W9"), 0) < 0


def test_thief_promise() -> None:
    """More among more players, and most for the shadow thief; nothing for a full vault."""
    p, fewer = choose("TW TS W2 R9", ""), choose("TW TS W2 R9", "", shut="V6")
    assert bot.thief_promise(p.s, 0, card(p, "TS"), 5) > bot.thief_promise(p.s, 0, card(p, "TW"), 5)
    assert bot.thief_promise(p.s, 0, card(p, "TW"), 5) > bot.thief_promise(fewer.s, 0, card(p, "TW"), 5) > 0
    assert bot.thief_promise(p.s, 0, card(p, "TS"), 0) == 0


def test_is_beaten() -> None:
    """By a shut vault that is worth as much; an open one is not counted yet."""
    assert not vaults.is_beaten(choose("V9 W2", "W10", two="C10").s, 0)
    assert vaults.is_beaten(choose("V9 W2", "W10", two="C10", shut="V6").s, 0)
    assert not vaults.is_beaten(choose("V9 W2", "W10", two="C9", shut="V6").s, 0)


def test_shuts_now() -> None:
    p = choose("V9 W2", "W9", "C10 C9 B9 B10", "R1")
    assert 1 > bot.shuts_now(p.s, 1) > bot.shuts_now(p.s, 2) > 0


def test_time_to_shut() -> None:
    """When there is nothing to gain, or much to lose; later for who is beaten anyway."""
    p = choose("V9 W2 W3 R9", "W10 W10", shut="V6")
    assert bot.time_to_shut(p.s, 0, 0.0)
    assert not bot.time_to_shut(p.s, 0, 1000.0)
    beaten = choose("V9 W2 W3 R9", "W10 W10", two="C10 C9 B9 B10", shut="V6")
    limits = [next(n for n in range(200) if not bot.time_to_shut(q.s, 0, float(n))) for q in (p, beaten)]
    assert limits[0] > limits[1]


def test_shutting_card() -> None:
    """The lowest that does."""
    p = choose("V4 V9 V12 R9", "W10 W10 W9 W9 W8")
    shuts = int(p.s.hand[0, 1]) & EVERY_SHUT
    assert bot.shutting_card(p.s, 0, shuts) == card(p, "V9")
    none = choose("V4 V9 V12 R9", "")
    assert bot.shutting_card(none.s, 0, shuts) == -1


def test_prize() -> None:
    """A small vault seldom wins, least among many players; a beaten one does not."""
    small, good = choose("V9 W2", "W5"), choose("V9 W2", "W10 W10 R10 R10 B10 B10 C10 C10")
    assert bot.prize(small.s, 0) < 5
    assert bot.prize(good.s, 0) == 80
    beaten = choose("V9 W2", "W5", two="C10", shut="V6")
    assert bot.prize(beaten.s, 0) == bot.BEATEN * 5
