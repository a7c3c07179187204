"""What the server counts, for Prometheus; told at /metrics to this machine only, unless the settings open it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from beute.server.problems import Refused, language_of, problem_of
from beute.server.security.asking import ROUTE
from beute.server.security.hosts import is_from_this_machine
from beute.server.settings import Settings

APPENDING = 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0  # seconds
PATH = "/metrics"


class _Adds(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class Thinking(Protocol):
    """What is told of the bots: `thinkers` says what it counts."""

    @property
    def counted(self) -> Mapping[str, int]: ...

    @property
    def waiting(self) -> int: ...


class _Bots(Collector):
    """Reads what is counted where bots think, when somebody asks for it."""

    def __init__(self, thinkers: Thinking) -> None:
        self._thinkers = thinkers

    def collect(self) -> Iterable[Metric]:
        decisions = CounterMetricFamily(
            "beute_bots", "Decisions that bots were asked for, and how they went.", None, ["what"]
        )
        for what, times in self._thinkers.counted.items():
            decisions.add_metric([what], times)
        yield decisions
        yield GaugeMetricFamily(
            "beute_bots_waiting", "Decisions of bots that wait for a process.", self._thinkers.waiting
        )


class Metrics:
    """A registry of our own: nothing of this process is told but what is here."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        kept = self.registry
        self._requests = Counter("beute_requests", "Requests answered.", ["route", "status"], registry=kept)
        self._by_route: dict[tuple[str, int], _Adds] = {}  # `labels` takes several times as long as counting
        self.moves = Counter("beute_moves", "Moves that were played.", registry=kept)
        self.refused_moves = Counter("beute_refused_moves", "Moves that were refused.", registry=kept)
        self.streams = Gauge("beute_open_streams", "Streams of updates that are open.", registry=kept)
        self.rooms = Gauge("beute_rooms_in_memory", "Tables that are in memory.", registry=kept)
        self.appending = Histogram(
            "beute_append_seconds", "Seconds until a move was stored.", registry=kept, buckets=APPENDING
        )

    def request(self, route: str, status: int) -> None:
        """Count a request. `route` is the template of a route: a path would be a label for each table."""
        counter = self._by_route.get((route, status))
        if counter is None:
            counter = self._by_route[route, status] = self._requests.labels(route, str(status))
        counter.inc()

    def tell_of(self, thinkers: Thinking) -> None:
        """From now on also of the bots."""
        self.registry.register(_Bots(thinkers))

    def text(self) -> bytes:
        return generate_latest(self.registry)


def metrics_route(metrics: Metrics, settings: Settings) -> Route:
    """Tells them to this machine, or to all if the settings say so; to others there is nothing here."""

    async def page(request: Request) -> Response:
        request.scope[ROUTE] = PATH
        if settings.metrics_open or is_from_this_machine(request.scope):
            return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)
        return problem_of(Refused("not_found"), language_of(request.scope))

    return Route(PATH, page, include_in_schema=False)
