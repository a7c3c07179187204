"""Every game, number of players and option, for tests that go through them all."""

from typing import Any

from beute import games
from beute.play.setup import Setup, set_up

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "sneaky": ({}, {"bandits": "1123"}, {"bandits": "1233"}),
    "schattendieb": (
        {},
        {"redraw": True},
        {"all_close": "valid"},
        {"vaults": (20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "redraw": True},
        {"vaults": (0, 0, 0, 0, 0, 5, 5, 5, 5, 0, 0, 0), "all_close": "valid", "redraw": True},
    ),
    "raeuber": ({}, {"open_sums": True}),
}
COUNTS = [(name, players) for name in games.NAMES for players in games.about(name).SEATS]
SETUPS: list[Setup] = [set_up(name, players, options) for name, players in COUNTS for options in VARIANTS[name]]


def label(setup: Setup) -> str:
    chosen = ",".join(f"{name}={value}" for name, value in setup.chosen.items())
    return f"{setup.game}-{setup.players}" + (f"-{chosen}" if chosen else "").replace(" ", "")
