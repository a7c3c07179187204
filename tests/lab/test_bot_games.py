"""Games between bots: by the rules, by what each seat knows, and with luck that does not depend on who plays."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import numpy as np
import pytest

import beute
from beute.bots import Budget, ready
from beute.bots.entrants import Entrant
from beute.lab import simulate
from beute.lab.bot_games import BotFailed, Lineup
from beute.lab.results import Part, Results
from beute.play.engine import engine
from beute.play.setup import set_up
from tests.lab import custom_bots
from tests.oracle.check import check
from tests.setups import COUNTS, SETUPS, label

OWN = "tests.lab.custom_bots"


def part(games: int, seating: tuple[int, ...], first: int = 0) -> Part:
    numbers = tuple(range(first, first + games))
    return Part(numbers, numbers, (seating,) * games)


def lineup(name: str, players: int, *bots: Any) -> Lineup:
    return Lineup(set_up(name, players, {}), [Entrant.read(bot) for bot in bots])


def same(one: Results, other: Results) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("scores", "endings", "decisions"))


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_seated_games_are_games_by_the_oracle(setup: Any) -> None:
    results = Lineup(setup, [Entrant("random")]).play(part(2, (0,) * setup.players), seed=6, records=True)
    for n, record in enumerate(results.records):
        check(beute.replay(record).record(legal=True).data())
        assert record.scores == tuple(results.scores[n])
        assert results.decisions[n].sum() == sum(not event.startswith("*") for event in record.events)
        assert record.about == {"seats": ["random"] * setup.players}


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_compiled_policies_and_bots_in_python_play_alike(name: str, players: int) -> None:
    compiled, uncompiled = lineup(name, players, f"{OWN}:low"), lineup(name, players, f"{OWN}:Low")
    assert (compiled.compiled, uncompiled.compiled) == (True, False)
    games = part(10, (0,) * players)
    assert same(compiled.play(games, seed=3), uncompiled.play(games, seed=3))


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_a_game_depends_on_seed_deal_and_seating_only(name: str, players: int) -> None:
    there = lineup(name, players, "random", f"{OWN}:low")
    seating = tuple(seat % 2 for seat in range(players))
    together, alone = there.play(part(8, seating), 5), there.play(part(1, seating, first=5), 5)
    assert same(together.rows([5]), alone)
    assert not same(together, there.play(part(8, seating), 6))


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_luck_is_the_same_whoever_plays(name: str, players: int) -> None:
    """All chance up to the first decision, and each seat's first draw after it where hands are hidden."""
    there = lineup(name, players, "random", f"{OWN}:low")
    one, other = (there.play(part(5, (bot,) * players), seed=2, records=True).records for bot in (0, 1))
    for first, second in zip(one, other, strict=True):
        before = [list(takewhile(lambda event: event.startswith("*"), record.events)) for record in (first, second)]
        assert before[0] == before[1]
        assert before[0]
    assert len({record.events[: len(before[0])] for record in one}) > 1
    assert [record.events for record in one] != [record.events for record in other]


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_bot_is_told_what_its_seat_knows(setup: Any) -> None:
    """Events and state are those that the game shows that seat, at every decision."""
    listener = custom_bots.Listener()
    record = Lineup(setup, [Entrant("L", itself=listener)]).play(part(1, (0,) * setup.players), 4, True).records[0]
    game, told = beute.Game(setup, None), iter(listener.told)
    for event in record.events:
        if not event.startswith("*"):
            seat, seen, known = next(told)
            assert seat == int(event[0])
            assert seen == game.heard(seat)
            assert known == game.known(seat).tobytes()
        game.play(event)
    assert next(told, None) is None


def test_heard_events_can_be_cut_into_slices() -> None:
    class Slices(custom_bots.Low):
        def choose(self, known: Any, heard: Any, seat: int, rng: Any, budget: Budget) -> int:
            assert [*heard] == heard[:] == [*heard[:3], *heard[3:]]
            assert heard[-1] == heard[len(heard) - 1]
            return super().choose(known, heard, seat, rng, budget)

    lineup("raeuber", 2, Slices()).play(part(2, (0, 0)), 0)


def test_bots_have_their_own_dice_in_each_seat() -> None:
    drawn: dict[int, int] = {}

    class Dice(custom_bots.Low):
        def choose(self, known: Any, heard: Any, seat: int, rng: Any, budget: Budget) -> int:
            drawn.setdefault(seat, int(rng[0]))
            return super().choose(known, heard, seat, rng, budget)

    lineup("schattendieb", 4, Dice()).play(part(1, (0, 0, 0, 0)), 0)
    assert len(set(drawn.values())) == 4


def test_games_without_end_are_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """SN-25: seen by letting the turn counter start high."""
    rules = engine(set_up("sneaky", 2, {}))
    start = rules.start.copy()
    start[0].turns = 1000
    monkeypatch.setitem(rules.__dict__, "start", start)
    for bot in "random", f"{OWN}:Low":
        results = lineup("sneaky", 2, bot).play(part(3, (0, 0)), 1)
        assert results.endings.tolist() == [0, 0, 0]
        assert results.wins.tolist() == results.scores.tolist() == [[0, 0]] * 3


def test_ties_share_a_win() -> None:
    results = Results.empty(3, 3)
    results.scores[:] = [[5, 5, 1], [2, 2, 2], [-4, -1, -2]]
    results.endings[:] = 1
    assert results.wins.tolist() == [[0.5, 0.5, 0], [1 / 3] * 3, [0, 1, 0]]


def test_the_log_grows_with_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beute.lab.bot_games.ROOM", 3)
    short = lineup("sneaky", 2, "random", f"{OWN}:Low").play(part(3, (0, 1)), 1, records=True)
    monkeypatch.undo()
    assert short.records == lineup("sneaky", 2, "random", f"{OWN}:Low").play(part(3, (0, 1)), 1, records=True).records


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (f"{OWN}:Wild", "answered 127, but legal are"),
        (f"{OWN}:wild", "answered 127, but legal are"),
        (f"{OWN}:faulty", "raised an error in compiled code"),
        (f"{OWN}:Wordy", "answered 'put c1', but legal are"),
        (f"{OWN}:Late", "raised ZeroDivisionError: too late ("),
    ],
)
def test_a_bot_that_fails_is_named_with_game_seat_and_position(bot: str, says: str) -> None:
    with pytest.raises(BotFailed) as failed:
        lineup("raeuber", 3, f"{OWN}:low", bot).play(Part((17,), (17,), ((0, 0, 1),)), 0)
    message = str(failed.value)
    assert message.startswith(f"bot '{bot}' (game 17, seat 2, after ")
    assert says in message
    assert "Räuber, 3 players" in message
    assert "Seat 1: ? ?" in message
    game = beute.replay(failed.value.data["record"])
    assert (failed.value.data["bot"], failed.value.data["seat"], game.due) == (bot, 2, (2,))
    assert failed.value.code == "bot_failed"


@pytest.mark.parametrize("bot", [f"{OWN}:Late", f"{OWN}:wild"])
def test_games_before_a_failure_are_not_lost(bot: str) -> None:
    there = lineup("raeuber", 3, f"{OWN}:low", bot)
    with pytest.raises(BotFailed) as failed:
        there.play(Part((0, 1, 2), (0, 1, 2), ((0, 0, 0), (0, 0, 0), (0, 0, 1))), 0)
    assert failed.value.finished.numbers.tolist() == [0, 1]
    assert same(failed.value.finished, lineup("raeuber", 3, f"{OWN}:low").play(part(2, (0, 0, 0)), 0))


def test_a_policy_that_cannot_be_compiled_is_explained() -> None:
    with pytest.raises(
        beute.BeuteError, match="not_for_a_compiler' is a function of a state, and Numba cannot compile"
    ):
        lineup("raeuber", 3, f"{OWN}:not_for_a_compiler")


def test_a_policy_that_answers_no_whole_number_is_explained() -> None:
    with pytest.raises(
        beute.BeuteError, match="half' is a function that returns float64; a decision is a whole number"
    ):
        lineup("raeuber", 3, f"{OWN}:half")


def test_budgets_reach_the_bots() -> None:
    for bot, says in (f"{OWN}:Thinker@250", "250"), (f"{OWN}:Thinker@1.5s", "1500ms"), (f"{OWN}:Thinker", "40ms"):
        entrant = Entrant.read(bot, Budget.read("40ms"))
        with pytest.raises(BotFailed, match=f"raised ValueError: {says} "):
            Lineup(set_up("raeuber", 2, {}), [entrant]).play(part(1, (0, 0)), 0)


def test_policies_of_ours_are_kept_on_disk() -> None:
    """What this process has compiled, or found compiled, the next one finds."""
    from tests.test_start import python

    code = (
        "import numba.core.event as event\n"
        "from beute.lab import simulate\n"
        "with event.install_recorder('numba:compile') as seen: simulate('raeuber', 2, ['random'], 10)\n"
        "from beute.lab.policies import _kept\n"
        "print(sum(happening.is_start for _, happening in seen.buffer), [one.cache_hits for one in _kept.values()])"
    )
    simulate("raeuber", 2, ["random"], 10)
    assert python(code).stdout.split() == ["0", "[1]"]


def test_bots_get_ready_before_workers_ask_them() -> None:
    """Else each worker compiles the same."""
    ready._note("raeuber", "search", True).unlink(missing_ok=True)
    lineup("raeuber", 2, "search@5", "random").warm_up()
    assert ready.unready("raeuber", ["search"], entries=True) == []
