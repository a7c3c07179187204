"""A line to a server at a port of this machine that a test can cut: what is sent then arrives nowhere."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

PIECE = 65536  # bytes


class Relay:
    """Whoever connects to its `port` talks to `target`. Cut, connections stay open and nothing is carried."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._whole = threading.Event()
        self._whole.set()
        self._ended = threading.Event()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._run(self._accept)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._whole.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for each in tuple(self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in tuple(self._threads):
            thread.join(20)
        for each in (self._listener, *self._sockets):
            each.close()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def _run(self, work: object, *args: socket.socket) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._sockets.append(near)
                self._run(self._connect, near)

    def _connect(self, near: socket.socket) -> None:
        self._whole.wait()
        if self._ended.is_set():
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._target), 5)
        except OSError:
            near.shutdown(socket.SHUT_RDWR)
            return
        self._sockets.append(far)
        back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
        back.start()
        self._carry(near, far)
        back.join()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while not self._ended.is_set() and (piece := source.recv(PIECE)):
                self._whole.wait()
                target.sendall(piece)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
