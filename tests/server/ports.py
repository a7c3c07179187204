"""Ports for what has to come back at the same one."""

from __future__ import annotations

import random
import socket

OWN = range(20_000, 30_000)  # below those that the system gives: while nobody listens there, no connection gets it


def free_port() -> int:
    """At which nobody listens."""
    chance = random.SystemRandom()
    while True:
        port = chance.choice(OWN)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
