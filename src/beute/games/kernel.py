"""What compiled rules are made of: the decorator, sets of bits, random numbers.

A set of small numbers is one integer of at most 62 bits, so that compiled and uncompiled arithmetic agree.
The few functions here that speak to the processor directly have a plain twin that runs uncompiled.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

import llvmlite
import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, config, event
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

P = ParamSpec("P")
R = TypeVar("R")

State: TypeAlias = Any  # one record of a game's STATE layout: np.record here, a pointer when compiled
Rng: TypeAlias = Any  # an array with one uint64
Moves: TypeAlias = tuple[int, int]  # a set of decisions: decision a is bit a % 64 of word a // 64

number: Callable[[Any], int] = cast(Any, np.int64)  # reads a small field without a sign, so that an index needs no test

COMPILED: Final = not config.DISABLE_JIT
OPTIONS: Final = {"nogil": True, "error_model": "numpy"}
INLINE: Final = {**OPTIONS, "forceinline": True}


# ---------------------------------------------------------------- compiling and keeping


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled code. Called from Python it runs as it was written, and so does what it calls."""

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)


def _inside(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    compiled = numba.njit(**options, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    if COMPILED:
        compiled.__class__ = Rule
    return compiled


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """A function for compiled code: copied to where it is used."""
    return _inside(function, INLINE)


def seldom(function: Callable[P, R]) -> Callable[P, R]:
    """A function for compiled code that is rarely needed: called where it is used."""
    return _inside(function, OPTIONS)


WITH_COMPILED_CODE: Final = ("games", "play", "bots", "coach", "lab", "research")  # parts of the package

PATIENCE: Final = 3000
_patience = PATIENCE


def spend(calls: int) -> None:
    """Bring the moment nearer from which entries are compiled."""
    global _patience
    _patience -= calls


def hurry() -> None:
    """Compile entries from now on."""
    spend(_patience)


def wait_for_people() -> None:
    """Never compile entries: people take longer than uncompiled moves, and would notice a compiler at work.

    What a bot compiles is not told either: its note would be printed across the table.
    """
    spend(-sys.maxsize)
    _Note.said = True


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls. It runs as it was written until so much was asked that compiling is worth it."""

    def __call__(self, *arguments: Any) -> Any:
        if _patience > 0:
            spend(1)
            return self.py_func(*arguments)
        return super().__call__(*arguments)


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A function that Python calls often and that does little; kept on disk once it is compiled."""
    compiled = batch(function)
    if COMPILED:
        compiled.__class__ = Entry
    return compiled


def batch(function: Callable[P, R]) -> Callable[P, R]:
    """A function that does much in one call: compiled at the first, and kept on disk for the next start."""
    users, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER)
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, **INLINE)(function)
    finally:
        config.CACHE_DIR = users
    return compiled


def _folder() -> Path:
    """Named by all that compiled code depends on, as Numba itself only looks at the file of the function."""
    digest = hashlib.sha256()
    for part in WITH_COMPILED_CODE:
        for source in sorted((Path(__file__).parent.parent / part).rglob("*.py")):
            digest.update(source.read_bytes())
    facts = numba.__version__, llvmlite.__version__, np.__version__, platform.python_version()
    digest.update(repr((facts, binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())).encode())
    return _home() / digest.hexdigest()[:20]


def _home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "beute" / "compiled"


def _forget_old(folder: Path, days: float = 14.0) -> None:
    """Remove folders that no start has used for a while; other versions may be in use side by side."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > days * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # a read-only home: everything works, only slower at each start


class _Note(event.Listener):  # type: ignore[misc]
    """Says once why the first use takes some seconds."""

    def on_start(self, happening: Any) -> None:
        if not self.said and happening.data["dispatcher"].py_func.__module__.startswith("beute."):
            self.said = True
            print("beute: compiling the rules, once; this takes some seconds …", file=sys.stderr, flush=True)

    def on_end(self, happening: Any) -> None:
        pass

    said = False


FOLDER: Final = _folder()
if COMPILED:
    _forget_old(FOLDER)
    event.register("numba:compile", _Note())


# ---------------------------------------------------------------- states


def layout(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The layout of a game's state: what the contract reads of every game, and the game's own fields.

    Gaps are filled, so that equal states are equal bytes. What is due is a whole word and comes first: every event
    waits for it, and bytes wait for whatever else was in their register.
    """
    due = ("due", np.int64)  # the seats that are asked, or CHANCE, or OVER
    common: list[tuple[Any, ...]] = [
        ("players", np.int8),
        ("ending", np.int8),  # a number from 1 in ENDINGS
        ("step", np.uint8),  # where in a turn or round the game is
        ("seat", np.uint8),  # whom the step is about
    ]
    ordered: list[tuple[Any, ...]] = [due]
    for width in 1, 8, 4, 2:
        ordered += [field for field in [*common, *fields] if np.dtype(field[1]).itemsize == width]
        gap = -np.dtype(ordered).itemsize % 8
        if gap:
            ordered.append((f"gap{width}", np.int8, (gap,)))
    return np.dtype((np.record, np.dtype(ordered)))


# ---------------------------------------------------------------- sets of bits


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


# ---------------------------------------------------------------- random numbers

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
