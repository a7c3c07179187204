"""What a position is worth: the shares of a win that the seats can expect. The weights are data, tuned or learned."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from beute.bots.value import raeuber, schattendieb, sneaky
from beute.games.contract import extend, of_each_game
from beute.games.layout import State
from beute.games.raeuber import rules as raeuber_rules
from beute.games.schattendieb import rules as schattendieb_rules
from beute.games.sneaky import rules as sneaky_rules

expect: Callable[[State, Any, Any], None] = of_each_game(
    "expect",
    "Write the share of the win that each seat can expect; of a game that goes on, by the weights of its value.",
)
whose_turn: Callable[[State], int] = of_each_game(
    "whose_turn",
    "The seat whose turn it is. Where all play at once it is always the same: there is no turn to be over.",
)

# At import, so that the games are known before anything that calls them can be compiled.
extend(sneaky_rules.STATE, sneaky)
extend(schattendieb_rules.STATE, schattendieb)
extend(raeuber_rules.STATE, raeuber)

GAMES = {sneaky_rules.STATE: "sneaky", schattendieb_rules.STATE: "schattendieb", raeuber_rules.STATE: "raeuber"}


@cache
def weights(game: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The numbers of a game's value, in the order of their file."""
    text = (Path(__file__).parent / f"{game}.toml").read_text(encoding="utf-8")
    return np.array(list(_numbers(tomllib.loads(text))), np.float64)


def _numbers(data: Any) -> Iterator[float]:
    """All numbers, of tables and lists too."""
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _numbers(part)
    else:
        yield data
