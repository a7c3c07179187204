"""For all tests."""

import pytest
from hypothesis import HealthCheck, settings

from beute.games.compiling import When, compile_entries

# The same examples in every run, however long one takes: what fails here fails everywhere, and can be looked into.
settings.register_profile("beute", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("beute")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that several workers end at nearly the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Tests are about the compiled rules, but for those that say otherwise."""
    compile_entries(When.AT_ONCE)
