"""What the guards read of a request, once, and keep in its scope."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.types import Scope

HEADERS = "beute.headers"
DIGEST = "beute.digest"  # of the secret of who asks; empty without one
CLIENT = "beute.client"
ROUTE = "beute.route"  # the template of the route, where the framework does not keep it
CYCLE: Final = "beute.cycle"  # the request and its answer, as uvicorn keeps them; removed in the end: it has the scope
COUNTED: Final = "beute.counted"  # whether the request counts for a limit already


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """The headers by name; of one that is there twice the last counts, here and everywhere."""
    kept: dict[bytes, bytes] | None = scope.get(HEADERS)
    if kept is None:
        kept = scope[HEADERS] = dict(scope["headers"])
    return kept


def address_of(scope: Scope) -> str:
    """The address that counts as one client. Of IPv6 it is the network: a household has 2⁶⁴ addresses."""
    client = scope.get("client")
    return "local" if client is None else _network(client[0])


@lru_cache(4096)
def _network(address: str) -> str:
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return address
    return str(read.ipv4_mapped) if read.ipv4_mapped else read.exploded.partition("%")[0][:19]


def client_of(scope: Scope) -> str:
    """Whom limits count: the person, or else the address. The guard has found it out."""
    client: str = scope.get(CLIENT) or address_of(scope)
    return client
