"""A finished game again: forward, back, to its ends, as every seat saw it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest

from beute import Game, Match, games
from beute.play.chronicle import Chronicle
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.record import Record
from beute.play.replay import replay
from beute.terminal.app import WatchApp
from beute.terminal.screens.replay import ReplayScreen
from tests.play.test_game import play_some
from tests.terminal.play import Table, use

NAMES = ["Ada", "Bob", "Cleo"]


def records_of(game: str, of: int = 1) -> list[Record]:
    options: dict[str, Any] = {"games": of} if game == "schattendieb" else {}
    match = Match(game, 3, "watch", NAMES, **options)
    play_some(match.game, 10_000)
    while not match.over:
        play_some(match.next_game(), 10_000)
    return match.records()


def watch(
    play: Callable[[Table], Awaitable[None]], records: list[Record], seat: int | None = None, language: str = "en"
) -> None:
    use(WatchApp(records, seat, language), play)


@pytest.mark.parametrize("game", games.NAMES)
def test_stepping_forth_and_back(game: str) -> None:
    """The same number of events is the same screen, however one came there."""
    (record,) = records_of(game)
    end = len(record.events)

    async def play(table: Table) -> None:
        screen, seen = table.at(ReplayScreen), {0: table.lines}

        async def step(key: str, to: int) -> None:
            await table.press(key)
            assert screen.at == to
            assert screen.game.events == replay(record, at=to).events
            assert f"event {to} of {end}" in table.lines[0]
            assert seen.setdefault(to, table.lines) == table.lines
            table.check()

        await step("left", 0)
        for n in range(1, 19):
            await step("right", n)
        for n in range(17, 13, -1):
            await step("left", n)
        await step("pagedown", 24)
        await step("pagedown", min(34, end))
        await step("pageup", min(34, end) - 10)
        await step("end", end)
        await step("right", end)
        await step("left", end - 1)
        await step("right", end)
        await step("pageup", end - 10)
        await step("home", 0)
        await step("end", end)
        await step("pageup", end - 10)

    watch(play, [record])


def test_jumps_by_turn() -> None:
    """Each to where somebody else is asked; there and back by the same stops."""
    (record,) = records_of("sneaky")

    async def play(table: Table) -> None:
        screen, stops = table.at(ReplayScreen), list[tuple[int, int]]()
        while screen.at < len(record.events):
            await table.press("down")
            if screen.at < len(record.events):
                stops.append((screen.at, screen.game.due[0]))
        assert len(stops) > 10
        assert all(before[1] != after[1] for before, after in pairwise(stops))
        for at, _ in reversed(stops):
            await table.press("up")
            assert screen.at == at
        await table.press("up", "up")
        assert screen.at == 0

    watch(play, [record])


def test_it_plays_by_itself_and_stops() -> None:
    (record,) = records_of("raeuber")

    async def play(table: Table) -> None:
        screen = table.at(ReplayScreen)
        table.send("space")
        await table.wait(lambda: screen.at > 2)
        await table.press("space")
        at = screen.at
        await asyncio.sleep(0.3)
        assert screen.at == at
        await table.press("end")
        table.send("space")  # from the end it begins anew
        await table.wait(lambda: 0 < screen.at < len(record.events))
        await table.press("left")

    use(WatchApp([record], None, "en", pace=0), play)


@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_with_everybodys_eyes(game: str) -> None:
    """All cards open, then as each seat saw it, then all open again."""

    async def play(table: Table) -> None:
        screen = table.at(ReplayScreen)
        await table.press("down", "down", "down")
        opened = table.lines
        assert "all cards open" in opened[0]
        assert screen.view == screen.game.open_view()
        seen = [opened]
        for seat, name in enumerate(NAMES):
            await table.press("v")
            assert f"as {name} saw it" in table.lines[0]
            assert screen.view == screen.game.view(seat)
            told = Chronicle.history(screen.game, [seat]).entries[seat][-1].happening
            assert screen.speech.say(told, "tell") in table.widget_text("log")
            assert table.lines not in seen
            seen.append(table.lines)
        await table.press("v")
        assert table.lines == opened

    watch(play, records_of(game))


def test_begun_with_the_eyes_of_a_seat() -> None:
    async def play(table: Table) -> None:
        assert "wie Bob es sah" in table.lines[0]
        assert table.at(ReplayScreen).seat == 1
        await table.press("l")
        assert "as Bob saw it" in table.lines[0]

    watch(play, records_of("raeuber"), seat=1, language="de")


def test_all_games_of_a_match() -> None:
    records = records_of("schattendieb", of=3)

    async def play(table: Table) -> None:
        screen = table.at(ReplayScreen)
        for number in 0, 1, 2, 0:
            assert screen.record is records[number]
            assert "next game" in table.lines[-1]
            await table.press("end")
            assert screen.game.over
            await table.press("n")
            assert screen.at == 0

    watch(play, records)


def test_a_single_game_has_no_next_one() -> None:
    async def play(table: Table) -> None:
        assert "next game" not in table.lines[-1]
        await table.press("end", "n")
        assert table.at(ReplayScreen).number == 0

    watch(play, records_of("raeuber"))


def test_esc_ends_what_was_started_as_a_replay() -> None:
    async def play(table: Table) -> None:
        await table.press("escape")
        assert table.app.return_code == 0

    watch(play, records_of("raeuber"))


def test_records_without_names_have_numbers() -> None:
    record = replay(records_of("raeuber")[0]).record()

    async def play(table: Table) -> None:
        await table.press("end", "v")
        assert "as 0 saw it" in table.lines[0]

    watch(play, [record])


def test_what_breaks_the_rules_or_is_not_over_is_not_shown() -> None:
    """RB-18: no replay before the end."""
    (record,) = records_of("raeuber")
    with pytest.raises(BeuteError, match="not over yet"):
        ReplayScreen([replay(record, at=50).record()])
    data = record.data()
    data["events"][30] = "0 R>100"
    with pytest.raises(BrokenRecord):
        ReplayScreen([Record.read(data)])


def test_a_step_back_is_not_played_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game takes its time, uncompiled as it is at a real table."""
    (record,) = records_of("sneaky")
    assert len(record.events) > 200
    played, play_one = list[str](), Game.play

    def counted(self: Game, word: str, seat: int | None = None) -> None:
        played.append(word)
        play_one(self, word, seat)

    async def play(table: Table) -> None:
        await table.press("end")
        monkeypatch.setattr(Game, "play", counted)
        await table.press("left", "left", "left")

    watch(play, [record])
    assert len(played) < 60
