"""Folders that cannot be written, for real: a full disk, and one without permission."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

SIZE = 64  # kilobytes
NOBODY = 65534


class Disk:
    """A small disk of its own, to be filled and freed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """To the last byte."""
        with self._filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))

    def free(self) -> None:
        self._filler.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """Mounted there; a test is skipped where that is not allowed."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}k", "none", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter and write: those of pytest are root's own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, who may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder whose files cannot be written, nor others be added; read they can be."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        with as_nobody():
            yield
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """The system refuses to write more, in the middle of a write if need be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
