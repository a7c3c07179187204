"""What can be taken back at the table, and what cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute.terminal.screens.reading import CurtainScreen
from tests.terminal.play import Table, advance, at_table, begin


def test_a_die_is_taken_back_and_a_roll_is_not(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        await table.asked()
        before = session.game.events
        await table.choose_first()
        assert len(session.game.events) == len(before) + 1
        await table.press("u")
        assert session.game.events == before
        assert "Taken back." in table.talk
        await table.press("u")
        assert "Nothing can be taken back" in table.talk
        await table.choose_first()
        await table.click("again")
        rolled = session.game.events
        assert rolled[-1].startswith("* roll")
        await table.press("u")
        assert session.game.events == rolled
        assert "Nothing can be taken back" in table.talk

    at_table(play, session, pace=100)


def test_a_face_down_card_is_taken_back_until_the_last_has_chosen(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3, people=2)

    async def play(table: Table) -> None:
        await table.press("enter", "1")
        table.at(CurtainScreen)
        chosen = session.game.events
        assert chosen[-1].startswith("0 play")
        await table.press("enter")
        assert table.table.seat == 1
        await table.press("u")
        assert session.game.events == chosen[:-1]
        assert "Ada" in " ".join(table.lines)
        table.at(CurtainScreen)
        await table.press("enter")
        assert "Taken back." in table.talk
        assert table.table.seat == 0
        await table.press("2", "enter", "1")
        assert session.bot_asked == 2
        await table.press("u")  # before the bot has chosen
        table.at(CurtainScreen)
        await table.press("enter", "1", "enter")
        await table.wait(lambda: session.bot_asked is None)
        await table.wait(
            lambda: (
                isinstance(table.app.screen, CurtainScreen) or "Enter: go on" in table.text or bool(table.table.spots)
            )
        )
        while "Enter: go on" in table.text:  # a reveal is shown to both, step by step
            await table.press("enter")
        await table.asked()
        if isinstance(table.app.screen, CurtainScreen):
            await table.press("enter")
        revealed = session.game.events
        await table.press("u")
        assert session.game.events == revealed
        assert "Nothing can be taken back" in table.talk

    at_table(play, session, pace=100)


async def play_a_card(table: Table) -> None:
    """Whatever fits, and let the next person look."""
    before = table.table.session.game.length
    while table.behind.session.game.length == before:
        await table.play_on(moves=1)
    while isinstance(table.app.screen, CurtainScreen):
        await table.press("enter")


@pytest.mark.parametrize("open_sums", [False, True])
def test_in_raeuber_only_with_open_sums_and_without_a_pile(open_sums: bool, tmp_path: Path) -> None:
    """A draw reveals; and who plays from memory has learned something from every play."""
    session = advance(begin(tmp_path, "raeuber", 2, people=2, open_sums=open_sums), 108)
    assert session.match.game.view(None)["pile"] > 0

    async def play(table: Table) -> None:
        drew = False
        await table.press("enter")
        while not session.game.events[-1].startswith(("0", "1")):
            drawn = session.game.events
            await table.press("u")
            assert session.game.events == drawn
            assert "Nothing can be taken back" in table.talk
            drew = True
            await play_a_card(table)
        assert drew
        played = session.game.events
        await table.press("u")
        assert session.game.events == (played[:-1] if open_sums else played)

    at_table(play, session)


def test_after_the_last_cards_are_revealed_nothing_is_taken_back(tmp_path: Path) -> None:
    """RB-14: who would take back has seen them."""
    session = advance(begin(tmp_path, "raeuber", 2, people=2, open_sums=True), 108)

    async def play(table: Table) -> None:
        table.app.settings.forced = False  # a last card is played by hand, so that there is time to take back
        await table.press("enter")
        while session.match.game.view(None)["step"] != "last_cards":
            await play_a_card(table)
        played = session.game.events
        await table.press("u")
        assert session.game.events == played
        assert "Nothing can be taken back" in table.talk

    at_table(play, session)
