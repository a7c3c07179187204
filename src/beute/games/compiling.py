"""How functions are marked for the compiler, when they are compiled, and where the results are kept.

`@rule` and `@called` mark functions for compiled code: copied into their callers, or copied only where the compiler
thinks it good; `@vector` marks loops over arrays. Called from Python they run as they are written. `@batch` marks what
does much in one call: compiled at once. `@entry` marks what Python calls often and that does little: `compile_entries`
says when those are compiled.

Numba takes longer to import than all the rest of a table, so only `compiler` imports it, and that only where something
is compiled or loaded.
"""

from __future__ import annotations

import hashlib
import math
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from enum import Enum
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

COMPILED: Final = os.environ.get("NUMBA_DISABLE_JIT", "") in ("", "0")

# ---------------------------------------------------------------- what compiled code calls


class Kind(Enum):
    """How a function is built into compiled code."""

    COPIED = "copied to where it is used"
    CALLED = "called where it is used"
    VECTOR = "optimised by itself, then copied"


class Marked:
    """A function for compiled code. Called from Python it runs as it was written, and so does what it calls."""

    def __init__(self, function: Callable[..., Any], kind: Kind) -> None:
        self.py_func = function
        self.kind = kind
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    def __reduce__(self) -> str:
        """Pickled by its name, as functions are."""
        return self.py_func.__qualname__


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """A function for compiled code: copied to where it is used."""
    return _marked(function, Marked, Kind.COPIED)


def called(function: Callable[P, R]) -> Callable[P, R]:
    """A function for compiled code: called where it is used, as a copy in each place would not pay."""
    return _marked(function, Marked, Kind.CALLED)


def vector(function: Callable[P, R]) -> Callable[P, R]:
    """A loop over arrays for compiled code: optimised by itself, then copied to where it is used."""
    return _marked(function, Marked, Kind.VECTOR)


def _marked(function: Callable[P, R], mark: type[Marked], kind: Kind = Kind.COPIED) -> Callable[P, R]:
    return cast(Callable[P, R], mark(function, kind) if COMPILED else function)


# ---------------------------------------------------------------- what Python calls


class When(Enum):
    """When entries are compiled: after so many calls of one."""

    NEVER = math.inf  # people take longer than uncompiled moves, and would notice the time to compile
    LATER = 1000  # compiling is worth it then
    AT_ONCE = 0


_enough: float = When.LATER.value


def compile_entries(when: When) -> None:
    """Set when entries are compiled from now on; with NEVER no message is printed when a bot is compiled either."""
    global _enough
    _enough = when.value
    if when is When.NEVER:
        tell_nothing()


def entries_at_once() -> bool:
    return _enough == When.AT_ONCE.value


class Batch(Marked):
    """A function that Python calls compiled."""

    def __init__(self, function: Callable[..., Any], kind: Kind) -> None:
        super().__init__(function, kind)
        self.compiled: Callable[..., Any] = self._compile  # then Numba's own callable, in place of it

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)

    def _compile(self, *arguments: Any) -> Any:
        from beute.games import compiler

        self.compiled = compiler.for_python(self)
        return self.compiled(*arguments)


class Entry(Batch):
    """A function that Python calls: as it was written, or compiled."""

    calls = 0

    def __call__(self, *arguments: Any) -> Any:
        if self.calls >= _enough:
            return self.compiled(*arguments)
        self.calls += 1
        return self.py_func(*arguments)


def expect(function: Callable[..., Any], calls: int) -> None:
    """Count one call as so many of them."""
    if isinstance(function, Entry):
        function.calls += calls


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A function that Python calls often and that does little; kept on disk once it is compiled."""
    return _marked(function, Entry)


def batch(function: Callable[P, R]) -> Callable[P, R]:
    """A function that does much in one call: compiled at the first, and kept on disk for the next start."""
    return _marked(function, Batch)


# ---------------------------------------------------------------- what is told of it


class _Notes:
    """Says why the first use takes some seconds, and why later ones do: each once."""

    silent = False
    said = False
    failed = False

    def compiling(self, function: Callable[..., Any]) -> None:
        if not self.said and (function.__module__ or "").startswith("beute."):  # one without a file has none
            self.said = True
            self._say("compiling the rules, once; this takes some seconds …")

    def not_kept(self, error: OSError) -> None:
        if not self.failed:
            self.failed = True
            why = error.strerror or error
            self._say(f"what was compiled cannot be kept in {folder()} ({why}), so the next start compiles it again")

    def _say(self, line: str) -> None:
        if not self.silent:
            print(f"beute: {line}", file=sys.stderr, flush=True)


notes: Final = _Notes()


def tell_nothing() -> None:
    """From now on, in this process: people play in it, or the process that started it tells."""
    notes.silent = True


# ---------------------------------------------------------------- where it is kept

WITH_COMPILED_CODE: Final = ("games", "play", "bots", "coach", "lab", "research")  # parts of the package
NEEDED: Final = 8_000_000  # bytes: more than a game takes with all its bots


def keeps() -> bool:
    """Whether what is compiled now will be there at the next start, as far as can be known."""
    try:
        room = shutil.disk_usage(folder()).free
    except OSError:
        return False
    return COMPILED and not notes.failed and os.access(folder(), os.W_OK) and room > NEEDED


@cache
def folder() -> Path:
    """Named by all that compiled code depends on, as the cache itself only looks at the file of the function."""
    from importlib.metadata import version

    from llvmlite import binding

    sources = [digest(Path(__file__).parent.parent / part) for part in WITH_COMPILED_CODE]
    facts = version("numba"), version("llvmlite"), version("numpy"), platform.python_version()
    machine = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    found = _home() / hashlib.sha256(repr((sources, facts, machine)).encode()).hexdigest()[:20]
    if COMPILED:
        _forget_old(found)
    return found


def digest(folder: Path) -> str:
    """Of all sources in a folder."""
    found = hashlib.sha256()
    for source in sorted(folder.rglob("*.py")):
        found.update(source.read_bytes())
    return found.hexdigest()[:20]


def _home() -> Path:
    """In the user's cache directory; one that is not an absolute path is to be ignored, as XDG says."""
    said = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (said if said.is_absolute() else Path.home() / ".cache") / "beute" / "compiled"


def _forget_old(folder: Path, days: float = 14.0) -> None:
    """Remove folders that were not used for a while; other versions may be in use at the same time."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > days * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # a read-only home: everything works, only slower at each start
