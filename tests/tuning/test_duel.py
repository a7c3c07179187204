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
    monkeypatch.chdir(tmp_path)
    np.save("bad.npy", untrained(NET, {name: 10 * spread for name, spread in SPREAD.items()}, np.random.default_rng(1)))
    np.save("good.npy", trained(2))
    monkeypatch.setattr(
        "sys.argv", ["duel", "bad.npy", "good.npy", "--players", "2", "--games", "20", "--simulations", "60"]
    )
    duel.main()
    wins = {name: float(share) for name, share in re.findall(r"(bad|good)\.npy +(\S+)", capsys.readouterr().out)}
    assert wins["bad"] < 30 < 70 < wins["good"]
