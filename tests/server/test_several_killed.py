"""Three servers of one PostgreSQL and one Redis, as processes: they are killed, paused and cut off, PostgreSQL and
Redis are restarted. No move that was acknowledged is lost or counts twice, every table goes on, and streams come back.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import httpx
import pytest

from beute.server.peers.base import LEASE
from beute.server.store import open_store
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.relay import Relay
from tests.server.serving import Browser, Server, events_of, offered

PATIENCE = 60  # seconds until a table goes on
SILENCE = 20  # seconds without a sign of life after which a browser gives a stream up
MOVES = 5  # between two faults
MANY = 20  # times that each fault comes in `make test-long`
GAMES = ["sneaky", "schattendieb", "raeuber"]
AGAIN = (500, 502, 503)  # the answer is not known: it is given again


# ---------------------------------------------------------------- who plays, and who looks on


class Unsure(Exception):
    """The server could not say."""


class Person:
    """Plays tables with bots by whichever server answers, and keeps what was acknowledged."""

    def __init__(self, browser: Browser, servers: list[Server], game: str, rng: random.Random) -> None:
        self.browser, self.servers, self.rng, self.game = browser, servers, rng, game
        self.acknowledged: dict[str, list[tuple[str, str]]] = {}  # question and word, by table
        self.version = 0
        self.followers: list[Follower] = []
        self._new_table()

    def _new_table(self) -> None:
        """One that two servers follow: both let its bots play where they do not hear of each other."""
        self.table = self.browser.create(self.game, ["me", "random", "random"])
        self.acknowledged[self.table] = []
        for follower in self.followers:
            follower.end()
        self.followers = [Follower(self.browser, self.servers, self.table, n) for n in range(2)]

    def play(self, moves: int) -> None:
        """So many moves are acknowledged, at another table when a match is over; then all that follow have heard."""
        for _ in range(moves):
            self._again_and_again(self._step)
        self._again_and_again(self._is_state_known)
        until = time.monotonic() + PATIENCE
        while any(follower.version < self.version for follower in self.followers):
            assert time.monotonic() < until, f"a stream of {self.game} does not go on"
            time.sleep(0.02)

    def _again_and_again(self, do: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < until, f"{self.game} does not go on"
            try:
                if do():
                    return
            except (httpx.HTTPError, Unsure):
                self._move_on()

    def _is_state_known(self) -> bool:
        self.version = self._state()["version"]
        return True

    def _state(self) -> Any:
        return self._content(self.browser.http.get(f"/api/tables/{self.table}/state"))[0]

    def _step(self) -> bool:
        """One answer, or a wait for the bots; whether something was acknowledged."""
        state = self._state()
        if 0 not in state["view"]["asked"]:
            told = self._content(self.browser.http.get(f"/api/tables/{self.table}"))["table"]
            if told["state"] != "playing":
                self._new_table()
            elif state["view"]["ending"] is not None:
                self._content(
                    self.browser.http.post(f"/api/tables/{self.table}/next-game", json={"game": state["game"]})
                )
            time.sleep(0.02)
            return False
        said = {"question": state["question"]["id"], "word": self.rng.choice(offered(state))}
        path = f"/api/tables/{self.table}/seats/0/answers"
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self.browser.http.post(path, json=said)
            except httpx.HTTPError:
                self._move_on()
                continue
            if answer.status_code in AGAIN:
                self._move_on()
                continue
            if answer.status_code == 200:
                self.acknowledged[self.table].append((said["question"], said["word"]))
                return True
            assert answer.status_code in (409, 422), answer.text  # refused for a rule
            return False
        raise AssertionError(f"nobody takes an answer of {self.game}")

    def _content(self, answer: httpx.Response) -> Any:
        if answer.status_code in AGAIN:
            raise Unsure
        assert answer.status_code < 300, answer.text
        return answer.json()

    def _move_on(self) -> None:
        """To another server that is there, as a proxy does."""
        time.sleep(0.05)
        there = [server for server in self.servers if server.process.poll() is None]
        self.browser.http.base_url = httpx.URL(self.rng.choice(there).url)


class Follower:
    """A browser's stream: what is lost comes back by itself, from the last event that was seen."""

    def __init__(self, browser: Browser, servers: list[Server], table: str, number: int) -> None:
        self.version = -1
        self._servers, self._table, self._number = servers, table, number
        self._cookies = browser.http.cookies
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """At the next sign of life, or when its server ends."""
        self._ended.set()

    def join(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _follow(self) -> None:
        last, heard = "", b""
        while not self._ended.is_set():
            there = [server for server in tuple(self._servers) if server.process.poll() is None]
            if there:
                url = f"{there[self._number % len(there)].url}/api/updates?table={self._table}"
                try:
                    headers = {"last-event-id": last} if last else {}
                    with httpx.stream("GET", url, headers=headers, cookies=self._cookies, timeout=SILENCE) as stream:
                        for piece in stream.iter_bytes() if stream.status_code == 200 else ():
                            *whole, heard = (heard + piece).split(b"\n\n")
                            for event in events_of(b"".join(each + b"\n\n" for each in whole)):
                                last = event.id or last
                                if event.kind in ("state", "update"):
                                    self._hear(event.data)
                            if self._ended.is_set():
                                return
                except httpx.HTTPError:
                    pass
            heard = b""
            self._number += 1
            time.sleep(0.1)

    def _hear(self, data: Any) -> None:
        """What is told once is not taken back: here nobody takes a decision back."""
        assert data["view"]["version"] >= self.version or data["match"] > 1
        self.version = data["view"]["version"]


# ---------------------------------------------------------------- faults


class House:
    """What the servers run on. Each fault is one call, and `mend` takes the latest back."""

    def __init__(self, folder: Path, cluster: Cluster, url: str, redis: RedisServer, stack: ExitStack) -> None:
        self.cluster, self.redis = cluster, redis
        self.relays = [stack.enter_context(Relay(redis.port)) for _ in range(3)]
        self.servers = [
            stack.enter_context(
                Server(
                    folder / f"server{n}",
                    database_url=url,
                    redis_url=f"redis://127.0.0.1:{relay.port}/0",
                    bot_workers="1",
                    cookie_id="test",
                )
            )
            for n, relay in enumerate(self.relays)
        ]
        self._mend: list[Callable[[], None]] = []

    def mend(self) -> None:
        while self._mend:
            self._mend.pop()()

    def kill_a_server(self) -> None:
        """The one whose turn it is."""
        server = self.servers.pop(0)
        server.kill()
        self.servers.append(server)
        self._mend.append(server.restart)

    def crash_postgresql(self) -> None:
        self.cluster.halt(signal.SIGQUIT)
        self.cluster.start()

    def kill_redis(self) -> None:
        self.redis.kill()
        self._mend.append(self.redis.start)

    def pause_a_server(self) -> None:
        """For longer than a lease: it goes on with bots that another one has let play meanwhile."""
        process = self.servers[0].process
        process.send_signal(signal.SIGSTOP)
        goes_on = threading.Timer(LEASE + 1, process.send_signal, [signal.SIGCONT])
        goes_on.start()
        self._mend.append(goes_on.join)

    def kill_redis_for_good(self) -> None:
        self.redis.kill()

    def cut_a_server_off_from_redis(self) -> None:
        self.relays[0].cut()
        self._mend.append(self.relays[0].mend)

    def cut_all_off_from_redis(self) -> None:
        """Every server lets the bots of its tables play: each question is thought about twice."""
        for relay in self.relays:
            relay.cut()
            self._mend.append(relay.mend)


Fault = Callable[[House], None]
NOTHING: Fault = House.mend


def go_through(
    folder: Path, cluster: Cluster, url: str, redis: RedisServer, faults: Sequence[Fault], seed: int = 0
) -> None:
    """Plays between faults; then each acknowledged move is in the log, once and in its place."""
    rng, people = random.Random(seed), list[Person]()
    with ExitStack() as stack:
        house = House(folder, cluster, url, redis, stack)
        for n, game in enumerate(GAMES):
            browser = stack.enter_context(Browser(house.servers[n], f"Person {n}"))
            people.append(Person(browser, house.servers, game, rng))
        for fault in (NOTHING, *faults):
            fault(house)
            for person in people:
                person.play(MOVES)
        for person in people:
            for follower in person.followers:
                follower.end()
        for server in house.servers:
            if server.process.poll() is None:
                assert server.stop() == 0
            assert "Traceback" not in server.log()
        for person in people:
            for follower in person.followers:
                follower.join()
    for person in people:
        assert sum(map(len, person.acknowledged.values())) == MOVES * (1 + len(faults))
        for table, acknowledged in person.acknowledged.items():
            check_log(asyncio.run(answers_of(url, table)), acknowledged)


def check_log(answers: list[tuple[str, str]], acknowledged: list[tuple[str, str]]) -> None:
    """In the order in which they were acknowledged; and no question was answered twice."""
    at = -1
    for answer in acknowledged:
        at = answers.index(answer, at + 1)
    questions = [question for question, _ in answers]
    assert len({*questions}) == len(questions)


async def answers_of(url: str, table: str) -> list[tuple[str, str]]:
    """What the log has of seat 0: the question that each entry answers, and the word."""
    store = open_store(url)
    entries = [json.loads(row.data) for row in await store.load(table)]
    await store.close()
    found, match, number = list[tuple[str, str]](), 0, 0
    for entry in entries:
        if entry["entry"] in ("opened", "continued"):
            match, number = match + 1, 0
        if entry["entry"] in ("played", "changed", "refused", "undone") and entry["seat"] == 0:
            found.append((f"{match}.{number}", entry.get("word", "")))
            number += 1
    return found


# ---------------------------------------------------------------- some, and many


@pytest.mark.slow
def test_no_move_is_lost_with_servers_or_what_they_run_on(
    tmp_path: Path, cluster: Cluster, postgres_url: str, redis: RedisServer
) -> None:
    of_servers = [House.kill_a_server, House.kill_a_server, House.mend]
    of_others = [House.cut_a_server_off_from_redis, House.crash_postgresql, House.kill_redis_for_good]
    go_through(tmp_path, cluster, postgres_url, redis, [*of_servers, *of_others])


MENDED = [
    House.kill_a_server,
    House.crash_postgresql,
    House.kill_redis,
    House.cut_a_server_off_from_redis,
    House.cut_all_off_from_redis,
    House.pause_a_server,
]


@pytest.mark.long
@pytest.mark.parametrize("fault", MENDED)
def test_a_fault_many_times(
    fault: Fault, tmp_path: Path, cluster: Cluster, postgres_url: str, redis: RedisServer
) -> None:
    faults = list(chain.from_iterable(repeat((fault, House.mend), MANY)))
    go_through(tmp_path, cluster, postgres_url, redis, faults, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_all_faults_in_any_order_while_redis_is_gone_for_good_in_the_end(
    seed: int, tmp_path: Path, cluster: Cluster, postgres_url: str, redis: RedisServer
) -> None:
    faults = random.Random(seed).sample(MENDED, len(MENDED))
    mended = list(chain.from_iterable((fault, House.mend) for fault in faults))
    last = [House.kill_redis_for_good, House.kill_a_server, House.crash_postgresql]
    go_through(tmp_path, cluster, postgres_url, redis, [*mended, *last], seed)
