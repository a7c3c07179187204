"""Two servers behind Caddy and nginx as docs/deploy.md says: streams come at once, files go through, each is killed."""

from __future__ import annotations

import os
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.needed import need
from tests.server.ports import free_port
from tests.server.redis_server import RedisServer
from tests.server.serving import Browser, Server, offered

GUIDE = Path(__file__).parents[2] / "docs" / "deploy.md"
PATIENCE = 60  # seconds
NOTICED = 3  # seconds, after which the guide's proxies know that a server is gone, or there again
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # folders that nginx would have elsewhere


def example(language: str) -> str:
    """What the guide shows of a proxy's configuration."""
    found = re.search(rf"^```{language}\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def configured(program: Path, port: int, servers: list[Server], folder: Path) -> list[str]:
    """The example with this test's ports, without https; and how the proxy is started."""
    first, second = [server.url.removeprefix("http://") for server in servers]
    if program.name == "caddy":
        text = example("caddyfile").replace("beute.example.org", f"http://127.0.0.1:{port}")
        text = "{\n\tadmin off\n\tauto_https off\n}\n" + text
    else:
        text = re.sub(r".*ssl_cert.*\n", "", example("nginx")).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        text = text.replace("server_name beute.example.org", "server_name 127.0.0.1").replace("$host;", "$http_host;")
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in TEMPORARY)
        user = "user root;" if os.geteuid() == 0 else ""
        main = f"daemon off; {user} pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        text = f"{main}http {{\naccess_log off;\n{temporary}{text}}}\n"
    text = text.replace("127.0.0.1:8765", first).replace("127.0.0.1:8766", second)
    file = folder / f"{program.name}.conf"
    file.write_text(text)
    return {
        "caddy": [str(program), "run", "--adapter", "caddyfile", "--config", str(file)],
        "nginx": [str(program), "-c", str(file), "-e", f"{folder}/error.log"],
    }[program.name]


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_people_play_through_a_proxy(proxy: str, tmp_path: Path, postgres_url: str, redis: RedisServer) -> None:
    program = need(proxy, "nothing is played through it")
    with ExitStack() as stack:
        settings = {"database_url": postgres_url, "redis_url": redis.url, "trusted_proxy": "127.0.0.1"}
        servers = [
            stack.enter_context(Server(tmp_path / f"server{n}", port=str(free_port()), **settings)) for n in range(2)
        ]
        port = free_port()
        surroundings = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        command = configured(program, port, servers, tmp_path)
        with (tmp_path / "proxy.log").open("w") as log:
            running = subprocess.Popen(command, env=surroundings, stderr=log)
        stack.callback(running.wait, 20)
        # Caddy waits for open streams when it is asked; nginx would leave its workers behind if it was killed.
        stack.callback(running.kill if proxy == "caddy" else running.terminate)
        wait_for(port)
        ada, bo = [stack.enter_context(Browser(_Address(f"http://127.0.0.1:{port}"), name)) for name in ("Ada", "Bo")]
        table = ada.create("raeuber", ["me", "open"])
        bo.join(ada.link(table), "Bo")
        ada.post(f"/api/tables/{table}/start")
        for killed in (None, *servers):
            if killed:
                killed.kill()
                time.sleep(NOTICED)
                check_posts(ada)
            events = bo.events(table)
            before = next(event for event in events if event.kind == "state").data["version"]
            play_one(ada, bo, table)
            assert next(event for event in events if event.kind == "update").data["version"] > before
            events.close()
            if killed:
                address = killed.url
                killed.restart()
                assert killed.url == address, "the proxy knows no other"
                time.sleep(NOTICED)
        upload = post(ada, "/api/opened", content=b"x" * 200_000)
        assert upload.json()[0]["problem"], upload.text
        too_large = post(ada, "/api/opened", content=b"x" * 1_200_000)
        assert too_large.json()["code"] == "too_large", "the proxy lets the server say so"


def check_posts(browser: Browser) -> None:
    """Each arrives, for longer than a proxy avoids a server that has failed."""
    until = time.monotonic() + 2 * NOTICED
    while time.monotonic() < until:
        assert post(browser, "/api/opened", content=b"x").status_code == 200
        time.sleep(0.1)


def post(browser: Browser, path: str, **said: Any) -> httpx.Response:
    """Again if the connection breaks: of 20,000 answers to a POST Caddy loses one, as it has not ended its request when
    it comes."""
    try:
        return browser.http.post(path, **said)
    except httpx.RemoteProtocolError:
        return browser.http.post(path, **said)


def play_one(ada: Browser, bo: Browser, table: str) -> None:
    """Whoever is asked plays; again if a server was just killed."""
    for _ in range(50):
        for browser in (ada, bo):
            answer = browser.http.get(f"/api/tables/{table}/state")
            if answer.status_code != 200:
                time.sleep(0.2)
                continue
            state = answer.json()[0]
            if state["seat"] in state["view"]["asked"]:
                path = f"/api/tables/{table}/seats/{state['seat']}/answers"
                word = offered(state)[0]
                if post(browser, path, json={"question": state["question"]["id"], "word": word}).status_code == 200:
                    return
    raise AssertionError("nobody can play")


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        assert time.monotonic() < until, "the proxy does not answer"
        time.sleep(0.1)


class _Address(Server):
    """Of a proxy, where a browser expects a server's."""

    def __init__(self, url: str) -> None:
        self.url = url
