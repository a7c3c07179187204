"""MaskablePPO learns from our environments: it beats `random` after some minutes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "maskable_ppo.py"


@pytest.mark.learning
@pytest.mark.parametrize(("game", "players"), [("sneaky", 2), ("schattendieb", 3), ("raeuber", 2)])
def test_it_beats_random(game: str, players: int) -> None:
    command = [sys.executable, str(EXAMPLE), game, "--players", str(players)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = re.search(r"wins ([\d.]+) % before, ([\d.]+) % after", done.stdout)
    assert told, done.stdout
    before, after = (float(share) / 100 for share in told.groups())
    assert abs(before - 1 / players) < 0.12
    assert after > 1 / players + 0.08
