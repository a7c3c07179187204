"""Streams that are opened and dropped leave nothing behind, and a stop ends all that are open."""

from __future__ import annotations

import asyncio
import gc
import resource
import time
from pathlib import Path
from typing import Any

import pytest

from beute.server.streams import Connection
from tests.server.inside import Inside, in_loop, prepare, settle
from tests.server.serving import Browser, Server
from tests.server.test_faults import cookie, memory
from tests.server.test_streams import PEOPLE, match, play

AT_ONCE = 50  # connections that a test opens at the same time


@in_loop
async def test_dropped_streams_leave_no_task_no_listener_and_no_presence(tmp_path: Path) -> None:
    await prepare(tmp_path / "d", PEOPLE, {"t": match("raeuber", 2, 8), "u": match("sneaky", 2, 8)})
    async with Inside(tmp_path / "d", streams_per_client=1000) as server:
        while not server.desk.hall.upkeep.checked:
            await settle()
        await drop(server, 20)
        tasks, objects = len(asyncio.all_tasks()), connections()
        await drop(server, 500)
        assert len(asyncio.all_tasks()) <= tasks
        assert connections() <= objects
        hall, desk = server.desk.hall, server.desk
        assert [hall.bus.listeners(table) for table in ("t", "u")] == [0, 0]
        assert len(desk.streams.connections) == 0
        rooms = [(await hall.live(table)).room for table in ("t", "u")]
        assert not any(room.presence.here(person) for room in rooms for person in (1, 2, 3))
        assert "beute_open_streams 0.0" in (await server.ask("", "GET", "/metrics")).body.decode()
        await play(server)


async def drop(server: Inside, times: int) -> None:
    """Open streams of several people, some of which are read for a while, and close them in another order."""
    for _ in range(0, times, AT_ONCE):
        opened = [await server.stream(PEOPLE[n % 3], *("t", "u")[: 1 + n % 2]) for n in range(min(AT_ONCE, times))]
        for stream in opened[::2] + opened[1::2]:
            await stream.close()
        server._streams.clear()
    await settle()


def connections() -> int:
    gc.collect()
    return sum(type(each) is Connection for each in gc.get_objects())  # isinstance asks weak proxies of other tests


@in_loop
async def test_limits_hold_and_are_free_again(tmp_path: Path) -> None:
    await prepare(tmp_path / "d", PEOPLE, {"t": match("raeuber", 2, 8)})
    async with Inside(tmp_path / "d", streams_per_client=3, streams=5) as server:
        mine = [await server.stream("Ada", "t") for _ in range(4)]
        assert [stream.status for stream in mine] == [200, 200, 200, 429]
        others = [await server.stream("Bo", "t") for _ in range(3)]
        assert [stream.status for stream in others] == [200, 200, 503]
        await mine[0].close()
        assert (await server.stream("Bo", "t")).status == 200
        assert (await server.stream("Ada", "t")).status == 503


# ---------------------------------------------------------------- a real server


async def opened(server: Server, table: str, who: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream that is known to have begun."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET /api/updates?table={table} HTTP/1.1\r\nhost: {host}:{port}\r\n{who}\r\n\r\n".encode())
    await reader.readuntil(b"event: you")
    return reader, writer


async def open_and_drop(server: Server, table: str, who: str, times: int) -> None:
    for _ in range(0, times, AT_ONCE):
        for _, writer in await asyncio.gather(*(opened(server, table, who) for _ in range(AT_ONCE))):
            writer.close()
            await writer.wait_closed()


def none_is_left(browser: Browser) -> bool:
    """Waits until the server has noticed that they are gone."""
    for _ in range(3000):
        if browser.get("/healthz")["streams"] == 0:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.long
def test_ten_thousand_dropped_streams_leave_no_memory_behind(tmp_path: Path) -> None:
    with Server(tmp_path / "data", streams_per_client="1000") as server, Browser(server) as browser:
        table = browser.create("raeuber", ["me:A", "me:B"])
        asyncio.run(open_and_drop(server, table, cookie(browser), 1000))
        assert none_is_left(browser)
        before = memory(server)
        asyncio.run(open_and_drop(server, table, cookie(browser), 10_000))
        assert none_is_left(browser)
        grown = memory(server) - before
        print(f"after 10,000 streams the server has {grown / 1024:.0f} KiB more")
        assert grown < 8 << 20
        assert "beute_open_streams 0.0" in browser.http.get("/metrics").text
        assert server.stop() == 0
        assert "Traceback" not in server.log()


async def stopped_with(server: Server, table: str, who: str, number: int) -> tuple[list[bytes], float]:
    """What streams are sent at the end, when a server is stopped, and how many seconds that takes."""
    streams: list[Any] = []
    for _ in range(0, number, AT_ONCE):
        streams += await asyncio.gather(*(opened(server, table, who) for _ in range(AT_ONCE)))
    begun = time.monotonic()
    status = await asyncio.to_thread(server.stop)
    seconds = time.monotonic() - begun
    assert status == 0
    rest = [await reader.read() for reader, _ in streams]
    for _, writer in streams:
        writer.close()
    return rest, seconds


def stop_with(data: Path, number: int) -> None:
    with Server(data, streams_per_client="2000") as server, Browser(server) as browser:
        table = browser.create("raeuber", ["me:A", "me:B"])
        rest, seconds = asyncio.run(stopped_with(server, table, cookie(browser), number))
        assert "did not stop in time" not in server.log()
    assert all(b"event: bye" in each for each in rest), "every stream is told to come back"
    assert all(each.endswith(b"0\r\n\r\n") for each in rest), "and ends as it should"
    print(f"{number} streams: stopped after {seconds:.2f} s")


def test_a_stop_ends_all_streams(tmp_path: Path) -> None:
    stop_with(tmp_path / "data", 100)


@pytest.mark.long
def test_a_stop_ends_hundreds_of_streams(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        stop_with(tmp_path / "data", 500)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
