"""Servers that hear of each other by a real Redis, which is killed, restarted and cut off."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import redis as client

from beute.play.errors import SetupError
from beute.server.peers import open_peers
from beute.server.peers.base import LEASE, Alone, Asked, Changed, Gone, Here, Missed, News, Noted
from beute.server.peers.redis import RedisPeers
from beute.server.settings import Settings
from tests.server.inside import PATIENCE, in_loop
from tests.server.redis_server import RedisServer
from tests.server.relay import Relay

POSTGRES = "postgresql://beute:PASSWORD@127.0.0.1:1/beute"
NEWS: list[News] = [
    Changed("table", 7),
    Noted("table", "event: emote\ndata: {}\n\n"),
    Here("table", (1, 2), asks=True),
    Gone("other"),
    Asked((("answers", "person 1", 3),)),
]


class Heard:
    """What a server hears."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.missed_times = 0
        self.lost_servers: list[str] = []

    def heard(self, server: str, news: News) -> None:
        self.news.append(news)

    def missed(self) -> None:
        self.missed_times += 1

    def lost(self, server: str) -> None:
        self.lost_servers.append(server)


@asynccontextmanager
async def listening(*urls: str, site: str = "site") -> AsyncIterator[list[tuple[RedisPeers, Heard]]]:
    """Servers that have begun to listen."""
    servers = [(RedisPeers(url, site), Heard()) for url in urls]
    for peers, heard in servers:
        peers.start(heard)
    for _, heard in servers:
        await until(lambda heard=heard: heard.missed_times == 1)  # type: ignore[misc]
    try:
        yield servers
    finally:
        for peers, _ in servers:
            await peers.close()


async def until(happened: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


@in_loop
async def test_all_but_the_one_who_tells_hear_it_in_order(redis: RedisServer) -> None:
    async with listening(redis.url, redis.url, redis.url) as servers, listening(redis.url, site="other") as others:
        for news in NEWS:
            servers[0][0].tell(news)
        for _, heard in servers[1:]:
            await until(lambda heard=heard: len(heard.news) >= len(NEWS))  # type: ignore[misc]
            assert heard.news == NEWS
        assert not servers[0][1].news
        assert not others[0][1].news, "it is of another site"


@in_loop
async def test_one_server_has_a_lease_and_the_others_know_for_how_long(redis: RedisServer) -> None:
    async with listening(redis.url, redis.url) as ((one, _), (other, _)):
        assert await one.lease("table") == 0
        assert 0 < await other.lease("table") <= LEASE
        assert await one.lease("table") == 0, "it keeps it"
        assert await other.lease("another") == 0
        one.release("table")
        async with asyncio.timeout(PATIENCE):
            while await other.lease("table"):
                await asyncio.sleep(0.01)
        one.release("table")  # which is not its own any more
        await asyncio.sleep(0.1)
        assert await one.lease("table") > 0


@in_loop
async def test_a_server_that_ends_is_missed(redis: RedisServer) -> None:
    async with listening(redis.url) as ((_, heard),):
        async with listening(redis.url) as ((other, _),):
            other.tell(NEWS[0])
            await until(lambda: heard.news)
            id = other.id
            assert not heard.lost_servers
        await until(lambda: heard.lost_servers == [id])


@in_loop
async def test_after_redis_was_away_everybody_looks_at_everything(redis: RedisServer) -> None:
    async with listening(redis.url, redis.url) as ((one, heard_one), (_, heard_other)):
        redis.kill()
        await until(lambda: one.cut_off)
        assert await one.lease("table") == 0, "rather thought about twice than by nobody"
        one.tell(NEWS[0])
        redis.start()
        await until(lambda: heard_one.missed_times == heard_other.missed_times == 2)
        assert not one.cut_off


@in_loop
async def test_a_line_that_is_cut_is_noticed_though_it_stays_open(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beute.server.peers.redis.PATIENCE", 1.0)
    with Relay(redis.port) as relay:
        async with listening(f"redis://127.0.0.1:{relay.port}/0", redis.url) as ((one, heard), (other, heard_other)):
            one.tell(NEWS[0])
            await until(lambda: heard_other.news)
            relay.cut()
            one.tell(NEWS[1])
            await until(lambda: one.cut_off and heard_other.lost_servers == [one.id])
            assert not other.cut_off
            for _ in range(50):  # only the first waits for an answer, every few seconds
                assert await one.lease("table") == 0
            relay.mend()
            await until(lambda: heard.missed_times == 2 and Missed() in heard_other.news)


@in_loop
async def test_what_is_not_from_a_server_of_this_release_is_ignored(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening(redis.url, redis.url) as ((one, _), (_, heard)):
        with client.Redis.from_url(redis.url) as foreign:
            for content in (b"nonsense", b"[]", b'{"server":1}', b'{"server":"x","news":[{"kind":"new"}]}', b"\xff"):
                foreign.publish("site:news", content)
        one.tell(NEWS[0])
        await until(lambda: heard.news == NEWS[:1])
    assert "not from a server of this release" in caplog.text


# ---------------------------------------------------------------- settings


def settings(tmp_path: Path, url: str, database: str = POSTGRES) -> Settings:
    return Settings(data=tmp_path, database_url=database, redis_url=url)


def test_without_a_url_a_server_is_alone(tmp_path: Path) -> None:
    assert isinstance(open_peers(settings(tmp_path, ""), "site"), Alone)


def test_with_sqlite_redis_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Redis is for several servers on one PostgreSQL"):
        open_peers(settings(tmp_path, "redis://127.0.0.1:1/0", f"sqlite:///{tmp_path}/beute.db"), "site")


@pytest.mark.parametrize("url", ["127.0.0.1:6379", "http://:geheim@127.0.0.1", "redis://127.0.0.1:port/0", "redis"])
def test_a_wrong_url_is_told_without_its_password(url: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="names none; what would do: redis://host:6379/0") as refused:
        open_peers(settings(tmp_path, url), "site")
    assert "geheim" not in str(refused.value)


def test_where_redis_is_away_a_server_starts(tmp_path: Path) -> None:
    assert not open_peers(settings(tmp_path, "redis://127.0.0.1:1/0"), "site").alone


def test_a_password_that_is_wrong_or_missing_is_told(redis: RedisServer, tmp_path: Path) -> None:
    with client.Redis.from_url(redis.url) as admin:
        admin.config_set("requirepass", "offen")
    right = f"redis://:offen@127.0.0.1:{redis.port}/0"
    assert not open_peers(settings(tmp_path, right), "site").alone
    for url in (redis.url, right.replace("offen", "geheim")):
        with pytest.raises(SetupError, match=r"Redis on 127\.0\.0\.1 refuses this server .*redis://:pass") as refused:
            open_peers(settings(tmp_path, url), "site")
        assert "geheim" not in str(refused.value)


def test_without_its_package_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    existing = builtins.__import__

    def missing(name: str, *args: Any, **more: Any) -> Any:
        if name == "beute.server.peers.redis" or name.partition(".")[0] == "redis":
            raise ImportError(name)
        return existing(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(SetupError, match=r"pip install 'beute\[redis\]'"):
        open_peers(settings(tmp_path, "redis://127.0.0.1:1/0"), "site")
