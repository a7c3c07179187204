"""Requests that change something must come from this server's own pages, or from no page at all."""

from __future__ import annotations

from beute.server.problems import Refused

READING = frozenset({"GET", "HEAD", "OPTIONS"})
OWN = frozenset({b"same-origin", b"none"})


def check_origin(method: str, headers: dict[bytes, bytes]) -> None:
    """By Sec-Fetch-Site, which browsers send to https and to this machine, or else by Origin.

    A program that sends neither is no browser; nor is one with a token and no cookie, as a page cannot send a token to
    another site without being asked for leave first, which is never given.
    """
    if method in READING or (b"authorization" in headers and b"cookie" not in headers):
        return
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        if site not in OWN:
            raise Refused("cross_site")
        return
    origin = headers.get(b"origin")
    if origin is not None and origin.partition(b"://")[2].lower() != headers.get(b"host", b"-").lower():
        raise Refused("cross_site")
