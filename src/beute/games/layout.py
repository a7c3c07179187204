"""The state of a game: one record of a fixed layout, and a snapshot of it that Python reads fast."""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

# One state of a game: a record of its STATE layout here, a pointer when compiled, or a snapshot of the record.
State: TypeAlias = Any


def layout(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The layout of a game's state: what the contract reads of every game, and the game's own fields.

    Gaps are filled, so that equal states are equal bytes. `due` is a whole word and comes first: every event depends on
    it, and writing a byte would depend on the old value of the rest of its register.
    """
    due = ("due", np.int64)  # the seats that are asked, or CHANCE, or OVER
    common: list[tuple[Any, ...]] = [
        ("players", np.int8),
        ("ending", np.int8),  # a number from 1 in ENDINGS
        ("step", np.uint8),  # where in a turn or round the game is
        ("seat", np.uint8),  # the seat that the step is about
    ]
    ordered: list[tuple[Any, ...]] = [due]
    for width in 1, 8, 4, 2:
        ordered += [field for field in [*common, *fields] if np.dtype(field[1]).itemsize == width]
        gap = -np.dtype(ordered).itemsize % 8
        if gap:
            ordered.append((f"gap{width}", np.int8, (gap,)))
    return np.dtype((np.record, np.dtype(ordered)))


def snapshots(layout: np.dtype[Any]) -> Callable[[bytes], State]:
    """A function that reads the bytes of a state into an object with the same fields: numbers and tuples of them.

    A field of a record takes NumPy a microsecond to read; here all of them take a few.
    """
    assert layout.fields is not None
    names, form, places, tables = list[str](), "<", list[int | slice](), list[tuple[int, Callable[[Any], Any]]]()
    at = 0
    for name in layout.names or ():
        kind, shape = layout.fields[name][0].base, layout.fields[name][0].shape
        length = int(np.prod(shape, dtype=int))
        form += f"{length}{kind.char if kind.itemsize < 8 else 'q'}"
        if not name.startswith("gap"):
            if len(shape) == 2:
                rows = [slice(start, start + shape[1]) for start in range(0, length, shape[1])]
                tables.append((len(names), itemgetter(*rows)))
            names.append(name)
            places.append(slice(at, at + length) if shape else at)
        at += length
    unpack, pick = struct.Struct(form).unpack, itemgetter(*places)
    make: Callable[[Any], State] = namedtuple("Snapshot", names)._make  # type: ignore[attr-defined]

    def snapshot(data: bytes) -> State:
        fields = pick(unpack(data))
        if tables:
            fields = list(fields)
            for n, rows in tables:
                fields[n] = rows(fields[n])
        return make(fields)

    return snapshot
