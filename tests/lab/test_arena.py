"""The arena: the same results however it is run, nothing lost, nothing promised too much."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import beute
from beute.lab.arena import Arena, Standing
from beute.lab.bot_games import BotFailed
from beute.lab.ledger import VERSION
from beute.lab.results import Results
from beute.lab.workers import InProcess, Processes, Threads
from beute.play.setup import set_up
from tests.lab import custom_bots

OWN = "tests.lab.custom_bots"
TWO = ["random", f"{OWN}:low"]


def arena(*bots: Any, games: int = 60, players: int = 3, seed: int = 0) -> Arena:
    return Arena.of(set_up("raeuber", players, {}), bots or TWO, games, seed)


def told(standing: Standing) -> dict[str, Any]:
    return {name: value for name, value in standing.data().items() if name != "seconds"}


@pytest.mark.parametrize("workers", [Threads(3), Processes(2)], ids=["threads", "processes"])
def test_the_same_results_whoever_works(workers: Any) -> None:
    assert told(arena().run(workers)) == told(arena().run(InProcess()))


def test_processes_and_bots_in_python() -> None:
    bots = ["random", f"{OWN}:Low", f"{OWN}:high"]
    assert told(arena(*bots).run(Processes(2))) == told(arena(*bots).run(InProcess()))


def test_another_seed_gives_other_games() -> None:
    assert told(arena(seed=1).run()) != told(arena(seed=2).run())


def test_the_better_bot_is_found_better() -> None:
    standing = arena(games=600, players=2).run()
    data = standing.data()
    assert data["ranking"] == [f"{OWN}:low", "random"]
    best, worst = data["standing"]
    assert best["wins"]["low"] > 0.5 > worst["wins"]["high"]
    assert best["wins"]["mean"] + worst["wins"]["mean"] == pytest.approx(1, abs=1e-5)
    assert best["margin"]["mean"] == pytest.approx(-worst["margin"]["mean"])
    assert best["rating"]["low"] > 0 > worst["rating"]["high"]
    assert data["pairs"][0]["scores_more"]["mean"] == pytest.approx(best["wins"]["mean"])
    assert data["every_seating_equally"]


def test_games_are_rounded_up_to_full_rounds() -> None:
    assert arena(games=1).games == 6
    assert arena(games=7, players=2).games == 8
    assert arena("random", f"{OWN}:low", f"{OWN}:high", games=61, players=2).games == 66


class Interrupting:
    """Does some tasks and is then interrupted."""

    def __init__(self, tasks: int) -> None:
        self.tasks = tasks

    def run(self, work: Any, tasks: Any) -> Iterator[Any]:
        for n, task in enumerate(tasks):
            if n == self.tasks:
                raise KeyboardInterrupt
            yield work(task)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, bots = tmp_path / "games.jsonl", ["random", f"{OWN}:Low"]
    first = arena(*bots, games=24).run(Interrupting(7), keep=file)
    assert first.stopped
    assert len(first.results) == 6  # whole blocks
    assert len(file.read_text().splitlines()) == 1 + 7
    with file.open("a") as cut_off:
        cut_off.write('{"game":7,"dea')
    played: list[int] = []
    second = arena(*bots, games=24).run(InProcess(), keep=file, progress=played.append)
    assert told(second) == told(arena(*bots, games=24).run(InProcess()))
    assert len(file.read_text().splitlines()) == 1 + 24
    assert played == [7, *[1] * 17]
    longer = arena(*bots, games=36).run(InProcess(), keep=file)
    assert told(longer) == told(arena(*bots, games=36).run(InProcess()))
    shorter = arena(*bots, games=12).run(Interrupting(0), keep=file)
    assert told(shorter) == told(arena(*bots, games=12).run(InProcess()))


def test_a_file_of_another_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(seed=1).run(keep=file)
    with pytest.raises(beute.BeuteError, match="has the games of another arena: its seed is 1, not 2"):
        arena(seed=2).run(keep=file)
    with pytest.raises(beute.BeuteError, match="its bots is"):
        arena("random", f"{OWN}:low@7", seed=1).run(keep=file)
    for text in "nonsense\n", "[1]\n", '{"a": 1}\n', json.dumps({"beute_arena": VERSION}) + "\n":
        file.write_text(text)
        with pytest.raises(beute.BeuteError, match="is not a file of an arena's games"):
            arena().run(keep=file)
        assert file.read_text() == text
    with pytest.raises(beute.BeuteError, match="cannot write"):
        arena().run(keep=tmp_path / "no" / "such.jsonl")


@pytest.mark.parametrize("workers", [InProcess(), Processes(2)], ids=["here", "processes"])
def test_a_bot_that_fails_loses_no_finished_game(tmp_path: Path, workers: Any) -> None:
    file = tmp_path / "games.jsonl"
    with pytest.raises(BotFailed, match=rf"bot '{OWN}:Late' \(game \d+, seat \d, after 4\d events\) raised ZeroDiv"):
        arena("random", f"{OWN}:Late", games=60, players=2).run(workers, keep=file)
    assert len(file.read_text().splitlines()) >= 1


DAMAGE: list[tuple[dict[str, Any] | str, str]] = [
    ("[" * 200_000, "nested too deep"),
    ("7" * 5_000, "a number of 5000 digits"),
    ("\x00", "not JSON"),
    ("[]", "it must be an object, not []"),
    ({"game": None}, '"game" must be a number from 0, not None'),
    ({"game": -1}, '"game" must be a number from 0, not -1'),
    ({"deal": 10**30}, '"deal" must be a number from 0'),
    ({"scores": "abc"}, '"scores" must be a list of numbers'),
    ({"scores": [1]}, '"scores" has 1 numbers for 3 players'),
    ({"scores": [1, 2, 1.5]}, '"scores" must be a list of numbers'),
    ({"bots": [0, 1, 9]}, '"bots" has 9, and numbers go from 0 to 1'),
    ({"ending": 99}, '"ending" has 99, and numbers go from 0 to '),
    ({"decisions": None}, '"decisions" must be a list of numbers from 0, not None'),
]


@pytest.mark.parametrize(("damage", "says"), DAMAGE, ids=str)
def test_a_damaged_file_is_refused_in_words(damage: dict[str, Any] | str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(games=12).run(keep=file)
    lines = file.read_text().splitlines()
    lines[3] = damage if isinstance(damage, str) else json.dumps({**json.loads(lines[3]), **damage})
    file.write_text("\n".join([*lines, ""]))
    with pytest.raises(beute.BeuteError) as wrong:
        arena(games=12).run(keep=file)
    assert wrong.value.code == "wrong_ledger"
    assert f"{file} is not a file of an arena's games: line 4: " in str(wrong.value)
    assert says in str(wrong.value)


@pytest.mark.parametrize("text", ["my notes", "my notes\nmore of them", '{"beute_arena":2}\n{"game":7,"dea'])
def test_a_file_that_is_refused_stays_as_it_is(text: str, tmp_path: Path) -> None:
    """Also its last line, though it has no end."""
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(beute.BeuteError, match="is not a file of an arena's games"):
        arena(games=12).run(keep=file)
    assert file.read_text() == text


def test_a_file_in_which_a_game_lacks_something_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(games=12).run(keep=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], json.dumps({"game": 0}), ""]))
    with pytest.raises(beute.BeuteError, match='line 2: "deal" is missing: it must be a number from 0'):
        arena(games=12).run(keep=file)


def test_a_process_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEUTE_TEST_KILLED", str(tmp_path / "killed"))
    died = arena("random", f"{OWN}:Dying", games=12).run(Processes(2))
    assert (tmp_path / "killed").exists()
    assert told(died) == told(arena("random", f"{OWN}:Dying", games=12).run(InProcess()))


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(beute.BeuteError, match="the worker processes died 3 times in a row"):
        arena("random", f"{OWN}:AlwaysDying", games=12).run(Processes(1))


def test_a_bot_that_cannot_be_sent_is_named() -> None:
    class Local(custom_bots.Low):
        pass

    with pytest.raises(beute.BeuteError, match="bot 'Local' cannot be sent to other processes"):
        arena("random", Local()).run(Processes(2))
    assert len(arena("random", Local(), games=6).run(InProcess()).results) == 6


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (["random"], "an arena needs at least two bots"),
        (["random", "random"], "bot 'random' is named twice; give one another budget: random@100"),
        (["random", "rando"], "no bot 'rando'"),
        (["random", "random@soon"], "a budget is 2000"),
    ],
)
def test_a_wrong_arena_is_explained(bots: list[str], says: str) -> None:
    with pytest.raises(beute.BeuteError, match=says):
        arena(*bots).run()


def test_until_sure_stops_at_a_look_and_not_by_the_speed_of_workers() -> None:
    bots = f"{OWN}:low", "random"
    one, other = (arena(*bots, games=6000, players=2).run(workers, True) for workers in (InProcess(), Threads(3)))
    assert told(one) == told(other)
    assert one.sure_after in one.arena.looks[:-1]
    assert len(one.results) == one.sure_after


def test_equals_are_rarely_found_unequal() -> None:
    """Two coins, looked at ten times: wrong less often than promised."""
    setup, rng, wrong = set_up("raeuber", 2, {}), np.random.default_rng(1), 0
    coins = Arena.of(setup, ["random", "random@1"], 800)
    for _ in range(200):
        results = Results.empty(800, 2)
        results.numbers[:] = np.arange(800)
        results.deals[:] = results.numbers // 2
        results.seatings[:] = [coins.seatings.seating(game) for game in range(800)]
        results.scores[:] = rng.integers(0, 9, (800, 2))
        results.endings[:] = 1
        wrong += any(Standing(coins, results.rows(slice(look))).sure(len(coins.looks)) for look in coins.looks)
    assert wrong <= 10


def test_looks_are_few_and_the_last_is_the_end() -> None:
    for games in 1, 50, 400, 12345:
        there = arena(games=games)
        assert there.looks[-1] == there.games
        assert len(there.looks) <= 10
        assert all(look % there.seatings.round == 0 for look in there.looks)


def test_an_arena_in_a_thread_of_somebody_else() -> None:
    """Nothing needs the main thread."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(told(arena(games=12).run(Threads(2)))))
    thread.start()
    thread.join()
    assert found == [told(arena(games=12).run(InProcess()))]


def test_games_that_were_given_up_do_not_count() -> None:
    coins = Arena.of(set_up("sneaky", 2, {}), ["random", "random@1"], 4)
    results = Results.empty(4, 2)
    results.numbers[:], results.deals[:] = range(4), [0, 0, 1, 1]
    results.seatings[:] = [coins.seatings.seating(game) for game in range(4)]
    results.scores[:], results.endings[:] = [[5, 3], [5, 3], [0, 0], [9, 3]], [1, 1, 0, 1]
    data = Standing(coins, results).data()
    assert data["endings"] == {"unfinished": 1, "last_round": 3}
    assert sorted(row["seats"] for row in data["standing"]) == [3, 3]
