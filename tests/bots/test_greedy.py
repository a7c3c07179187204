"""The greedy bot keeps to its rules of thumb, knows no more than its seat, and beats chance."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from beute.bots.greedy import greedy
from beute.bots.greedy import raeuber as rb
from beute.bots.greedy import schattendieb as sd
from beute.bots.greedy import sneaky as sn
from beute.games import contract
from beute.games.contract import contains, legal
from beute.games.parts import parts
from beute.play.engine import Engine, engine
from beute.play.setup import Setup, set_up
from tests.bots.duels import ask_once, duel
from tests.games.walks import walk
from tests.setups import COUNTS, SETUPS, label


def generator(seed: int) -> Any:
    return np.array([seed], np.uint64)


# ---------------------------------------------------------------- what holds in every game


def asked(rules: Engine, seed: int) -> list[tuple[Any, int]]:
    """Some questions of a random game: the table and the seat."""
    luck = random.Random(seed)
    found = []
    for table in walk(rules, luck):
        for seat in range(rules.setup.players):
            if table[0].due > 0 and int(table[0].due) >> seat & 1 and luck.random() < 0.2:
                found.append((table.copy(), seat))
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_same_on_the_true_state_and_on_what_the_seat_knows(setup: Setup) -> None:
    """Nor does it touch the state, or play what is not legal."""
    rules = engine(setup)
    for n, (table, seat) in enumerate(question for seed in range(2) for question in asked(rules, seed)):
        known = rules.known(table[0], seat)
        before, seen = table.tobytes(), known.tobytes()
        ours, theirs = generator(n), generator(n)
        a = greedy(table[0], seat, ours)
        assert contains(legal(table[0], seat), a)
        assert a == greedy(known, seat, theirs)
        assert ours == theirs
        assert (table.tobytes(), known.tobytes()) == (before, seen)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_compiled_and_as_it_is_written(setup: Setup) -> None:
    rules = engine(setup)
    written = part_of(setup).greedy.py_func
    for n, (table, seat) in enumerate(asked(rules, seed=9)):
        ours, theirs = generator(n), generator(n)
        assert greedy(table[0], seat, ours) == written(table[0], seat, theirs)
        assert ours == theirs


def part_of(setup: Setup) -> Any:
    return {"sneaky": sn, "schattendieb": sd, "raeuber": rb}[setup.game]


def test_a_set_up_seen_for_the_first_time_leaves_the_bot_at_the_table() -> None:
    """Every new set-up registers its rules again."""
    engine.cache_clear()
    rules = engine(set_up("raeuber", 3, {"open_sums": True}))
    table, seat = asked(rules, seed=1)[0]
    assert contains(legal(table[0], seat), greedy(table[0], seat, generator(1)))
    contract.extend(parts("raeuber").rules.STATE, rb)
    assert contains(legal(table[0], seat), greedy(table[0], seat, generator(1)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_beats_chance(name: str, players: int) -> None:
    share, width = duel(set_up(name, players, {}), games=3000, seed=11)
    assert share - width > 1.5 / players, f"{share:.3f} ± {width:.3f}"


@pytest.mark.slow
def test_what_calls_it_is_compiled_once_for_all_processes() -> None:
    """What this process has compiled, or found compiled, the next one finds."""
    ask_once()
    code = "from tests.bots.duels import ask_once; print(*ask_once())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "0"]
