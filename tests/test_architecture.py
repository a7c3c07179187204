"""The tree is the architecture: imports go one way, and rules cite what the rulebook has."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from beute import games

SOURCES = Path(__file__).parent.parent / "src" / "beute"
PARTS = "texts games play rulebook bots lessons table coach lab server terminal research cli __main__"
ORDER = PARTS.split()
SIDE_BY_SIDE = [{"rulebook", "bots", "lessons"}, {"table", "coach"}, {"server", "terminal", "research"}]
CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")


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
    allowed = sys.stdlib_module_names | {"beute", "numpy", "numba", "llvmlite", "typing_extensions"}
    for path in (SOURCES / "games").rglob("*.py"):
        assert {name.split(".")[0] for name in modules(path)} <= allowed, path


def test_every_part_has_its_place() -> None:
    there = {path.name.removesuffix(".py") for path in SOURCES.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert there - {"__init__", "__pycache__", "py.typed"} <= set(ORDER)


def test_nothing_below_a_screen_knows_one() -> None:
    """A table has neither screen nor network nor disk in it."""
    for part in ("games", "play", "bots", "table"):
        for path in (SOURCES / part).rglob("*.py"):
            found = {name.split(".")[0] for name in modules(path)}
            assert not found & {"textual", "rich", "typer", "polars", "ray", "socket", "asyncio", "http"}, path
    for path in (SOURCES / "table").rglob("*.py"):
        assert not {name.split(".")[0] for name in modules(path)} & {"pathlib", "os", "shutil", "tempfile"}, path


@pytest.mark.parametrize("name", games.NAMES)
def test_rules_cite_only_clauses_that_exist(name: str) -> None:
    prefix = games.about(name).CLAUSES[0].split("-")[0]
    for path in (SOURCES / "games" / name).glob("*.py"):
        cited = set(re.findall(rf"\b{prefix}-\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= set(games.about(name).CLAUSES), path
