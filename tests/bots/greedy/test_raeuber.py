"""Räuber by rules of thumb: each in a drawn position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beute.bots.greedy import raeuber as bot
from beute.games.raeuber.rules import KINDS, SACKS
from tests.games.raeuber.position import CARDS, engine_of, state
from tests.games.raeuber.position import SACKS as NAMES

TWO = """
    turn 0
    {sacks}
    seat 0: {hand}
    seat 1: 2 3 4 5 6 7
    unseen: Rx6 8x3 9x3 10x3
"""


def two(sacks: str, hand: str) -> Any:
    return state(TWO.format(sacks=sacks.replace(", ", ",").replace("; ", "\n").replace(",", ", "), hand=hand))


def choices(s: Any) -> set[str]:
    """What the bot may do, as its generator falls."""
    rules = engine_of(s)
    return {rules.decision_words[int(bot.greedy(s, int(s.seat), np.array([n], np.uint64)))] for n in range(20)}


@pytest.mark.parametrize(
    ("sacks", "hand", "expected"),
    [
        pytest.param("45a of 0: 38, top 9", "R 7 8 9", "7>45a", id="seals an own sack"),
        pytest.param("26 of 1: 17, top 4; 45a of 0: 20, top 9", "R 7 8 9", "9>26", id="seals another's"),
        pytest.param("70a of 1: 50, top 8; 26 of 0: 8, top 8", "R 3 8 9", "8>70a", id="robs a rich sack"),
    ],
)
def test_choices(sacks: str, hand: str, expected: str) -> None:
    assert choices(two(sacks, hand)) == {expected}


def test_takes_a_sack_from_the_centre_rather_than_feed_an_opponent() -> None:
    s = two("70a of 1: 20, top 9", "3 5 6 7")
    assert all(not choice.endswith(">70a") for choice in choices(s))


def test_lays_a_card_out_if_it_must() -> None:
    """RB-12: robbers alone, and every open sack is one's own."""
    sealed = "26 27 28 29 45a 45b 70a 70b of 1: sealed, top 9"
    assert choices(state(f"turn 0\n{sealed}\n100 of 0: 30, top 9\nseat 0: R R\nseat 1: 2 3")) == {"R>out"}


# ---------------------------------------------------------------- what it looks at


def feared(s: Any, seat: int = 0) -> dict[str, float]:
    waiting, held = np.empty(KINDS + 1), np.empty(KINDS + 1)
    bot.chances_held(s, seat, waiting, held)
    assert held[KINDS] == waiting[KINDS] == 0
    return dict(zip(CARDS, held[:KINDS].tolist(), strict=True))


def test_fear() -> None:
    """Kinds of which more are unseen are likelier held; those that are all seen are not."""
    held = feared(two("45a of 0: 38, top 9", "R 7 8 9"))
    assert 1 > held["R"] > held["10"] > held["2"] > 0


@pytest.mark.parametrize(("copies", "hidden", "in_hands", "chance"), [(0, 20, 6, 1), (1, 20, 5, 0.75), (2, 4, 3, 0)])
def test_none_dealt(copies: int, hidden: int, in_hands: int, chance: float) -> None:
    none = np.empty(bot.MOST_COPIES + 1)
    bot.none_dealt(hidden, in_hands, none)
    assert none[copies] == pytest.approx(chance)


def test_the_last_cards_are_known() -> None:
    held = feared(state("last 0\n26 of 1: 9, top 9\nseat 0: 10\nseat 1: 8\nseat 2: 4"))
    assert [card for card in CARDS if held[card]] == ["4", "8"]


def test_unseen_is_the_same_wherever_the_cards_are() -> None:
    s = two("45a of 0: 38, top 9", "R 7 8 9")
    known = engine_of(s).known(s, 0)
    assert [bot.unseen(s, 0, kind) for kind in range(KINDS)] == [bot.unseen(known, 0, kind) for kind in range(KINDS)]
    assert bot.others_hold(s, 0, 1) == 1


def test_leader() -> None:
    s = state("turn 0\n70a of 1: 30, top 9\n26 of 2: 9, top 9\nseat 0: 2 3\nseat 1: 4 4\nseat 2: 5 5\nunseen: 8")
    assert [bot.leader_of(s, seat) for seat in range(3)] == [1, 2, 1]


def test_full() -> None:
    assert [bot.full(sack) for sack in range(SACKS)] == [52, 54, 56, 58, 45, 45, 70, 70, 100]


def outlook(s: Any, sack: str, hand: str = "") -> float:
    """What a sack means to seat 0 with these cards left in the hand."""
    waiting, held, weights = np.empty(KINDS + 1), np.empty(KINDS + 1), np.empty(bot.FEATURES)
    bot.chances_held(s, 0, waiting, held)
    bot.set_weights(s, weights)
    kinds = sum(1 << CARDS.index(card) for card in hand.split())
    means, robbing, rob, sealing, seal = bot.outlook(
        s, list(NAMES).index(sack), 0, bot.leader_of(s, 0), waiting, held, weights
    )
    return float(means + rob * (kinds >> robbing & 1) + seal * (kinds >> sealing & 1))


def test_an_own_sack_is_safer_under_a_rare_card() -> None:
    safe, risky = (two(f"70a of 0: 50, top {top}", "R 8 9 10") for top in ("2", "R"))
    assert outlook(safe, "70a") > outlook(risky, "70a")


def test_an_own_sack_is_worth_more_with_the_card_that_seals_it() -> None:
    s = two("45a of 0: 37, top 4", "R 8 9 10")
    assert outlook(s, "45a", "8") > outlook(s, "45a", "9")
    assert bot.sealing_kind(8) == CARDS.index("8")
    assert bot.sealing_kind(11) == bot.sealing_kind(1) == KINDS


def test_a_foreign_sack_hurts_less_with_the_card_that_robs_it() -> None:
    s = two("70a of 1: 40, top 8", "R 8 9 10")
    assert outlook(s, "70a") < 0
    assert outlook(s, "70a", "8") > outlook(s, "70a", "9") == outlook(s, "70a")
    assert bot.robbing_kind(CARDS.index("8"), 30) == CARDS.index("8")
    assert bot.robbing_kind(CARDS.index("8"), 7) == KINDS


def test_sealed_sacks_and_the_centre() -> None:
    s = two("26 of 0: sealed, top 8; 45a of 1: sealed, top 9", "R 8 9 10")
    assert outlook(s, "26") > 0 == outlook(s, "45a") == outlook(s, "100")


@pytest.mark.parametrize(
    ("hand", "sacks", "chance"),
    [
        ("2", "70a of 1: 40, top 2", 40 * 0.3),  # robs
        ("2", "70a of 1: 68, top 9", 70 * 0.3),  # seals
        ("2", "26 of 0: 24, top 9", (52 - 24) * 0.3),  # seals an own sack
        ("10", "70a of 1: 40, top 2", 0),
    ],
)
def test_the_last_card_counts_if_nobody_keeps_its_like(hand: str, sacks: str, chance: float) -> None:
    s = state(f"turn 0\n{sacks}\nseat 0: 3 {hand}\nseat 1: 4 3")
    held = np.zeros(KINDS + 1)
    held[CARDS.index(hand)] = 0.7
    assert bot.last_chance(s, 0, 1 << CARDS.index(hand), held) == pytest.approx(chance)


def test_lateness() -> None:
    early, late = two("26 of 0: 8, top 8", "2 3"), state("turn 0\nseat 0: 2 3\nseat 1: 2 3")
    assert bot.lateness(early) < bot.lateness(late) == 1


def test_weights_are_named_in_their_order() -> None:
    named = [name for name, number in vars(bot).items() if name.isupper() and isinstance(number, int)]
    order = named[named.index("LOOT") : named.index("PAIR") + 1]
    assert [getattr(bot, name) for name in order] == list(range(bot.FEATURES))


def test_kinds_without() -> None:
    s = two("70a of 1: 40, top 8", "2 8 8")
    eight, deuce = CARDS.index("8"), CARDS.index("2")
    assert bot.kinds_without(int(s.hand[0]), eight) == 1 << eight | 1 << deuce
    assert bot.kinds_without(int(s.hand[0]), deuce) == 1 << eight
