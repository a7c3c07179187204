"""The story of a game, as far as a player may read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute import games
from tests.terminal.play import Table, advance, at_table, begin


def test_the_story_is_told_from_the_beginning_to_the_end(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2), 60)

    async def play(table: Table) -> None:
        await table.press("g")
        story = session.log(0, "en")
        assert len(story) > 24
        assert story[-1] in table.text
        assert story[0] not in table.text
        await table.press("home")
        await table.settle()
        assert story[0] in table.text
        await table.press("g")
        assert story[-1].split()[-1] in table.widget_text("log")

    at_table(play, session)


def test_in_a_game_of_memory_the_story_goes_back_to_the_own_last_play(tmp_path: Path) -> None:
    """RB-18"""
    session = advance(begin(tmp_path, "raeuber", 3), 60)

    async def play(table: Table) -> None:
        await table.press("g")
        told = [line.strip() for line in table.lines[:-1] if line.strip()]
        told = [line for line in told if "new to you" not in line]
        assert told == session.log(0, "en")
        assert told[0].startswith("Ada ")
        assert len(told) < 12

    at_table(play, session)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("game", games.NAMES)
def test_what_happens_before_the_first_question_is_told_once(game: str, people: int, tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3, people)
    for seat in (*session.table.people, None):
        told = session.log(seat, "en")
        assert told
        assert len(set(told)) == len(told)
