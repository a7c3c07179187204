"""How often one client may ask."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from limits import parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from beute.server.problems import Refused
from beute.server.security.origins import READING
from beute.server.settings import Settings

Clock = Callable[[], float]
READ, ANSWER, CHANGE, CREATE = "reading", "answers", "changes", "creating"
ANSWERS = frozenset({"answers"})  # the last part of a path, of what plays a game
CREATES = frozenset(
    {"tables", "brought", "lessons", "me", "programs", "link", "share", "handover", "recovery", "recover", "take-seat"}
)  # of what creates something
KEYS = 16_384  # of windows, that are remembered
SWEEP = 4096  # so many new windows, and those that are over are removed


def kind_of(method: str, path: str) -> str:
    """Which limit a request counts for."""
    if method in READING:
        return READ
    last = path.rstrip("/").rpartition("/")[2]
    return ANSWER if last in ANSWERS else CREATE if last in CREATES else CHANGE


class Rates:
    """A fixed window for each client and kind of request."""

    def __init__(self, settings: Settings, clock: Clock = time.time) -> None:
        said = {
            READ: settings.rate_reading,
            ANSWER: settings.rate_answers,
            CHANGE: settings.rate_changes,
            CREATE: settings.rate_creating,
        }
        self._clock = clock
        self._limits = {kind: parse(rate) for kind, rate in said.items()}
        self._expiries = {kind: limit.get_expiry() for kind, limit in self._limits.items()}
        self._windows = Windows(clock=clock)
        self._limiter = FixedWindowRateLimiter(self._windows)
        self._key = lru_cache(KEYS)(lambda kind, client: self._limits[kind].key_for(kind, client))
        self._telling = False
        self._news: Counter[tuple[str, str]] = Counter()

    def check(self, kind: str, client: str) -> None:
        """As `FixedWindowRateLimiter.hit` does, which makes the key anew for each request."""
        limit = self._limits[kind]
        count = self._windows.incr(self._key(kind, client), self._expiries[kind])
        if self._telling:
            self._news[kind, client] += 1
        if count > limit.amount:
            left = self._limiter.get_window_stats(limit, kind, client).reset_time - self._clock()
            raise Refused("too_many_requests", retry_after=max(1, math.ceil(left)))

    def take_news(self) -> list[tuple[str, str, int]]:
        """How often which client has asked for what kind since the last time, for other servers. The first time there
        is nothing: nobody wants to know before."""
        self._telling = True
        news, self._news = self._news, Counter()
        return [(kind, client, count) for (kind, client), count in news.items()]

    def count(self, news: Iterable[tuple[str, str, int]]) -> None:
        """What was asked of other servers."""
        for kind, client, count in news:
            if kind in self._limits:
                self._windows.incr(self._key(kind, client), self._expiries[kind], count)


class Windows(Storage):
    """Counters in memory for one event loop. (That of the library starts a thread for nearly every request.)"""

    STORAGE_SCHEME = None

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, clock: Clock = time.time) -> None:
        super().__init__(uri, wrap_exceptions)
        self._clock = clock
        self._windows: dict[str, tuple[int, float]] = {}  # how often, and when the window ends
        self._sweep_at = SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = self._clock()
        count, end = self._windows.get(key, (0, 0.0))
        # A window that ends later than one could that begins now is from before the clock was set back.
        if end <= now or end > now + expiry:
            count, end = 0, now + expiry
            self._sweep(now)
        self._windows[key] = count + amount, end
        return count + amount

    def get(self, key: str) -> int:
        count, end = self._windows.get(key, (0, 0.0))
        return count if end > self._clock() else 0

    def get_expiry(self, key: str) -> float:
        return self._windows.get(key, (0, self._clock()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        count = len(self._windows)
        self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        self._windows.pop(key, None)

    def _sweep(self, now: float) -> None:
        if len(self._windows) >= self._sweep_at:
            self._windows = {key: kept for key, kept in self._windows.items() if kept[1] > now}
            self._sweep_at = len(self._windows) + SWEEP
