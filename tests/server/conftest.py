"""A PostgreSQL and a Redis for the tests that need one: PostgreSQL starts when the first of them does, and a Redis is
each test's own. And streams whose messages can be compared, and luck that is the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from beute.play.luck import Secret
from beute.server import streams
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that runs."""
    cluster = Cluster()
    yield cluster
    cluster.stop()


@pytest.fixture
def postgres_url(cluster: Cluster) -> Iterator[str]:
    """Of a new, empty database."""
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """One that runs, and may be killed. While it does it is waited for, however busy the machine."""
    monkeypatch.setattr("beute.server.peers.redis.PATIENCE", 20.0)
    with RedisServer(tmp_path) as server:
        yield server


@pytest.fixture(autouse=True)
def no_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams send them by the time of the machine, whatever the clock of a server is set to."""
    monkeypatch.setattr(streams, "BEAT", 3600)


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the test's own process: what a test finds can be found again."""
    numbers = count()
    monkeypatch.setattr(Secret, "fresh", lambda: Secret.seeded(next(numbers)))
