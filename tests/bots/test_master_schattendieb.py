"""Der Schattendieb's master: weighs every decision, keeps to what its seat knows, remembers what others chose."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from beute.bots import Budget, master
from beute.bots.master.schattendieb import Comparison, trained
from beute.bots.master.schattendieb.features import survey
from beute.bots.master.schattendieb.memory import ADDED, PLAYED, Memory, no_memory, remembered
from beute.bots.master.schattendieb.policy import WORK, consider
from beute.bots.master.schattendieb.rollouts import policy_prior, share
from beute.bots.master.schattendieb.worlds import HIDDEN, imagine_some
from beute.games import contract
from beute.games.bits import members
from beute.play.engine import engine
from beute.play.game import Game
from beute.play.luck import Secret
from tests.bots.plain import SHUTTING_WINS
from tests.games.hidden import shuffle_hidden
from tests.games.schattendieb.position import Position, position
from tests.setups import SETUPS, label

FEW = Budget(simulations=30)
HERE = [setup for setup in SETUPS if setup.game == "schattendieb"]
PLAIN = [setup for setup in HERE if not setup.chosen]


def dice(seed: int = 1) -> Any:
    return np.array([seed], np.uint64)


def questions(setup: Any, seed: int, every: int = 1) -> list[tuple[Any, list[str], int]]:
    """Questions with a choice of a random game: the true table, what the seat has heard, and the seat."""
    game, luck = Game(setup, Secret.seeded(seed)), random.Random(seed)
    found = []
    while not game.over:
        seat = luck.choice(game.due)
        if len(game.legal_for(seat)) > 1:
            found.append((np.array([game.state]), game.heard(seat), seat))
        game.play(luck.choice(game.legal_for(seat)), seat)
    return found[::every]


def choose(table: Any, heard: list[str], seat: int, setup: Any, budget: Budget = FEW) -> int:
    return master.choose(engine(setup).known(table[0], seat), heard, seat, dice(), budget)


# ---------------------------------------------------------------- what it decides


@pytest.mark.parametrize(
    ("drawing", "seat", "expected"),
    [
        SHUTTING_WINS,
        pytest.param(
            """
            steal TS
            0  B1 V9 > TS   []
            1  B2  > W9     [R1]
            2  B3  > R1     [R2]
            pile rest
            discard
            """,
            0,
            "steal 1",
            id="the jewel that is worth more",
        ),
        pytest.param(
            """
            add
            0  W9 V9 C1 > W8    [B10]
            1  C1 V8 > R2 done  [C9 C8]
            2  C2 V7            [R9 R8]
            pile rest
            discard
            """,
            0,
            "add W9",
            id="a good jewel that fits",
        ),
    ],
)
def test_plain_cases(drawing: str, seat: int, expected: str) -> None:
    p = position(drawing)
    weighed = master.weigh(p.known(seat).s, (), seat, dice(), Budget(simulations=900))
    best = max(weighed, key=lambda decision: weighed[decision])
    assert p.engine.decision_words[best] == expected


@pytest.mark.parametrize("setup", HERE, ids=label)
def test_every_decision_is_weighed_in_every_setup(setup: Any) -> None:
    for table, heard, seat in questions(setup, seed=3, every=7):
        weighed = master.weigh(engine(setup).known(table[0], seat), heard, seat, dice(), FEW)
        assert sorted(weighed) == members(contract.legal(table[0], seat))
        assert all(0 <= share <= 1 for share in weighed.values())


@pytest.mark.parametrize("setup", PLAIN, ids=label)
def test_what_a_seat_cannot_know_changes_nothing(setup: Any) -> None:
    luck = random.Random(5)
    for table, heard, seat in questions(setup, seed=4, every=5):
        expected = choose(table, heard, seat, setup)
        shuffle_hidden(engine(setup), table, seat, luck)
        assert choose(table, heard, seat, setup) == expected


def test_the_same_simulations_give_the_same_shares_however_they_are_cut() -> None:
    setup = PLAIN[1]
    for table, heard, seat in questions(setup, seed=6, every=9):
        known = engine(setup).known(table[0], seat)
        memory = remembered(known, heard, seat)
        at_once, in_parts = (Comparison(known, seat, dice(), memory) for _ in range(2))
        at_once.run(30)
        for part in (1, 9, 20):
            in_parts.run(part)
        assert at_once.shares == in_parts.shares
        assert at_once.worlds == in_parts.worlds == 30


def test_a_budget_of_time_ends() -> None:
    table, _, seat = questions(PLAIN[0], seed=1)[0]
    known = engine(PLAIN[0]).known(table[0], seat)
    comparison = Comparison(known, seat, dice(), no_memory())
    comparison.think(Budget(milliseconds=3))
    assert comparison.worlds > 0


def test_shares() -> None:
    """A tie shares the win."""
    points = np.array([5, 9, 9, 0])
    assert [share(points, 4, seat) for seat in range(4)] == [0, 0.5, 0.5, 0]


# ---------------------------------------------------------------- the policy


@pytest.mark.parametrize("setup", HERE, ids=label)
def test_the_policy_sees_no_more_than_its_seat_and_is_the_same_uncompiled(setup: Any) -> None:
    compiled, written = np.zeros(1, WORK), np.zeros(1, WORK)[0]
    for table, _, seat in questions(setup, seed=2, every=6):
        many = policy_prior(table, seat, trained(setup.players), compiled)
        known = engine(setup).known(table[0], seat)
        survey(known, written.public)
        assert consider(known, seat, trained(setup.players)[0], written) == many
        assert written.numbers[:many].tolist() == members(contract.legal(known, seat))
        assert written.chances[:many] == pytest.approx(compiled["chances"][0, :many], rel=1e-4)
        assert compiled["chances"][0, :many].sum() == pytest.approx(1)


# ---------------------------------------------------------------- what is remembered


@pytest.mark.parametrize("setup", [s for s in HERE if not dict(s.options)["redraw"]], ids=label)
def test_what_others_chose_is_remembered_from_what_was_heard(setup: Any) -> None:
    later = 0
    for table, heard, seat in questions(setup, seed=8):
        known = engine(setup).known(table[0], seat)
        memory = remembered(known, heard, seat)
        first_round = not any(" play " in event for event in heard if not event.startswith(f"{seat} "))
        others = [o for o in range(setup.players) if o != seat and int(known.open) >> o & 1]
        for other in others:
            assert memory.choices[0].there[2 * other + PLAYED] == (not first_round)
        if first_round:
            continue
        later += 1
        for other in others:
            last = [e.split() for e in heard if e.startswith(f"{other} play ")][-1]
            n = 2 * other + PLAYED
            assert memory.choices[0].decision[n] == engine(setup).decisions[" ".join(last[1:])]
            shown = sum(int(word).bit_count() for word in memory.choices[0].shown[n])
            assert memory.choices[0].kept[other] + shown == memory.then[n].held[other]
            assert memory.choices[0].kept[other] <= known.held[other] + bool(memory.choices[0].there[2 * other + ADDED])
    assert later > 3


def test_nothing_is_remembered_that_does_not_lead_here() -> None:
    table, heard, seat = questions(PLAIN[0], seed=8)[-1]
    known = engine(PLAIN[0]).known(table[0], seat)
    assert not remembered(known, heard, seat).empty
    assert remembered(known, heard[:-1], seat).empty
    assert remembered(known, (), seat).empty


def worlds(p: Any, seat: int, memory: Memory, many: int) -> list[Any]:
    """Imagined worlds, one after the other."""
    found, hidden = np.repeat(p, many), np.zeros(1, HIDDEN)
    imagine_some(found, p, seat, *memory, hidden, trained(int(p[0].players)), np.zeros(1, WORK), dice(7))
    return [found[n : n + 1] for n in range(many)]


@pytest.mark.parametrize("setup", PLAIN, ids=label)
def test_worlds_are_possible(setup: Any) -> None:
    for table, heard, seat in questions(setup, seed=9, every=12):
        known = engine(setup).known(table[0], seat)
        for world in worlds(np.array([known]), seat, remembered(known, heard, seat), 3):
            Position(engine(setup), world).check_counts()
            assert engine(setup).known(world[0], seat).tobytes() == known.tobytes()
