"""How a game's module describes what it counts: rows of a plot, each made of columns of the counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Something a seat can have several times: its text in the game's table of the report, with a value."""

    code: str
    columns: tuple[int, ...]  # added up
    value: int | str = ""


@dataclass(frozen=True)
class Group:
    """Rows of one plot. With `by_chance` only chance decides who has them, so that the comparison is fair."""

    code: str
    rows: tuple[Row, ...]
    by_chance: bool = False


@dataclass(frozen=True)
class Fate:
    """What became of something on the table; the columns of a row are those of the first part, of the second, …"""

    rows: tuple[Row, ...]
    parts: tuple[str, ...]  # the text of each, the last for what is left over


@dataclass(frozen=True)
class Switch:
    """Another value of an option, and the text shown instead of it, if there is one."""

    option: str
    value: str
    code: str = ""


def numbered(code: str, first: int, values: Sequence[int | str]) -> tuple[Row, ...]:
    """A row for each of some columns that follow one another."""
    return tuple(Row(code, (first + n,), value) for n, value in enumerate(values))
