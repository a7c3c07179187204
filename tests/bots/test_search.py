"""Tree search: sees what is plain, keeps to what its seat knows, and comes out the same when it is repeated."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import beute
from beute.bots import Budget
from beute.bots.search import Search, SearchSettings, choose, choose_by, tuned
from beute.bots.search.tree import EDGE, NODE, Tree, add_edge, logarithm, place, visit
from beute.games import contract
from beute.games.bits import members
from beute.play.engine import Engine, engine
from tests.bots.plain import RAEUBER, SHUTTING_WINS
from tests.games.hidden import shuffle_hidden
from tests.games.raeuber import position as raeuber
from tests.games.schattendieb import position as schattendieb
from tests.games.sneaky import position as sneaky
from tests.games.test_compiled import uncompiled
from tests.games.walks import walk
from tests.setups import SETUPS, label

FEW = Budget(simulations=40)
ENOUGH = Budget(simulations=400)


def dice(seed: int = 1) -> Any:
    return np.array([seed], np.uint64)


def chosen(rules: Engine, s: Any, seat: int, budget: Budget = ENOUGH, seed: int = 1) -> str:
    """What the seat decides, as a word."""
    return rules.decision_words[choose(rules.known(s, seat), (), seat, dice(seed), budget)]


def questions(setup: Any, seed: int, every: int = 9) -> list[tuple[Any, int]]:
    """Tables of a random game at which a seat has a choice, and the seat."""
    found = []
    for table in walk(engine(setup), random.Random(seed)):
        for seat in range(setup.players):
            s = table[0]
            if s.due > 0 and int(s.due) >> seat & 1 and contract.count(contract.legal(s, seat)) > 1:
                found.append((table.copy(), seat))
    return found[::every]


# ---------------------------------------------------------------- plain cases


@pytest.mark.parametrize(("drawing", "expected"), RAEUBER)
def test_raeuber(drawing: str, expected: str) -> None:
    s = raeuber.state(drawing)
    for seed in range(3):
        assert chosen(raeuber.engine_of(s), s, 0, seed=seed) == expected


@pytest.mark.parametrize(
    ("drawing", "seat", "expected"),
    [
        SHUTTING_WINS,
        pytest.param(
            """
            choose
            0               [R2] V6
            1  C1 B1        [R8 R7]
            2  C2 B4 V15    [W10 B10 C10]
            """,
            2,
            "play V15",
            id="the highest seat of a phase",
        ),
        pytest.param(
            """
            steal TS
            0  B1  > TS     []
            1  B2  > W9     [R1]
            2  B3  > R1     [R2]
            """,
            0,
            "steal 1",
            id="the jewel that is worth more, with cards for nothing else",
        ),
    ],
)
def test_schattendieb(drawing: str, seat: int, expected: str) -> None:
    position = schattendieb.position(drawing)
    for seed in range(3):
        assert chosen(position.engine, position.s, seat, seed=seed) == expected


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param(
            """
            centre R1 - G3•••
            pile -
            > 0 cuffs 2 safe - stack - / -
              1 cuffs 2 safe Y1 B1 S1 P1 stack - / -
            last round 1
            left RYYY
            """,
            "put c0",
            id="the last turn: one more bandit with a die that is there",
        ),
        pytest.param(
            """
            centre - B2 G3•••
            pile -
            > 0 cuffs 2 safe - stack - / -
              1 cuffs 2 safe Y1 B1 stack - / -
            last round 1
            left YYYY
            """,
            "stop",
            id="the last turn: a three that wins, and much to lose",
        ),
    ],
)
def test_sneaky(drawing: str, expected: str) -> None:
    table = sneaky.position(drawing)
    for seed in range(3):
        assert chosen(table.engine, table.state, 0, seed=seed) == expected


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_the_same_dice_and_simulations_give_the_same_search(setup: Any) -> None:
    """However the simulations are cut into slices."""
    for table, seat in questions(setup, seed=4, every=40)[:3]:
        known = engine(setup).known(table[0], seat)
        at_once, in_parts = Search(known, seat, dice()), Search(known, seat, dice())
        at_once.run(150)
        for part in (1, 49, 100):
            in_parts.run(part)
        assert at_once.tried == in_parts.tried
        assert at_once.shares == in_parts.shares
        other = Search(known, seat, dice(2))
        other.run(150)
        assert other.tried.keys() == at_once.tried.keys()


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_what_a_seat_cannot_know_changes_nothing(setup: Any) -> None:
    rules, luck = engine(setup), random.Random(8)
    for table, seat in questions(setup, seed=6):
        expected = chosen(rules, table[0], seat, FEW)
        assert expected in rules.legal(table[0], seat)
        shuffle_hidden(rules, table, seat, luck)
        assert chosen(rules, table[0], seat, FEW) == expected


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_results_are_shares_of_one_win(setup: Any) -> None:
    for turns in 1, 3, 1000:
        for table, seat in questions(setup, seed=7, every=30)[:4]:
            search = Search(engine(setup).known(table[0], seat), seat, dice(), SearchSettings(turns=turns))
            search.run(60)
            assert sum(search.shares) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in search.shares)
            visits = sum(visits for visits, _ in search.tried.values())
            assert visits == search.simulations == 60
            mean = sum(visits * share for visits, share in search.tried.values()) / visits
            assert mean == pytest.approx(search.shares[seat], abs=1e-5)
            assert set(search.tried) <= set(members(contract.legal(table[0], seat)))


def test_seats_that_choose_at_once_do_not_see_what_others_chose() -> None:
    """In the first round each of three seats decides at one node, whatever the others decided before it."""
    game = beute.new("schattendieb", 3, seed=2)
    search = Search(game.known(0), 0, dice())
    search.run(1)
    assert search.tree.used[:2].tolist() == [3, 3]
    search.run(1)
    assert np.sort(search.tree.nodes["visits"])[-3:].tolist() == [2, 2, 2]


def test_a_seat_that_searches_comes_first_in_its_phase() -> None:
    game = beute.new("schattendieb", 3, seed=2)
    for seat in range(3):
        search = Search(game.known(seat), seat, dice())
        search.run(50)
        assert set(search.tried) == set(members(contract.legal(game.known(seat), seat)))


def test_public_chance_is_let_in_slowly() -> None:
    """Few rolls are kept apart at first, so that those that are can be looked at more than once."""
    table = sneaky.position(
        """
        centre R1• Y2 G3
        > 0 cuffs 2 safe - stack - / -
          1 cuffs 2 safe - stack - / -
        left RRRRRR
        """
    )
    known = table.engine.known(table.state, 0)
    sizes = []
    for widening in 0.5, 50.0:
        search = Search(known, 0, dice(), SearchSettings(widening=widening))
        search.run(500)
        sizes.append(int(search.tree.used[0]))
    assert sizes[0] < sizes[1]


# ---------------------------------------------------------------- budgets


def test_no_simulation_is_spent_on_what_must_be() -> None:
    s = raeuber.state("last 0\n70a of 1: 69, top 2\nseat 0: R\nseat 1: \n")
    s.takes[:] = 0
    s.takes[1] = 1  # the robber fits on 70a alone
    rules = raeuber.engine_of(s)
    assert rules.legal(s, 0) == ["R>70a"]
    rng = dice()
    assert choose(rules.known(s, 0), (), 0, rng, Budget()) == rules.decisions["R>70a"]
    assert rng[0] == 1


@pytest.mark.parametrize("budget", [Budget(), Budget(milliseconds=5), Budget(milliseconds=0), Budget(1, 1000.0)])
def test_budgets(budget: Budget) -> None:
    game = beute.new("raeuber", 3, seed=1)
    seat = game.due[0]
    assert game.word(choose(game.known(seat), (), seat, dice(), budget)) in game.legal


def test_a_search_ends_at_the_first_limit() -> None:
    game = beute.new("raeuber", 3, seed=1)
    search = Search(game.known(game.due[0]), game.due[0], dice())
    search.think(Budget(simulations=77, milliseconds=60_000))
    assert search.simulations == 77
    search.think(Budget(milliseconds=20))
    assert search.simulations > 77


def test_settings_change_the_search() -> None:
    game = beute.new("raeuber", 2, seed=1)
    seat = game.due[0]
    eager, careful = (Search(game.known(seat), seat, dice(), SearchSettings(exploration=c)) for c in (0.05, 5.0))
    for search in eager, careful:
        search.run(1000)
    most = [max(visits for visits, _ in search.tried.values()) for search in (eager, careful)]
    assert most[0] > 2 * most[1]
    decided = choose_by(SearchSettings(turns=2), game.known(seat), seat, dice(), FEW)
    assert decided in members(contract.legal(game.known(seat), seat))


def test_long_games_of_dice_are_not_rolled_out_to_the_end() -> None:
    known = [beute.new(name, 3, seed=1).known(0) for name in ("sneaky", "raeuber")]
    for each, most in zip(known, (30, 15), strict=True):
        seat = contract.actor(each)
        search = Search(each, seat, dice(), tuned(each))
        search.run(100)
        assert search.rolled_out / 100 < most


# ---------------------------------------------------------------- memory


def test_a_million_nodes_stay_small() -> None:
    assert NODE.itemsize == 16
    assert EDGE.itemsize == 20
    tree = Tree()
    tree.make_room(1_000_000)
    assert tree.bytes < 100e6


def test_a_tree_that_grows_keeps_what_it_has() -> None:
    tree = Tree(room=4)
    keys = [random.Random(3).getrandbits(61) + n for n in range(200)]
    for n, key in enumerate(keys):
        tree.make_room(1)
        node = visit(tree.nodes, tree.used, key)
        assert add_edge(tree.nodes, tree.edges, tree.used, node, n % 100) == n
    for n, key in enumerate(keys):
        node = tree.nodes[place(tree.nodes, key)]
        assert (int(node.key), int(node.visits), int(tree.edges[int(node.first)].decision)) == (key, 1, n % 100)


def test_a_full_tree_goes_on_without_growing() -> None:
    game = beute.new("raeuber", 2, seed=1)
    search = Search(game.known(game.due[0]), game.due[0], dice(), tree=Tree(room=8))
    search.tree.make_room = lambda more: None  # type: ignore[method-assign]
    search.run(500)
    assert search.tree.used[:2].tolist() == [1, 8]
    assert search.simulations == 500


def test_the_logarithm_is_nearly_right() -> None:
    for n in range(1, 5000):
        assert logarithm(n) == pytest.approx(np.log(n), abs=0.06)


# ---------------------------------------------------------------- uncompiled

UNCOMPILED = """
import numpy as np, beute
from beute.bots.search import Search
for name, players in ("sneaky", 3), ("schattendieb", 3), ("raeuber", 2):
    game = beute.new(name, players, seed=4)
    search = Search(game.known(game.due[0]), game.due[0], np.array([3], np.uint64))
    search.run(12)
    print(name, sorted((a, visits) for a, (visits, _) in search.tried.items()), search.rolled_out)
"""


def test_uncompiled_it_does_the_same() -> None:
    lines = []
    for name, players in ("sneaky", 3), ("schattendieb", 3), ("raeuber", 2):
        game = beute.new(name, players, seed=4)
        search = Search(game.known(game.due[0]), game.due[0], dice(3))
        search.run(12)
        visits = sorted((a, visits) for a, (visits, _) in search.tried.items())
        lines.append(f"{name} {visits} {search.rolled_out}")
    assert uncompiled("-c", UNCOMPILED).splitlines() == lines
