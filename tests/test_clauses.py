"""Every clause has a test, and what does not test it does not count."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from beute import games
from tests.clauses import clauses_in

FILE = '''
"""SN-1: what a file says of itself."""

import pytest

# SN-2: a comment
CASES = [pytest.param(1, id="SN-3 a case that no test runs")]


def helper() -> None:
    """SN-4"""


def test_says_so_only() -> None:
    """SN-5"""


@pytest.mark.clause("SN-6")
def not_a_test() -> None: ...


@pytest.mark.skip
@pytest.mark.clause("SN-7")
def test_skipped() -> None: ...


@pytest.mark.clause("SN-8", "SN-9")
def test_marked() -> None: ...


@pytest.mark.parametrize(
    "n", [pytest.param(1, id="SN-10 SN-11 two"), pytest.param(2, marks=pytest.mark.clause("SN-12"))]
)
def test_cases(n: int) -> None: ...


@pytest.mark.parametrize(("n", "clause"), [(1, "SN-13")])
@pytest.mark.parametrize("m", [2], ids=lambda m: f"SN-1{m + 2} a case")
def test_named_by_pytest(n: int, clause: str, m: int) -> None: ...
'''


def test_only_what_is_collected_counts(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(FILE, encoding="utf-8")
    assert set(clauses_in(tmp_path)) == {f"SN-{number}" for number in range(8, 15)}


@cache
def those_of(name: str) -> dict[str, list[str]]:
    return clauses_in(Path(__file__).parent / "games" / name)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_clause_is_tested(name: str) -> None:
    missing = [clause for clause in games.about(name).CLAUSES if clause not in those_of(name)]
    assert not missing, f"no test of {name} is marked with {', '.join(missing)}"


@pytest.mark.parametrize("name", games.NAMES)
def test_tests_name_only_clauses_that_exist(name: str) -> None:
    unknown = {clause: where for clause, where in those_of(name).items() if clause not in games.about(name).CLAUSES}
    assert not unknown
