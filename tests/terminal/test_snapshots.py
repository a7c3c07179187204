"""Tables and other screens look as they are written down, in both languages and at two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.play import LARGE, Table, advance, at_table, begin
from tests.terminal.snapshots import HERE, path, wanted

SNAPSHOTS = list(wanted())


@pytest.mark.parametrize(("name", "take"), SNAPSHOTS, ids=[name for name, _ in SNAPSHOTS])
def test_the_screen_is_as_written(name: str, take: Callable[[], str]) -> None:
    assert take() == path(name).read_text(encoding="utf-8")


def test_there_is_no_other_snapshot() -> None:
    assert {file.stem for file in HERE.glob("*.txt")} == {name for name, _ in SNAPSHOTS}


def test_colours_tell_bandits_apart_as_symbols_do(tmp_path: Path) -> None:
    """The symbols of the dice have as many colours as there are of them."""
    session = advance(begin(tmp_path, "sneaky", 4, seed="b"), 300)
    colours: dict[str, set[object]] = {}

    async def look(there: Table) -> None:
        for row in there.rows:
            for segment in row:
                for symbol in set(segment.text) & set("★♥♣♠■☾"):
                    colours.setdefault(symbol, set()).add(segment.style.color if segment.style else None)

    at_table(look, session, size=LARGE)
    assert len(colours) == 6
    usual = [max(found, key=str) for found in colours.values()]
    assert len(set(map(str, usual))) == 6
