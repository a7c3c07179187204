"""Beute: a home for three thieving games, Sneaky, Der Schattendieb and Räuber."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from beute.play.errors import BeuteError, BrokenRecord, IllegalMove, SetupError, Unverifiable
    from beute.play.game import Game, new
    from beute.play.luck import Luck, Scripted, Secret
    from beute.play.match import Match
    from beute.play.position import Reason
    from beute.play.record import Record
    from beute.play.replay import replay, verify_luck

# Imported when first used: the rules import a compiler, which takes time and is not always needed.
_HOMES = {
    "new": "game",
    "Game": "game",
    "Reason": "position",
    "Match": "match",
    "Luck": "luck",
    "Scripted": "luck",
    "Secret": "luck",
    "Record": "record",
    "replay": "replay",
    "verify_luck": "replay",
    "BeuteError": "errors",
    "SetupError": "errors",
    "IllegalMove": "errors",
    "BrokenRecord": "errors",
    "Unverifiable": "errors",
}
__all__ = [
    "BeuteError",
    "BrokenRecord",
    "Game",
    "IllegalMove",
    "Luck",
    "Match",
    "Reason",
    "Record",
    "Scripted",
    "Secret",
    "SetupError",
    "Unverifiable",
    "__version__",
    "new",
    "replay",
    "verify_luck",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'beute' has no attribute {name!r}")
    return getattr(import_module(f"beute.play.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
