"""Lines of the log: plain and JSON, one line each, and nothing secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from beute.server import logs
from beute.server.settings import Settings


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, own = root.handlers[:], root.level, logging.getLogger("beute").level
    root.handlers = []
    yield
    root.handlers = handlers
    root.setLevel(level)
    logging.getLogger("beute").setLevel(own)


def fail() -> None:
    try:
        raise ValueError("SECRET")
    except ValueError as error:
        raise OSError(28, "No space left on device", "/home/SECRET") from error


def test_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Settings(log_json=True))
    logger = logging.getLogger("beute.server.x")
    logs.tell(logger, logging.INFO, "request", id="a-1", status=200, ms=0.5)
    logs.tell(logger, logging.DEBUG, "hidden")
    try:
        fail()
    except OSError as error:
        logs.tell(logger, logging.ERROR, "failed", error, id="a-2")
    told = capsys.readouterr().err
    first, second = [json.loads(line) for line in told.splitlines()]
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "info",
        "logger": "beute.server.x",
        "message": "request",
        "id": "a-1",
        "status": 200,
        "ms": 0.5,
    }
    assert second["error"] == "OSError(No space left on device) from ValueError"
    assert all("in fail" in place or "in test_lines_of_json" in place for place in second["raised"])
    assert "SECRET" not in told


def test_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Settings(log_level="debug"))
    logs.tell(logging.getLogger("beute.x"), logging.DEBUG, "request", id="a-1", route="/a b")
    logging.getLogger("beute.x").info("a line\nthat looks like two %s", "\x1b[31m")
    line, other = capsys.readouterr().err.splitlines()
    assert line.endswith('debug   beute.x: request id=a-1 route="/a b"')
    assert other.endswith("info    beute.x: a line")


def test_of_other_libraries_only_warnings_and_no_message_of_an_exception(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Settings(log_level="debug"))
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: ValueError('SECRET')")
    try:
        fail()
    except OSError:
        logging.getLogger("sqlalchemy").exception("a statement failed")
    text = capsys.readouterr().err
    assert "Started" not in text
    assert "Task exception was never retrieved" in text
    assert "a statement failed error=" in text
    assert "SECRET" not in text
