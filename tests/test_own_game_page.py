"""The page that builds a game shows what is in the example's files, and commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "how-to" / "own-game.md"
SHOWN = re.compile(r"^```\w+\n# (\S+\.(?:py|toml|md))\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PARTS = SHOWN.findall(PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "text"), PARTS, ids=[f"{n} {file}" for n, (file, _) in enumerate(PARTS)])
def test_code_is_taken_from_the_example(file: str, text: str) -> None:
    """Whole lines of it, one after the other."""
    lines = (ROOT / "examples" / "gazza" / file).read_text(encoding="utf-8").splitlines()
    wanted = text.splitlines()
    assert any(lines[n : n + len(wanted)] == wanted for n in range(len(lines))), f"{file} has no such lines:\n{text}"


def test_every_file_of_a_game_is_shown() -> None:
    from beute.research.skeleton import FILES

    assert {f"gazza/{file}" for file in FILES} | {"pyproject.toml"} == {file for file, _ in PARTS}


def test_what_may_be_added_is_looked_for() -> None:
    """Each module of the table is one that Beute looks for by that name."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "beute").rglob("*.py"))
    listed = re.findall(r"^\| `(\w+)\.py` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(listed) == 9
    for module in listed:
        by_name = f'own="{module}"' in sources or f'"{module}": "beute.games' in sources
        by_part = (ROOT / "src/beute/bots" / module).is_dir() or f'"beute.lab.{module}"' in sources
        assert by_name or by_part or (ROOT / "src/beute/research" / module).is_dir(), module
