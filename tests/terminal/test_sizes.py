"""Terminals of every size, and such that change theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session
from tests.setups import COUNTS
from tests.terminal.play import LARGE, SMALL, Table, advance, at_table, begin, play_anything


@pytest.mark.parametrize("game", games.NAMES)
def test_a_terminal_that_changes_its_size(game: str, tmp_path: Path) -> None:
    """The table is drawn again, and back at the old size the screen is as before; what is typed in between counts."""
    session = advance(begin(tmp_path, game, 3), 30)

    async def play(table: Table) -> None:
        seen = {SMALL: table.lines}
        for size in LARGE, (60, 20), (200, 60), (111, 30), (115, 29), (116, 30), (30, 8), SMALL, LARGE:
            await table.resize(size)
            assert len(table.lines) == size[1]
            assert seen.setdefault(size, table.lines) == table.lines
            if size[0] >= 80 and size[1] >= 24:
                table.check()
        before = session.game.events
        await table.choose_first()
        assert session.game.events != before or table.table.picked is not None

    at_table(play, session, pace=100)


def test_resized_behind_another_screen(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3), 30)
    expected = []

    async def at_once(table: Table) -> None:
        expected.extend(table.lines)

    async def later(table: Table) -> None:
        await table.press("?")
        await table.resize(LARGE)
        await table.press("escape")
        assert table.lines == expected

    at_table(at_once, session, size=LARGE)
    at_table(later, session)


@pytest.mark.parametrize("size", [(40, 12), (20, 5), (8, 3), (300, 9)])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_terminal_that_is_too_small_plays_nothing_and_answers(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """What a person cannot see is not chosen; the other keys work, and the game goes on when there is room again."""
    session = begin(tmp_path, game, 3, people=2)

    async def play(table: Table) -> None:
        await table.play_on(moves=4)
        await table.asked()
        await table.resize(size)
        before = session.game.events
        for key in "1", "a", "r", "s", "d", "right", "enter", "?", "escape", "g", "escape", "l", "x":
            await table.press(key)
        people = set(session.table.people)
        assert all(event.startswith("*") or int(event[0]) not in people for event in session.game.events[len(before) :])
        await table.resize(SMALL)
        await table.play_on(moves=2)  # in Räuber a card and a sack
        assert len(session.game.events) > len(before)

    at_table(play, session)


def test_a_table_that_is_too_small_names_the_keys_that_still_work(tmp_path: Path) -> None:
    """Among them the one that its message tells of."""
    session = begin(tmp_path, "sneaky", 2, people=2)

    async def play(table: Table) -> None:
        await table.resize((60, 20))
        assert "q leaves" in " ".join(table.text.split())
        assert table.lines[-1].split() == ["l", "Deutsch", "q", "leave"]

    at_table(play, session)


@pytest.mark.parametrize("size", [(40, 12), (20, 5)])
def test_every_screen_in_a_small_terminal(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("down", "enter")
        await table.press("tab", "tab", "escape", "down", "down", "enter", "ctrl+s")
        await table.press("q")

    at_table(play, None, size=size, folder=tmp_path)
    session = begin(tmp_path, "raeuber", 2, people=0)

    async def watch(table: Table) -> None:
        await table.until(ScoringScreen)
        await table.press("down", "r")
        table.at(ReplayScreen)
        await table.press("end", "left", "v")

    at_table(watch, session, size=size)


ROOMY = [SMALL, (100, 30), (115, 29), (116, 30), LARGE]
SEEDS = {("sneaky", 2): "64", ("sneaky", 3): "7", ("sneaky", 4): "67"}  # that make short games
SEEDS |= {("schattendieb", 7): "0"}  # and one in which the person is asked until late
EVENTS = {"sneaky": 40, "schattendieb": 1, "raeuber": 12}  # between two looks at the table, at least


def go_on(session: Session, events: int) -> None:
    """Without a screen, until the person is asked after so many events, or the game is over."""
    until = session.game.length + events
    while not session.game.over and (session.person_asked is None or session.game.length < until):
        play_anything(session)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_nothing_is_cut_off_at_any_table(game: str, players: int, tmp_path: Path) -> None:
    """In both languages, from 80×24 on, all through a game: at each look in another size."""
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, seed=SEEDS.get((game, players), "table"), **options)
    seen: list[tuple[int, int]] = []

    async def play(table: Table) -> None:
        while not session.game.over:
            go_on(session, EVENTS[game])
            table.behind.go_on()
            seen.append(ROOMY[len(seen) % len(ROOMY)])
            await table.resize(seen[-1])
            table.check()
            await table.press("l")
            table.check()

    at_table(play, session)
    assert set(seen) == set(ROOMY)


# ---------------------------------------------------------------- colours


def colours(table: Table) -> set[tuple[str, str]]:
    """What letters are shown in, and on what."""
    found = set()
    for row in table.rows:
        for segment in row:
            if segment.text.strip() and segment.style is not None:
                shown = segment.style.color, segment.style.bgcolor
                found.add(tuple("default" if colour is None else str(colour.name) for colour in shown))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("game", games.NAMES)
def test_without_colours_nothing_is_lost(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """https://no-color.org: the same text, in the terminal's own colours; the pointer is seen all the same."""
    session = advance(begin(tmp_path, game, 3), 30)
    screens = []

    async def play(table: Table) -> None:
        await table.press("right")
        screens.append((table.lines, colours(table)))
        reverse = [segment for row in table.rows for segment in row]
        assert any(segment.style is not None and segment.style.bold for segment in reverse)
        assert "╔1═" in table.text or any(s.style is not None and s.style.reverse for s in reverse)

    monkeypatch.delenv("NO_COLOR", raising=False)
    at_table(play, session, pace=100)
    monkeypatch.setenv("NO_COLOR", "1")
    at_table(play, session, pace=100)
    (lines, coloured), (plain_lines, plain) = screens
    assert lines == plain_lines
    assert len(coloured) > 4
    assert plain == {("default", "default")}
