"""Two networks can meet, and a good one wins."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from beute.bots.master.raeuber.judgement import NET, trained
from tuning.network import untrained
from tuning.raeuber import duel
from tuning.raeuber.learning import SPREAD


def test_the_trained_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = tmp_path / "bad.npy", tmp_path / "good.npy"
    np.save(bad, untrained(NET, {name: 10 * spread for name, spread in SPREAD.items()}, np.random.default_rng(1)))
    np.save(good, trained(2))
    command = ["duel", str(bad), str(good), "--players", "2", "--games", "20", "--simulations", "60"]
    monkeypatch.setattr("sys.argv", command)
    duel.main()
    wins = {name: float(share) for name, share in re.findall(r"(bad|good)\.npy +(\S+)", capsys.readouterr().out)}
    assert wins["bad"] < 30 < 70 < wins["good"]
