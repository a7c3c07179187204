"""The state of a game: one record of a fixed layout."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

State: TypeAlias = Any  # one record of a game's STATE layout: np.record here, a pointer when compiled


def layout(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The layout of a game's state: what the contract reads of every game, and the game's own fields.

    Gaps are filled, so that equal states are equal bytes. What is due is a whole word and comes first: every event
    waits for it, and bytes wait for whatever else was in their register.
    """
    due = ("due", np.int64)  # the seats that are asked, or CHANCE, or OVER
    common: list[tuple[Any, ...]] = [
        ("players", np.int8),
        ("ending", np.int8),  # a number from 1 in ENDINGS
        ("step", np.uint8),  # where in a turn or round the game is
        ("seat", np.uint8),  # whom the step is about
    ]
    ordered: list[tuple[Any, ...]] = [due]
    for width in 1, 8, 4, 2:
        ordered += [field for field in [*common, *fields] if np.dtype(field[1]).itemsize == width]
        gap = -np.dtype(ordered).itemsize % 8
        if gap:
            ordered.append((f"gap{width}", np.int8, (gap,)))
    return np.dtype((np.record, np.dtype(ordered)))
