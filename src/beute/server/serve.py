"""One server on a data folder: its lock, its port, then the app, which `running` serves until it is stopped."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from beute.play.errors import BeuteError
from beute.server import logs
from beute.server.settings import Settings

if TYPE_CHECKING:
    from beute.server.running import App

LOCK = "server.lock"
PORTS = 50  # that are tried, one after the other
BACKLOG = 2048


def serve(
    settings: Settings,
    make_app: Callable[[Settings], App] | None = None,
    show: Callable[[str], None] = lambda address: None,
) -> None:
    """Run until SIGTERM or SIGINT. If a server is running on this data folder already, say where instead.

    `show` is called with the address as soon as connections are taken there.
    """
    logs.set_up(settings)
    with folder_locked(settings.data) as lock:
        if isinstance(lock, Running):
            print(f"Beute is running already: {lock.address} (process {lock.pid}, data in {settings.data})", flush=True)
            show(lock.address)
            return
        with _listening(settings.host, settings.port, at_once=not settings.redis_url) as listener:
            # From here on connections wait for their answers, and all that takes longer is loaded after this. Of
            # several servers one that starts takes none before it can answer, so that a proxy asks another one.
            address = _address(listener)
            _write(lock, Running(address, os.getpid()))
            show(address)
            from beute.server.running import run

            run(settings, make_app or _create_app, listener, address)


# ---------------------------------------------------------------- one server for each folder


class Running(NamedTuple):
    """A server, as its lock file tells of it."""

    address: str
    pid: int


@contextmanager
def folder_locked(folder: Path) -> Iterator[int | Running]:
    """The lock of a data folder, which the system releases when this process ends; or who has it."""
    path = folder / LOCK
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = opened_for_owner(str(path), os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise BeuteError(f"cannot use the data folder {folder}: {error.strerror}", "cannot_write") from None
    try:
        other = _who_else_has(file, path)
        if other is not None:
            yield other
        else:
            os.ftruncate(file, 0)
            yield file
            os.ftruncate(file, 0)
    finally:
        os.close(file)


def opened_for_owner(path: str, flags: int) -> int:
    """Open a file of a data folder, for the folder's owner alone, also if root, for a copy, is the first to need it."""
    file, owner = os.open(path, flags, 0o600), os.stat(os.path.dirname(path))
    with suppress(PermissionError):
        os.fchown(file, owner.st_uid, owner.st_gid)
    return file


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _who_else_has(file: int, path: Path) -> Running | None:
    """Who has the lock, or nobody: now it is ours. One that is just starting tells its address in a moment."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if _lock(file):
            return None
        address, newline, pid = os.pread(file, 1000, 0).decode("utf-8", "replace").partition("\n")
        if newline and pid.endswith("\n") and pid.strip().isdigit():
            return Running(address, int(pid))
        time.sleep(0.05)
    raise BeuteError(f"another process has locked {path} and does not say where it listens", "folder_locked")


def _write(lock: int, running: Running) -> None:
    os.pwrite(lock, f"{running.address}\n{running.pid}\n".encode(), 0)


# ---------------------------------------------------------------- the port


@contextmanager
def _listening(host: str, port: int, at_once: bool) -> Iterator[socket.socket]:
    """A socket at this port or, if it is taken, at the next free one, which is told."""
    with bound_from(host, port, at_once) as listener:
        number = listener.getsockname()[1]
        if port not in (0, number):
            print(f"Port {port} is taken; using {number}.", flush=True)
        yield listener


def bound_from(host: str, port: int, listens: bool = True) -> socket.socket:
    """A socket that listens at this port or, if it is taken, at the next free one; or is only bound to it."""
    last = min(port + PORTS, 65536) if port else 1
    for number in range(port, last):
        try:
            return _bound(host, number, listens=listens)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BeuteError(f"cannot listen at {host}, port {number}: {error.strerror}", "cannot_listen") from None
    raise BeuteError(f"the ports {port} to {last - 1} of {host} are taken; try --port 0", "no_port")


def bound_beside(own: socket.socket, host: str) -> socket.socket:
    """A socket that listens at the port of ours, where the system lets two share it; otherwise at the next free one."""
    port = own.getsockname()[1]
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        return _bound(host, port, shared=True)
    except OSError:
        return bound_from(host, port)


def _bound(host: str, port: int, shared: bool = False, listens: bool = True) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(where)
        if listens:
            listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def _address(listener: socket.socket) -> str:
    """What people open in a browser; for a server at every address that of this machine."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


# ---------------------------------------------------------------- the app


def _create_app(settings: Settings) -> App:
    from beute.server.app import create_app

    return create_app(settings)
