"""`beute` alone: a server on this machine and its page in the browser, that of a running server, or the address."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from beute.cli.browser import _browser
from tests.server.serving import PATIENCE, PATIENT


class Browser:
    """A program that writes down what it is to open."""

    def __init__(self, folder: Path, then: str = "") -> None:
        self._opened, program = folder / "opened", folder / "browser"
        program.write_text(f'#!/bin/sh\necho "$1" >> {self._opened}\n{then}\n')
        program.chmod(0o755)
        self.program = str(program)

    @property
    def opened(self) -> list[str]:
        return self._opened.read_text().splitlines() if self._opened.exists() else []

    def wait_for(self, times: int) -> list[str]:
        until = time.monotonic() + PATIENCE
        while len(self.opened) < times and time.monotonic() < until:
            time.sleep(0.02)
        return self.opened


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    surroundings = os.environ | {"BEUTE_DATA": str(folder / "data"), "BEUTE_PORT": "0", "BEUTE_BOT_WORKERS": "1"}
    with (folder / "errors").open("a") as errors:
        return subprocess.Popen(
            [sys.executable, "-c", PATIENT, *arguments],
            text=True,
            env=surroundings | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
        )


def ended(process: subprocess.Popen[str]) -> int:
    """Its status; what it has started may still be there, and have its output."""
    assert process.stdout is not None
    process.stdout.close()
    return process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """A server that was started in this way; its address."""
    process = start(folder, *arguments, **environment)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Beute: (http://127\.0\.0\.1:\d+) \(Ctrl\+C stops it\)\n", line)
        assert found, (line, (folder / "errors").read_text())
        assert httpx.get(f"{found[1]}/healthz", timeout=60).json()["status"] == "ok"
        yield found[1]
        process.send_signal(signal.SIGINT)
        assert ended(process) == 0
    finally:
        process.kill()
        ended(process)


def test_it_serves_and_opens_the_browser_and_a_second_one_opens_the_first(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    with serving(tmp_path, BROWSER=browser.program) as address:
        assert browser.wait_for(1) == [address]
        again = start(tmp_path, BROWSER=browser.program)
        assert again.stdout is not None
        assert again.stdout.readline().startswith(f"Beute is running already: {address} ")
        assert ended(again) == 0
        assert browser.wait_for(2) == [address, address]


def test_a_browser_that_stays_open_does_not_keep_the_server(tmp_path: Path) -> None:
    browser = Browser(tmp_path, f"echo $$ > {tmp_path / 'pid'}; exec sleep 60")
    try:
        with serving(tmp_path, BROWSER=browser.program) as address:
            assert browser.wait_for(1) == [address]
    finally:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(("--no-browser",), {}), ((), {"BROWSER": "", "PATH": "/nowhere", "DISPLAY": "", "WAYLAND_DISPLAY": ""})],
    ids=["it is not wanted", "there is none"],
)
def test_without_a_browser_it_prints_the_address(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    browser = Browser(tmp_path)
    with serving(tmp_path, *arguments, **{"BROWSER": browser.program, **environment}):
        pass
    assert browser.opened == []


def test_a_browser_in_the_terminal_is_used_only_if_it_is_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    monkeypatch.delenv("BROWSER", raising=False)
    assert _browser() is None
    monkeypatch.setenv("BROWSER", "w3m")
    assert _browser() is not None
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
    monkeypatch.delenv("BROWSER", raising=False)
    assert _browser() is not None


def test_what_is_set_wrongly_is_told(tmp_path: Path) -> None:
    process = start(tmp_path, BEUTE_PORT="many")
    assert ended(process) == 2
    assert "BEUTE_PORT: it must be a whole number" in (tmp_path / "errors").read_text()
