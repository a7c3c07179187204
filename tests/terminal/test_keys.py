"""Wrong keys, and keys at the wrong time."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute import games
from beute.texts import texts
from tests.terminal.play import Table, at_table, begin


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_wrong_keys_change_nothing_and_something_is_said(game: str, language: str, tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        before = session.game.events
        beyond = [key for key in "1234567890" if not any(key in spot.keys for spot in table.table.spots)]
        for key in [*beyond, "x", "Q", "ß", ",", "%", "L", "U"]:
            await table.press(key)
            assert texts(language)("terminal.no_such_key", key=key) in table.talk
        for key in "f5", "delete", "pageup", "ctrl+x", "alt+1", "escape", "backspace":
            await table.press(key)
        assert session.game.events == before
        assert table.table.spots

    at_table(play, session, language=language)


def test_keys_while_a_bot_thinks(tmp_path: Path) -> None:
    """They change nothing, but for Enter, which has it play at once."""
    session = begin(tmp_path, "sneaky", 2, people=1, seed="bot")

    async def play(table: Table) -> None:
        assert session.bot_asked == 1
        before = session.game.events
        for key in "1", "9", "0":
            await table.press(key)
            assert "Wait a moment: it is Arsène's turn." in table.talk
        await table.press("x")
        assert "Key x does nothing here." in table.talk
        await table.press("left", "right", "tab", "escape", "u")
        assert "Nothing can be taken back" in table.talk
        assert session.game.events == before
        await table.press("enter")
        await table.wait(lambda: len(session.game.events) > len(before))
        assert session.game.events[: len(before)] == before

    at_table(play, session, pace=100)
