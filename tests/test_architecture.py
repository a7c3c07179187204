"""The tree is the architecture: imports go one way, and every clause has a test."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from beute import games

SOURCES = Path(__file__).parent.parent / "src" / "beute"
PARTS = "texts games play rulebook bots coach lab server terminal research cli __main__"
ORDER = PARTS.split()
SIDE_BY_SIDE = [{"coach", "lab"}, {"server", "terminal", "research"}]


def modules(path: Path) -> set[str]:
    """All that a file imports, by full name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    return {name.split(".")[1] for name in modules(path) if name.startswith("beute.")} & set(ORDER)


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_imports_go_one_way(path: Path) -> None:
    part = path.relative_to(SOURCES).parts[0].removesuffix(".py")
    if part == "__init__":
        return
    for other in imported(path) - {part}:
        assert ORDER.index(other) < ORDER.index(part), f"{path} imports beute.{other}"
        assert not any({part, other} <= beside for beside in SIDE_BY_SIDE), f"{path} imports beute.{other}"


def test_the_rules_import_nothing_but_themselves_and_the_compiler() -> None:
    allowed = sys.stdlib_module_names | {"beute", "numpy", "numba", "llvmlite"}
    for path in (SOURCES / "games").rglob("*.py"):
        assert {name.split(".")[0] for name in modules(path)} <= allowed, path


@pytest.mark.parametrize("name", games.NAMES)
def test_every_clause_is_named_by_a_test_of_its_game(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "games" / name).glob("test_*.py")]
    named = set(re.findall(r"\b[A-Z]{2}-\d+\b", "\n".join(texts)))
    missing = [clause for clause in games.about(name).CLAUSES if clause not in named]
    assert not missing, f"no test of {name} names {', '.join(missing)}"


@pytest.mark.parametrize("name", games.NAMES)
def test_rules_cite_only_clauses_that_exist(name: str) -> None:
    prefix = games.about(name).CLAUSES[0].split("-")[0]
    for path in (SOURCES / "games" / name).glob("*.py"):
        cited = set(re.findall(rf"\b{prefix}-\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= set(games.about(name).CLAUSES), path
