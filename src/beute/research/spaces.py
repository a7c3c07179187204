"""Spaces of Gymnasium for what a seat observes and does."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from beute.research.episode import Numbers


def known_space(numbers: Numbers, dtype: Any = np.float32) -> spaces.Box:
    """What a seat knows, as numbers."""
    most = numbers.most.astype(dtype)
    return spaces.Box(np.zeros_like(most), most, dtype=dtype)


def observation_space(numbers: Numbers) -> spaces.Dict:
    """What a seat knows, as numbers, and which actions are open to it."""
    return spaces.Dict(
        {
            "observation": known_space(numbers),
            "action_mask": spaces.Box(0, 1, (numbers.actions,), np.int8),
        }
    )


def action_space(numbers: Numbers) -> spaces.Discrete:
    return spaces.Discrete(numbers.actions)
