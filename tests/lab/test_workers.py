"""Who works for a run: processes that end with it; a Ray cluster with the same results, though a worker is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import beute
from beute.bots.entrants import Entrant
from beute.lab.bot_games import Lineup
from beute.lab.workers import Processes, Ray
from beute.play.setup import set_up
from tests.command import start

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None and "CI" not in os.environ, reason="Ray is not installed: beute[cluster]"
)


def work_for_long(number: int) -> int:
    os.write(1, f"{os.getpid()}\n".encode())  # at once, as another worker writes too
    time.sleep(60)
    return number


def run_for_long() -> None:
    """Two workers, who tell who they are."""
    list(Processes(2).run(work_for_long, range(2)))


def compile_a_bot(number: int) -> int:
    return len(Lineup(set_up("raeuber", 2, {}), [Entrant("random")]).policies)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_workers_end_when_the_run_is_killed() -> None:
    script = "from tests.lab.test_workers import run_for_long; run_for_long()"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        workers = [int(program.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, workers))
        program.kill()
        deadline = time.monotonic() + 30
        while any(map(is_running, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(is_running, workers))


@pytest.mark.slow
def test_workers_leave_it_to_the_run_to_tell_what_takes_time(tmp_path: Path) -> None:
    script = (
        "from beute.lab.workers import Processes; from tests.lab.test_workers import compile_a_bot\n"
        "if __name__ == '__main__': print(list(Processes(2).run(compile_a_bot, range(2))))"
    )
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "[1, 1]"
    assert list(tmp_path.rglob("*random*"))
    assert done.stderr == ""


@needs_ray
@pytest.mark.slow
def test_a_local_ray_gives_the_same_results_though_a_worker_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = tmp_path / "killed"
    monkeypatch.setenv("BEUTE_TEST_KILLED", str(killed))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    bots = ["--bots", "random,tests.lab.custom_bots:Dying", "--players", "3", "--games", "24", "--json"]
    on_ray = start("arena", "raeuber", *bots, "--ray", "local")
    assert on_ray.returncode == 0, on_ray.stderr
    assert killed.exists()
    here = start("arena", "raeuber", *bots, "--threads", "1")
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
    done = start("arena", "raeuber", "--bots", "random,random@1", "--ray", "127.0.0.1:1")
    assert done.returncode == 2
    assert "no Ray cluster at '127.0.0.1:1'" in done.stderr
