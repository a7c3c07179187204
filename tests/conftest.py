"""For all tests."""

import pytest

from beute.games.compiling import When, compile_entries


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Tests are about the compiled rules, but for those that say otherwise."""
    compile_entries(When.AT_ONCE)
