"""The home network: whether other devices there can reach this server, at which addresses, and opening it to them."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import Final, Protocol

from beute.server.serve import bound_beside

EVERYWHERE: Final = "0.0.0.0"
OPENED: Final = "open-to-home-network"  # a file of the data folder: so it was left
STATE: Final = "beute.house"  # where a request's state has the house
TOWARDS: Final = "192.0.2.1", 9  # an address of nobody: to ask which way out there is, nothing is sent
GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR of Linux: the address of a network interface by its name
OF_CONTAINERS: Final = ("docker", "br-", "veth", "virbr", "lxc", "lxd", "podman", "cni")  # networks inside a machine


class Listens(Protocol):
    """What serves connections: uvicorn, as `running` has it."""

    async def listen(self, listener: socket.socket) -> None: ...
    async def stop_listening(self, listener: socket.socket) -> None:
        """Also what is connected there ends."""


class House:
    """A server's own socket, and the one that is open to the home network, if any. It stays open over restarts."""

    def __init__(self, own: socket.socket, server: Listens, data: Path) -> None:
        self._own, self._server = own, server
        self._opened = data / OPENED
        self._second: socket.socket | None = None

    @property
    def is_private(self) -> bool:
        """Whether the server itself listens only on this machine."""
        return ip_address(self._own.getsockname()[0]).is_loopback

    @property
    def is_open(self) -> bool:
        return not self.is_private or self._second is not None

    @property
    def addresses(self) -> list[str]:
        """What others in the home network open in a browser, the likeliest first."""
        if not self.is_open:
            return []
        host, port = (self._second or self._own).getsockname()[:2]
        listens_at = ip_address(host)
        if not listens_at.is_unspecified:
            return [f"http://[{host}]:{port}" if listens_at.version == 6 else f"http://{host}:{port}"]
        return [f"http://{address}:{port}" for address in own_addresses()]

    @property
    def was_open(self) -> bool:
        """Whether it was left open by whoever is at this machine."""
        return self.is_private and self._opened.exists()

    async def open(self) -> None:
        """Listen at every address of this machine, at the same port if the system lets us, otherwise at the next."""
        if self.is_open:
            return
        self._second = second = bound_beside(self._own, EVERYWHERE)
        try:
            await self._server.listen(second)
        except OSError:
            self._second = None
            second.close()
            raise
        self._opened.touch(mode=0o600)

    async def close(self) -> None:
        """Only this machine is served again."""
        self._opened.unlink(missing_ok=True)
        second, self._second = self._second, None
        if second is not None:
            await self._server.stop_listening(second)


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, first the one by which it reaches others."""
    found = dict.fromkeys([*_way_out(), *_of_interfaces()])
    return [str(address) for address in found if not (address.is_loopback or address.is_link_local)]


def _way_out() -> Iterator[IPv4Address]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(TOWARDS)
        except OSError:
            return  # it reaches nobody
        yield IPv4Address(asking.getsockname()[0])


def _of_interfaces() -> Iterator[IPv4Address]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if name.startswith(OF_CONTAINERS):
                continue
            try:
                told = fcntl.ioctl(asking, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # it has no address now
            yield IPv4Address(told[20:24])
