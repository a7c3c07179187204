"""The tree is the architecture: imports go one way, and every clause has a test."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from beute import games

SOURCES = Path(__file__).parent.parent / "src" / "beute"
PARTS = "texts games play rulebook bots table coach lab server terminal research cli __main__"
ORDER = PARTS.split()
SIDE_BY_SIDE = [{"rulebook", "bots"}, {"table", "coach"}, {"server", "terminal", "research"}]
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


def named(path: Path) -> set[str]:
    """The clauses that tests of a file are about: named by a test, its docstring or its cases, not by a comment."""
    found = list[str]()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found += [ast.get_docstring(node) or "", re.sub(r"([a-z]{2})_(\d+)", by_number, node.name)]
            found += [text for decorator in node.decorator_list for text in strings(decorator)]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found += strings(node)
    return set(CLAUSE.findall("\n".join(found)))


def by_number(match: re.Match[str]) -> str:
    """`rb_6` in a name is RB-6."""
    return f" {match[1].upper()}-{match[2]} "


def strings(node: ast.AST) -> list[str]:
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_clause_is_named_by_a_test_of_its_game(name: str) -> None:
    tested = set().union(*map(named, (Path(__file__).parent / "games" / name).glob("test_*.py")))
    missing = [clause for clause in games.about(name).CLAUSES if clause not in tested]
    assert not missing, f"no test of {name} names {', '.join(missing)}"


def test_a_comment_tests_no_clause(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        '''"""About RB-1."""
# RB-2
CASES = [("RB-3", 1)]  # RB-4

def helper():
    """RB-5"""

@mark("RB-6 a case")
def test_rb_7_and_sn_8():
    """RB-9"""
    x = "RB-10"
'''
    )
    assert named(tmp_path / "test_some.py") == {"RB-3", "RB-6", "RB-7", "SN-8", "RB-9"}


@pytest.mark.parametrize("name", games.NAMES)
def test_rules_cite_only_clauses_that_exist(name: str) -> None:
    prefix = games.about(name).CLAUSES[0].split("-")[0]
    for path in (SOURCES / "games" / name).glob("*.py"):
        cited = set(re.findall(rf"\b{prefix}-\d+\b", path.read_text(encoding="utf-8")))
        assert cited <= set(games.about(name).CLAUSES), path
