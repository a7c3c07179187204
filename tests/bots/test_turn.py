"""Sneaky's turn, solved, against plain enumeration of every roll and decision."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import beute
from beute import bots
from beute.bots import turn
from beute.bots.value import weights
from beute.bots.value.sneaky import expect
from beute.games.bits import members
from beute.games.contract import CHANCE
from beute.games.sneaky import rules
from beute.play.luck import Scripted, Secret
from tests.games.sneaky.position import position

WEIGHTS = weights("sneaky")


def enumerated(table: Any, seat: int, turns: int) -> float:
    """The best value that can be had from here, by trying everything."""

    shares = np.empty(rules.MAX_SEATS)

    @cache
    def best(state: bytes) -> float:
        s = np.frombuffer(state, rules.STATE).copy()
        if s[0].due <= 0 and (s[0].due != CHANCE or s[0].step != rules.ROLL or s[0].turns != turns):
            expect(s[0], WEIGHTS, shares)
            return float(shares[seat])
        if s[0].due == CHANCE:
            out, ways = np.empty(turn.ROLLS, np.int64), np.empty(turn.ROLLS, np.int64)
            n = rules.chances(s[0], out, ways)
            return float(sum(ways[k] * after(s, CHANCE, int(out[k])) for k in range(n)) / ways[:n].sum())
        return max(after(s, seat, a) for a in members(rules.legal(s[0], seat)))

    def after(s: Any, actor: int, a: int) -> float:
        twin = s.copy()
        rules.play(twin[0], actor, a)
        return best(twin.tobytes())

    return best(table.tobytes())


def asked(players: int, seed: int, most_dice: int) -> beute.Game:
    """A game in which somebody is asked with few dice left."""
    game = beute.new("sneaky", players, seed=seed)
    generator = np.random.default_rng(seed)
    while True:
        view = game.view(None)
        if view["step"] == "put" and view["dice_left"] <= most_dice and len(game.events) > 60:
            return game
        game.play(str(generator.choice(game.legal)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_worth_what_trying_everything_after_it_is(players: int, seed: int) -> None:
    game = asked(players, seed, most_dice=4)
    seat = game.due[0]
    table, solved = np.array([game.known(seat)]), np.zeros(1, turn.SOLVED)
    worth = turn.weigh_ends(table, seat, turn.find_ends(table, seat, WEIGHTS, solved), solved)
    turns = int(table[0].turns)
    decisions = members(rules.legal(table[0], seat))
    for decision in decisions:
        after = table.copy()
        rules.play(after[0], seat, decision)
        assert worth[decision] == pytest.approx(enumerated(after, seat, turns), abs=1e-12)
    assert [decision for decision in range(turn.DECISIONS) if worth[decision] != turn.NEVER] == decisions
    assert worth[turn.decide(table, seat, WEIGHTS, solved)] == pytest.approx(worth.max(), abs=2 * turn.LOOT)


def test_odds_of_a_single_die() -> None:
    """One red place left, one die left, and something to win: five of six rolls are a bust."""
    script = ["start 0", "open R1", "open G2", "open B3", "roll RGGBBBS"]
    game = beute.new("sneaky", 2, luck=Scripted(script, Secret.seeded(1)))
    for word in "put c1", "put c1", "put c2", "put c2":
        game.play(word)
    solved = np.zeros(1, turn.SOLVED)
    turn.decide(np.array([game.known(0)]), 0, WEIGHTS, solved)
    red_and_blue_full = int(solved[0].stride[1] - 1 + solved[0].stride[1])
    assert solved[0].roll[0] > 0
    assert solved[0].dice[red_and_blue_full] == 2
    assert solved[0].roll[red_and_blue_full] == turn.NEVER  # SN-11: nothing left that wants a die
    rolled = solved[0].bust[0]
    assert rolled == pytest.approx((2 / 3) ** 3) or solved[0].stop[0] >= solved[0].roll[0]


def test_it_fills_what_it_can_and_stops_when_there_is_nothing_to_win() -> None:
    script = ["start 0", "open R1", "open G2", "open B3", "roll RGGBBBS"]
    game = beute.new("sneaky", 2, luck=Scripted(script, Secret.seeded(1)))
    played = []
    while game.due == (0,) and game.view(0)["turns"] == 1:
        played.append(bots.answer(turn, game, 0))
        game.play(played[-1])
    assert sorted(played[:6]) == ["put c0", "put c1", "put c1", "put c2", "put c2", "put c2"]
    assert played[6] == "stop"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    game = beute.new("sneaky", players, seed=players)
    while not game.over:
        seat = game.due[0]
        game.play(bots.answer(turn, game, seat), seat)
    assert game.ending in ("last_round", "centre_empty")


@pytest.mark.clause("SN-24")
@pytest.mark.parametrize("won", [True, False])
def test_where_all_is_decided_points_count(won: bool) -> None:
    """In the last turn of a game that is won or lost by far, every end is worth the same: so the loot is looked at."""
    mine, theirs = ("4 safe - stack R3 B3 S3", "1 safe - stack -")[:: 1 if won else -1]
    table = position(
        f"centre R1• Y2• P3••\n> 0 cuffs {mine}\n1 cuffs {theirs}\n2 cuffs 1 safe - stack -"
        "\npile -\nlast round 1\nleft YBG"
    )
    _, worth = turn.weigh(table.table, 0, WEIGHTS, np.zeros(1, turn.SOLVED))
    assert worth[table.engine.decisions["put c1"]] > worth[table.engine.decisions["stop"]]
