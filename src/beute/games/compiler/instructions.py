"""What compiled code has in place of functions that are a few instructions of the processor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template
from numba.extending import overload
from numba.np.arrayobj import populate_array

from beute.games.bits import highest, lowest, nth_bit, size
from beute.games.dice import STEP, TWIST, below, own_rng

WORD, WIDE = ir.IntType(64), ir.IntType(128)
MAY_BE_EMPTY, NEVER_EMPTY = (ir.Constant(ir.IntType(1), never) for never in (0, 1))
Build = Callable[[Any, Any, Any, Any], Any]


def in_place_of(function: Callable[..., Any]) -> Callable[[Callable[..., tuple[Any, Build]]], None]:
    """Replaces a function in compiled code by what is built: an intrinsic of Numba's under the name of the function."""

    def replace(definition: Callable[..., tuple[Any, Build]]) -> None:
        template = make_intrinsic_template(function, definition, function.__name__)
        infer(template)
        infer_global(function, types.Function(template))

    return replace


@in_place_of(size)
def _(context: Any, word: Any) -> tuple[Any, Build]:
    return types.int64(types.int64), lambda context, builder, signature, words: builder.ctpop(words[0])


@in_place_of(lowest)
def _(context: Any, word: Any) -> tuple[Any, Build]:
    return types.int64(types.int64), lambda context, builder, signature, words: builder.cttz(words[0], MAY_BE_EMPTY)


@in_place_of(highest)
def _(context: Any, word: Any) -> tuple[Any, Build]:
    def build(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        return builder.sub(ir.Constant(WORD, 63), builder.ctlz(words[0], NEVER_EMPTY))

    return types.int64(types.int64), build


if binding.get_host_cpu_features().get("bmi2", False):

    @in_place_of(nth_bit)
    def _(context: Any, word: Any, k: Any) -> tuple[Any, Build]:
        def build(context: Any, builder: Any, signature: Any, words: Any) -> Any:
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(WORD, [WORD] * 2))
            return builder.call(deposit, [builder.shl(ir.Constant(WORD, 1), words[1]), words[0]])

        return types.int64(types.int64, types.int64), build

else:
    overload(nth_bit, strict=False)(lambda word, k: nth_bit)


@in_place_of(below)
def _(context: Any, rng: Any, n: Any) -> tuple[Any, Build]:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def multiplied(a: Any, b: Any) -> tuple[Any, Any]:
            product = builder.mul(builder.zext(a, WIDE), builder.zext(b, WIDE))
            return builder.trunc(builder.lshr(product, ir.Constant(WIDE, 64)), WORD), builder.trunc(product, WORD)

        place = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        state = builder.add(builder.load(place), ir.Constant(WORD, STEP))
        builder.store(state, place)
        high, low = multiplied(state, builder.xor(state, ir.Constant(WORD, TWIST)))
        return multiplied(builder.xor(high, low), arguments[1])[0]

    return types.int64(rng, types.int64), build


@in_place_of(own_rng)
def _(context: Any) -> tuple[Any, Build]:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.return_type)(context, builder)
        one, eight = (context.get_constant(types.intp, n) for n in (1, 8))
        populate_array(array, cgutils.alloca_once(builder, WORD, zfill=True), [one], [eight], eight, None)
        return array._getvalue()

    return types.Array(types.uint64, 1, "C")(), build
