"""A server as a process: one for each data folder, a free port, a stop that ends streams and leaves nothing behind."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from beute.play.errors import BeuteError
from beute.server.running import IN_ALL
from beute.server.serve import LOCK, serve
from beute.server.settings import Settings
from tests.server.security.asgi import Site
from tests.server.serving import PATIENCE

STUB = "from beute.server import running; from beute.server.serve import serve; " + (
    "from beute.server.settings import settings_from; from tests.server.stub_app import {app}; "
    "running.IN_ALL = {longest}; serve(settings_from(), {app})"
)


def environment(folder: Path, **settings: str) -> dict[str, str]:
    given = {f"BEUTE_{name.upper()}": value for name, value in {"data": str(folder), "port": "0", **settings}.items()}
    root = Path(__file__).parents[2]
    return os.environ | {"PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"} | given


def process(folder: Path, app: str = "Stub", **settings: str) -> subprocess.Popen[str]:
    """None is ended by force that would stop by itself: on a busy machine that takes long."""
    longest = IN_ALL if app in ("Blocking", "Lingering") else PATIENCE
    command = [sys.executable, "-c", STUB.format(app=app, longest=longest)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, env=environment(folder, **settings), **pipes)  # type: ignore[call-overload, no-any-return]


class Running:
    def __init__(self, started: subprocess.Popen[str]) -> None:
        assert started.stdout is not None
        self.process, self.said = started, ""
        while not (found := re.search(r"Beute: (http://\S+)", self.said)):
            line = started.stdout.readline()
            assert line, f"it ended: {started.communicate()[1]}"
            self.said += line
        self.address = found[1]

    def get(self, path: str) -> str:
        with urlopen(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def stop(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(by)
        said, told = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said, told


@contextmanager
def running(folder: Path, app: str = "Stub", **settings: str) -> Iterator[Running]:
    started = process(folder, app, **settings)
    try:
        yield Running(started)
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_and_stops_cleanly(tmp_path: Path, by: signal.Signals) -> None:
    with running(tmp_path) as server:
        assert server.get("/healthz") == "well"
        lock = (tmp_path / LOCK).read_text().splitlines()
        assert lock == [server.address, str(server.process.pid)]
        status, said, told = server.stop(by)
    assert (status, said) == (0, "closed\n")
    assert "Traceback" not in told
    assert (tmp_path / LOCK).read_text() == ""


def test_a_second_start_on_the_same_folder_finds_the_first(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        second = process(tmp_path)
        said, told = second.communicate(timeout=PATIENCE)
        assert (second.returncode, told) == (0, "")
        assert said.startswith(f"Beute is running already: {server.address} (process {server.process.pid},")
        assert server.get("/healthz") == "well"
        with running(tmp_path / "other") as other:
            assert other.address != server.address


def test_two_starts_at_once_make_one_server(tmp_path: Path) -> None:
    both = [process(tmp_path) for _ in range(2)]
    try:
        for each in both:
            assert each.stdout is not None
        lines = {each.pid: each.stdout.readline() for each in both if each.stdout}
        first = next(each for each in both if lines[each.pid].startswith("Beute: http"))
        second = next(each for each in both if each is not first)
        address = lines[first.pid].split()[1]
        assert f"running already: {address} (process {first.pid}" in lines[second.pid]
        assert second.wait(PATIENCE) == 0
    finally:
        for each in both:
            if each.poll() is None:
                each.terminate()
            each.communicate(timeout=PATIENCE)


def test_after_a_crash_the_folder_is_free_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.process.kill()
        server.process.wait(PATIENCE)
    assert (tmp_path / LOCK).read_text() != ""
    with running(tmp_path) as server:
        assert server.get("/healthz") == "well"


def test_a_port_that_is_taken_gives_the_next(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running(tmp_path, port=str(port)) as server:
            number = int(server.address.rpartition(":")[2])
            assert number > port
            assert f"Port {port} is taken; using {number}.\n" in server.said
            assert server.get("/healthz") == "well"


@pytest.mark.parametrize("several", [False, True])
def test_a_server_that_starts_lets_people_wait_unless_there_are_others(tmp_path: Path, several: bool) -> None:
    """A proxy asks another server at once where nobody listens."""
    settings = {"redis_url": "redis://127.0.0.1:1/0"} if several else {}
    started = process(tmp_path, "Slow", **settings)
    try:
        assert started.stdin is not None
        assert started.stdout is not None
        while started.stdout.readline() != "starting\n":
            assert started.poll() is None
        host, _, port = (tmp_path / LOCK).read_text().splitlines()[0].removeprefix("http://").partition(":")
        waiting = socket.socket()
        waiting.settimeout(PATIENCE)
        assert waiting.connect_ex((host, int(port))) == (errno.ECONNREFUSED if several else 0)
        waiting.close()
        print(file=started.stdin, flush=True)
        assert Running(started).get("/healthz") == "well"
    finally:
        started.kill()
        started.communicate()


def test_an_open_stream_is_told_to_come_back_and_the_server_ends(tmp_path: Path) -> None:
    with running(tmp_path) as server, urlopen(f"{server.address}/stream", timeout=PATIENCE) as stream:
        assert stream.readline() == b"data: hello\n"
        server.process.send_signal(signal.SIGTERM)
        rest = stream.read()
        assert rest.endswith(b"event: bye\n\n")
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_a_stream_that_does_not_end_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, "Stubborn") as server, urlopen(f"{server.address}/stream", timeout=PATIENCE) as stream:
        assert stream.readline() == b"data: hello\n"
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_an_app_that_does_not_stop_is_ended_by_force(tmp_path: Path) -> None:
    with running(tmp_path, "Blocking") as server:
        assert server.get("/healthz") == "well"
        status, _, told = server.stop()
    assert status == 1
    assert "did not stop in time and ends by force" in told


@pytest.mark.slow
def test_a_thread_that_is_still_at_work_once_all_is_closed_is_no_failure(tmp_path: Path) -> None:
    with running(tmp_path, "Lingering") as server:
        assert server.get("/healthz") == "well"
        status, said, told = server.stop()
    assert (status, said) == (0, "closed\n")
    assert "error" not in told


@pytest.mark.slow
def test_second_signals_do_no_harm(tmp_path: Path) -> None:
    with running(tmp_path, "Stubborn") as server, urlopen(f"{server.address}/stream", timeout=PATIENCE) as stream:
        stream.readline()
        for by in signal.SIGINT, signal.SIGINT, signal.SIGTERM:
            server.process.send_signal(by)
        assert server.process.wait(PATIENCE) == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read() == "closed\n"


@pytest.mark.parametrize(
    ("app", "told"),
    [("Refusing", "the database is of a newer version"), ("Failing", "the server cannot start; its log says why")],
)
def test_an_app_that_cannot_start_is_told_in_words(tmp_path: Path, app: str, told: str) -> None:
    code = f"import sys, types; from tests.server.stub_app import {app} as create_app; " + (
        "sys.modules['beute.server.app'] = types.SimpleNamespace(create_app=create_app); "
        "from beute.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "serve"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(tmp_path), timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"beute: {told}\n")
    assert "Traceback" not in done.stderr
    assert "SECRET" not in done.stderr


def test_wrong_places_are_told_in_words(tmp_path: Path) -> None:
    site = Site()
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(BeuteError, match=r"cannot use the data folder .*file: "):
        serve(Settings(data=file, port=0), lambda settings: site.app)
    with pytest.raises(BeuteError, match="cannot listen at no such host, port 0: "):
        serve(Settings(data=tmp_path, port=0, host="no such host"), lambda settings: site.app)
    with pytest.raises(BeuteError, match=r"cannot listen at 192\.0\.2\.1, port 0: Cannot assign"):
        serve(Settings(data=tmp_path, port=0, host="192.0.2.1"), lambda settings: site.app)
