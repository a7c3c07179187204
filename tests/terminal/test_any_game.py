"""A game without a board of its own in the terminal: on the screen by keys, and line by line, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import beute
from beute import games
from beute.games.parts import parts
from beute.games.views import offered
from beute.play.speech import Speech
from beute.terminal.boards import any_game, board, drawn
from beute.terminal.look import Look
from beute.terminal.plain import ask_game
from tests import brought
from tests.command import start
from tests.terminal.play import LARGE, SMALL, Table, at_table, begin
from tests.terminal.test_plain import converse

FIRST = "one"  # the seed of a game in which Ada begins


@pytest.fixture(autouse=True)
def gazza() -> Iterator[None]:
    with brought.installed(brought.gazza()):
        yield


def test_it_is_on_the_list() -> None:
    said: list[str] = []
    assert ask_game("de", lambda: str(len(games.names())), said.append) == "gazza"
    assert "Elstern tragen Glitzerkram" in "\n".join(said)


@pytest.mark.parametrize(("size", "by"), [(SMALL, "digits"), (LARGE, "arrows")])
def test_a_game_is_played_by_keys(size: tuple[int, int], by: str, tmp_path: Path) -> None:
    """A card is picked up by its key, then its place; to the final score."""
    session = begin(tmp_path, "gazza", 3, seed=FIRST)

    async def play(table: Table) -> None:
        assert any("Pile: 21" in line for line in table.lines)
        assert any("▶ Ada" in line for line in table.lines)
        assert await table.play_on(by, look=table.check) >= 10

    at_table(play, session, size=size)
    assert session.game.ending == "all_laid"


def test_why_not_is_said(tmp_path: Path) -> None:
    session = begin(tmp_path, "gazza", 3, seed=FIRST)

    async def play(table: Table) -> None:
        await table.press("1")
        assert table.table.picked is not None
        await table.press("2")
        assert "no trinket like it lies there alone (GZ-7)" in table.table.message()
        await table.press("escape")
        assert table.table.picked is None

    at_table(play, session)


def test_line_by_line(tmp_path: Path) -> None:
    """By the numbers of choices, as a screen reader reads them; the scoring adds up."""
    session = begin(tmp_path, "gazza", 2, seed=FIRST)
    last, said = converse(session, lambda lines: "1")
    text = "\n".join(said)
    assert "records" in last or ".jsonl" in last
    assert "All trinkets were laid. (GZ-9)" in text
    totals = [int(number) for number in re.findall(r"^ +(\d+)  total", text, re.MULTILINE | re.IGNORECASE)]
    assert totals == session.game.scores


def test_in_german(tmp_path: Path) -> None:
    answers = iter(["? 7", "steal K 1", "table", "quit"])
    _, said = converse(begin(tmp_path, "gazza", 2, seed=FIRST), lambda lines: next(answers), "de")
    text = "\n".join(said)
    assert "GZ-7 Liegt in einem anderen Nest" in text
    assert "Stapel: 24" in text
    assert re.search(r"✗ .*(dort liegt kein gleiches Stück allein|nicht auf der Hand) \(GZ-[57]\)", text)


def test_the_help_shows_a_word_and_a_clause_of_this_game(tmp_path: Path) -> None:
    answers = iter(["help", "quit"])
    _, said = converse(begin(tmp_path, "gazza", 2, seed=FIRST), lambda lines: next(answers), "en")
    word = next(line.split("  ")[2].strip() for line in said if line.startswith("  1  "))
    help_lines = said[said.index("  1, 2, …     choose by number") :]
    assert help_lines[1] == f"  {word:<10}  or by the move's word"
    assert "? GZ-5 shows any clause" in help_lines[2]


def test_as_a_command(tmp_path: Path) -> None:
    path = {"PYTHONPATH": str(brought.gazza()), "XDG_DATA_HOME": str(tmp_path)}
    done = start("play", "gazza", "--plain", "--bots", "random", "--pace", "0", stdin="1\n" * 60, **path)
    assert done.returncode == 0
    assert "has the most points" in done.stdout or "have the most points" in done.stdout


@pytest.mark.parametrize("name", games.NAMES)
def test_it_shows_our_games_too(name: str) -> None:
    """Whatever a game's view and choices are like."""
    game = beute.new(name, games.about(name).SEATS[0], seed=2)
    names = tuple(f"P{seat}" for seat in range(game.players))
    for _ in range(25):
        if game.over:
            break
        seat = game.due[0]
        view = game.view(seat)
        spots = any_game.spots(view, None)
        shown = drawn(any_game, view, Look.at(Speech("en", name, names), spots), 80, 24)
        assert all(any(one in line.plain for line in shown) for one in names)
        reachable = {choice["word"] for spot in spots for choice in spot.choices}
        assert set(offered(view["choices"])) <= reachable
        game.play(game.legal[0], seat)


def test_our_games_have_boards_of_their_own() -> None:
    assert all(board(name) is not any_game for name in games.NAMES)
    assert board("gazza") is any_game


def test_where_there_is_little_room_no_choice_is_left_out(tmp_path: Path) -> None:
    """They stand side by side then, and in the end only what seats have is cut."""
    game = begin(tmp_path, "schattendieb", 7).game
    speech, seat = Speech("en", "schattendieb", [f"P{seat}" for seat in range(7)]), game.due[0]
    view, story = game.view(seat), parts("schattendieb").story
    look = Look.at(speech, any_game.spots(view, None))
    drawings = [[line.plain for line in drawn(any_game, view, look, 80, height)] for height in (60, 22, 12)]
    assert [len(lines) for lines in drawings] == sorted({len(lines) for lines in drawings}, reverse=True)
    assert max(len(line) for lines in drawings for line in lines) <= 80
    for lines in drawings:
        for word in offered(view["choices"]):
            assert speech.say(story.choice(view, word), "choice") in "\n".join(lines)
    assert ["…" in "\n".join(lines) for lines in drawings] == [False, False, True]
