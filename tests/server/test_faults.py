"""What can go wrong: power cuts, a full disk, readers that do not read, clients that vanish, clocks that jump."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from beute.server import hall, upkeep
from beute.server.hall import SteadyClock
from beute.server.store.base import RoomNote, Store
from beute.server.streams import ALIVE
from beute.table.store import Conflict, StoreError
from tests.server.inside import PATIENCE, Clock, Inside, Stream, in_loop, prepare, settle
from tests.server.serving import Browser, Event, Server, events_of, offered
from tests.server.test_streams import PEOPLE, match, play

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("sneaky", 3, {}),
    ("schattendieb", 3, {"games": 1}),
    ("raeuber", 2, {}),
    ("raeuber", 3, {"open_sums": True}),
]


# ---------------------------------------------------------------- kill -9


@dataclass
class Player:
    """Plays all seats of one table from one device, as fast as it can, and keeps what was acknowledged."""

    browser: Browser
    rng: random.Random
    game: tuple[str, int, dict[str, Any]]
    table: str = ""
    acknowledged: dict[str, dict[tuple[int, str], str]] = field(default_factory=lambda: defaultdict(dict))
    unsure: tuple[str, dict[str, Any], str] | None = None  # an answer of which it is not known whether it counted
    finished: int = 0

    @property
    def count(self) -> int:
        return sum(len(answers) for answers in tuple(self.acknowledged.values()))

    def play_until_cut(self) -> None:
        """Until the server is no more."""
        try:
            while True:
                self._step()
        except (httpx.TransportError, httpx.StreamError):
            pass

    def _step(self) -> None:
        if not self.table:
            name, players, options = self.game
            self.table = self.browser.create(name, [f"me:P{seat}" for seat in range(players)], options=options)
        if self.unsure is not None:
            self._answer(*self.unsure)
        states = self.browser.states(self.table)
        asked = [state for state in states if state["question"] and state["seat"] in state["view"]["asked"]]
        if asked:
            state = self.rng.choice(asked)
            self._answer(self.table, state, self.rng.choice(offered(state)))
        else:
            assert self.browser.get(f"/api/tables/{self.table}")["table"]["state"] == "over"
            self.finished += 1
            self.table = ""

    def _answer(self, table: str, state: dict[str, Any], word: str) -> None:
        self.unsure = table, state, word
        self.browser.answer(table, state, word)
        self.unsure = None
        self.acknowledged[table][state["seat"], state["question"]["id"]] = word


def kill_again_and_again(data: Path, rounds: int, rng: random.Random) -> int:
    """How many answers were acknowledged, all of which were found exactly once afterwards."""
    with Server(data, tables_per_client="100000") as server:
        players = [Player(Browser(server, f"P{n}"), random.Random(rng.random()), game) for n, game in enumerate(GAMES)]
        for number in range(rounds):
            threads = [threading.Thread(target=player.play_until_cut) for player in players]
            goal = sum(player.count for player in players) + rng.randint(1, 80)
            for thread in threads:
                thread.start()
            while sum(player.count for player in players) < goal and all(thread.is_alive() for thread in threads):
                time.sleep(0.001)
            time.sleep(rng.uniform(0, 0.01))
            server.kill()
            for thread in threads:
                thread.join()
            check_stored(data / "beute.db", players)
            server.restart()
            for player in players:
                player.browser.moved()
                if number == rounds - 1:
                    for _ in range(5):  # every table goes on
                        player._step()
        for player in players:
            player.browser.close()
        assert server.stop() == 0
        assert "Traceback" not in server.log()
    check_stored(data / "beute.db", players)
    return sum(player.count for player in players)


def check_stored(path: Path, players: list[Player]) -> None:
    """Every answer that was acknowledged is in the log once, in its place; and no other but one that is not sure."""
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT room, seq, data FROM entries ORDER BY room, seq").fetchall()
    database.close()
    words: dict[str, dict[tuple[int, str], str]] = defaultdict(dict)
    steps: dict[tuple[str, int], int] = defaultdict(int)
    lengths: dict[str, int] = defaultdict(int)
    for room, seq, data in rows:
        assert seq == lengths[room], "a log has no gaps"
        lengths[room] += 1
        entry = json.loads(data)
        if entry["entry"] in ("played", "changed", "refused"):
            seat = entry["seat"]
            words[room][seat, f"1.{steps[room, seat]}"] = entry["word"]
            steps[room, seat] += 1
    for player in players:
        for table, answers in player.acknowledged.items():
            extra = {key: word for key, word in words[table].items() if key not in answers}
            assert words[table] == {**answers, **extra}, "everything acknowledged is there"
            if extra:
                assert player.unsure is not None
                unsure, state, word = player.unsure
                assert (unsure, extra) == (table, {(state["seat"], state["question"]["id"]): word})


@pytest.mark.slow
def test_killed_again_and_again_it_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "data", 3, random.Random(1)) > 3 * 4 * 5


@pytest.mark.long
def test_killed_hundreds_of_times_it_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    acknowledged = kill_again_and_again(tmp_path / "data", 200, random.Random(2))
    print(f"{acknowledged} answers were acknowledged, and none was lost")


# ---------------------------------------------------------------- a full store


@in_loop
async def test_on_a_full_disk_nothing_happens_and_with_space_everything_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "d"
    await prepare(data, PEOPLE, {"t": match("sneaky", 2, 8)})
    size = (data / "beute.db").stat().st_size
    url = f"sqlite:///{data / 'beute.db'}"
    async with Inside(data, database_url=f"{url}?max_bytes={size}") as server:
        stream = await server.stream("Bo", "t")
        await fill(server.desk.store)
        before = [await server.get(who, "/api/tables/t/state") for who in PEOPLE[:3]]
        stream.take()
        state = next(state for (state, *_) in before if state["seat"] in state["view"]["asked"])
        who, path = PEOPLE[state["seat"]], f"/api/tables/t/seats/{state['seat']}/answers"
        body = {"question": state["question"]["id"], "word": offered(state)[0]}
        answer = await server.ask(who, "POST", path, body)
        assert (answer.status, answer.data["code"]) == (503, "disk_full")
        assert str(data) not in answer.body.decode()
        for connection in server.desk.streams.connections:
            connection.beat()
        assert not await until_alive(stream), "nobody is told"
        assert [await server.get(who, "/api/tables/t/state") for who in PEOPLE[:3]] == before, "it has not happened"
        assert (await server.ask("Ada", "GET", "/api/tables")).status == 200
    async with Inside(data, database_url=url) as server:
        assert [await server.get(who, "/api/tables/t/state") for who in PEOPLE[:3]] == before, "nor was it stored"
        assert (await server.post(who, path, body))["repeated"] is False
        await play(server, times=3)


async def fill(store: Store) -> None:
    """Up to the last byte that fits."""
    number, note = 0, RoomNote("sneaky", "closed", 0, frozenset(), None, "")
    for size in (4000, 400, 40, 4):
        with suppress(StoreError):
            while True:
                await store.append("filler", number, 0, [b"x" * size], note if number == 0 else None)
                number += 1


async def until_alive(stream: Stream) -> list[Event]:
    """The events about a game up to the next sign of life."""
    pieces = stream.take()
    while not any(piece.startswith(ALIVE) for piece in pieces):
        await asyncio.sleep(0.001)
        pieces += stream.take()
    await settle()
    return [event for event in events_of(b"".join([*pieces, *stream.take()])) if event.id]


@in_loop
async def test_who_waits_while_a_step_cannot_be_stored_is_not_shown_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also not who asks or is woken in that very moment."""
    await prepare(tmp_path / "d", PEOPLE, {"t": match("raeuber", 2, 8, open_sums=True)})
    async with Inside(tmp_path / "d") as server:
        stream = await server.stream("Bo", "t")
        before = [await server.get(who, "/api/tables/t/state") for who in PEOPLE[:3]]
        stream.take()
        fails, store = asyncio.Event(), server.desk.store
        append = store.append

        async def failing(*args: Any) -> None:
            await fails.wait()
            raise StoreError("no space left", "disk_full")

        monkeypatch.setattr(store, "append", failing)
        state = next(state for (state, *_) in before if state["seat"] in state["view"]["asked"])
        who, path = PEOPLE[state["seat"]], f"/api/tables/t/seats/{state['seat']}/answers"
        body = {"question": state["question"]["id"], "word": offered(state)[0]}
        step = asyncio.create_task(server.ask(who, "POST", path, body))
        await settle()
        meanwhile = [asyncio.create_task(server.get(each, "/api/tables/t/state")) for each in PEOPLE[:3]]
        for connection in server.desk.streams.connections:
            connection.beat()
        await settle()
        assert not any(each.done() for each in meanwhile), "nobody is told before it is stored"
        fails.set()
        assert (await step).status == 503
        assert [await each for each in meanwhile] == before
        await settle()
        assert not [event for event in stream.events() if event.id]
        monkeypatch.setattr(store, "append", append)
        assert (await server.post(who, path, body))["repeated"] is False
        assert [event.data["view"]["version"] for event in await stream.until("update") if event.kind == "update"]


def lose_an_answer(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next append is carried out, and fails all the same."""
    store, append = server.desk.store, server.desk.store.append

    async def losing(*args: Any) -> None:
        monkeypatch.setattr(store, "append", append)
        await append(*args)
        raise StoreError("the connection was lost", "lost_store")

    monkeypatch.setattr(store, "append", losing)


@in_loop
async def test_a_step_that_was_stored_though_its_answer_was_lost_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To all who are connected, without waiting for anybody's next request; and it counts once."""
    await prepare(tmp_path / "d", PEOPLE, {"t": match("sneaky", 2, 8)})
    async with Inside(tmp_path / "d") as server:
        streams = [await server.stream(who, "t") for who in PEOPLE[:2]]
        for stream in streams:
            stream.take()
        states = [await server.state(who, "t") for who in PEOPLE[:2]]
        state = next(state for state in states if state["seat"] in state["view"]["asked"])
        who, path = PEOPLE[state["seat"]], f"/api/tables/t/seats/{state['seat']}/answers"
        body = {"question": state["question"]["id"], "word": offered(state)[0]}
        lose_an_answer(server, monkeypatch)
        answer = await server.ask(who, "POST", path, body)
        assert (answer.status, answer.data["code"]) == (503, "cannot_store")
        for stream in streams:
            told = (await stream.until("state"))[-1].data
            assert told["version"] > states[0]["version"]
        assert (await server.post(who, path, body))["repeated"]


@in_loop
async def test_bots_go_on_after_an_answer_of_the_store_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nobody looks at the table."""
    async with Inside(tmp_path / "d") as server:
        tables, who = server.desk.hall, await server.person("Ada")
        seats = [{"kind": "person"}, *[{"kind": "bot", "bot": "random"}] * 2]
        made = await server.post(who, "/api/tables", {"game": "raeuber", "seats": seats, "start": True})
        id = made["table"]["id"]
        for _ in range(3):
            async with asyncio.timeout(PATIENCE):
                while (live := tables.at_rest(id)) is None or not live.room.asks(1):
                    await asyncio.sleep(0.001)
            state = await server.state(who, id)
            thinking = server.desk.thinkers.think

            async def think(*args: Any, thinking: Any = thinking) -> str:
                lose_an_answer(server, monkeypatch)
                monkeypatch.setattr(server.desk.thinkers, "think", thinking)
                word: str = await thinking(*args)
                return word

            monkeypatch.setattr(server.desk.thinkers, "think", think)
            await server.answer(who, id, state, offered(state)[0])
        async with asyncio.timeout(PATIENCE):
            while (live := tables.at_rest(id)) is None or not live.room.asks(1):
                await asyncio.sleep(0.001)


@in_loop
async def test_a_step_that_another_server_was_quicker_with_is_refused_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for it is told so."""
    await prepare(tmp_path / "d", PEOPLE, {"t": match("raeuber", 2, 8, open_sums=True)})
    async with Inside(tmp_path / "d") as server:
        await server.state("Ada", "t")
        store = server.desk.store

        def append_soon(room: str, after: int, at: float, entries: Any, done: Any) -> None:
            asyncio.get_running_loop().call_soon(done, Conflict(room, after, after + 1))

        async def load(room: str, after: int = 0) -> Any:
            raise StoreError("the connection was lost", "lost_store")

        monkeypatch.setattr(store, "append_soon", append_soon)
        monkeypatch.setattr(store, "load", load)
        told = asyncio.get_running_loop().create_future()
        live = await server.desk.hall.live("t")
        seat = live.room.playing.game.due[0]
        question = f"1.{live.room.playing.question_id(seat).n}"
        word = live.room.playing.game.legal_for(seat)[0]
        taken = server.desk.hall.act_soon(
            "t", lambda room: room.answer(seat + 1, seat, question, word), told.set_result
        )
        assert taken
        error = await asyncio.wait_for(told, PATIENCE)
        assert isinstance(error, StoreError)


@in_loop
async def test_a_bot_whose_step_cannot_be_stored_plays_on_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who only waits for it loads nothing, so nobody else would begin again."""
    monkeypatch.setattr(upkeep, "AGAIN", 0.01)
    failed = 0
    async with Inside(tmp_path / "d") as server:
        store = server.desk.store
        append = store.append

        async def failing(*args: Any) -> None:
            nonlocal failed
            failed += 1
            if failed == 3:
                monkeypatch.setattr(store, "append", append)
            raise StoreError("no space left", "disk_full")

        ada, seats = await server.person("Ada"), [{"kind": "bot", "bot": "random"}] * 2
        created = await server.post(ada, "/api/tables", {"game": "sneaky", "seats": seats, "start": True})
        monkeypatch.setattr(store, "append", failing)
        stream = await server.stream(ada, created["table"]["id"])
        await stream.until("update")
        assert failed == 3


# ---------------------------------------------------------------- readers and clients


def raw(server: Server, request: str, *headers: str) -> socket.socket:
    """A request by hand."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    connection = socket.create_connection((host, int(port)), timeout=30)
    lines = "".join(f"{header}\r\n" for header in headers)
    connection.sendall(f"{request} HTTP/1.1\r\nhost: {host}:{port}\r\n{lines}\r\n".encode())
    return connection


def cookie(browser: Browser) -> str:
    (kept,) = browser.http.cookies.jar
    return f"cookie: {kept.name}={kept.value}"


def memory(server: Server) -> int:
    """What the server has in memory, in bytes."""
    fields = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in fields if line.startswith("VmRSS"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("faults") / "data", streams_per_client="1000") as running:
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.log()


@pytest.mark.slow
def test_readers_that_do_not_read_cost_little_and_delay_nobody(server: Server) -> None:
    rng = random.Random(1)
    with Browser(server) as browser, ExitStack() as open_connections:
        table = browser.create("sneaky", ["me:A", "me:B"])
        events = browser.events(table)
        for _ in range(2):  # a state for each seat
            next(event for event in events if event.kind == "state")
        open_connections.callback(events.close)
        for _ in range(20):
            open_connections.enter_context(raw(server, f"GET /api/updates?table={table}", cookie(browser)))
        before = 0
        for number in range(250):
            asked = [state for state in browser.states(table) if state["seat"] in state["view"]["asked"]]
            if not asked:
                break
            version = browser.answer(table, asked[0], rng.choice(offered(asked[0])))["version"]
            for event in events:  # the one who reads is told of each step before the next
                if event.kind == "update" and (event.data["seat"], event.data["version"]) == (
                    asked[0]["seat"],
                    version,
                ):
                    break
            if number == 50:
                before = memory(server)
        assert before
        assert memory(server) - before < 40 << 20


def test_clients_that_vanish_in_the_middle_do_no_harm(server: Server) -> None:
    with Browser(server) as browser:
        table = browser.create("sneaky", ["me:A", "me:B"])
        rng, seats = random.Random(1), [0, 1]
        for number in range(40):
            state = next(state for state in browser.states(table) if state["seat"] in state["view"]["asked"])
            body = json.dumps({"question": state["question"]["id"], "word": rng.choice(offered(state))})
            path = f"/api/tables/{table}/seats/{state['seat']}/answers"
            length = len(body) + (7 if number % 2 else 0)  # every second body never comes to its end
            headers = (cookie(browser), "content-type: application/json", f"content-length: {length}")
            connection = raw(server, f"POST {path}", *headers)
            connection.sendall(body.encode())
            connection.close()
            raw(server, f"GET /api/updates?table={table}", cookie(browser)).close()
            raw(server, f"GET /api/tables/{table}").close()
        states = {state["seat"]: state for state in browser.states(table)}
        assert [*states] == seats
        assert browser.get("/healthz")["status"] == "ok"


def test_a_page_an_hour_old_answers_no_question_of_another_kind(server: Server) -> None:
    rng = random.Random(3)
    with Browser(server) as browser:
        table = browser.create("schattendieb", [f"me:P{seat}" for seat in range(3)], options={"games": 1})
        old = browser.states(table)
        kinds = {state["question"]["code"] for state in old if state["question"]}
        for _ in range(60):
            asked = [state for state in browser.states(table) if state["seat"] in state["view"]["asked"]]
            if not asked or {state["question"]["code"] for state in asked} - kinds:
                break
            browser.answer(table, asked[0], rng.choice(offered(asked[0])))
        before = browser.states(table)
        assert {state["question"]["code"] for state in before if state["question"]} - kinds
        refused = 0
        for page in old:
            path = f"/api/tables/{table}/seats/{page['seat']}/answers"
            for word in offered(page):
                answer = browser.http.post(path, json={"question": page["question"]["id"], "word": word})
                assert answer.status_code == 409 or answer.json()["repeated"], (
                    "the very answer that it gave counts once"
                )
                refused += answer.status_code == 409
        assert refused > 6
        after = browser.states(table)
        assert [{**state, "now": 0} for state in after] == [{**state, "now": 0} for state in before]


# ---------------------------------------------------------------- clocks


@in_loop
async def test_a_table_that_is_deleted_while_its_bot_thinks_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, thinks, thought = await server.person("Ada"), asyncio.Event(), asyncio.Event()

        async def think(*_: object) -> str:
            thinks.set()
            await thought.wait()
            return "nonsense"

        monkeypatch.setattr(server.desk.thinkers, "think", think)
        seats = [{"kind": "bot"}, {"kind": "bot"}, {"kind": "person"}]
        plan = {"game": "schattendieb", "seats": seats, "start": True}
        table = (await server.post(ada, "/api/tables", plan))["table"]["id"]
        await asyncio.wait_for(thinks.wait(), PATIENCE)
        assert (await server.ask(ada, "DELETE", f"/api/tables/{table}")).status == 204
        thought.set()
        async with asyncio.timeout(PATIENCE):
            while any(task.get_coro().__name__ == "_let_bots_play" for task in asyncio.all_tasks()):  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
    assert [line.message for line in caplog.records if line.levelname == "ERROR"] == []


def test_the_clock_of_a_running_server_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    days, seconds = [1_900_000_000.0], [50.0]
    monkeypatch.setattr(hall, "time", lambda: days[0])
    monkeypatch.setattr(hall, "monotonic", lambda: seconds[0])
    clock = SteadyClock()
    assert clock() == 1_900_000_000
    days[0] -= 86400
    seconds[0] += 5
    assert clock() == 1_900_000_005


@in_loop
async def test_a_clock_that_was_set_back_between_two_runs_harms_no_table(tmp_path: Path) -> None:
    data = tmp_path / "d"
    await prepare(data, PEOPLE, {"t": match("raeuber", 2, 8, open_sums=True)}, limit=60)
    for jump in (86400.0, -86400.0 * 400, 0.0):
        clock = Clock(1_900_000_000 + jump)
        async with Inside(data, clock) as server:
            await server.stream("Ada", "t")
            state = await server.state("Ada", "t")
            assert list(state["deadlines"].values()) == [clock.now + 60], "time begins anew"
            await play(server, times=2)
            assert (await server.get("Ada", "/api/tables/t"))["table"]["state"] == "playing"
            (listed,) = await server.get("Ada", "/api/tables")
            assert listed["updated"] == clock.now


@in_loop
async def test_after_a_machine_slept_a_bot_decides_once_for_who_is_late(tmp_path: Path) -> None:
    data, clock = tmp_path / "d", Clock()
    await prepare(data, PEOPLE, {"t": match("sneaky", 2, 5)}, limit=60)
    async with Inside(data, clock) as server:
        stream = await server.stream("Ada", "t")
        stream.take()
        before = await server.state("Ada", "t")
        clock.now += 3600 * 24
        live = await server.desk.hall.live("t")
        await server.desk.hall.turns.time_runs_out(live)
        await server.desk.hall.turns.time_runs_out(live)
        events = await stream.until("update")
        assert [event.data["version"] for event in events if event.kind == "update"] == [before["version"] + 1]
        assert [event.data["code"] for event in events if event.kind == "notice"] == ["time_ran_out"]
        assert all(deadline == clock.now + 60 for deadline in (await server.state("Ada", "t"))["deadlines"].values())
