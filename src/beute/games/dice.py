"""Random numbers for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from beute.games.compiling import COMPILED, rule

Rng: TypeAlias = Any  # an array with one uint64

_STEP: Final = 0x2D358DCCAA6C78A5
_TWIST: Final = 0x8BB84B93962EACC9
_WORD: Final = 2**64 - 1


def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n-1 (Wang Yi's generator: a counter, multiplied wide and folded)."""
    state = int(rng[0]) + _STEP & _WORD
    rng[0] = state
    product = state * (state ^ _TWIST)
    return (product >> 64 ^ product & _WORD) * int(n) >> 64


@intrinsic
def _below(context: Any, rng: Any, n: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)

        def multiplied(a: Any, b: Any) -> tuple[Any, Any]:
            product = builder.mul(builder.zext(a, wide), builder.zext(b, wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word), builder.trunc(product, word)

        place = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        state = builder.add(builder.load(place), ir.Constant(word, _STEP))
        builder.store(state, place)
        high, low = multiplied(state, builder.xor(state, ir.Constant(word, _TWIST)))
        return multiplied(builder.xor(high, low), arguments[1])[0]

    return types.int64(rng, types.int64), build


@overload(below, strict=False)
def _below_compiled(rng: Any, n: Any) -> Any:
    return lambda rng, n: _below(rng, n)


def _own_rng() -> Rng:
    return np.zeros(1, np.uint64)


@intrinsic
def _own_rng_compiled(context: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.return_type)(context, builder)
        one, eight = (context.get_constant(types.intp, n) for n in (1, 8))
        populate_array(array, cgutils.alloca_once(builder, ir.IntType(64), zfill=True), [one], [eight], eight, None)
        return array._getvalue()

    return types.Array(types.uint64, 1, "C")(), build


# A generator for the function that asks for it, of no use after its return. Compiled it is known that nothing else
# changes it, so that it stays in a register, and that using it changes no state.
own_rng: Callable[[], Rng] = _own_rng_compiled if COMPILED else _own_rng


@rule
def reseed(rng: Rng, seed: int, number: int) -> None:
    """Start the generator of game `number` of a run: scattered, so that the games of a run are unrelated."""
    rng[0] = seed
    rng[0] = below(rng, 1 << 62) ^ number
    rng[0] = below(rng, 1 << 62)
