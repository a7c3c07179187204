"""Numba: what it is told of our functions. Imported where something is compiled or loaded, and not before.

A function of ours that compiled code names is a dispatcher to Numba, made when it is first met; a function `of each
game` is that of the game whose state it is called with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numba
from numba import types
from numba.core import event
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AbstractTemplate
from numba.extending import lower_cast, typeof_impl

import beute.games.compiler.instructions  # noqa: F401
from beute.games.compiler.disk import DiskCache
from beute.games.compiler.linking import INLINE, OPTIONS, BatchCompiler, LinkingCompiler, OptimisingLinkingCompiler
from beute.games.compiling import Batch, Kind, Marked, folder, notes
from beute.games.contract import OfEachGame

LINKED: Final = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
KINDS: Final = {
    Kind.COPIED: (INLINE | LINKED, LinkingCompiler),
    Kind.CALLED: (OPTIONS | LINKED, LinkingCompiler),
    Kind.VECTOR: (INLINE | LINKED, OptimisingLinkingCompiler),
}


class Linked(CPUDispatcher):  # type: ignore[misc]
    """A function that compiled code calls, with one form for all whole numbers and one for arrays of any length.

    Numba would compile it for each constant that it is called with, and for each length of an array in a state.
    """

    def get_call_template(self, kinds: Any, keywords: Any) -> Any:
        return super().get_call_template(
            tuple(map(_usual, kinds)), {name: _usual(kind) for name, kind in keywords.items()}
        )

    def compile(self, kinds: Any) -> Any:
        known = self.overloads.get(kinds)
        return super().compile(kinds) if known is None else known.entry_point


def _usual(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer) and kind.bitwidth < 64:
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return kind


@lower_cast(types.NestedArray, types.Array)
def _(context: Any, builder: Any, nested: Any, plain: Any, value: Any) -> Any:
    return value  # they are laid out alike


@cache
def for_compiled_code(function: Callable[..., Any]) -> Linked:
    """The dispatcher that compiled code uses for a function of ours, or for one without a mark."""
    options, compiler = KINDS[function.kind if isinstance(function, Marked) else Kind.COPIED]
    return Linked(getattr(function, "py_func", function), targetoptions=options, pipeline_class=compiler)


@global_compiler_lock
@cache
def for_python(function: Batch) -> Any:
    """The dispatcher that Python calls."""
    compiled: Any = numba.njit(**INLINE, pipeline_class=BatchCompiler)(function.py_func)
    compiled._cache = DiskCache(function.py_func, folder(), notes.not_kept)
    return compiled


def callback(function: Callable[..., Any], signature: Any, keep: bool) -> CFunc[Callable[..., Any]]:
    """A function that compiled code calls through its address: compiled at once, and kept on disk if that is asked."""
    compiled: Any = CFunc(
        function, normalize_signature(signature), locals={}, options=OPTIONS, pipeline_class=BatchCompiler
    )
    if keep:
        compiled._cache = DiskCache(function, folder(), notes.not_kept)
    compiled.compile()
    return compiled


# ---------------------------------------------------------------- what compiled code names


@typeof_impl.register(Marked)
def _(function: Marked, purpose: Any) -> types.Dispatcher:
    return types.Dispatcher(for_compiled_code(function))


@typeof_impl.register(OfEachGame)
@cache
def _(function: OfEachGame, purpose: Any) -> types.Function:
    class Template(AbstractTemplate):  # type: ignore[misc]
        """Picks the game's function by the type of the state."""

        key = function

        def generic(self, kinds: Any, keywords: Any) -> Any:
            return self._found(kinds[0]).get_call_type(self.context, kinds, keywords)

        def get_impl_key(self, signature: Any) -> Any:
            return self._found(signature.args[0]).get_impl_key(signature)

        def _found(self, state: types.Record) -> types.Dispatcher:
            (layout,) = (layout for layout in function.layouts() if numba.from_dtype(layout) == state)
            return types.Dispatcher(for_compiled_code(function.found(layout)))

    return types.Function(Template)


# ---------------------------------------------------------------- what is told of it


class _Telling(event.Listener):  # type: ignore[misc]
    def on_start(self, happening: Any) -> None:
        notes.compiling(happening.data["dispatcher"].py_func)

    def on_end(self, happening: Any) -> None:
        pass


event.register("numba:compile", _Telling())
