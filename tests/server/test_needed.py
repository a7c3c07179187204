from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server import needed, postgres
from tests.server.redis_server import RedisServer


def redis(folder: Path) -> None:
    RedisServer(folder)


def postgresql(folder: Path) -> None:
    postgres.programs()


def caddy(folder: Path) -> None:
    needed.need("caddy", "nothing is played through it")


@pytest.mark.parametrize(("ci", "end"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
@pytest.mark.parametrize(
    ("start", "told"),
    [
        (redis, r"redis-server is not installed, so nothing that needs several servers is tested"),
        (postgresql, r"postgresql is not installed, so nothing is stored in PostgreSQL"),
        (caddy, r"caddy is not installed, so nothing is played through it"),
    ],
)
def test_what_is_not_there_is_told_and_fails_on_a_build_server(
    start: Callable[[Path], None],
    told: str,
    ci: str,
    end: type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    with pytest.raises(end, match=told):
        start(tmp_path)
