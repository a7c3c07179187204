"""Which clauses tests are about, as pytest collects them: what is only written in a comment or a docstring is none."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")
# A run inside a run: it keeps nothing, and leaves alone what the one around it has set up.
INSIDE = ["--collect-only", "-qq", "-s", "-p", "no:cacheprovider", "-p", "no:faulthandler"]


class Collected:
    """Keeps what a run of pytest collects."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = session.items


def clauses_in(folder: Path) -> dict[str, list[str]]:
    """The tests of a folder by the clauses that they are about.

    A test says so by a mark (`@pytest.mark.clause("SN-12")`) or by the id of a case (`id="SN-12 nothing is full"`).
    """
    collected = Collected()
    status = pytest.main([*INSIDE, "-c", str(ROOT / "pyproject.toml"), str(folder)], plugins=[collected])
    assert status == pytest.ExitCode.OK, f"{folder} cannot be collected: {status!r}"
    found = defaultdict(list)
    for item in collected.items:
        if item.get_closest_marker("skip") is None:
            for clause in clauses_of(item):
                found[clause].append(item.nodeid)
    return found


def clauses_of(item: pytest.Item) -> set[str]:
    marked = {clause for mark in item.own_markers if mark.name == "clause" for clause in mark.args}
    case = item.callspec.id if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ""
    return marked | set(CLAUSE.findall(case))
