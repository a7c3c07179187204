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


def checked_actions(given: Any, some: int, actions: int) -> NDArray[np.int64]:
    """The number of an action for each of some learners, legal or not."""
    try:
        chosen = np.asarray(given)
    except ValueError:  # lists of different lengths
        chosen = np.empty(0)
    if chosen.shape != (some,):
        what = f"an array of shape {chosen.shape}" if chosen.size else f"{given!r:.60}"
        raise BeuteError(f"{some} actions are needed, one for each game, not {what}", "wrong_actions")
    if chosen.dtype.kind not in "iu":
        raise BeuteError(f"actions are whole numbers, not {chosen.dtype}", "wrong_actions")
    if chosen.min() < 0 or chosen.max() >= actions:
        n = int(((chosen < 0) | (chosen >= actions)).argmax())
        checked_action(chosen[n].item(), actions, f"game {n}")
    return chosen.astype(np.int64, copy=False)


def checked_switch(what: str, value: object) -> bool:
    """Something that is on or off."""
    if not isinstance(value, bool | np.bool):
        raise BeuteError(f"{what} is True or False, not {value!r:.60}", f"wrong_{what}")
    return bool(value)


def checked_seed(seed: object) -> int | None:
    number = whole(seed)
    if seed is not None and (number is None or not 0 <= number <= LARGEST_SEED):
        raise BeuteError(f"a seed is a number from 0 to {LARGEST_SEED}, or None, not {seed!r:.60}", "wrong_seed")
    return number


def checked_seat(seat: object, players: int) -> int:
    number = whole(seat)
    if number is None or not 0 <= number < players:
        raise BeuteError(f"there is no seat {seat!r:.60}: seats go from 0 to {players - 1}", "unknown_seat")
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
