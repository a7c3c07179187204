"""Luck that is the same in every run, so that what a test finds can be found again."""

from itertools import count

import pytest

from beute.play.luck import Secret


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    monkeypatch.setattr(Secret, "fresh", lambda: Secret.seeded(next(numbers)))
