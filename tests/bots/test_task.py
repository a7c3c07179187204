"""What a bot is given to think about: finished data, with dice of its own in every game and at every decision."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import beute
from beute import bots, games
from beute.bots import Budget
from beute.games.bits import members
from beute.games.contract import legal
from beute.play.match import Match
from tests.play.test_game import play_some
from tests.table.playing import new_table

FEW = Budget(simulations=20)


def same(one: bots.Task, other: bots.Task) -> bool:
    return pickle.dumps(one) == pickle.dumps(other)


# ---------------------------------------------------------------- dice


def test_dice_differ_in_every_game_of_a_match() -> None:
    """Eleven equal generators in three games is what there once was."""
    match = Match("schattendieb", 4, seed=1)
    dice = list[int]()
    while True:
        dice += [bots.task(match.game, seat).dice for seat in match.game.due]
        play_some(match.game, 10_000)
        if match.over:
            break
        match.next_game()
    assert len(match.games) == 3
    assert len(dice) == len(set(dice)) == 12


@pytest.mark.parametrize("name", games.NAMES)
def test_dice_differ_at_every_decision_and_for_every_seat(name: str) -> None:
    """They depend on all that the seat has heard."""
    game, dice = beute.new(name, 3, seed=1), list[int]()
    for _ in range(60):
        if game.over:
            break
        dice += [bots.task(game, seat).dice for seat in range(3)]
        play_some(game, 1, seed=len(dice))
    heard_nothing_new = len(dice) - len(set(dice))
    assert heard_nothing_new == 0 if name != "schattendieb" else heard_nothing_new < len(dice) // 2


def test_dice_do_not_depend_on_what_lies_face_down() -> None:
    """SD-5: else a bot's play would tell."""
    game = beute.new("schattendieb", 3, seed=1)
    before = bots.task(game, 2)
    dice = {bots.task(game, 2).dice}
    for word in game.legal_for(0):
        twin = game.copy()
        twin.play(word, 0)
        assert same(bots.task(twin, 2), before)
        dice.add(bots.task(twin, 2).dice)
    assert len(dice) == 1


def test_dice_depend_on_the_secret_of_the_game() -> None:
    record = beute.new("raeuber", 2, seed=1).record()
    seat = beute.replay(record).due[0]
    tasks = [bots.task(beute.replay(record, seed=seed), seat) for seed in range(20)]
    assert len({task.dice for task in tasks}) == 20
    assert len({task.heard for task in tasks}) == 1


@pytest.mark.parametrize("name", games.NAMES)
def test_asked_again_a_bot_says_the_same(name: str) -> None:
    """Also after taking back, and at a table that was loaded."""
    game = play_some(beute.new(name, 3, seed=2), 6)
    bot, seat = bots.named("random"), game.due[0]
    said, task = bots.answer(bot, game, seat), bots.task(game, seat)
    assert bots.answer(bot, game, seat) == said
    game.play(said, seat)
    game.undo(seat)
    assert same(bots.task(game, seat), task)
    assert bots.answer(bot, game, seat) == said
    again = beute.replay(game.record(), luck=game.luck)
    assert bots.answer(bot, again, seat) == said


def test_a_table_gives_its_bots_their_budget() -> None:
    table = new_table("raeuber", 2, bots={0: "search@7", 1: "random"})
    assert [table.task(seat).budget for seat in (0, 1)] == [Budget(simulations=7), Budget()]


# ---------------------------------------------------------------- finished data


@pytest.mark.parametrize("name", games.NAMES)
def test_a_task_holds_what_the_seat_knows_and_nothing_else(name: str) -> None:
    game = play_some(beute.new(name, 3, seed=4), 8)
    seat = game.due[0]
    task = bots.task(game, seat, FEW)
    assert {field.name for field in dataclasses.fields(task)} == {"setup", "known", "heard", "seat", "dice", "budget"}
    assert task.known.tobytes() == game.known(seat).tobytes()
    assert list(task.heard) == game.heard(seat)
    assert (task.setup, task.seat, task.budget) == (game.setup, seat, FEW)


@pytest.mark.parametrize("name", games.NAMES)
def test_what_the_game_does_meanwhile_changes_no_task(name: str) -> None:
    game = play_some(beute.new(name, 3, seed=4), 8)
    task = bots.task(game, game.due[0])
    before = pickle.dumps(task)
    play_some(game, 20)
    assert pickle.dumps(task) == before


ELSEWHERE = """
import pickle, sys
from beute import bots
for line in sys.stdin:
    task = pickle.loads(bytes.fromhex(line))
    print(bots.think(bots.named("BOT"), task))
"""


@pytest.mark.parametrize(("name", "bot"), [(name, bot) for name in games.NAMES for bot in ("random", "greedy")])
def test_a_task_gives_the_same_answer_in_another_process(name: str, bot: str) -> None:
    tasks = []
    for seed in range(4):
        game = play_some(beute.new(name, 3, seed=seed), 5 * seed)
        tasks.append(bots.task(game, game.due[-1], FEW))
    ours = [bots.think(bots.named(bot), task) for task in tasks]
    lines = "\n".join(pickle.dumps(task).hex() for task in tasks)
    command = [sys.executable, "-c", ELSEWHERE.replace("BOT", bot)]
    theirs = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    assert theirs.splitlines() == ours


def test_a_bot_that_changes_what_it_is_given_changes_nothing_else() -> None:
    game = beute.new("raeuber", 2, seed=1)

    class Spoiler:
        def choose(self, known: Any, heard: Any, seat: int, rng: Any, budget: Budget) -> int:
            decision = members(legal(known, seat))[0]
            known.hand[:] = 0
            rng[0] = np.uint64(7)
            return decision

    before = game.state.tobytes()
    task = bots.task(game, game.due[0])
    given = task.known.tobytes()
    assert bots.think(Spoiler(), task) in game.legal
    assert task.known.tobytes() == given
    assert game.state.tobytes() == before
