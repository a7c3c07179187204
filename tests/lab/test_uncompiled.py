"""Games between bots run as they are written, too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from beute.lab import simulate

GAMES = (("raeuber", 3), ("sneaky", 2), ("schattendieb", 3))
BOTS = (["random"], ["tests.lab.custom_bots:Low", "random"], ["random", "tests.lab.custom_bots:low"])


def played() -> list[str]:
    return [str(simulate(game, players, bots, games=2, seed=1).rows()) for game, players in GAMES for bots in BOTS]


def test_compiled_and_uncompiled_games_are_the_same() -> None:
    uncompiled = subprocess.run(
        [sys.executable, "-c", "from tests.lab.test_uncompiled import played; print(*played(), sep='\\n')"],
        cwd=Path(__file__).parent.parent.parent,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert uncompiled.splitlines() == played()
