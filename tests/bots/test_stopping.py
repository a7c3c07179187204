"""Somebody wants the answer now: bots that think long play what they have found so far."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Sequence
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from time import process_time, sleep
from typing import Any

import numpy as np
import pytest

import beute
from beute import bots, games
from beute.bots import Budget, Task, thinking
from beute.bots.search import Search, tuned
from beute.bots.stopping import until, wanted_now
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.engine import engine
from tests.play.test_game import play_some

LONG = Budget(milliseconds=600_000)
SOON = 5.0  # seconds of the processor: how long others have it says nothing of a bot


def task(game: str, budget: Budget = LONG) -> Task:
    """Somebody has a choice."""
    table = play_some(beute.new(game, games.about(game).SEATS[0], seed=5), 4)
    while len(table.legal) < 2:
        table.play(table.legal[0])
    return bots.task(table, table.due[0], budget)


def words(asked: Task) -> list[str]:
    """What may be played."""
    legal = members(contract.legal(asked.known[0], asked.seat))
    return [engine(asked.setup).decision_words[decision] for decision in legal]


def warm(bot: str, game: str) -> None:
    """All that is compiled is loaded."""
    bots.think(bots.named(bot), task(game, Budget(simulations=100)))


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("bot", ["search", "master"])
def test_a_bot_that_is_stopped_answers_soon_with_what_it_found(bot: str, game: str) -> None:
    warm(bot, game)
    asked, stop, found = task(game), threading.Event(), list[str]()
    thread = threading.Thread(target=lambda: found.append(bots.think(bots.named(bot), asked, stop)))
    thread.start()
    sleep(0.3)
    assert thread.is_alive()
    stop.set()
    stopped = process_time()
    thread.join(60)
    assert not thread.is_alive()
    assert process_time() - stopped < SOON
    (word,) = found
    assert word in words(asked)


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("bot", ["search", "master"])
def test_a_bot_that_is_stopped_before_it_began_thinks_for_an_instant(bot: str, game: str) -> None:
    warm(bot, game)
    stop = threading.Event()
    stop.set()
    begun = process_time()
    asked = task(game)
    word = bots.think(bots.named(bot), asked, stop)
    assert process_time() - begun < SOON
    assert word in words(asked)


def test_what_was_found_is_the_best_of_the_search_so_far() -> None:
    """Not a guess: the simulations up to there count."""
    asked, stop = task("raeuber"), threading.Event()
    dice: Any = np.array([7], np.uint64)
    search = Search(asked.known[0], asked.seat, dice, tuned(asked.known[0]))
    run = search.run

    def stop_after_some(simulations: int) -> None:
        run(simulations)
        if search.simulations > 3000:
            stop.set()

    with until(stop):
        thinking.think(stop_after_some, LONG, each=1, first=8)
    assert 3000 < search.simulations < 1_000_000
    assert sum(visits for visits, _ in search.tried.values()) == search.simulations
    assert search.best == max(search.tried, key=lambda decision: search.tried[decision])


@pytest.mark.parametrize("bot", ["search", "master"])
def test_a_signal_that_is_never_set_changes_nothing(bot: str) -> None:
    few = task("raeuber", Budget(simulations=600))
    assert bots.think(bots.named(bot), few, threading.Event()) == bots.think(bots.named(bot), few)


def test_the_signal_is_for_one_thought_and_one_thread() -> None:
    stop, seen = threading.Event(), list[bool]()
    stop.set()
    assert not wanted_now()
    with until(stop):
        assert wanted_now()
        other = threading.Thread(target=lambda: seen.append(wanted_now()))
        other.start()
        other.join()
    assert seen == [False]
    assert not wanted_now()


def test_a_bot_of_others_can_ask() -> None:
    class Patient:
        def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
            while not wanted_now():
                sleep(0.001)
            return members(contract.legal(known, seat))[-1]

    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    asked = task("sneaky")
    assert bots.think(Patient(), asked, stop) in words(asked)


def _think_elsewhere(asked: Task, stop: Event, told: Queue[str]) -> None:
    told.put("begun")
    told.put(bots.think(bots.named("search"), asked, stop))


@pytest.mark.slow
def test_a_bot_in_another_process_is_stopped_too() -> None:
    """As a server would have it: the task is sent, the signal is shared."""
    warm("search", "raeuber")
    processes = multiprocessing.get_context("spawn")
    stop, told = processes.Event(), processes.Queue()
    process = processes.Process(target=_think_elsewhere, args=(task("raeuber"), stop, told))
    process.start()
    assert told.get(timeout=60) == "begun"
    sleep(1)
    assert process.is_alive()
    stop.set()
    assert ">" in told.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0
