"""By which names this server may be called. Others are refused: by DNS rebinding a page of another site gets its own
name to mean this machine, and then its requests are of the same origin."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import Scope

from beute.server.problems import Refused

SHOWN = 100  # signs of a wrong name
FORWARDED = b"x-forwarded-for", b"forwarded", b"x-real-ip"


class Hosts:
    """This machine's names, loopback, the very address that was connected to, and those that are allowed besides."""

    def __init__(self, allowed: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        short = own.partition(".")[0]
        self._names = {"localhost", own, short, f"{short}.local", *(_name(each.lower()) for each in allowed)}
        self._knows = lru_cache(1024)(self._look_up)

    def check(self, host: bytes | None, connected_to: str | None) -> None:
        if not self._knows(host, connected_to):
            raise Refused("unknown_host", host=(host or b"-").decode("latin-1")[:SHOWN])

    def _look_up(self, host: bytes | None, connected_to: str | None) -> bool:
        name = _name((host or b"").decode("latin-1").lower())
        address = _address(name)
        if address is None:
            return name in self._names or name.endswith(".localhost")
        return address.is_loopback or name in self._names or address == _address(connected_to or "")


def is_from_this_machine(scope: Scope) -> bool:
    """A proxy on this machine asks for others: whoever is forwarded is not from here.

    (If the proxy is trusted, the client is the one that it names; then too the header says that it was forwarded.)
    """
    client = scope.get("client")
    address = None if client is None else _address(client[0])
    forwarded = any(name in FORWARDED for name, _ in scope["headers"])
    return address is not None and address.is_loopback and not forwarded


def _name(host: str) -> str:
    """Without port, brackets and the final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() and ":" not in name else host).removesuffix(".")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
