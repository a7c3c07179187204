"""How many streams of updates are open, per client and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from beute.server.metrics import Metrics
from beute.server.problems import Refused
from beute.server.settings import Settings

RETRY_AFTER = 10  # seconds


class Streams:
    """`with streams.held(client_of(scope)):` round a stream; Refused if there are too many."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._per_client, self._most = settings.streams_per_client, settings.streams
        self._open: Counter[str] = Counter()
        self._all = 0
        self._count = metrics.streams

    def __len__(self) -> int:
        return self._all

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        if self._open[client] >= self._per_client:
            raise Refused("too_many_streams", limit=self._per_client)
        if self._all >= self._most:
            raise Refused("server_full", retry_after=RETRY_AFTER)
        self._open[client] += 1
        self._all += 1
        self._count.inc()
        try:
            yield
        finally:
            self._count.dec()
            self._all -= 1
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
