"""Spaces of Gymnasium for what a seat observes and does."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from beute.play.errors import BeuteError
from beute.research.episode import Numbers

TYPES: Final = ("float32", "int8")  # what learners compute with, and the smallest that is enough


def known_space(numbers: Numbers, dtype: Any = np.float32) -> spaces.Box:
    """What a seat knows, as numbers."""
    name = getattr(dtype, "__name__", str(dtype))
    if name not in TYPES:
        raise BeuteError(f"dtype is {' or '.join(TYPES)}, not {name}", "wrong_dtype")
    most = numbers.most.astype(dtype)
    return spaces.Box(np.zeros_like(most), most, dtype=dtype)


def observation_space(numbers: Numbers) -> spaces.Dict:
    """What a seat knows, as numbers, and which actions are legal for it."""
    return spaces.Dict(
        {
            "observation": known_space(numbers),
            "action_mask": spaces.Box(0, 1, (numbers.actions,), np.int8),
        }
    )


def action_space(numbers: Numbers) -> spaces.Discrete:
    return spaces.Discrete(numbers.actions)
