"""Sets of small numbers as the bits of an integer.

A set has at most 62 elements, so that compiled and uncompiled arithmetic agree. For the functions without a mark
compiled code has instructions of the processor (`compiler/instructions.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np

from beute.games.compiling import rule

Moves: TypeAlias = tuple[int, int]  # a set of decisions: decision a is bit a % 64 of word a // 64

index: Callable[[Any], int] = cast(Any, np.int64)  # reads a small field that indexes an array: it is never negative


def size(word: int) -> int:
    """How many elements a set has."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """The smallest element of a set that is not empty."""
    return (int(word) & -int(word)).bit_length() - 1


def highest(word: int) -> int:
    """The largest element of a set that is not empty."""
    return int(word).bit_length() - 1


def nth_bit(word: int, k: int) -> int:
    """The set of the one element that has `k` smaller ones."""
    rest = word
    for _ in range(k):
        rest &= rest - 1
    return rest & -rest


@rule
def nth(word: int, k: int) -> int:
    """The element of a set that has `k` smaller ones."""
    return lowest(nth_bit(word, k))


@rule
def either(second: int, a: int, b: int) -> int:
    """`b` if `second` is 1, `a` if it is 0, without a branch that would be mispredicted half the time."""
    return a ^ (a ^ b) & -second


def members(moves: Moves) -> list[int]:
    """The decisions of a set, in order; not for compiled code."""
    return [64 * w + b for w in (0, 1) for b in range(63) if int(moves[w]) >> b & 1]
