"""A fourth game costs nine new files and one edit, as CONTRIBUTING says: in a copy of the tree one is played.

Nor is there any list of games besides those that CONTRIBUTING names.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from beute import games
from beute.games.parts import described
from beute.research.skeleton import FILES
from tests import brought

ROOT = Path(__file__).parent.parent
NAME = "magpie"
PLAYED = """
import numpy as np, beute
from beute import bots, games
from beute.lab.random_games import play_many
from beute.play.setup import set_up
from beute.research import check_game, gymnasium, openspiel, pettingzoo
assert games.NAMES == ("sneaky", "magpie", "schattendieb", "raeuber") == games.names(), games.NAMES
assert check_game("magpie", some=1) == 3
game, bot = beute.new("magpie", 2, seed=1), bots.named("search", "magpie")
while not game.over:
    game.play(bots.answer(bot, game, game.due[0], bots.Budget(simulations=20)), game.due[0])
assert beute.replay(game.record()) == game
assert play_many(set_up("magpie", 3, {}), 200, seed=1).finished == 200
table = pettingzoo.env("magpie", players=3)
table.reset(seed=1)
for agent in table.agent_iter():
    seen, _, over, cut, _ = table.last()
    table.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
many = gymnasium.vector_env("magpie", 8, players=2)
many.reset(seed=1)
many.step(np.array([np.flatnonzero(mask)[0] for mask in many.action_masks()]))
import pyspiel
pyspiel.random_sim_test(pyspiel.load_game("python_beute_magpie"), num_sims=1, serialize=False, verbose=False)
"""


def copied(where: Path) -> Path:
    """The sources and the rulebook, as they are."""
    shutil.copytree(ROOT / "src", where / "src", ignore=shutil.ignore_patterns("__pycache__", "site"))
    shutil.copytree(ROOT / "docs" / "rules", where / "docs" / "rules")
    return where


def add_game(tree: Path) -> None:
    """Gazza under another name: the files of a game, and its place among the others."""
    for file in FILES:
        text = (brought.EXAMPLE / "gazza" / file).read_text(encoding="utf-8")
        text = re.sub(r"\bgazza\.", f"beute.games.{NAME}.", text).replace("GZ-", "MP-")
        path = tree / "src" / "beute" / "games" / NAME / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    listed = tree / "src" / "beute" / "games" / "__init__.py"
    text = listed.read_text(encoding="utf-8")
    assert '("sneaky", "schattendieb"' in text
    listed.write_text(text.replace('("sneaky", "schattendieb"', f'("sneaky", "{NAME}", "schattendieb"'), "utf-8")


def files(tree: Path) -> dict[str, bytes]:
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_fourth_game_costs_nine_files_and_one_edit(tmp_path: Path) -> None:
    tree = copied(tmp_path / "tree")
    before = files(tree)
    add_game(tree)
    after = files(tree)
    assert len(after.keys() - before.keys()) == 9
    assert [file for file in before if after[file] != before[file]] == ["src/beute/games/__init__.py"]
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "nine new files and one edit" in contributing

    around = os.environ | {"PYTHONPATH": str(tree / "src"), "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "200"}

    def python(*arguments: str, said: str = "") -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, env=around, cwd=tmp_path, input=said, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Gazza (magpie), 2 to 4 players" in python("-m", "beute", "games")
    line_by_line = ("play", NAME, "--plain", "--bots", "random", "--pace", "0", "--lang", "en")
    assert "the most points" in python("-m", "beute", *line_by_line, said="1\n" * 60)
    python("-c", PLAYED)


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
OF_ONE_GAME = {"bots/turn.py", "bots/vaults.py"}  # a bot of Sneaky; what two bots of Der Schattendieb count
LISTS = {"games/__init__.py", "play/game.py"}


def belongs_to(name: str, file: Path) -> bool:
    """Whether a file is one of the game's own."""
    return any(part.partition(".")[0] in (name, f"{name}_weights") for part in file.parts)


def games_named(source: Path) -> Iterator[str]:
    """The games that a module names or imports."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and node.value in games.NAMES:
            yield str(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            names = [*module.split("."), *(part for alias in node.names for part in alias.name.split("."))]
            yield from {*names} & {*games.NAMES}


def test_no_other_list_of_games_stands_in_the_sources() -> None:
    sources = ROOT / "src" / "beute"
    found = {
        file.relative_to(sources).as_posix()
        for file in sources.rglob("*.py")
        for name in games_named(file)
        if not belongs_to(name, file.relative_to(sources))
    }
    assert found == LISTS | OF_ONE_GAME
    for file in LISTS:
        assert file in CONTRIBUTING


def test_nor_in_the_browser() -> None:
    web = ROOT / "web"
    quoted = re.compile(rf"""['"`/({{,| ]({"|".join(games.NAMES)})['"`/),:| ]""")
    sources = [*(web / "src").rglob("*.ts"), *(web / "src").rglob("*.svelte"), *(web / "scripts").glob("*.mjs")]
    made = {"api.ts", "table.ts"}
    found = [
        f"{file.relative_to(web)}: {named[0]}"
        for file in sources
        if not file.name.endswith(".test.ts") and file.name not in made
        for named in quoted.finditer(re.sub(r"//.*", "", file.read_text(encoding="utf-8")))
        if not belongs_to(named[1], file.relative_to(web))
    ]
    assert found == []


def test_a_game_whose_view_has_a_type_has_a_board_in_the_browser() -> None:
    boards = {board.parent.name for board in (ROOT / "web" / "src" / "boards").glob("*/index.ts")}
    assert boards - {"plain"} == set(described())
    art = (ROOT / "web" / "src" / "art" / "art.svg").read_text(encoding="utf-8")
    assert all(f'id="lid-{game}"' in art for game in described())


@pytest.mark.parametrize("game", games.NAMES)
def test_what_the_table_names_is_there(game: str) -> None:
    named = re.findall(r"`([\w/.]*NAME[\w/.]*)`", CONTRIBUTING)
    assert len(named) > 20
    for path in named:
        places = [parent / path.replace("NAME", game) for parent in (ROOT, ROOT / "src" / "beute")]
        assert any(place.exists() or place.with_suffix(".py").exists() for place in places) or "lid" in path, path
