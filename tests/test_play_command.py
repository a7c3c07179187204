"""Bad input for the commands of the table: one clear line, exit status 2, no trace."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import beute
from beute.cli import app, main
from beute.lab.random_games import records
from beute.play.setup import set_up


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "beute"


def error_of(*arguments: str) -> str:
    """What went wrong, as `main` prints it in one line."""
    result = CliRunner().invoke(app, arguments, input="")
    assert isinstance(result.exception, beute.BeuteError), result.output
    assert "\n" not in str(result.exception)
    return str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "snaky"], "no game 'snaky'; there are sneaky, schattendieb, raeuber; did you mean 'sneaky'?"),
        (["play", "sneaky", "--players", "5"], "Sneaky is for 2 to 4 players, not 5"),
        (["play", "sneaky", "--people", "5"], "Sneaky is for 2 to 4 players, not 5"),
        (["play", "sneaky", "--players", "2", "--people", "3"], "of 2 players 0 to 2 are people, not 3"),
        (["play", "sneaky", "--names", "Ada,Bob"], "2 names for 1"),
        (["play", "sneaky", "--people", "2", "--names", "Ada,Ada"], "Ada"),
        (["play", "sneaky", "--names", "Maximiliane-Josephine"], "longer than 12 letters"),
        (
            ["play", "sneaky", "--bots", "randon"],
            "no bot 'randon'; there are easy, medium, hard, master, random, greedy, turn, search, openspiel:ismcts,",
        ),
        (["play", "sneaky", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (["play", "sneaky", "--option", "bandits=9"], "option bandits of Sneaky is 1223, 1123 or 1233, not '9' (SN-2)"),
        (["play", "sneaky", "--option", "bandit=1223"], "Sneaky has no option 'bandit'; it has bandits"),
        (["play", "sneaky", "--option", "bandits"], "--option is NAME=VALUE, not 'bandits'"),
        (["play", "sneaky", "--lang", "fr"], "no language 'fr'; there are en, de"),
        (["resume"], "there is no game to go on with; begin one with `beute play`"),
        (["resume", "sneaky-1"], "no table 'sneaky-1' to resume; there are none"),
        (["watch", "nowhere.jsonl"], "cannot read nowhere.jsonl: No such file or directory"),
    ],
)
def test_bad_input(arguments: list[str], says: str, shelf: Path) -> None:
    assert says in error_of(*arguments)
    assert not list(shelf.rglob("*.json"))


def test_a_name_that_is_nearly_right_is_guessed(shelf: Path) -> None:
    result = CliRunner().invoke(app, ["play", "sneaky", "--bots", "random", "--seed", "1"], input="quit\n")
    assert result.exit_code == 0, result.output
    (name,) = (file.stem for file in (shelf / "tables").iterdir())
    assert f"did you mean {name!r}?" in error_of("resume", name[:-1])


def test_a_damaged_table(shelf: Path) -> None:
    (shelf / "tables").mkdir(parents=True)
    for text in "", "{", "[]", "{}", '{"match": {"game": "sneaky"}, "bots": []}':
        (shelf / "tables" / "sneaky-1.json").write_text(text, encoding="utf-8")
        assert "sneaky-1" in error_of("resume")


def test_a_shelf_that_cannot_be_written(shelf: Path) -> None:
    shelf.write_text("a file where the folder should be", encoding="utf-8")
    assert "cannot keep the game in" in error_of("play", "sneaky")


def test_records_to_watch(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    record = next(records(set_up("sneaky", 2, {}), 1, 1))
    file.write_text(record.text() + "\n", encoding="utf-8")
    assert "there is no seat 2: seats go from 0 to 1" in error_of("watch", str(file), "--seat", "2")
    assert f"try: beute replay {file}" in error_of("watch", str(file))
    file.write_text("\n", encoding="utf-8")
    assert "holds no record" in error_of("watch", str(file))
    file.write_text(record.text().replace("* start", "* stort"), encoding="utf-8")
    assert "events[0]" in error_of("watch", str(file))


def test_nothing_kept_yet() -> None:
    result = CliRunner().invoke(app, ["tables"])
    assert result.output == "no tables yet; begin one with `beute play`\n"


def test_main_prints_one_line_and_ends_with_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["beute", "play", "chess"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("beute: no game 'chess'; there are")
    assert "Traceback" not in told
