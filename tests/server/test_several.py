"""Several servers of the same tables: what is done at one is told at the others, in the same words."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from beute.server.following import entries_of
from beute.server.rooms.room import Room
from tests.server.inside import PATIENCE, START, Inside, Stream, in_loop
from tests.server.redis_server import RedisServer
from tests.server.relay import Relay
from tests.server.serving import Event

GAMES = [("sneaky", 2, {}), ("schattendieb", 3, {"games": 2}), ("raeuber", 2, {"open_sums": False})]


class Together(NamedTuple):
    """What servers share."""

    folder: Path
    database: str
    redis: RedisServer


@pytest.fixture
def shared(tmp_path: Path, postgres_url: str, redis: RedisServer) -> Together:
    return Together(tmp_path, postgres_url, redis)


@asynccontextmanager
async def two_servers(
    shared: Together, second_redis_url: str = "", **settings: Any
) -> AsyncIterator[tuple[Inside, Inside]]:
    """Each with a folder of its own; both listen to Redis, the second one by another way if there is one."""
    settings |= {"database_url": shared.database}
    first = Inside(shared.folder / "first", redis_url=shared.redis.url, **settings)
    second = Inside(shared.folder / "second", redis_url=second_redis_url or shared.redis.url, **settings)
    async with first, second:
        async with asyncio.timeout(PATIENCE):
            while first.desk.hall.peers.cut_off or second.desk.hall.peers.cut_off:
                await asyncio.sleep(0.001)
        yield first, second


async def table_of(server: Inside, people: list[str], game: str, options: dict[str, Any], **more: Any) -> str:
    """With a person of the first server at each seat."""
    seats: list[dict[str, Any]] = [{"kind": "person"}] + [{"kind": "open"}] * (len(people) - 1)
    made = await server.post(people[0], "/api/tables", {"game": game, "options": options, "seats": seats, **more})
    id = str(made["table"]["id"])
    link = made["you"]["link"]
    for number, who in enumerate(people[1:], start=1):
        await server.post(who, "/api/join", {"link": link, "name": f"Person {number}"})
    await server.post(people[0], f"/api/tables/{id}/start")
    return id


async def told_until(stream: Stream, version: int) -> dict[int, Any]:
    """The updates of a stream by their version. In Räuber without open sums the present state comes in place of those
    that came too quickly (RB-18)."""
    events = list[Event]()
    async with asyncio.timeout(PATIENCE):
        while not any(event.kind in ("update", "state") and event.data["version"] == version for event in events):
            events += stream.events()
            await asyncio.sleep(0.01)
    return {event.data["version"]: event.data for event in events if event.kind == "update"}


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_move_at_one_server_is_told_at_the_other(
    shared: Together, game: str, players: int, options: dict[str, Any]
) -> None:
    """Each person has a stream at both servers and moves at either, and hears the same twice."""

    @in_loop
    async def play() -> None:
        chance = random.Random(game)
        async with two_servers(shared) as servers:
            people = [await servers[0].person(f"Person {n}") for n in range(players)]
            id = await table_of(servers[0], people, game, options)
            streams = [[await server.stream(who, id) for server in servers] for who in people]
            for pair in streams:
                for stream in pair:
                    stream.take()
            for _ in range(25):
                server = chance.choice(servers)
                states = [await server.state(who, id) for who in people]
                asked = next((state for state in states if state["seat"] in state["view"]["asked"]), None)
                if asked is None:
                    if (await server.get(people[0], f"/api/tables/{id}"))["table"]["state"] == "over":
                        break
                    await server.post(people[0], f"/api/tables/{id}/next-game", {"game": states[0]["game"]})
                    continue
                words = [each["word"] for each in asked["view"]["choices"] if each["possible"] != "no"]
                await server.answer(people[asked["seat"]], id, asked, chance.choice(words))
            for who, pair in zip(people, streams, strict=True):
                last = (await servers[0].state(who, id))["version"]
                one, other = [await told_until(stream, last) for stream in pair]
                assert len(one.keys() & other.keys()) > 5
                for version in one.keys() & other.keys():
                    assert one[version] == other[version]

    play()


def test_both_choose_at_the_same_moment(shared: Together) -> None:
    """At different servers: each is stored once, and all hear of the same rounds."""

    @in_loop
    async def play() -> None:
        async with two_servers(shared) as servers:
            people = [await servers[0].person(f"Person {n}") for n in range(4)]
            id = await table_of(servers[0], people, "schattendieb", {"games": 1})
            streams = [await servers[n % 2].stream(who, id) for n, who in enumerate(people)]
            for _ in range(6):
                states = [await servers[0].state(who, id) for who in people]
                asked = [state for state in states if state["seat"] in state["view"]["asked"]]
                answers = [
                    servers[state["seat"] % 2].answer(people[state["seat"]], id, state, _any_word(state))
                    for state in asked
                ]
                for answer in await asyncio.gather(*answers):
                    assert not answer["repeated"]
            for who, stream in zip(people, streams, strict=True):
                here, there = [await server.state(who, id) for server in servers]
                here.pop("now"), there.pop("now")
                assert here == there
                await told_until(stream, here["version"])

    play()


def test_who_is_at_another_server_is_here(shared: Together) -> None:
    @in_loop
    async def meet() -> None:
        async with two_servers(shared) as servers:
            people = [await servers[0].person(f"Person {n}") for n in range(2)]
            id = await table_of(servers[0], people, "sneaky", {})
            first = await servers[0].stream(people[0], id)
            second = await servers[1].stream(people[1], id)
            await _until(first, lambda data: [seat["here"] for seat in data["seats"]] == [True, True])
            await servers[1].post(people[1], f"/api/tables/{id}/seats/1/emotes", {"code": "thanks"})
            assert (await first.until("emote"))[-1].data["code"] == "thanks"
            await second.close()
            await _until(first, lambda data: [seat["here"] for seat in data["seats"]] == [True, False])
            await servers[1].post(people[1], f"/api/tables/{id}/leave")
            notices = [event.data["code"] for event in await first.until("notice") if event.kind == "notice"]
            assert notices == ["left"]

    meet()


def test_without_redis_servers_hear_of_each_other_later(shared: Together, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beute.server.following.POLL", 0.2)

    @in_loop
    async def play() -> None:
        async with two_servers(shared) as servers:
            people = [await servers[0].person(f"Person {n}") for n in range(2)]
            id = await table_of(servers[0], people, "raeuber", {})
            streams = [await servers[n].stream(who, id) for n, who in enumerate(people)]
            for gone in (True, False):
                if gone:
                    shared.redis.kill()
                else:
                    shared.redis.start()
                for _ in range(4):
                    state = next(
                        state
                        for state in [await servers[n].state(who, id) for n, who in enumerate(people)]
                        if state["seat"] in state["view"]["asked"]
                    )
                    server = servers[1 - state["seat"]]
                    await server.answer(people[state["seat"]], id, state, _any_word(state))
                for who, stream in zip(people, streams, strict=True):
                    await told_until(stream, (await servers[0].state(who, id))["version"])

    play()


def test_bots_play_on_after_their_server_has_ended(shared: Together, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lease of a server that was killed is over after some seconds, and each bot has decided once."""
    monkeypatch.setattr("beute.server.turns.LEASE", 0.4)
    monkeypatch.setattr("beute.server.peers.redis.LEASE", 0.4)

    @in_loop
    async def play() -> None:
        async with two_servers(shared) as (first, second):
            who = await first.person("Person")
            seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
            wanted = {"game": "raeuber", "options": {}, "seats": seats, "start": True}
            id = (await first.post(who, "/api/tables", wanted))["table"]["id"]
            stream = await second.stream(who, id)
            kill_turns(first)
            for _ in range(3):
                async with asyncio.timeout(PATIENCE):
                    while (state := await second.state(who, id))["view"]["asked"] != [0]:
                        await asyncio.sleep(0.05)
                await second.answer(who, id, state, _any_word(state))
            assert stream.events()

    play()


def test_bots_think_twice_where_servers_are_cut_off_and_each_decides_once(
    shared: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hears nothing of Redis any more, and lets the bots of its tables play as the other does."""
    monkeypatch.setattr("beute.server.following.POLL", 0.2)
    monkeypatch.setattr("beute.server.peers.redis.PATIENCE", 1.0)

    @in_loop
    async def play() -> None:
        with Relay(shared.redis.port) as relay:
            async with two_servers(shared, f"redis://127.0.0.1:{relay.port}/0") as servers:
                who = await servers[0].person("Person")
                wanted = {"game": "raeuber", "seats": [{"kind": "person"}, *[{"kind": "bot", "bot": "random"}] * 2]}
                id = (await servers[0].post(who, "/api/tables", wanted))["table"]["id"]
                streams = [await server.stream(who, id) for server in servers]
                thought = [thoughts_of(server, monkeypatch) for server in servers]
                relay.cut()
                await servers[0].post(who, f"/api/tables/{id}/start")
                for n in range(12):
                    async with asyncio.timeout(PATIENCE):
                        while (state := await servers[n % 2].state(who, id))["view"]["asked"] != [0]:
                            assert state["view"]["ending"] is None
                            await asyncio.sleep(0.02)
                    await servers[n % 2].answer(who, id, state, _any_word(state))
                relay.mend()
                for stream in streams:
                    await told_until(stream, (await servers[0].state(who, id))["version"])
                rows = await servers[0].desk.store.load(id)
        assert thought[0] & thought[1], "some questions were thought about twice"
        Room.load(id, entries_of(rows), START)  # each decision is one that was asked for

    play()


def thoughts_of(server: Inside, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What its bots think about from now on, a little longer than they would: so that two servers do so at once."""
    thinkers, thought = server.desk.thinkers, set[str]()
    think = thinkers.think

    async def noted(bot: str, game: str, task: Any) -> str:
        thought.add(repr(task))
        await asyncio.sleep(0.1)
        return await think(bot, game, task)

    monkeypatch.setattr(thinkers, "think", noted)
    return thought


def test_who_was_deleted_while_redis_was_away_is_nobody_at_any_server(
    shared: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beute.server.following.POLL", 0.2)

    @in_loop
    async def leave() -> None:
        async with two_servers(shared) as (first, second):
            people = [await first.person(name) for name in ("Ada", "Bo")]
            for who in people:
                assert (await second.ask(who, "GET", "/api/me")).status == 200
            for who, away in zip(people, (False, True), strict=True):
                if away:
                    shared.redis.kill()
                assert (await first.ask(who, "DELETE", "/api/me")).status == 204
                async with asyncio.timeout(PATIENCE):
                    while (await second.ask(who, "GET", "/api/me")).status != 401:
                        await asyncio.sleep(0.02)

    leave()


def test_a_table_that_is_deleted_is_gone_at_all_servers(shared: Together, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the other server tells, or by a look into the store; a table that is being changed is not."""
    monkeypatch.setattr("beute.server.following.POLL", 0.2)

    @in_loop
    async def delete() -> None:
        async with two_servers(shared) as (first, second):
            who = await first.person("Person")
            for away in (False, True):
                id = await table_of(first, [who, await first.person("Other")], "raeuber", {})
                stream = await second.stream(who, id)
                if away:
                    shared.redis.kill()
                await first.desk.hall.delete(id)
                assert (await stream.until("gone"))[-1].data == {"table": id}

    delete()


def test_limits_hold_for_all_servers_together(shared: Together, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beute.server.following.COUNT", 0.1)

    @in_loop
    async def ask() -> None:
        async with two_servers(shared, rate_changes="20/minute") as servers:
            who = await servers[0].person("Person")
            await asyncio.sleep(0.3)  # until each tells the others

            async def status(server: Inside) -> int:
                return (await server.ask(who, "POST", "/api/join", {"link": "none"})).status

            assert [await status(servers[0]) for _ in range(21)] == [422] * 20 + [429]
            asked = 1
            while await status(servers[1]) != 429:
                assert asked < 15, "by itself it would take 20"
                await asyncio.sleep(0.1 * asked)
                asked += 1

    ask()


def kill_turns(server: Inside) -> None:
    """As if the server had been killed: it decides nothing any more, and does not give back its leases."""
    hall = server.desk.hall
    setattr(hall.turns, "go_on", lambda live, here=True: None)  # noqa: B010
    for live in hall.in_memory:
        if live.bots is not None:
            live.bots.cancel()


def _any_word(state: Any) -> str:
    return next(str(each["word"]) for each in state["view"]["choices"] if each["possible"] != "no")


async def _until(stream: Stream, wanted: Callable[[Any], bool]) -> None:
    """A message about the table that is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while not any(wanted(event.data) for event in await stream.until("table") if event.kind == "table"):
            pass
