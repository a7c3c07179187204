"""Compiled functions on disk: one file for each function and signature.

A folder that cannot be written or read makes every start slower, and does nothing else; so do damaged files.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import caching
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.serialize import dumps

from beute import games
from beute.games import contract
from beute.games.compiling import digest

DIGEST: Final = 32  # bytes at the start of a file that tell whether the rest is whole


class DiskCache(caching._Cache):  # type: ignore[misc]
    """What Numba asks for the compiled forms of one function, in place of its own, which lets every error through.

    The folder's name is expected to change with all that compiled code depends on, besides the function's own file.
    `on_failure` is told what keeps a form from being written.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, on_failure: Callable[[OSError], None]) -> None:
        self._function = function
        self._folder = folder
        self._on_failure = on_failure
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Forget every form of this function."""
        for path in self._folder.glob(f"{self._name()}-*"):
            path.unlink(missing_ok=True)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled form for a signature, or None."""
        context.refresh()
        path = self._path(signature, context.codegen())
        if path is None:
            return None
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest, data = content[:DIGEST], content[DIGEST:]
        if hashlib.sha256(data).digest() != digest:
            return None
        return CompileResult._rebuild(context, *pickle.loads(data))

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled form, if that is possible."""
        path = self._path(signature, compiled.codegen)
        if path is None:
            return
        if compiled.library.has_dynamic_globals:
            warnings.warn(f"{self._name()} cannot be kept: it refers to memory of this process", NumbaWarning, 2)
            return
        data = dumps(compiled._reduce())
        try:
            _write(path, hashlib.sha256(data).digest() + data)
        except OSError as error:
            self._on_failure(error)

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """None for a function that is not from a file, of which nobody could say whether it has changed."""
        code, closure = self._function.__code__, self._function.__closure__
        source = _source(code.co_filename)
        if source is None or not self._enabled:
            return None
        cells = dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        kinds = str(signature)
        facts = kinds, codegen.magic_tuple(), source, code.co_firstlineno, code.co_code, cells, _others_in(kinds)
        return self._folder / f"{self._name()}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:20]}"

    def _name(self) -> str:
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return name.removeprefix("beute.").replace("<", "").replace(">", "")


def _others_in(kinds: str) -> list[str]:
    """The sources of other packages' games whose states a signature names: these do not change the folder's name."""
    return [digest(games.folder(game)) for game, layout in contract.others() if str(numba.from_dtype(layout)) in kinds]


@cache
def _source(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, whoever else writes the same."""
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):  # where there is not even a folder
            draft.unlink(missing_ok=True)
        raise
