"""For all tests."""

import pytest

from beute.games.kernel import hurry


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Tests are about the compiled rules, but for those that say otherwise."""
    hurry()
