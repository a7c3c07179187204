"""The policy of Räuber's master: what it sees of the table and of moves, by nothing that its seat cannot know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import beute
from beute.bots.master.raeuber import glance, same_moves
from beute.bots.master.raeuber.policy import MIND, SELDOM, consider, decide, leave_out_seldom, trained
from beute.games import contract
from beute.games.kernel import members
from beute.games.raeuber import SEATS
from beute.play.engine import engine
from beute.play.setup import set_up
from tests.games.hidden import shuffle_hidden
from tests.games.raeuber import position

DRAWN = """
    turn {next}
    100 of {second}: 80, top 8
    45a 45b of {next}: 40, top 4
    27 of {third}: sealed, top 9
    70b of {third}: 12, top R
    {hands}
    unseen: 9x4 10x5 Rx3 7x2
    """
HANDS = ("5 8 10 10 R", "3 7 8 R", "5 5 6 10")
MIDDLING, LARGEST = 1, 3  # sizes of sacks


def table(first: int = 0) -> Any:
    """A table for three; the player who is next has the seat `first`."""
    seats = [(first + n) % 3 for n in range(3)]
    hands = "\n".join(f"seat {seat}: {HANDS[(seat - first) % 3]}" for seat in range(3))
    return position.state(DRAWN.format(next=seats[0], second=seats[1], third=seats[2], hands=hands))


def considered(s: Any, seat: int) -> tuple[Any, dict[str, tuple[float, Any]]]:
    """What the table is to the seat, and for each move its chance and what is seen of it."""
    mind = np.zeros(1, MIND)[0]
    n = consider(s, seat, trained(int(s.players))[0], mind)
    words = position.engine_of(s).decision_words
    moves = {words[int(a)]: (float(mind.chances[k]), mind.decisions[k].copy()) for k, a in enumerate(mind.numbers[:n])}
    return mind.table.copy(), moves


def moments(players: int, seed: int = 3) -> Any:
    """Positions of a random game with something to decide, the last cards too."""
    rules, luck = engine(set_up("raeuber", players, {})), random.Random(seed)
    game = beute.new("raeuber", players, seed=seed)
    while game.due:
        if len(game.legal) > 1:
            yield rules, np.array([game._state]), game.due[0]
        game.play(luck.choice(game.legal))


# ---------------------------------------------------------------- what is seen


def test_the_table() -> None:
    seen, _ = considered(table(), 0)
    assert seen[glance.HELD : glance.HELD + 10].tolist() == [1, 0, 0, 0, 1, 0, 0, 1, 0, 2]
    assert seen[glance.TWICE : glance.TWICE + 10].tolist() == [0] * 9 + [1]
    assert (seen[glance.POINTS : glance.POINTS + 3] / glance.POINT).tolist() == pytest.approx([80, 80, 66])
    own = glance.OF_SACKS + glance.OF_A_SIZE * MIDDLING + 1
    assert seen[own + glance.OPEN] == seen[own + glance.CAN_SEAL] == 2
    next_ones = glance.OF_SACKS + glance.OF_A_SIZE * LARGEST + 1 + glance.OF_OWNER
    assert seen[next_ones + glance.CAN_ROB] == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("word", "event", "size", "gain", "loss"),
    [
        ("5>45a", glance.SEAL_OWN, MIDDLING, 5, 0),
        ("8>100", glance.ROB, LARGEST, 88, 80),
        ("10>100", glance.FEED_NEXT, LARGEST, 0, -10),
        ("R>100", glance.BLOCK, LARGEST, 0, 0),
        ("R>70b", glance.ROB, 2, 12, 12),
        ("8>70b", glance.FEED_OTHER, 2, 0, -8),
        ("10>70a", glance.TAKE, 2, 10, 0),
        ("10>26", glance.TAKE, 0, 10, 0),
    ],
)
def test_a_move(word: str, event: int, size: int, gain: int, loss: int) -> None:
    _, moves = considered(table(), 0)
    seen = moves[word][1]
    events = seen[glance.EVENT : glance.FILLED]
    assert events.nonzero()[0].tolist() == [glance.EVENTS * size + event]
    assert seen[glance.GAIN] / glance.POINT == pytest.approx(gain)
    assert seen[glance.LOSS] / glance.POINT == pytest.approx(loss)
    assert seen[glance.PAIR] == int(word.startswith("10"))


def test_a_card_that_fits_nowhere() -> None:
    """RB-12: every sack is the seat's own and has room for 8."""
    s = position.state(
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
    _, moves = considered(s, 0)
    assert set(moves) == {"R>out", "10>out"}
    assert all(seen[glance.LAID_OUT] == 1 for _, seen in moves.values())


# ---------------------------------------------------------------- what is chosen


def test_sacks_that_are_alike_are_looked_at_once() -> None:
    _, moves = considered(table(), 0)
    assert "5>45a" in moves
    assert not any(word.endswith("45b") for word in moves)


@pytest.mark.parametrize("players", SEATS)
def test_every_different_move_has_a_chance(players: int) -> None:
    for _, state, seat in moments(players):
        s = state[0]
        mind = np.zeros(1, MIND)[0]
        n = consider(s, seat, trained(players)[0], mind)
        legal = members(contract.legal(s, seat))
        assert sorted(mind.numbers[:n]) == sorted(set(same_moves(s, legal).values()))
        assert mind.chances[:n].sum() == pytest.approx(1)
        kept = leave_out_seldom(n, mind)
        assert mind.chances[:kept].sum() == pytest.approx(1)
        assert mind.chances[:kept].min() >= SELDOM
        assert decide(s, seat, trained(players)[0], mind, np.array([1], np.uint64)) in legal


@pytest.mark.parametrize("players", SEATS)
def test_what_a_seat_cannot_know_changes_nothing(players: int) -> None:
    """The chances are the same in the true state, in what the seat knows of it, and with hidden cards exchanged."""
    luck, other = random.Random(5), 0
    for rules, state, seat in moments(players):
        _, expected = considered(state[0], seat)
        before = state.tobytes()
        shuffle_hidden(rules, state[0], seat, luck)
        other += state.tobytes() != before
        for s in (state[0], rules.known(state[0], seat)):
            _, moves = considered(s, seat)
            assert {word: chance for word, (chance, _) in moves.items()} == {
                word: pytest.approx(chance) for word, (chance, _) in expected.items()
            }
    assert other > 0


def test_seats_have_no_numbers() -> None:
    """The same table with its seats turned round by one: the same moves are as likely."""
    _, moves = considered(table(), 0)
    _, turned = considered(table(first=1), 1)
    assert {word: chance for word, (chance, _) in turned.items()} == {
        word: pytest.approx(chance) for word, (chance, _) in moves.items()
    }
