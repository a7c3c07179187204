"""What a seat knows depends on nothing it cannot know, and what it imagines could be so."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beute.games.contract import NOBODY
from beute.games.raeuber.rules import fitting
from beute.play.engine import Engine, engine
from tests.games.cards import all_cards, hand, may_hold_four_shut
from tests.games.hidden import shuffle_hidden
from tests.games.standing import game_at
from tests.games.walks import walk
from tests.setups import SETUPS, label

setups = st.sampled_from(SETUPS)
seeds = st.integers(0, 2**32)


def stop(rules: Engine, luck: random.Random) -> Any:
    """The table somewhere in a random game, the last rounds as likely as the first."""
    tables = [table.copy() for table in walk(rules, luck)]
    return luck.choice(tables)


def knowledge(rules: Engine, table: Any, seat: int) -> tuple[bytes, bytes, Any]:
    """The concealed state, the observation and the own legal list."""
    known = table.copy()
    rules.parts.knowledge.conceal(known[0], seat)
    numbers = np.zeros(sum(length for _, length, _ in rules.parts.observation.OBSERVED), np.float32)
    legal = None
    if seat != NOBODY:
        rules.parts.observation.observe(known[0], seat, numbers)
        if known[0].due > 0 and int(known[0].due) >> seat & 1:
            legal = rules.legal(table[0], seat)
    return known.tobytes(), numbers.tobytes(), legal


def view(rules: Engine, table: Any, seat: int) -> Any:
    """What a person there, or a spectator, is shown."""
    return game_at(rules, table).view(None if seat == NOBODY else seat)


@settings(max_examples=150)
@given(setups, seeds)
def test_nothing_hidden_shows(setup: Any, seed: int) -> None:
    rules, luck = engine(setup), random.Random(seed)
    table = stop(rules, luck)
    for seat in range(NOBODY, setup.players):
        other = table.copy()
        shuffle_hidden(rules, other, seat, luck)
        assert knowledge(rules, other, seat) == knowledge(rules, table, seat)
        not_told: dict[str, Any] = {"asked": [], "chosen": []}
        assert view(rules, other, seat) | not_told == view(rules, table, seat) | not_told
        announced = table.copy()
        shuffle_hidden(rules, announced, seat, luck, announced=True)
        assert knowledge(rules, announced, seat) == knowledge(rules, table, seat)
        assert view(rules, announced, seat) == view(rules, table, seat)


@settings(max_examples=150)
@given(setups, seeds)
def test_what_is_imagined_is_possible_and_known_the_same(setup: Any, seed: int) -> None:
    rules, luck = engine(setup), random.Random(seed)
    table = stop(rules, luck)
    cards, one = all_cards(rules, table[0]), luck.randint(NOBODY, setup.players - 1)
    for seat in range(NOBODY, setup.players):
        known = table.copy()
        rules.parts.knowledge.conceal(known[0], seat)
        imagined = known.copy()
        rng = np.array([luck.getrandbits(62)], np.uint64)
        rules.parts.knowledge.imagine(imagined[0], seat, rng)
        assert all_cards(rules, imagined[0]) == cards
        again = imagined.copy()
        rules.parts.knowledge.conceal(again[0], seat)
        assert again.tobytes() == known.tobytes()
        for other in range(setup.players):
            if setup.game == "schattendieb":
                assert len(hand(rules, imagined[0], other)) == int(known[0].held[other])
            else:
                assert len(hand(rules, imagined[0], other)) == len(hand(rules, table[0], other))
            if setup.game == "schattendieb" and other != seat and not may_hold_four_shut(table[0], other):
                assert not all(card.startswith("V") for card in hand(rules, imagined[0], other))
        if seat == one:  # in one of these worlds, and in those of many examples, the game goes on to its end
            for n, _ in enumerate(walk(rules, luck, imagined)):
                assert n < 20_000


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game != "sneaky"], ids=label)
def test_what_is_imagined_varies(setup: Any) -> None:
    rules, luck = engine(setup), random.Random(3)
    table = next(table for table in walk(rules, luck) if table[0].due > 0).copy()
    rng = np.array([9], np.uint64)
    hands: Counter[tuple[str, ...]] = Counter()
    for _ in range(20):
        known = table.copy()
        rules.parts.knowledge.conceal(known[0], 0)
        rules.parts.knowledge.imagine(known[0], 0, rng)
        hands[tuple(hand(rules, known[0], 1))] += 1
        assert hand(rules, known[0], 0) == hand(rules, table[0], 0)
    assert len(hands) > 15


def test_imagined_hands_after_laying_out_fit_nowhere() -> None:
    """RB-12: whoever lays a card out shows that nothing fitted."""
    rules = engine(next(setup for setup in SETUPS if setup.game == "raeuber" and setup.players == 2))
    rng, found = np.array([5], np.uint64), 0
    for seed in range(400):
        before = None
        for table in walk(rules, random.Random(seed)):
            s = table[0]
            if before is not None and s.stuck and not before[0].stuck:
                stuck = int(before[0].seat)
                for _ in range(20):
                    known = table.copy()
                    rules.parts.knowledge.conceal(known[0], 1 - stuck)
                    rules.parts.knowledge.imagine(known[0], 1 - stuck, rng)
                    assert fitting(known[0], stuck) == (0, 0)
                found += 1
            before = table.copy()
    assert found > 3
