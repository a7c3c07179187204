"""Bots get ready before they first think."""

from __future__ import annotations

from beute.bots import ready


def test_a_process_of_its_own_and_only_once() -> None:
    note = ready._note("raeuber", "search")
    note.unlink(missing_ok=True)
    assert ready.unready("raeuber", ["search", "greedy", "search"]) == ["search"]
    with ready.begin("raeuber", ["search"]) as process:
        assert process.wait() == 0
    assert ready.unready("raeuber", ["search", "greedy"]) == []


def test_own_bots_and_quick_ones_need_nothing() -> None:
    assert ready.unready("sneaky", ["random", "greedy", "my_bots:Own"]) == []
