"""A table can be played with the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute import games
from beute.terminal.screens.reading import LogScreen, RulesScreen
from tests.terminal.play import LARGE, SMALL, Table, advance, at_table, begin


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_click_on_a_place_plays_there(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        for _ in range(6):
            screen = table.table
            spots = [spot for spot in screen.spots if spot.name in screen.look.possible]
            spot, before = spots[-1], session.game.events
            await table.click(spot.name)
            if spot.choice is None:
                assert screen.picked == spot.pick
            else:
                seat = screen.session.table.people[0]
                assert f"{seat} {spot.choice['word']}" in session.game.events[len(before) :]
            await table.asked()
            await table.settle()

    at_table(play, session, size=size)


def test_every_place_of_a_card_is_the_card(tmp_path: Path) -> None:
    """Corners too, and nothing beside it."""
    session = advance(begin(tmp_path, "sneaky", 3))

    async def play(table: Table) -> None:
        await table.asked()
        name = table.table.spots[0].name
        places = table.places(name)
        rows = {y for _, y in places}
        columns = {x for x, _ in places}
        assert len(places) == len(rows) * len(columns) >= 4 * 14
        top, left = min(rows), min(columns)
        assert table.lines[top][left:].startswith("╭1──")
        before = session.game.events
        for beside in (left - 1, top), (left, top - 1), (max(columns) + 1, top), (left, max(rows) + 1):
            await table.click_at(beside)
            assert session.game.events == before
            assert "✗" not in table.talk
        for corner in (left, top), (max(columns), max(rows)):
            await table.click_at(corner)
            assert session.game.events != before or "✗" in table.talk
            await table.press("x")

    at_table(play, session, pace=100)


def test_the_line_with_the_keys_can_be_clicked(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 3)

    async def play(table: Table) -> None:
        await table.asked()
        await table.click("action log")
        table.at(LogScreen)
        await table.click("action back")
        await table.click("action rules")
        table.at(RulesScreen)
        await table.click("action back")
        await table.click("action language")
        assert table.app.language == "de"
        await table.click("action leave")

    said = at_table(play, session)
    assert said == f"Die Partie ist gespeichert. Weiter geht es mit: beute resume {session.table.name}"
