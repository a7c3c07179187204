"""Nobody is sent more than they may know by a server that follows a table either: those who differ only in what a
person cannot know, and who play at another server, leave that person the same bodies and events, byte for byte."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from beute.play.luck import Outcomes, Secret
from beute.table.table import Table
from tests.server.inside import PATIENCE, Clock, Inside, in_loop, prepare, settle
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.test_secrets import (
    PEOPLE,
    RAEUBER,
    SCHATTENDIEB,
    Beats,
    Log,
    Sent,
    World,
    after_stealing,
    assert_same,
    face_down_worlds,
    people_of,
    sent_in,
    whole_logs,
)
from tests.setups import COUNTS
from tests.table.playing import log, new_table, steps

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_signs_of_life")]


class TwoServers(World):
    """The viewer is at one server, all others play at the other."""

    def __init__(self, here: Inside, there: Inside, match: Log, script: list[str], viewer: int | None) -> None:
        super().__init__(here, match, script)
        self.there, self.viewer = there, viewer

    def server_of(self, seat: int) -> Inside:
        return self.server if seat == self.viewer else self.there

    async def settled(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while len({await self._length(server) for server in (self.server, self.there)}) > 1:
                await asyncio.sleep(0.001)
        await settle()

    async def _length(self, server: Inside) -> int:
        live = await server.desk.hall.hold("t")
        live.lock.release()
        return live.room.length


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Chance does what this list says, the last word first; and the same again at the server that follows."""
    script, by_secret, done = list[str](), Secret.choose, dict[tuple[str, int], str]()

    def choose(self: Secret, k: int, outcomes: Outcomes) -> int:
        where = self.seal, k
        if script:
            done[where] = script.pop()
        elif where not in done:
            return by_secret(self, k, outcomes)
        return outcomes.words.index(done[where])

    monkeypatch.setattr(Secret, "choose", choose)
    return script


class Worlds:
    """Makes one after the other, each with a database of its own, on one Redis."""

    def __init__(self, folder: Path, cluster: Cluster, redis: RedisServer, script: list[str]) -> None:
        self._folder, self._cluster, self._redis, self._script = folder, cluster, redis, script

    @asynccontextmanager
    async def world(
        self, first: Log, clock: Clock, viewer: int | None, limit: int | None = None
    ) -> AsyncIterator[TwoServers]:
        url = self._cluster.database()
        name = url.rpartition("/")[2]
        await prepare(self._folder / name, people_of(first), {"t": first}, limit, url)
        shared: dict[str, Any] = {"database_url": url, "redis_url": self._redis.url, "cookie_id": name.replace("_", "")}
        here, there = [Inside(self._folder / f"{name} {n}", clock, **shared) for n in range(2)]
        async with here, there:
            async with asyncio.timeout(PATIENCE):
                while any(server.desk.hall.peers.cut_off for server in (here, there)):
                    await asyncio.sleep(0.001)
            yield TwoServers(here, there, first, self._script, viewer)
        self._cluster.drop(url)

    async def sent(self, first: Log, beats: Beats, viewer: int | None, limit: int | None = None) -> Sent:
        clock = Clock()
        async with self.world(first, clock, viewer, limit) as world:
            return await sent_in(world, clock, beats, viewer)


@pytest.fixture
def worlds(tmp_path: Path, cluster: Cluster, redis: RedisServer, script: list[str]) -> Worlds:
    return Worlds(tmp_path, cluster, redis, script)


def after_some(table: Table) -> bool:
    return len(log(table)) == 14


SOME: list[tuple[str, int, dict[str, Any]]] = [
    ("raeuber", 2, {}),
    ("raeuber", 3, {"open_sums": True}),
    ("schattendieb", 3, {"games": 1}),
]
ALL: list[tuple[str, int, dict[str, Any]]] = [
    *(("raeuber", players, options) for players, options in RAEUBER),
    *(("schattendieb", players, {"games": 1}) for players in SCHATTENDIEB),
]
HIDDEN = [
    pytest.param(*each, marks=[] if each in SOME else pytest.mark.long, id=" ".join(map(str, each))) for each in ALL
]


@pytest.mark.parametrize("watches", [False, True], ids=["seat", "spectator"])
@pytest.mark.parametrize(("game", "players", "options"), HIDDEN)
@in_loop
async def test_the_same_is_sent_whatever_others_hold(
    game: str, players: int, options: dict[str, Any], watches: bool, worlds: Worlds
) -> None:
    """Also to one who comes late, in every error, and to one who comes back."""
    luck = random.Random(players)
    viewer = None if watches else luck.randrange(players)
    reached = after_some if game == "raeuber" else after_stealing
    one, two = whole_logs(game, players, viewer, reached, luck, **options)
    found = [await worlds.sent(entries[:1], [[each] for each in entries[1:]], viewer) for entries in (one, two)]
    assert_same(*found)


@pytest.mark.parametrize("kind", ["play", "add"])
@pytest.mark.parametrize("players", [pytest.param(n, marks=[] if n == 3 else pytest.mark.long) for n in SCHATTENDIEB])
@in_loop
async def test_nothing_is_sent_of_what_others_lay_face_down(players: int, kind: str, worlds: Worlds) -> None:
    """SD-5, SD-9: what they choose, how many cards they add, whether they change their minds; with a time limit too."""
    viewer, all_worlds = face_down_worlds(players, kind, random.Random(players))
    one, *others = [await worlds.sent(first, beats, viewer, limit=600) for first, beats in all_worlds]
    for other in others:
        assert_same(one, other)


@pytest.mark.parametrize("players", [players for game, players in COUNTS if game == "sneaky"])
@in_loop
async def test_sneaky_has_no_secrets_at_another_server_either(players: int, worlds: Worlds) -> None:
    """All seats and who watches are sent the same events, wherever they are."""
    table = new_table("sneaky", players)
    for _ in steps(table, random.Random(1), most=15, undo=0):
        pass
    entries: Log = log(table)
    async with worlds.world(entries[:1], Clock(), None) as world:
        people = [*PEOPLE[:players], "Watching"]
        streams = [await server.stream(who, "t") for who in people for server in (world.server, world.there)]
        for stream in streams:
            stream.take()
        for entry in entries[1:]:
            await world.carry_out(entry)
        told = [[event.data for event in stream.events() if event.kind == "update"] for stream in streams]
    for updates in told:
        assert len(updates) == len(told[0]) > 5
        assert [update["events"] for update in updates] == [update["events"] for update in told[0]]
        assert [update["version"] for update in updates] == [update["version"] for update in told[0]]
