"""Games between bots as tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import polars
import pytest
from polars.testing import assert_frame_equal

import beute
from beute.lab import dataframe as lab
from beute.lab import simulate
from tests.command import run
from tests.setups import COUNTS

OWN = "tests.lab.custom_bots"


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_a_row_for_each_game_and_seat(name: str, players: int) -> None:
    rows = simulate(name, players, [f"{OWN}:low", "random"], games=30, seed=1)
    assert rows.columns == ["game", "seat", "bot", "score", "win", "decisions", "ending"]
    assert rows.select("game", "seat").rows() == [(game, seat) for game in range(30) for seat in range(players)]
    assert set(rows.filter(polars.col("seat") == 0)["bot"]) == {f"{OWN}:low"}
    assert set(rows.filter(polars.col("seat") > 0)["bot"]) == {"random"}
    assert rows["win"].sum() == pytest.approx(30)
    best = rows.filter(polars.col("win") > 0).select("game", "score")
    assert_frame_equal(
        rows.group_by("game", maintain_order=True).agg(polars.max("score")), best.unique(maintain_order=True)
    )


def test_threads_and_processes_do_not_matter() -> None:
    for bots in ["random"], ["random", f"{OWN}:Low"]:
        assert simulate("raeuber", 3, bots, 20, threads=1).equals(simulate("raeuber", 3, bots, 20, threads=2))


def test_options_and_bots_themselves() -> None:
    from tests.lab import custom_bots

    rows = simulate("schattendieb", 3, [custom_bots.low, custom_bots.Low()], 5, redraw=True)
    assert rows["bot"].to_list()[:3] == ["low", "Low", "Low"]


@pytest.mark.parametrize(
    ("suffix", "read"),
    [(".csv", polars.read_csv), (".parquet", polars.read_parquet), (".jsonl", polars.read_ndjson)],
)
def test_files_hold_the_table(tmp_path: Path, suffix: str, read: Any) -> None:
    rows = simulate("sneaky", 2, ["random"], 20)
    path = tmp_path / f"games{suffix}"
    lab.write(rows, path)
    assert_frame_equal(read(path), rows, check_dtypes=False, categorical_as_str=True)


def test_unfinished_games_have_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    from beute.play.engine import engine
    from beute.play.setup import set_up

    rules = engine(set_up("sneaky", 2, {}))
    start = rules.start.copy()
    start[0].turns = 1000
    monkeypatch.setitem(rules.__dict__, "start", start)
    rows = simulate("sneaky", 2, ["random"], 2)
    assert rows["score"].to_list() == [None] * 4
    assert rows["ending"].to_list() == ["unfinished"] * 4


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ([], "no bots: name at least one"),
        (["random"] * 3, "3 bots for 2 seats: random, random, random"),
        (["nobody"], "no bot 'nobody'"),
    ],
)
def test_wrong_bots_are_explained(bots: list[str], says: str) -> None:
    with pytest.raises(beute.BeuteError, match=says):
        simulate("sneaky", 2, bots, 2)


def test_without_polars_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(beute.BeuteError, match=r"need Polars.* `make lab` .*beute\[lab\]"):
        simulate("sneaky", 2, ["random"], 2)
    without = run("simulate", "sneaky", "--bots", "random", "--games", "2", "--table", str(tmp_path / "games.csv"))
    assert (without.returncode, without.stdout) == (2, "")
    assert "`make lab`" in without.stderr
    assert run("simulate", "sneaky", "--bots", "random", "--games", "2").returncode == 0


def test_a_file_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    rows = simulate("sneaky", 2, ["random"], 2)
    with pytest.raises(beute.BeuteError, match=r"a table is written as .csv, .parquet, .jsonl, not 'games.xls'"):
        lab.write(rows, tmp_path / "games.xls")
    for suffix in lab.FORMATS:
        with pytest.raises(beute.BeuteError, match="cannot write"):
            lab.write(rows, tmp_path / "no" / f"games{suffix}")
