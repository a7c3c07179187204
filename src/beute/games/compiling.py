"""How functions are compiled, when, and where the results are kept.

`@rule` and `@called` mark functions for compiled code (copied into their callers, or called from them); called from
Python they run as they are written. `@batch` marks what does much in one call: compiled at once. `@entry` marks what
Python calls often and that does little: `compile_entries` says when those are compiled.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core import config, event
from numba.core.registry import CPUDispatcher

P = ParamSpec("P")
R = TypeVar("R")

COMPILED: Final = not config.DISABLE_JIT
OPTIONS: Final = {"nogil": True, "error_model": "numpy"}
INLINE: Final = {**OPTIONS, "forceinline": True}

# ---------------------------------------------------------------- what compiled code calls


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


def called(function: Callable[P, R]) -> Callable[P, R]:
    """A function for compiled code: called where it is used, as a copy in each place would not pay."""
    return _inside(function, OPTIONS)


# ---------------------------------------------------------------- what Python calls


class When(Enum):
    """When entries are compiled."""

    NEVER = auto()  # people take longer than uncompiled moves, and would notice a compiler at work
    LATER = auto()  # each once it was called so often that compiling is worth it
    AT_ONCE = auto()


ENOUGH: Final = 1000  # calls of one entry
_when = When.LATER


def compile_entries(when: When) -> None:
    """Say when entries are compiled from now on; where that is never, nothing is told of what a bot compiles either."""
    global _when
    _when = when
    _Note.said = _Note.said or when is When.NEVER


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls: as it was written, or compiled."""

    def __call__(self, *arguments: Any) -> Any:
        if _when is When.AT_ONCE or (_when is When.LATER and self.calls >= ENOUGH):
            return super().__call__(*arguments)
        self.calls += 1
        return self.py_func(*arguments)

    calls = 0


def expect(function: Callable[..., Any], calls: int) -> None:
    """Count what one call does as so many of them."""
    if isinstance(function, Entry):
        function.calls += calls


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


# ---------------------------------------------------------------- where it is kept

WITH_COMPILED_CODE: Final = ("games", "play", "bots", "coach", "lab", "research")  # parts of the package


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
