"""Spaces of Gymnasium for what a seat observes and does."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from beute.research.episode import Numbers


def known_space(numbers: Numbers) -> spaces.Box:
    """What a seat knows, as numbers."""
    return spaces.Box(np.zeros_like(numbers.most), numbers.most, dtype=np.float32)


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
