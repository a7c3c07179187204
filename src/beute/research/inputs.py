"""What programs give to an environment, checked: actions, seeds, numbers."""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beute.play.errors import BeuteError

LARGEST_SEED: Final = (1 << 63) - 1


def checked_action(action: object, actions: int, who: str = "") -> int:
    """The number of an action, legal or not."""
    number = action if type(action) is int else whole(action)  # the first is quicker
    if number is None or not 0 <= number < actions:
        of = f" of {who}" if who else ""
        raise BeuteError(
            f"action {action!r:.60}{of}: actions are whole numbers from 0 to {actions - 1}", "unknown_action"
        )
    return number


def checked_actions(actions: Any, some: int) -> NDArray[np.int64]:
    """A number for each of some learners."""
    given = np.asarray(actions)
    if given.shape != (some,):
        raise BeuteError(f"{some} actions are needed, not {given.shape}", "wrong_actions")
    if given.dtype.kind not in "iu":
        raise BeuteError(f"actions are whole numbers, not {given.dtype}", "wrong_actions")
    return given.astype(np.int64, copy=False)


def checked_seed(seed: object) -> int | None:
    number = whole(seed)
    if seed is not None and (number is None or not 0 <= number <= LARGEST_SEED):
        raise BeuteError(f"a seed is a number from 0 to {LARGEST_SEED}, or None, not {seed!r:.60}", "wrong_seed")
    return number


def checked_count(what: str, number: object) -> int:
    """A number of something, of which there must be some."""
    some = whole(number)
    if some is None or some < 1:
        raise BeuteError(f"{what} is a number of at least 1, not {number!r:.60}", f"wrong_{what}")
    return some


def whole(number: Any) -> int | None:
    """A whole number of any type, or None for something else."""
    try:
        return None if isinstance(number, bool) else index(number)
    except TypeError:
        return None
