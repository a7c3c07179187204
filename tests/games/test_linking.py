"""Functions that only compiled code calls: linked into their callers, and no machine code of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core import event
from numba.core.registry import cpu_target
from numba.extending import overload

from beute.games.compiler import for_compiled_code, for_python
from beute.games.compiling import batch, called, rule, vector


@rule
def doubled(x: int) -> int:
    return 2 * x


@called
def tripled(x: int) -> int:
    return 3 * doubled(x) // 2


@vector
def added(numbers: Any, to: Any) -> None:
    for n in range(len(to)):
        to[n] += numbers[n]


@batch
def everything(x: int, numbers: Any, to: Any) -> int:
    added(numbers, to)
    return doubled(x) + tripled(x) + tripled(x + 1)


def fresh(function: Any) -> Any:
    """As Python calls it, without what an earlier run has kept on disk."""
    compiled = for_python(function)
    compiled._cache.disable()
    return compiled


@pytest.fixture
def result() -> tuple[int, list[float]]:
    to = np.ones(8, np.float32)
    return fresh(everything)(5, np.arange(8, dtype=np.float32), to), to.tolist()


def library(function: Any) -> Any:
    (compiled,) = for_compiled_code(function).overloads.values()
    return compiled.library


def test_it_computes_what_python_would(result: tuple[int, list[float]]) -> None:
    assert result == (10 + 15 + 18, [1.0 + n for n in range(8)])


def test_only_rules_are_copied_whatever_the_caller_is(result: tuple[int, list[float]]) -> None:
    """What does not say whether it is copied takes that over from the first caller, and a batch would say yes."""
    (mark,) = [line for line in str(library(doubled)._final_module).splitlines() if line.startswith("attributes")]
    assert "alwaysinline" in mark
    (definition,) = [line for line in str(library(tripled)._final_module).splitlines() if " define " in f" {line}"][:1]
    assert "tripled" in definition
    assert "alwaysinline" not in _attributes(library(tripled), definition)


def _attributes(linked: Any, definition: str) -> str:
    """The attributes of a function by its definition, which names a group of them or none."""
    group = definition.rpartition("#")[2].rstrip(" {") if "#" in definition else "none"
    lines = str(linked._final_module).splitlines()
    return next((line for line in lines if line.startswith(f"attributes #{group} ")), "")


def test_they_have_no_machine_code(result: tuple[int, list[float]]) -> None:
    engine = cpu_target.target_context.codegen()._engine
    (name,) = [one.fndesc.mangled_name for one in for_compiled_code(tripled).overloads.values()]
    assert not engine.is_symbol_defined(name)


def test_a_vector_is_optimised_before_it_is_linked(result: tuple[int, list[float]]) -> None:
    assert "fadd <" in str(library(added)._final_module)


# ---------------------------------------------------------------- one form

KINDS = np.dtype([("short", np.int8), ("long", np.int64), ("two", np.int64, 2), ("three", np.int64, 3)])


@called
def plus_one(x: int) -> int:
    return x + 1


@called
def first_of(numbers: Any) -> int:
    return int(numbers[0])


@batch
def many_kinds(record: Any, numbers: Any) -> int:
    smallest = plus_one(5) + plus_one(6) + plus_one(record.short) + plus_one(record.long)
    return smallest + first_of(record.two) + first_of(record.three) + first_of(numbers)


def test_it_is_compiled_once_for_constants_short_numbers_and_arrays_in_records() -> None:
    record = np.array([(-3, 4, (10, 0), (20, 0, 0))], KINDS)[0]
    assert fresh(many_kinds)(record, np.array([30, 0])) == 6 + 7 - 2 + 5 + 10 + 20 + 30
    assert len(for_compiled_code(plus_one).overloads) == 1
    assert len(for_compiled_code(first_of).overloads) == 1


def tenfold(x: int) -> int:
    """Stands for a function of Numba's library: compiled code has its own form of it."""
    return 10 * x


def _tenfold(x: Any) -> Any:
    return lambda x: 10 * x


overload(tenfold, strict=False)(_tenfold)


@rule
def tenfold_in_rule(x: int) -> int:
    return tenfold(x)


@called
def tenfold_in_called(x: int) -> int:
    return tenfold(x)


@batch
def tenfold_in_all(x: int) -> int:
    return tenfold(x) + tenfold_in_rule(x) + tenfold_in_called(x)


def test_a_library_is_linked_too_and_compiled_once_whatever_the_callers_are() -> None:
    with event.install_recorder("numba:compile") as seen:
        assert fresh(tenfold_in_all)(1) == 30
    done = [happening.data["dispatcher"] for _, happening in seen.buffer if happening.is_end]
    (library,) = [one for one in done if one.py_func.__qualname__.startswith("_tenfold.")]
    (form,) = library.overloads.values()
    assert not cpu_target.target_context.codegen()._engine.is_symbol_defined(form.fndesc.mangled_name)
