"""Random numbers. For the functions without a mark compiled code has its own (`compiler/instructions.py`)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from beute.games.compiling import rule

Rng: TypeAlias = Any  # an array with one uint64

STEP: Final = 0x2D358DCCAA6C78A5
TWIST: Final = 0x8BB84B93962EACC9
_WORD: Final = 2**64 - 1


def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n-1 (Wang Yi's generator: a counter, multiplied wide and folded)."""
    state = int(rng[0]) + STEP & _WORD
    rng[0] = state
    product = state * (state ^ TWIST)
    return (product >> 64 ^ product & _WORD) * int(n) >> 64


def own_rng() -> Rng:
    """A generator that is local to the calling function and must not outlive it.

    So the compiler knows that nothing else changes it, keeps it in a register, and knows that drawing changes no state.
    """
    return np.zeros(1, np.uint64)


@rule
def reseed(rng: Rng, seed: int, number: int) -> None:
    """Seed the generator for game `number` of a run: hashed, so that the games of a run are independent."""
    rng[0] = seed
    rng[0] = below(rng, 1 << 62) ^ number
    rng[0] = below(rng, 1 << 62)
