"""Sneaky's master: honest about every decision, and as good as the solved turn before it has looked ahead."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import beute
from beute import bots
from beute.bots import Budget, master, turn
from beute.bots.master import sneaky
from beute.bots.value import weights
from beute.games.bits import members
from beute.games.contract import CHANCE, legal
from beute.games.sneaky import rules
from beute.games.sneaky.rules import STOP, TOP_KIND
from beute.play.luck import Scripted, Secret

WEIGHTS = weights("sneaky")
NO_ROUND = Budget(simulations=1)
SOME = Budget(simulations=120)


def dice(seed: int = 1) -> Any:
    return np.array([seed], np.uint64)


def questions(players: int, seed: int, every: int = 7) -> list[tuple[Any, int]]:
    """What seats knew when they had a choice, in a random game, and the seats."""
    game, luck, found = beute.new("sneaky", players, seed=seed), random.Random(seed), []
    while not game.over:
        seat = game.due[0]
        if len(game.legal) > 1:
            found.append((game.known(seat), seat))
        game.play(luck.choice(game.legal))
    tops = [question for question in found if question[0].step == rules.TOP]
    return found[::every] + tops[:2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_decision_has_a_share(players: int) -> None:
    for known, seat in questions(players, seed=1, every=25):
        weighed = sneaky.weigh(known, (), seat, dice(), SOME)
        assert sorted(weighed) == members(legal(known, seat))
        assert all(0 <= share <= 1 for share in weighed.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_a_round_it_is_the_solved_turn(players: int) -> None:
    for known, seat in questions(players, seed=2):
        weighed = sneaky.weigh(known, (), seat, dice(), NO_ROUND)
        _, worth = turn.weigh(np.array([known]), seat, WEIGHTS, np.zeros(1, turn.SOLVED))
        assert weighed == pytest.approx({decision: worth[decision] for decision in weighed}, abs=1e-12)
        assert master.pick(weighed, sneaky.TEMPERATURE, dice()) == turn.choose(known, (), seat, dice(), NO_ROUND)


def test_the_same_dice_and_simulations_give_the_same() -> None:
    for known, seat in questions(3, seed=3, every=40):
        first, second = (sneaky.weigh(known, (), seat, dice(5), SOME) for _ in range(2))
        assert first == second
        estimates, at_once = (sneaky.EndEstimates(known, seat, 1) for _ in range(2))
        for those, pieces in (estimates, (1, 2)), (at_once, (3,)):
            those.find_likely()
            for rounds in pieces:
                those.run(rounds)
            those.weigh()
        assert estimates.worth == pytest.approx(at_once.worth, abs=1e-12)


def test_it_does_not_change_what_it_is_given() -> None:
    for known, seat in questions(2, seed=4, every=40):
        before = known.tobytes()
        sneaky.weigh(known, (), seat, dice(), SOME)
        assert known.tobytes() == before


def test_the_last_turn_is_followed_to_the_truth() -> None:
    """One more turn, that of an opponent: what it is worth is known exactly when it is solved."""
    known, seat = last_but_one_turn()
    estimates = sneaky.EndEstimates(known, seat, 1)
    estimates.find_likely()
    estimates.run(400)
    estimates.weigh()
    table = np.array([known])
    table[0].placed = 1
    rules.play(table[0], seat, STOP)
    opponent = int(table[0].seat)
    assert table[0].due == CHANCE
    assert opponent != seat
    ends, solved = np.empty((turn.ENDS, rules.MAX_SEATS)), np.zeros(1, turn.SOLVED)
    turn.find_open(table[0], solved[0])
    turn.value_ends(table, opponent, WEIGHTS, solved, ends)
    turn.solve(table, opponent, ends, solved)
    assert set(np.unique(ends[: 1 << int(solved[0].open), :2])) <= {turn.NEVER, 0.0, 0.5, 1.0}
    assert estimates.worth[STOP] == pytest.approx(solved[0].shares[0, seat], abs=0.01)


def last_but_one_turn() -> tuple[Any, int]:
    """Two players in the last round, the one who is asked having placed a die."""
    for seed in range(100):
        game, luck = beute.new("sneaky", 2, seed=seed), random.Random(seed)
        while not game.over:
            seat = game.due[0]
            known = game.known(seat)
            if known.turns_left == 2 and "stop" in game.legal and len(game.legal) > 1 and known.filled == 0:
                return known, seat
            game.play(luck.choice(game.legal))
    raise AssertionError("no such position")


def test_what_goes_on_top() -> None:
    """SN-15: with three players a captured 2 and 3 go onto one stack; each order has its share."""
    script = ["start 0", "open R1", "open G2", "open B3", "roll GGBBBSS"]
    game = beute.new("sneaky", 3, luck=Scripted(script, Secret.seeded(1)))
    for word in "put c1", "put c1", "put c2", "put c2", "put c2", "stop":
        game.play(word)
    weighed = sneaky.weigh(game.known(0), (), 0, dice(), SOME)
    assert len(weighed) == 2
    assert min(weighed) >= TOP_KIND


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    game = beute.new("sneaky", players, seed=players)
    while not game.over:
        seat = game.due[0]
        game.play(bots.answer(master, game, seat, Budget(simulations=20)), seat)
    assert game.ending in ("last_round", "centre_empty")
