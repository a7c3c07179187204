"""Between people who share a screen hangs a curtain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beute.terminal.screens.reading import CurtainScreen
from beute.terminal.screens.table import TableScreen
from tests.terminal.play import Table, advance, at_table, begin


@pytest.mark.parametrize(("game", "players"), [("schattendieb", 3), ("raeuber", 3)])
def test_between_people_there_is_a_curtain(game: str, players: int, tmp_path: Path) -> None:
    """Whoever looks sees their own cards only: nobody's while it is passed on, or while bots play."""
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, people=2, **options)
    curtains = []

    def look(table: Table) -> None:
        table.check()
        asked = session.person_asked
        if isinstance(table.app.screen, CurtainScreen):
            assert asked is not None
            name = session.match.names[asked]
            curtains.append(name)
            told = " ".join(line.strip() for line in table.lines[:-1] if line.strip("▒░ "))
            assert told == f"Now it is {name}'s turn. Everybody else looks away. {name} presses Enter."
            assert table.behind.seat is None
            assert table.behind.view == session.table.view(None)
            assert table.behind.spots == []
        elif isinstance(table.app.screen, TableScreen):
            assert table.table.seat == asked == table.table.view["seat"]

    async def play(table: Table) -> None:
        await table.play_on(moves=25, look=lambda: look(table))

    at_table(play, session)
    assert {"Ada", "Bob"} == set(curtains)


@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_while_bots_play_nobodys_cards_are_seen(game: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, game, 4, people=2), 20, person=1)

    async def play(table: Table) -> None:
        await table.press("enter")
        for _ in range(1 if game == "schattendieb" else 2):
            await table.choose_first()
        assert session.bot_asked is not None
        screen = table.table
        assert screen.seat is None
        assert screen.view == session.table.view(None)
        log = table.widget_text("log")
        assert session.log(None, "en")[-1] in log
        secrets = [line for seat in (0, 1) for line in session.log(seat, "en") if line not in session.log(None, "en")]
        assert secrets
        assert not any(line in log for line in secrets)
        assert ("are choosing" if game == "schattendieb" else "is thinking") in table.talk

    at_table(play, session, pace=100)


def test_sneaky_has_no_curtain(tmp_path: Path) -> None:
    """It has no secrets."""
    session = begin(tmp_path, "sneaky", 3, people=3)
    seen = set()

    def look(table: Table) -> None:
        seen.add(table.table.seat)

    async def play(table: Table) -> None:
        await table.play_on(moves=40, look=lambda: look(table))

    at_table(play, session)
    assert seen == {0, 1, 2}


def test_the_curtain_opens_with_the_mouse_too_and_with_no_other_key(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=2)

    async def play(table: Table) -> None:
        table.at(CurtainScreen)
        await table.press("1", "escape", "l", "u", "space", "x", "tab")
        table.at(CurtainScreen)
        await table.click_at((40, 3))
        assert table.table.seat == session.person_asked

    at_table(play, session)
