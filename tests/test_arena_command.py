"""`beute arena`, and `beute simulate --bots`, right and wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

from tests.command import run

OWN = "tests.lab.custom_bots"
BOTS = f"random,{OWN}:low"


def test_as_a_table() -> None:
    done = run("arena", "raeuber", "--bots", f"{BOTS},{OWN}:Low", "--players", "2", "--games", "10", "--threads", "1")
    assert done.returncode == 0
    assert "raeuber, 2 players, 12 games" in done.stdout
    assert "row scores more than column, % (ties half)" in done.stdout
    assert "a full round is 6 games" in done.stdout
    assert done.stdout.count(f"{OWN}:Low") == 3


def test_as_json_and_the_same_on_any_number_of_threads() -> None:
    arguments = ["arena", "sneaky", "--bots", BOTS, "--players", "3", "--games", "30", "--seed", "5", "--json"]
    one, two = (json.loads(run(*arguments, "--threads", threads).stdout) for threads in ("1", "2"))
    del one["seconds"], two["seconds"]
    assert one == two
    assert (one["game"], one["players"], one["games"], one["fair_share"]) == ("sneaky", 3, 30, 0.333333)
    assert {row["bot"] for row in one["standing"]} == set(BOTS.split(","))


def test_until_sure_is_honest() -> None:
    arguments = ["arena", "raeuber", "--players", "2", "--games", "2000", "--threads", "1", "--until-sure"]
    sure = run(*arguments, "--bots", BOTS).stdout
    assert "sure of the ranking after 200 games, at look 1 of 10: wrong at most once in 20" in " ".join(sure.split())
    unsure = run(*arguments, "--bots", "random,random@7").stdout
    assert "not sure of the ranking" in unsure


def test_interrupt_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bots = f"random,{OWN}:Low"
    arguments = ["arena", "sneaky", "--bots", bots, "--players", "2", "--games", "24", "--resume", str(file), "--json"]
    command = [sys.executable, "-m", "beute", *arguments, "--threads", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        for _ in range(1200):
            time.sleep(0.05)
            if file.exists() and len(file.read_text().splitlines()) > 4:
                break
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=60)
    kept = len(file.read_text().splitlines()) - 1
    assert kept >= 4
    assert "Traceback" not in errors
    if kept < 24:
        assert running.returncode == 130
        assert f"continue with --resume {file}" in errors
        assert kept - 4 <= json.loads(told)["games"] <= kept
    resumed = json.loads(run(*arguments, "--threads", "1").stdout)
    fresh = json.loads(run(*arguments[:-3], "--json", "--threads", "1").stdout)
    del resumed["seconds"], fresh["seconds"]
    assert resumed == fresh


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "--bots", BOTS], "no game 'chess'"),
        (["sneaky"], "Missing option '--bots'"),
        (["sneaky", "--bots", ""], "an arena needs at least two bots"),
        (["sneaky", "--bots", "random"], "an arena needs at least two bots"),
        (["sneaky", "--bots", "random,random"], "bot 'random' is named twice"),
        (["sneaky", "--bots", "random,greediest"], "no bot 'greediest'; there are easy"),
        (["sneaky", "--bots", "random,no_such_module:Bot"], "importing 'no_such_module' failed"),
        (["sneaky", "--bots", f"random,{OWN}:not_for_a_compiler"], "Numba cannot compile it"),
        (["sneaky", "--bots", "random,random@0"], "a budget is 2000 (simulations), 50ms or 1.5s, not '0'"),
        (["sneaky", "--bots", BOTS, "--players", "9"], "Sneaky is for 2 to 4 players, not 9"),
        (["sneaky", "--bots", BOTS, "--games", "0"], "Input should be greater than or equal to 1"),
        (["sneaky", "--bots", BOTS, "--seed", "-1"], "Input should be greater than or equal to 0"),
        (["sneaky", "--bots", BOTS, "--threads", "0"], "Input should be greater than or equal to 1"),
        (["sneaky", "--bots", BOTS, "--budget", "soon"], "a budget is 2000 (simulations), 50ms or 1.5s, not 'soon'"),
        (["sneaky", "--bots", BOTS, "--option", "bandits=7"], "1223, 1123 or 1233, not '7' (SN-2)"),
        (["sneaky", "--bots", BOTS, "--resume", "/no/such/folder/x.jsonl"], "No such file or directory"),
        (["sneaky", "--bots", BOTS, "--resume", __file__], "is not a file of an arena's games"),
        (["sneaky", "--bots", BOTS, "--ray", "local", "--threads", "2"], "--threads is for this machine"),
        (["raeuber", "--bots", f"random,{OWN}:Wild", "--players", "2"], f"bot '{OWN}:Wild' (game 0, seat 1, after"),
    ],
)
def test_a_wrong_call_is_explained(arguments: list[str], says: str) -> None:
    done = run("arena", *arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.replace("│", " ").split())


def test_simulate_with_bots(tmp_path: Path) -> None:
    rows, records = tmp_path / "rows.csv", tmp_path / "games.jsonl"
    files = ["--table", str(rows), "--record", str(records), "--legal"]
    arguments = ["simulate", "raeuber", "--players", "3", "--bots", f"{OWN}:Low,random", "--games", "6"]
    done = run(*arguments, *files, "--picture", "--threads", "2")
    assert done.returncode == 0
    assert f"seat 0, {OWN}:Low" in done.stdout
    assert "Over (last_cards)" in done.stdout
    assert "6 checked: 6 good, 0 bad" in run("replay", str(records)).stdout
    table = polars.read_csv(rows)
    assert len(table) == 18
    data = json.loads(run(*arguments, "--json").stdout)
    assert data["bots"] == [f"{OWN}:Low", "random", "random"]
    assert data["mean_scores"] == pytest.approx(
        table.group_by("seat").agg(polars.mean("score")).sort("seat")["score"].to_list(), abs=1e-3
    )
    assert [json.loads(line)["scores"] for line in records.read_text().splitlines()] == [
        list(scores) for scores in zip(*[iter(table["score"])] * 3, strict=True)
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bots", "random,random,random"], "3 bots for 2 seats"),
        (["--bots", " , "], "no bots: name at least one"),
        (["--bots", "nobody"], "no bot 'nobody'"),
        (["--bots", "random", "--budget", "5min"], "a budget is 2000"),
        (["--bots", "random", "--table", "games.xls"], "a table is written as .csv, .parquet, .jsonl, not 'games.xls'"),
        (["--bots", "random", "--table", "/no/such/folder/x.csv"], "cannot write /no/such/folder/x.csv"),
        (["--table", "games.csv"], "--table is for games between bots: name some with --bots"),
        (["--budget", "200"], "--budget is for games between bots: name some with --bots"),
        (["--bots", f"{OWN}:Wordy"], "answered 'put c1', but legal are"),
    ],
)
def test_a_wrong_simulation_is_explained(arguments: list[str], says: str) -> None:
    done = run("simulate", "sneaky", "--players", "2", "--games", "3", *arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.replace("│", " ").split())
