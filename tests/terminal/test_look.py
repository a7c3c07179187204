"""Sentences in lines: what belongs together stays together."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table

from beute.terminal.look import Sentence, wrapped


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ada rolls yellow, 2 × green and red.", ["Ada rolls yellow,", "2 × green and red."]),
        ("Stalemate: the ring 4 is gone.", ["Stalemate: the", "ring 4 is gone."]),
        ("Clyde takes the sack 45a now.", ["Clyde takes the", "sack 45a now."]),
        ("on the stack: 2 × red 3", ["on the", "stack: 2 × red 3"]),
        ("Ada: 21, Bonnie: 30, Bob: 2", ["Ada: 21,", "Bonnie: 30, Bob: 2"]),
        ("It is now: 3, 4, 5, 6, 7, 8", ["It is now: 3, 4,", "5, 6, 7, 8"]),
    ],
)
def test_a_number_stays_with_what_it_counts_and_with_its_name(text: str, lines: list[str]) -> None:
    assert [line.plain for line in wrapped(text, 18)] == lines


def test_a_sentence_in_a_table_is_wrapped_alike() -> None:
    """And takes no more room than it needs."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for text in "on the stack: red 3, 2 × blue 2 and green 2", "safe":
        table.add_row(Sentence(text), "+5")
    for width, lines in (80, 2), (24, 4):
        console = Console(file=io.StringIO(), width=width)
        with console.capture() as said:
            console.print(table)
        rows = said.get().splitlines()
        assert len(rows) == lines
        assert all(len(row.rstrip()) <= width for row in rows)
        assert "2 × blue 2" in said.get()
        assert rows[0].startswith("on the stack: red 3,")
