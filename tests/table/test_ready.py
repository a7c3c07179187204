"""What a table calls is compiled by another process, and only loaded here."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute.bots.ready import note
from beute.table import ready
from tests.test_start import python

CODE = """
import numba.core.event as event
from beute.games.compiling import When, compile_entries
from beute.table import ready
compile_entries(When.AT_ONCE)
with event.install_recorder("numba:compile") as seen: ready.get_ready("raeuber")
print(sum(happening.is_start for _, happening in seen.buffer))
"""


@pytest.mark.slow
def test_a_table_that_is_ready_compiles_nothing() -> None:
    note("raeuber", "table").unlink(missing_ok=True)
    assert ready.unready(["raeuber"]) == ["raeuber"]
    process = ready.begin(["raeuber"])
    assert process.wait() == 0
    assert ready.unready(["raeuber"]) == []
    assert python(CODE).stdout.split() == ["0"]


def test_getting_ready_can_be_left_at_any_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "note", lambda game, what: tmp_path / f"{game}-{what}")
    moves = iter([False, False, True])
    ready.get_ready("raeuber", lambda: next(moves))
    assert list(moves) == []
    assert ready.unready(["raeuber"]) == ["raeuber"]
