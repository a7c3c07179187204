"""Windows of requests."""

from __future__ import annotations

import pytest

from beute.server.problems import Refused
from beute.server.security import rates as module
from beute.server.security.rates import ANSWER, CHANGE, CREATE, READ, Rates, Windows, kind_of
from beute.server.settings import Settings


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/api/tables", READ),
        ("HEAD", "/", READ),
        ("POST", "/api/tables/t/seats/0/answers", ANSWER),
        ("POST", "/api/tables", CREATE),
        ("POST", "/api/tables/", CREATE),
        ("POST", "/api/me/recovery", CREATE),
        ("POST", "/api/tables/t/pause", CHANGE),
        ("DELETE", "/api/tables/t", CHANGE),
        ("POST", "", CHANGE),
    ],
)
def test_kinds(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


def test_a_window_ends_and_the_next_begins() -> None:
    clock = Clock()
    rates = Rates(Settings(rate_reading="2/minute"), clock)
    rates.check(READ, "a")
    clock.now += 50
    rates.check(READ, "a")
    with pytest.raises(Refused) as refused:
        rates.check(READ, "a")
    assert refused.value.data == {"retry_after": 10}
    clock.now += 10
    rates.check(READ, "a")


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    clock = Clock()
    rates = Rates(Settings(rate_reading="1/minute"), clock)
    rates.check(READ, "a")
    clock.now -= 500
    rates.check(READ, "a")


def test_windows_that_are_over_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SWEEP", 100)
    clock = Clock()
    windows = Windows(clock=clock)
    for n in range(1000):
        windows.incr(f"client {n}", 60)
        clock.now += 1
    assert windows.get("client 999") == 1
    assert windows.get("client 0") == 0
    assert windows.get("nobody") == 0
    kept = windows.reset()
    assert 60 <= kept <= 60 + 100 + 100
