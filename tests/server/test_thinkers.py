"""Bots think in a bounded number of processes, and whatever happens there, a table gets a legal word."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from time import sleep

import pytest

import beute
from beute import bots, games
from beute.bots import Budget, Task, ready
from beute.bots.ready import Preparation
from beute.bots.stopping import wanted_now
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.engine import engine
from beute.server.thinkers import Thinkers, pool, preparing
from beute.server.thinkers.process import WORKER

HERE = "tests.server.test_thinkers"  # as processes import it
ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60  # seconds until a test gives up


def last(known: State, seat: int) -> int:
    return members(contract.legal(known, seat))[-1]


class Patient:
    """Thinks until it is hurried."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        while not wanted_now():
            sleep(0.005)
        return last(known, seat)


class Stubborn:
    """Does not notice that it is hurried."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        sleep(600)
        return last(known, seat)


class Broken:
    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        print("this is no answer")
        raise ValueError("I cannot\nplay")


class Deadly:
    """Takes its process along."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return last(known, seat)


class Frugal:
    """Plays the first legal move if its budget was left as it was (7000 simulations), else the last."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        return members(contract.legal(known, seat))[0] if budget.simulations == 7000 else last(known, seat)


@pytest.fixture(autouse=True)
def from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes find the bots of this file."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *sys.path]))


@pytest.fixture(autouse=True)
def no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine processes take long to start and to answer; a test of a limit sets that one."""
    for limit in ("LONGEST_THOUGHT", "LONGEST_WAIT", "GRACE"):
        monkeypatch.setattr(pool, limit, 3600.0)


def task(game: str = "raeuber", budget: Budget | None = None) -> Task:
    table = beute.new(game, games.about(game).SEATS[0], seed=5)
    while len(table.legal_for(table.due[0])) < 2:
        table.play(table.legal_for(table.due[0])[0], table.due[0])
    return bots.task(table, table.due[0], budget)


def words(asked: Task) -> list[str]:
    legal = members(contract.legal(asked.known[0], asked.seat))
    return [engine(asked.setup).decision_words[decision] for decision in legal]


def test_a_process_whose_server_has_gone_while_it_thought_ends_quietly() -> None:
    command = [sys.executable, "-m", WORKER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"here\n"
        process.stdout.close()
        process.stdin.write(pickle.dumps(("random", task("sneaky"))))
        process.stdin.flush()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


def with_thinkers(workers: int, work: Callable[[Thinkers], Awaitable[None]]) -> Thinkers:
    """Closed again, with no process left."""

    async def run() -> Thinkers:
        thinkers = Thinkers(workers)
        try:
            await work(thinkers)
            assert len(thinkers.pids) <= workers
        finally:
            await thinkers.close()
        assert not thinkers.pids
        return thinkers

    before = set(children())
    thinkers = asyncio.run(run())
    assert set(children()) <= before
    return thinkers


def children() -> Iterator[int]:
    """The processes that this one has started, those too that nobody has waited for."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            yield int(stat.parent.name)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_nothing_is_started_before_a_bot_is_asked() -> None:
    async def work(thinkers: Thinkers) -> None:
        assert thinkers.ready()["sneaky"]["greedy"]
        assert not thinkers.pids

    with_thinkers(2, work)


def test_bots_answer_in_every_game() -> None:
    async def work(thinkers: Thinkers) -> None:
        for game in games.NAMES:
            for bot in ready.QUICK:
                asked = task(game)
                assert await thinkers.think(bot, game, asked) == bots.think(bots.named(bot), asked)
        assert len(thinkers.pids) == 1
        assert os.getpriority(os.PRIO_PROCESS, thinkers.pids[0]) > os.getpriority(os.PRIO_PROCESS, 0)

    assert with_thinkers(3, work).counted == {"asked": 6}


def test_many_are_asked_at_once_and_few_processes_answer() -> None:
    async def work(thinkers: Thinkers) -> None:
        asked = [(game, task(game)) for game in games.NAMES] * 20
        thoughts = [thinkers.think("greedy", game, each) for game, each in asked]
        for (_, each), word in zip(asked, await asyncio.gather(*thoughts), strict=True):
            assert word in words(each)
        await until(lambda: len(thinkers.pids) == 2)  # the second may start when all is done

    with_thinkers(2, work)


def test_a_bot_that_is_hurried_plays_what_it_found() -> None:
    async def work(thinkers: Thinkers) -> None:
        hurry, asked = asyncio.Event(), task()
        thought = asyncio.create_task(thinkers.think(f"{HERE}:Patient", "raeuber", asked, hurry))
        await until(lambda: thinkers.pids)
        await asyncio.sleep(0.2)
        assert not thought.done()
        hurry.set()
        assert await thought == words(asked)[-1]
        assert await thinkers.think("greedy", "raeuber", asked) in words(asked)  # nobody hurries this one
        assert len(thinkers.pids) == 1

    assert with_thinkers(1, work).counted == {"asked": 2, "hurried": 1}


def test_a_bot_that_nobody_waits_for_stops_thinking() -> None:
    async def work(thinkers: Thinkers) -> None:
        thought = asyncio.create_task(thinkers.think(f"{HERE}:Patient", "raeuber", task()))
        await until(lambda: thinkers.pids)
        thought.cancel()
        assert await thinkers.think("greedy", "raeuber", task()) in words(task())

    assert with_thinkers(1, work).counted["hurried"] <= 1


def test_another_answers_for_a_bot_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.1)

    async def work(thinkers: Thinkers) -> None:
        hurry = asyncio.Event()
        hurry.set()
        asked = task()
        word = await thinkers.think(f"{HERE}:Stubborn", "raeuber", asked, hurry)
        assert word == bots.think(bots.named("greedy"), asked)
        assert len(thinkers.pids) == 2

    assert with_thinkers(2, work).counted["late"] == 1


def test_a_process_that_does_not_come_to_an_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.1)
    monkeypatch.setattr(pool, "OVERDUE", 0.2)

    async def work(thinkers: Thinkers) -> None:
        hurry = asyncio.Event()
        hurry.set()
        assert await thinkers.think(f"{HERE}:Stubborn", "raeuber", task(), hurry) in words(task())

    assert with_thinkers(1, work).counted["died"] >= 1


def test_a_decision_is_asked_again_when_its_process_was_killed() -> None:
    async def work(thinkers: Thinkers) -> None:
        hurry, asked = asyncio.Event(), task()
        thought = asyncio.create_task(thinkers.think(f"{HERE}:Patient", "raeuber", asked, hurry))
        await until(lambda: thinkers.pids)
        (first,) = thinkers.pids
        await asyncio.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        await until(lambda: thinkers.pids and thinkers.pids != [first])
        hurry.set()
        assert await thought == words(asked)[-1]

    assert with_thinkers(1, work).counted == {"asked": 1, "died": 1, "hurried": 1}


def test_an_idle_process_that_was_killed_is_replaced() -> None:
    async def work(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.think("greedy", "raeuber", task()) in words(task())
            os.kill(thinkers.pids[0], signal.SIGKILL)

    with_thinkers(1, work)


def test_greedy_answers_for_a_bot_that_ends_its_processes() -> None:
    async def work(thinkers: Thinkers) -> None:
        asked = task()
        assert await thinkers.think(f"{HERE}:Deadly", "raeuber", asked) == bots.think(bots.named("greedy"), asked)

    assert with_thinkers(2, work).counted == {"asked": 1, "died": pool.DEATHS, "deadly": 1}


def test_greedy_answers_for_a_bot_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    async def work(thinkers: Thinkers) -> None:
        asked = task()
        for bot in ("Broken", "Missing"):
            word = await thinkers.think(f"{HERE}:{bot}", "raeuber", asked)
            assert word == bots.think(bots.named("greedy"), asked)

    assert with_thinkers(1, work).counted == {"asked": 2, "failed": 2}
    assert "ValueError: I cannot play" in caplog.text


def test_where_no_process_starts_chance_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beute.server.thinkers.process.WORKER", "no.such.module")

    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.think("greedy", "raeuber", task()) in words(task())

    assert with_thinkers(1, work).counted == {"asked": 1, "died": 2 * pool.DEATHS, "by_chance": 1}


def test_who_waited_long_is_answered_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LONGEST_WAIT", 0.0)

    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.think(f"{HERE}:Stubborn", "raeuber", task()) in words(task())

    assert with_thinkers(1, work).counted == {"asked": 1, "waited": 1}


def test_under_load_bots_are_hurried() -> None:
    async def work(thinkers: Thinkers) -> None:
        thoughts = [thinkers.think(f"{HERE}:Patient", "raeuber", task()) for _ in range(2)]
        others = [thinkers.think("greedy", "raeuber", task()) for _ in range(4)]
        assert {*await asyncio.gather(*thoughts, *others)} <= {*words(task())}

    assert with_thinkers(1, work).counted["hurried"] >= 2, "both; and others that took as long"


def test_under_load_budgets_shrink() -> None:
    async def work(thinkers: Thinkers) -> None:
        asked, bot = task(), f"{HERE}:Frugal@7000"
        assert await thinkers.think(bot, "raeuber", asked) == words(asked)[0]
        first, *_, end = await asyncio.gather(*(thinkers.think(bot, "raeuber", asked) for _ in range(5)))
        assert first == words(asked)[-1]
        assert end == words(asked)[0]

    with_thinkers(1, work)


def test_a_process_that_nobody_needs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "IDLE", 0.1)

    async def work(thinkers: Thinkers) -> None:
        for _ in range(2):
            assert await thinkers.think("greedy", "raeuber", task()) in words(task())
            await until(lambda: not thinkers.pids)

    with_thinkers(1, work)


def test_closing_ends_what_still_thinks() -> None:
    async def work(thinkers: Thinkers) -> None:
        thoughts = [asyncio.create_task(thinkers.think(f"{HERE}:Stubborn", "raeuber", task())) for _ in range(3)]
        await until(lambda: thinkers.pids)
        await thinkers.close()
        done, _ = await asyncio.wait(thoughts)
        assert all(thought.cancelled() for thought in done)
        with pytest.raises(asyncio.CancelledError):
            await thinkers.think("greedy", "raeuber", task())

    with_thinkers(2, work)


def test_closing_while_processes_start() -> None:
    async def work(thinkers: Thinkers) -> None:
        thought = asyncio.create_task(thinkers.think("greedy", "raeuber", task()))
        await asyncio.sleep(0.05)
        await thinkers.close()
        assert (await asyncio.wait([thought]))[0].pop().cancelled()

    with_thinkers(1, work)


# ---------------------------------------------------------------- getting ready


def prepared_by(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is ready once there is a file for it, which a process makes; `code` knows its folder and the names."""

    def begin(game: str, names: Sequence[str]) -> Preparation:
        head = "import pathlib, sys, time; folder, *names = sys.argv[1:]; folder = pathlib.Path(folder)"
        return Preparation(
            [sys.executable, "-c", f"{head}\n{code}", str(folder), *[f"{game}-{name}" for name in names]]
        )

    def unready(game: str, names: Sequence[str]) -> list[str]:
        slow = [name for name in names if name not in ready.QUICK]
        return [name for name in slow if not (folder / f"{game}-{name}").exists()]

    monkeypatch.setattr(preparing, "begin", begin)
    monkeypatch.setattr(preparing, "unready", unready)


def test_greedy_plays_until_a_bot_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = f"{HERE}:Frugal"
    wait = "while not (folder / 'go').exists(): time.sleep(0.01)"
    prepared_by(f"{wait}\nfor name in names: (folder / name).touch()", tmp_path, monkeypatch)

    async def work(thinkers: Thinkers) -> None:
        told = list[tuple[str, str]]()
        thinkers._preparing._on_ready = lambda game, bot: told.append((game, bot))
        asked = task()
        assert await thinkers.think(bot, "raeuber", asked) == bots.think(bots.named("greedy"), asked)
        thinkers.want("raeuber", [f"{bot}@20"])  # is wanted already
        thinkers.want("sneaky", ["medium", "greedy"])
        assert not thinkers.ready()["sneaky"]["medium"]
        (tmp_path / "go").touch()
        await until(lambda: len(told) == 2)
        assert told == [("raeuber", bot), ("sneaky", "medium")]
        assert thinkers.ready()["sneaky"]["medium"]
        assert await thinkers.think(bot, "raeuber", asked) == words(asked)[-1]

    assert with_thinkers(1, work).counted == {"asked": 2, "unready": 1}


def test_a_bot_that_cannot_get_ready_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepared_by("(folder / 'tried').write_text(f'{(folder / names[0]).name} '); sys.exit(1)", tmp_path, monkeypatch)

    async def work(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.think("hard", "raeuber", task()) in words(task())
            await until(lambda: "could not get ready" in caplog.text)

    assert with_thinkers(1, work).counted == {"asked": 3, "unready": 3}
    assert caplog.text.count("could not get ready for raeuber: hard") == 1


def test_closing_ends_what_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared_by("(folder / 'begun').touch(); time.sleep(600)", tmp_path, monkeypatch)

    async def work(thinkers: Thinkers) -> None:
        thinkers.want("sneaky", ["medium"])
        await until((tmp_path / "begun").exists)
        priorities = [os.getpriority(os.PRIO_PROCESS, child) for child in children()]
        assert max(priorities) > os.getpriority(os.PRIO_PROCESS, 0)

    with_thinkers(1, work)


@pytest.mark.slow
def test_a_real_bot_gets_ready_and_plays() -> None:
    ready._note("raeuber", "search", False).unlink(missing_ok=True)

    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.think("search@50", "raeuber", task()) in words(task())
        await until(lambda: thinkers.ready()["raeuber"]["search"])
        asked = task(budget=Budget(simulations=50))
        assert await thinkers.think("search@50", "raeuber", asked) == bots.think(bots.named("search"), asked)

    assert with_thinkers(2, work).counted == {"asked": 2, "unready": 1}
