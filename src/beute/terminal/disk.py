"""Files that are written all or nothing, and durably; and what the system says where that is not possible."""

from __future__ import annotations

import errno
import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from beute.table.store import StoreError

REASONS = {  # why something cannot be written, where there is a word for it
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EROFS: "not_allowed",
    errno.ENOENT: "file_gone",
    errno.EEXIST: "no_folder",
    errno.ENOTDIR: "no_folder",
}


def names_in(folder: Path, *endings: str) -> list[str]:
    """The names of the files with such an ending, the latest first; a file may get a later ending meanwhile."""
    found: dict[str, float] = {}
    for ending in endings:
        for file in folder.glob(f"*{ending}"):
            with suppress(OSError):  # another process may be removing it
                found[file.name.removesuffix(ending)] = file.stat().st_mtime
    return sorted(found, key=lambda name: found[name], reverse=True)


@contextmanager
def keeping(path: Path) -> Iterator[None]:
    """Errors of writing name the path and the system's reason."""
    try:
        yield
    except OSError as error:
        message = f"cannot save the game in {path}: {error.strerror}"
        reason = REASONS.get(error.errno or 0, error.strerror)
        raise StoreError(message, "cannot_write", path=path.parent, reason=reason) from None


@contextmanager
def lock(path: Path, flags: int) -> Iterator[int]:
    """A locked file; FileNotFoundError if it was removed before the lock was ours."""
    file = os.open(path, flags, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        yield file
    finally:
        os.close(file)


def write(file: int, size: int, data: bytes, folder: Path) -> None:
    """Append after the first `size` bytes of a file, durably; if that fails, the file is cut to those bytes."""
    try:
        os.ftruncate(file, size)
        written = 0
        while written < len(data):
            written += os.pwrite(file, data[written:], size + written)
        os.fsync(file)
        if size == 0:
            sync_folder(folder)
    except OSError:
        os.ftruncate(file, size)
        raise


def replace(path: Path, text: str) -> None:
    """All or nothing, durably: a crash leaves what was there before."""
    make_folder(path.parent)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        written = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            written.replace(path)
        except OSError:
            written.unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Make it durable that a file is there, or that it is not."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
