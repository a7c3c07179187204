"""An arena on a Ray cluster: the same results as here, though a worker is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

import beute
from beute.lab.workers import Ray
from tests.test_cli import run

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None and "CI" not in os.environ, reason="Ray is not installed: beute[cluster]"
)


@needs_ray
@pytest.mark.slow
def test_a_local_ray_gives_the_same_results_though_a_worker_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = tmp_path / "killed"
    monkeypatch.setenv("BEUTE_TEST_KILLED", str(killed))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    bots = ["--bots", "random,tests.lab.own:Dying", "--players", "3", "--games", "24", "--json"]
    on_ray = run("arena", "raeuber", *bots, "--ray", "local")
    assert on_ray.returncode == 0, on_ray.stderr
    assert killed.exists()
    here = run("arena", "raeuber", *bots, "--threads", "1")
    one, other = json.loads(on_ray.stdout.splitlines()[-1]), json.loads(here.stdout)
    del one["seconds"], other["seconds"]
    assert one == other


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(beute.BeuteError, match=r"--ray needs Ray: pip install 'beute\[cluster\]'"):
        Ray("local")


@needs_ray
@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_explained() -> None:
    done = run("arena", "raeuber", "--bots", "random,random@1", "--ray", "127.0.0.1:1")
    assert done.returncode == 2
    assert "no Ray cluster at '127.0.0.1:1'" in done.stderr
