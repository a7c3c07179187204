"""Games of other packages that are broken: choosing one says why, wherever games are chosen, and the rest goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import beute
from beute import games
from beute.games import compiling
from beute.table.ready import playable
from beute.terminal.plain import Plain, ask_game
from beute.terminal.screens.start import SetupScreen, StartScreen
from tests import brought
from tests.command import run, start
from tests.server.inside import Inside, in_loop
from tests.terminal.play import Table, at_table, begin

BROKEN = {  # what is changed in a game that is whole, and what is said of it
    "no_python": ("rules.py", "def held(", "def held held(", "SyntaxError: expected '('"),
    "no_deal": ("rules.py", "s.players = players", "s.players = players // 0", "ZeroDivisionError"),
    "no_view": ("view.py", '"pile": s.left', '"pile": s.lft', "has no attribute 'lft'"),
    "no_scores": ("rules.py", "def scores(", "def points(", "rules.py of 'no_scores' has no scores"),
    "no_tale": ("story.py", '{"number": Amount', '{"number": nothing', "NameError"),
}
LATE = "no_nest"  # breaks when the first card is laid


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are installed."""
    where = tmp_path_factory.mktemp("site")
    for name, (file, whole, broken, _) in BROKEN.items():
        add(where, name, file, whole, broken)
    add(where, LATE, "rules.py", "s.hand[seat, kind] -= 1\n", "s.hand[seat, kind] -= 1 // int(s.players * 0)\n")
    return where


def add(where: Path, name: str, file: str, whole: str, broken: str) -> None:
    files = brought.magpies(name)
    assert whole in files[file]
    brought.package(where, name, name, files | {file: files[file].replace(whole, broken)})


@pytest.fixture(autouse=True)
def broken_games(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """They run uncompiled, as they do where people play: compiled code divides by nothing without an error."""
    monkeypatch.setattr(compiling, "_enough", compiling.When.NEVER.value)
    with brought.installed(site):
        yield


def test_the_others_can_be_played() -> None:
    assert playable() == [*games.NAMES, LATE]
    assert set(games.names()) == {*games.NAMES, *BROKEN, LATE}


@pytest.mark.parametrize("name", BROKEN)
def test_it_cannot_be_set_up_and_says_why(name: str) -> None:
    with pytest.raises(beute.SetupError) as refused:
        beute.new(name, 2)
    assert refused.value.code == "unusable_game"
    assert str(refused.value).startswith(f"the game {name!r} cannot be played: ")
    assert BROKEN[name][3] in str(refused.value)


def test_line_by_line_another_can_be_chosen() -> None:
    answers, said = iter([*BROKEN, "1"]), list[str]()
    assert ask_game("en", lambda: next(answers), said.append) == games.NAMES[0]
    for name, (*_, why) in BROKEN.items():
        assert any(f"the game {name!r} cannot be played" in line and why in line for line in said)


@pytest.mark.parametrize("name", BROKEN)
def test_on_the_screen_another_can_be_chosen(name: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press(*["down"] * games.names().index(name), "enter")
        table.at(StartScreen)
        assert f"the game '{name}' cannot be played" in " ".join(table.text.split())
        await table.press("home", "enter")
        assert table.at(SetupScreen).game == games.NAMES[0]

    at_table(play, None, folder=tmp_path)


def test_what_breaks_later_ends_the_table_in_words(tmp_path: Path) -> None:
    """On the screen and line by line; the table stays as it was."""
    session = begin(tmp_path, LATE, 2, people=2)
    said: list[str] = []
    last = Plain(session, "en", lambda: "1", said.append).run()
    assert f"the game {LATE!r} cannot be played: ZeroDivisionError" in last
    assert "rules.py:" in last

    async def play(table: Table) -> None:
        await table.press("enter", "1", "1", "enter")

    last_on_screen = at_table(play, begin(tmp_path / "other", LATE, 2, people=1, bots="random"))
    assert last_on_screen is not None
    assert f"the game {LATE!r} cannot be played: ZeroDivisionError" in last_on_screen


def test_commands_say_so_too(site: Path) -> None:
    told = run("games")
    listed = [game["game"] for game in json.loads(run("games", "--json").stdout)]
    assert told.returncode == 0
    assert listed == [*games.NAMES, LATE]
    for name, (*_, why) in BROKEN.items():
        assert name not in told.stdout
        assert f"the game {name!r} cannot be played" in told.stderr
        assert why in told.stderr
    *_, why = BROKEN["no_deal"]
    for command in ("simulate", "no_deal"), ("arena", "no_deal", "--bots", "random,easy"), ("report", "no_deal"):
        refused = run(*command)
        assert (refused.returncode, why in refused.stderr, "Traceback" in refused.stderr) == (2, True, False)
    piped = start("play", "no_deal", "--plain", stdin="", PYTHONPATH=os.pathsep.join([str(site)]))
    assert "ZeroDivisionError" in piped.stderr
    assert "Traceback" not in piped.stderr


@in_loop
async def test_a_server_lists_and_prepares_the_others(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        assert [game["game"] for game in await server.get("", "/api/games")] == [*games.NAMES, LATE]
        assert list((await server.get("", "/healthz"))["ready"]) == [*games.NAMES, LATE]


def test_environments_of_the_others_are_there() -> None:
    from beute.research import gymnasium, openspiel, pettingzoo

    for library in gymnasium, openspiel, pettingzoo:
        library.register()
    assert pettingzoo.env("sneaky", players=2).agents is not None
    for name, (*_, why) in BROKEN.items():
        for make in gymnasium.env, pettingzoo.env:
            with pytest.raises(beute.SetupError) as refused:
                make(name)
            assert why in str(refused.value)
