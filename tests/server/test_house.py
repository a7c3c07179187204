"""Opening a server to the home network: from this machine, at addresses that others can use, and closing it again."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from beute.server.house import House, own_addresses
from tests.server.inside import Inside, in_loop
from tests.server.serving import Browser, Server

CLOSED = {"open": False, "may_change": True, "addresses": []}
SHUT_OUT = {"open": False, "may_change": False, "addresses": []}
ELSEWHERE = "127.0.0.2"  # of this machine, but not the address at which the server listens by itself


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house") / "data") as running:
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.log()


@pytest.fixture
def host(server: Server) -> Iterator[Browser]:
    with Browser(server, "Host") as browser:
        yield browser
        browser.post("/api/house/close")


def second_port(told: dict[str, Any], server: Server) -> int:
    """Where the server listens to the home network: at its own port, or at one of the next."""
    ports = {int(address.rpartition(":")[2]) for address in told["addresses"]}
    own = int(server.url.rpartition(":")[2])
    found = ports or {port for port in range(own, own + 50) if answers(f"http://{ELSEWHERE}:{port}")}
    (port,) = found
    assert own <= port < own + 50
    return port


def answers(url: str) -> bool:
    try:
        return bool(httpx.get(f"{url}/healthz", timeout=5).json()["status"] == "ok")
    except httpx.TransportError:
        return False


def test_it_is_opened_joined_from_there_and_closed(server: Server, host: Browser) -> None:
    assert host.get("/api/house") == CLOSED
    told = host.post("/api/house/open")
    assert (told["open"], told["may_change"]) == (True, True)
    assert told == host.get("/api/house") == host.post("/api/house/open"), "to open it twice changes nothing"
    assert not any("127." in address or "localhost" in address for address in told["addresses"])
    table = host.create("sneaky", ["me", "open"])
    port = second_port(told, server)
    for url in [*told["addresses"], f"http://{ELSEWHERE}:{port}"]:
        with httpx.Client(base_url=url, timeout=30) as friend:
            assert friend.post("/api/me", json={"name": "Friend"}).status_code == 200
            found = friend.post("/api/invitation", json={"link": host.link(table)})
            assert found.json()["id"] == table
    assert host.post("/api/house/close") == CLOSED
    assert not answers(f"http://{ELSEWHERE}:{port}")
    assert host.get("/api/me")["name"] == "Host", "who sits at this machine plays on"


def test_it_can_be_opened_again_and_is_closed_with_the_server(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, Browser(server) as host:
        for _ in range(3):
            port = second_port(host.post("/api/house/open"), server)
            assert answers(f"http://{ELSEWHERE}:{port}")
            host.post("/api/house/close")
        host.post("/api/house/open")
        assert server.stop() == 0
        assert not answers(f"http://{ELSEWHERE}:{port}")
        assert "Traceback" not in server.log()


def test_it_stays_open_over_a_restart_until_it_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, Browser(server) as host:
        port = second_port(host.post("/api/house/open"), server)
        server.stop()
    for _ in range(2):
        with Server(tmp_path / "data") as server, Browser(server) as host:
            told = host.get("/api/house")
            assert (told["open"], told["may_change"]) == (True, True)
            assert answers(f"http://{ELSEWHERE}:{second_port(told, server)}")
            assert server.process.stdout is not None
            said = server.process.stdout.readline()  # after the address of this machine
            assert said.startswith("Open to the home network, as it was left: ")
            assert all(address in said for address in told["addresses"])
            server.stop()
    with Server(tmp_path / "data") as server, Browser(server) as host:
        assert host.post("/api/house/close") == CLOSED
        server.stop()
    with Server(tmp_path / "data") as server, Browser(server) as host:
        assert host.get("/api/house") == CLOSED
        assert not answers(f"http://{ELSEWHERE}:{port}")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems share ports in other ways")
def test_on_linux_it_has_the_same_port(server: Server, host: Browser) -> None:
    told = host.post("/api/house/open")
    assert second_port(told, server) == int(server.url.rpartition(":")[2])


@pytest.mark.skipif(not own_addresses(), reason="this machine is in no network")
def test_closing_ends_the_streams_of_others(server: Server, host: Browser) -> None:
    url = host.post("/api/house/open")["addresses"][0]
    table = host.create("sneaky", ["me", "open"])
    with httpx.Client(base_url=url, timeout=30) as friend:
        friend.post("/api/me", json={"name": "Friend"})
        friend.post("/api/join", json={"link": host.link(table), "name": "Friend"})
        with friend.stream("GET", "/api/updates", params={"table": table}) as stream:
            lines = stream.iter_lines()
            while not next(lines).startswith("event: table"):
                pass
            host.post("/api/house/close")
            with pytest.raises(httpx.TransportError):
                list(lines)


@pytest.mark.skipif(not own_addresses(), reason="this machine is in no network")
def test_from_elsewhere_it_can_neither_be_looked_at_nor_changed(server: Server, host: Browser) -> None:
    url = host.post("/api/house/open")["addresses"][0]
    with httpx.Client(base_url=url, timeout=30) as friend:
        friend.post("/api/me", json={"name": "Friend"})
        assert friend.get("/api/house").json() == SHUT_OUT
        for deed in ("open", "close"):
            refused = friend.post(f"/api/house/{deed}")
            assert (refused.status_code, refused.json()["code"]) == (403, "not_this_machine")
    assert host.get("/api/house")["open"]


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_behind_a_proxy_of_this_machine_nobody_is_at_it(host: Browser, header: str) -> None:
    assert host.http.get("/api/house", headers={header: "for=203.0.113.5"}).json() == SHUT_OUT
    refused = host.http.post("/api/house/open", headers={header: "203.0.113.5"})
    assert refused.json()["code"] == "not_this_machine"


def test_it_takes_a_person_and_no_page_of_another_site(server: Server, host: Browser) -> None:
    assert httpx.post(f"{server.url}/api/house/open").json()["code"] == "no_person"
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert host.http.post("/api/house/open", headers=headers).json()["code"] == "cross_site"
    wrong = host.http.post("/api/house/open", headers={"host": "evil.example"})
    assert wrong.json()["code"] == "unknown_host"
    assert host.get("/api/house") == CLOSED


def test_a_server_at_every_address_is_open_and_stays_so(tmp_path: Path) -> None:
    with Server(tmp_path / "data", host="0.0.0.0") as server, Browser(server) as host:
        port = server.url.rpartition(":")[2]
        told = {"open": True, "may_change": False, "addresses": [f"http://{each}:{port}" for each in own_addresses()]}
        for path in ("/api/house/open", "/api/house/close"):
            assert host.post(path) == told
        assert host.get("/api/house") == told


@in_loop
async def test_where_no_port_is_free_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(own: socket.socket, host: str) -> socket.socket:
        raise OSError("none")

    monkeypatch.setattr("beute.server.house.bound_beside", full)
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        house = House(own, None, tmp_path)  # type: ignore[arg-type]
        with pytest.raises(OSError, match="none"):
            await house.open()
        assert not house.is_open
        assert not house.was_open


@in_loop
async def test_an_app_that_is_served_otherwise_has_no_house(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as inside:
        assert await inside.get("nobody", "/api/house") == SHUT_OUT
        ada = await inside.person("Ada")
        assert (await inside.refused(ada, "/api/house/open"))["code"] == "not_this_machine"


def test_the_addresses_are_of_networks() -> None:
    for address in own_addresses():
        assert not address.startswith(("127.", "169.254."))
        with socket.socket() as listener:
            listener.bind((address, 0))
