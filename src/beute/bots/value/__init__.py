"""What a position is worth to a seat: the share of a win it can expect. The weights are data, tuned or learned."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import numpy as np


@cache
def weights(game: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The numbers of a game's value, in the order of their file."""
    text = (Path(__file__).parent / f"{game}.toml").read_text(encoding="utf-8")
    return np.array(list(tomllib.loads(text).values()), np.float64)
