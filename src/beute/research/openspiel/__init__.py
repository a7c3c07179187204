"""The games in OpenSpiel: importing this registers `python_beute_sneaky`, `python_beute_schattendieb`, and so on."""

from __future__ import annotations

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise ImportError(
        "OpenSpiel is not installed: in a clone of Beute `make research` adds it, "
        'elsewhere pip install "beute[research]"'
    ) from error

from beute.research.openspiel.game import BeuteGame, register, short_name
from beute.research.openspiel.state import BeuteState

__all__ = ["BeuteGame", "BeuteState", "register", "short_name"]

register()
