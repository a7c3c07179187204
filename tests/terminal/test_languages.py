"""The language is switched at the table, in everything that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute import games
from beute.terminal.screens.reading import RulesScreen
from beute.terminal.session import Session
from tests.terminal.play import Table, advance, at_table, begin


@pytest.mark.parametrize("game", games.NAMES)
def test_switching_the_language_changes_every_text(game: str, tmp_path: Path) -> None:
    """The message too; and back again it is the screen that it was."""
    session = begin(tmp_path, game, 3)
    twin = Session.resume(session.shelf, session.table.name)

    async def play(table: Table) -> None:
        await table.press("x")
        english = table.lines
        await table.press("l")
        german = table.lines
        for name in "talk", "keys":
            top = table.app.screen.query_one(f"#{name}").region.y
            assert english[top] != german[top]
        assert "Die Taste x hat hier keine Funktion." in table.talk
        expected.extend(german)
        await table.press("l")
        assert table.lines == english

    async def in_german(table: Table) -> None:
        await table.press("x")
        assert table.lines == expected

    expected: list[str] = []
    at_table(play, session, pace=100)
    at_table(in_german, twin, language="de", pace=100)


def test_a_refusal_is_said_again_in_the_other_language(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 3)

    async def play(table: Table) -> None:
        await table.press(await table.impossible())
        clause = table.table.clause
        english = table.talk
        await table.press("l")
        assert table.talk != english
        assert table.talk.endswith(f"({clause}).")
        assert table.table.clause == clause

    at_table(play, session)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_story_and_the_rules_switch_too(game: str, tmp_path: Path) -> None:
    """The rules stay at their clause."""
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        for key in "g", "?":
            await table.press(key)
            await table.settle()
            english = table.lines
            await table.press("l")
            await table.settle()
            german = table.lines
            assert english[-1] != german[-1]
            assert len(set(english) & set(german)) < 4
            if key == "g":
                told = [line.rstrip("▁▂▃▄▅▆▇█ ").strip() for line in german[:-1] if line]
                assert [line for line in told if "neu für dich" not in line] == session.log(0, "de")[-22:]
            else:
                clause = table.at(RulesScreen).clause
                assert any(f"{clause} " in line for line in german[:12])
            await table.press("l")
            await table.settle()
            assert table.lines == english
            await table.press("escape")

    at_table(play, session)


def test_what_is_behind_switches_too(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3))
    german: list[str] = []

    async def at_the_table(table: Table) -> None:
        await table.press("l")
        german.extend(table.lines)

    async def behind_the_rules(table: Table) -> None:
        await table.press("?", "l", "escape")
        assert table.lines == german

    at_table(at_the_table, session)
    at_table(behind_the_rules, session)
