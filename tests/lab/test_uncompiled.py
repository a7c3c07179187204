"""Games between bots run as they are written, too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
from beute.lab import simulate
for game, players in ("raeuber", 3), ("sneaky", 2), ("schattendieb", 3):
    for bots in ["random"], ["tests.lab.custom_bots:Low", "random"], ["random", "tests.lab.custom_bots:low"]:
        print(simulate(game, players, bots, games=2, seed=1).rows())
"""


def test_compiled_and_uncompiled_games_are_the_same() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", CODE],
            cwd=Path(__file__).parent.parent.parent,
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 9
