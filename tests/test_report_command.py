"""`beute report`, right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import beute
from beute.cli import app
from tests.command import run


def test_a_page_and_its_plots(tmp_path: Path) -> None:
    page, folder = tmp_path / "page.html", tmp_path / "new" / "plots"
    few = ["--players", "3", "--games", "100", "--seed", "4", "--threads", "1"]
    done = run("report", "schattendieb", *few, "--lang", "de", "--output", str(page), "--svg", str(folder))
    assert done.returncode == 0, done.stderr
    assert str(page) in done.stdout.replace("\n", "")
    html = page.read_text(encoding="utf-8")
    assert "Der Schattendieb, gespielt von Bots" in html
    assert "beute report schattendieb --players 3 --games 100 --bots greedy --seed 4 --lang de" in html
    assert str(tmp_path) not in html
    plots = {file.name for file in folder.iterdir()}
    assert {"length.svg", "seats.svg", "worth-dealt.svg", "luck.svg"} <= plots


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    done = run("report", "snaeky", "--output", str(tmp_path / "page.html"))
    assert done.returncode == 2
    assert done.stderr.startswith("beute: no game 'snaeky'; there are sneaky, schattendieb, raeuber; did you mean 'sne")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["raeuber", "--players", "6"], "Räuber is for 2 to 5 players, not 6"),
        (["raeuber", "--players", "two"], "--players are numbers separated by commas, as 2,3,4, not 'two'"),
        (["raeuber", "--players", "2,"], "--players are numbers separated by commas"),
        (["raeuber", "--games", "10"], "intervals need at least 100 games, not 10"),
        (["raeuber", "--bots", "gredy"], "no bot 'gredy'; .*did you mean 'greedy'"),
        (["raeuber", "--option", "open_sums=perhaps"], "option open_sums of Räuber is on or off"),
        (["raeuber", "--lang", "fr"], "no language 'fr'; there are en, de"),
        (["raeuber", "--output", "nowhere/page.html"], "cannot write nowhere/page.html: there is no folder nowhere"),
        (["raeuber", "--output", "."], r"cannot write \.: it is a folder"),
        (["raeuber", "--svg", "file"], "cannot write into file"),
    ],
)
def test_wrong_calls(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(beute.BeuteError, match=message):
        CliRunner().invoke(app, ["report", *arguments], catch_exceptions=False)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
