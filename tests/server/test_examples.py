"""The programs in `examples/` that talk to a server: each plays, or tells of, a whole game."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from beute.play.record import Record
from beute.play.replay import replay
from tests.server.needed import need
from tests.server.serving import Browser, Server, offered

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 180  # seconds
LOOKS = 0.02  # seconds from one look to the next
SHORT = {"sneaky": {}, "schattendieb": {"games": 1}, "raeuber": {}}  # options for one game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Server(tmp_path_factory.mktemp("examples") / "data", port=str(port)) as running:
        yield running
        assert "Traceback" not in running.log()


@contextmanager
def running(*command: str | Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program of its own while a test looks on; it must not have ended by itself."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    try:
        yield process
        assert process.poll() is None, log.read_text(encoding="utf-8")
    finally:
        os.killpg(process.pid, 9)
        process.wait(PATIENCE)


def until(happened: Callable[[], Any], log: Sequence[Path] = ()) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, [each.read_text(encoding="utf-8") for each in log]
        time.sleep(0.02)


def bot(kind: str, link: str, name: str) -> tuple[str | Path, ...]:
    starts = {"py": (sys.executable,), "sh": ("bash",)}[kind]
    return (*starts, EXAMPLES / f"bot_over_http.{kind}", link, name)


def look(host: Browser, table: str) -> dict[str, Any]:
    found: dict[str, Any] = host.get(f"/api/tables/{table}")["table"]
    return found


def all_here(host: Browser, table: str) -> bool:
    return all(seat["here"] for seat in look(host, table)["seats"])


@contextmanager
def bots(host: Browser, game: str, kinds: Sequence[str], folder: Path) -> Iterator[str]:
    """A table where programs alone play; its match has begun."""
    table = host.create(game, ["open"] * len(kinds), options=SHORT[game])
    link = f"{host.server.url}/join#{host.link(table)}"
    logs = [folder / f"{n}.log" for n in range(len(kinds))]
    with ExitStack() as programs:
        for n, kind in enumerate(kinds):
            programs.enter_context(running(*bot(kind, link, f"Bot {n}"), log=logs[n]))
        until(lambda: all_here(host, table), logs)
        assert all(seat["program"] for seat in look(host, table)["seats"])
        host.post(f"/api/tables/{table}/start")
        yield table


def until_over(host: Browser, table: str) -> None:
    """The whole match is played, and its record is kept."""
    until(lambda: look(host, table)["state"] == "over")
    record = Record.read(host.http.get(f"/api/tables/{table}/records").text.strip())
    assert replay(record).over


@pytest.fixture
def ada(server: Server) -> Iterator[Browser]:
    with Browser(server, "Ada") as browser:
        yield browser


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize("game", SHORT)
def test_bots_in_python_play_a_whole_game(game: str, ada: Browser, tmp_path: Path) -> None:
    with bots(ada, game, ["py"] * 3, tmp_path) as table:
        until_over(ada, table)


@pytest.mark.parametrize("game", SHORT)
def test_bots_in_a_shell_play_a_whole_game(game: str, ada: Browser, tmp_path: Path) -> None:
    for tool in "curl", "jq":
        need(tool, "no bot in a shell plays")
    with bots(ada, game, ["sh", "py", "sh"], tmp_path) as table:
        until_over(ada, table)


def test_a_bot_comes_back_after_a_lost_connection(server: Server, ada: Browser, tmp_path: Path) -> None:
    with bots(ada, "raeuber", ["py"] * 2, tmp_path) as table:
        address = server.url
        for _ in range(2):
            server.kill()
            server.restart()
            assert server.url == address
        until_over(ada, table)


def test_a_bot_goes_on_after_a_pause_and_takes_part_in_a_rematch(ada: Browser, tmp_path: Path) -> None:
    table = ada.create("raeuber", ["me", "open"])
    link = f"{ada.server.url}/join#{ada.link(table)}"
    with running(*bot("py", link, "Robo"), log=tmp_path / "log"):
        until(lambda: look(ada, table)["seats"][1]["here"])
        ada.post(f"/api/tables/{table}/start")
        for match in (1, 2):
            for n in range(1000):
                until(lambda: look(ada, table)["state"] == "over" or is_asked(ada, table))
                if look(ada, table)["state"] == "over":
                    break
                (state,) = ada.states(table)
                ada.answer(table, state, offered(state)[0])
                if n == 3 and look(ada, table)["state"] == "playing":
                    ada.post(f"/api/tables/{table}/pause")
                    ada.post(f"/api/tables/{table}/resume")
            assert look(ada, table)["match"] == match
            if match == 1:
                ada.post(f"/api/tables/{table}/rematch", {})
                until(lambda: look(ada, table)["match"] == 2)


def is_asked(browser: Browser, table: str) -> bool:
    (state,) = browser.states(table)
    return state["question"] is not None and state["seat"] in state["view"]["asked"]


@pytest.mark.parametrize("kind", ["py", "sh"])
def test_a_bot_that_is_refused_says_why(kind: str, ada: Browser) -> None:
    if kind == "sh":
        for tool in "curl", "jq":
            need(tool, "no bot in a shell plays")
    table = ada.create("raeuber", ["me", "open"], programs="forbidden")
    refused = told(*bot(kind, f"{ada.server.url}/join#{ada.link(table)}", "Robo"))
    assert "Programs may not come to this table." in refused


def told(*command: str | Path) -> str:
    """What a program that ends by itself, and not well, says of it in the end."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


# ---------------------------------------------------------------- whose turn it is


def test_a_wrong_secret_is_told(server: Server) -> None:
    refused = told(sys.executable, EXAMPLES / "whose_turn.py", server.url, "not-a-secret-of-this-one", "http://[::1]:9")
    assert json.loads(refused)["code"] == "unknown_token"


@contextmanager
def webhook() -> Iterator[tuple[str, list[str]]]:
    """An address on this machine, and all that was posted there."""
    posted = list[str]()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(self.rfile.read(int(self.headers["content-length"])).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hook) as hook:
        hook_thread = threading.Thread(target=hook.serve_forever, args=(0.05,))
        hook_thread.start()
        try:
            yield f"http://127.0.0.1:{hook.server_port}/topic", posted
        finally:
            hook.shutdown()
            hook_thread.join()


def is_long(posted: list[str], number: int) -> bool:
    return len(posted) >= number


def test_a_phone_is_told_of_each_turn_once(server: Server, ada: Browser, tmp_path: Path) -> None:
    log, turns = tmp_path / "log", 0
    with Browser(server, "Bo") as bo, webhook() as (address, posted):
        table = ada.create("raeuber", ["me", "open"])
        bo.join(ada.link(table), "Bo")
        ada.post(f"/api/tables/{table}/start")
        secret = ada.post("/api/me/recovery")["token"]
        script = EXAMPLES / "whose_turn.py"
        with running(sys.executable, script, server.url, secret, address, str(LOOKS), log=log):
            was_asked = False
            while look(ada, table)["state"] == "playing":
                asked = is_asked(ada, table)
                turns += asked and not was_asked
                until(partial(is_long, posted, turns), [log])
                time.sleep(4 * LOOKS)  # it looks several times, and tells nothing more
                assert len(posted) == turns, posted
                mover, was_asked = ada if asked else bo, asked
                (state,) = mover.states(table)
                mover.answer(table, state, offered(state)[0])
    assert turns > 5
    assert {*posted} == {f"It is your turn at {server.url}/t/{table} (raeuber: Ada, Bo)"}
