"""Sets of small numbers as the bits of an integer.

A set has at most 62 elements, so that compiled and uncompiled arithmetic agree. The few functions here that speak to
the processor directly have a plain twin that runs uncompiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from beute.games.compiling import COMPILED, rule

Moves: TypeAlias = tuple[int, int]  # a set of decisions: decision a is bit a % 64 of word a // 64

index: Callable[[Any], int] = cast(Any, np.int64)  # reads a small field that indexes an array: it is never negative


def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
    """A function of one int64, compiled to what `emit` makes of it."""

    @intrinsic
    def instruction(context: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, words: emit(builder, words[0])

    return instruction


_MAY_BE_EMPTY, _NEVER_EMPTY = (ir.Constant(ir.IntType(1), never) for never in (0, 1))
_count_ones = _instruction(lambda builder, word: builder.ctpop(word))
_trailing_zeros = _instruction(lambda builder, word: builder.cttz(word, _MAY_BE_EMPTY))
_leading_zeros = _instruction(lambda builder, word: builder.ctlz(word, _NEVER_EMPTY))


@intrinsic
def _deposit_bits(context: Any, bits: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), words)

    return types.int64(types.int64, types.int64), build


def size(word: int) -> int:
    """How many elements a set has."""
    return int(word).bit_count()


@overload(size, strict=False)
def _size(word: Any) -> Any:
    return lambda word: _count_ones(word)


def lowest(word: int) -> int:
    """The smallest element of a set that is not empty."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(lowest, strict=False)
def _lowest(word: Any) -> Any:
    return lambda word: _trailing_zeros(word)


def highest(word: int) -> int:
    """The largest element of a set that is not empty."""
    return int(word).bit_length() - 1


@overload(highest, strict=False)
def _highest(word: Any) -> Any:
    return lambda word: 63 - _leading_zeros(word)


def nth_bit(word: int, k: int) -> int:
    """The set of the one element that has `k` smaller ones."""
    rest = word
    for _ in range(k):
        rest &= rest - 1
    return rest & -rest


if binding.get_host_cpu_features().get("bmi2", False):

    @overload(nth_bit, strict=False)
    def _nth_bit(word: Any, k: Any) -> Any:
        return lambda word, k: _deposit_bits(1 << k, word)

elif COMPILED:
    nth_bit = rule(nth_bit)


@rule
def nth(word: int, k: int) -> int:
    """The element of a set that has `k` smaller ones."""
    return lowest(nth_bit(word, k))


@rule
def either(second: int, a: int, b: int) -> int:
    """`b` if `second` is 1, `a` if it is 0, without a jump that a processor would guess wrong half the time."""
    return a ^ (a ^ b) & -second


def members(moves: Moves) -> list[int]:
    """The decisions of a set, in order; not for compiled code."""
    return [64 * w + b for w in (0, 1) for b in range(63) if int(moves[w]) >> b & 1]
