"""Bad input for the commands of the table: one clear line, exit status 2, no trace."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import beute
from beute.cli import app, main
from beute.lab.random_games import records
from beute.play.setup import set_up
from beute.terminal.shelf import Shelf
from tests.command import run
from tests.terminal import old_tables


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
        (["play", "sneaky", "--players", "2", "--people", "3"], "at a table for 2 there can be 0 to 2 people, not 3"),
        (["play", "sneaky", "--names", "Ada,Bob"], "more names than people: Ada, Bob for --people 1"),
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
        (["resume"], "there is no game to resume; start one with `beute play`"),
        (["resume", "sneaky-1"], "there is no table 'sneaky-1'; there are none"),
        (["watch", "nowhere.jsonl"], "cannot read nowhere.jsonl: No such file or directory"),
    ],
)
def test_bad_input(arguments: list[str], says: str, shelf: Path) -> None:
    assert says in error_of(*arguments)
    assert not list(shelf.rglob("*.json*"))


def test_a_name_that_is_nearly_right_is_guessed(shelf: Path) -> None:
    result = CliRunner().invoke(app, ["play", "sneaky", "--bots", "random", "--seed", "1"], input="quit\n")
    assert result.exit_code == 0, result.output
    (name,) = (file.stem for file in (shelf / "tables").iterdir())
    assert f"did you mean {name!r}?" in error_of("resume", name[:-1])


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_a_damaged_table(ending: str, shelf: Path) -> None:
    (shelf / "tables").mkdir(parents=True)
    for text in "", "{", "[]", "{}", '{"match": {"game": "sneaky"}, "bots": []}', "{}\n", '{"entry": "undone"}\n':
        (shelf / "tables" / f"sneaky-1.{ending}").write_text(text, encoding="utf-8")
        assert "sneaky-1" in error_of("resume")


@pytest.mark.parametrize(
    ("lang", "at_first", "at_last"),
    [
        ("en", "The game is NOT being saved: a file is where the", "The game is NOT saved: a file is where the folder"),
        ("de", "Die Partie wird gerade NICHT gespeichert: ", "Die Partie ist NICHT gespeichert: wo der Ordner"),
    ],
)
def test_a_shelf_that_cannot_be_written(lang: str, at_first: str, at_last: str, shelf: Path) -> None:
    """The game is played all the same, and never called kept."""
    shelf.write_text("a file where the folder should be", encoding="utf-8")
    command = ["play", "sneaky", "--people", "3", "--seed", "1", "--lang", lang]
    result = CliRunner().invoke(app, command, input="1\n1\nquit\n")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith(at_first)
    assert lines[-1].startswith(at_last)
    assert sum(at_first in line for line in lines) == 1
    assert "beute resume" not in result.output


def test_a_table_of_the_old_form_is_listed_and_resumed(shelf: Path) -> None:
    game = beute.new("sneaky", 2, seed=1)
    game.play(game.legal[0])
    old_tables.put(Shelf(shelf), "sneaky-old", old_tables.saved([game], ["Ada", "Bob"], [None, None]))
    assert CliRunner().invoke(app, ["tables"]).output.splitlines()[0] == "beute resume sneaky-old"
    result = CliRunner().invoke(app, ["resume"], input="quit\n")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "The game is saved. Continue with: beute resume sneaky-old"
    assert CliRunner().invoke(app, ["tables"]).output.splitlines()[0] == "beute resume sneaky-old"


def test_a_table_that_is_finished_is_named_with_its_record(shelf: Path) -> None:
    command = ["play", "raeuber", "--people", "0", "--bots", "random", "--seed", "1"]
    result = CliRunner().invoke(app, command, input="")
    assert result.exit_code == 0, result.output
    (path,) = (shelf / "finished").iterdir()
    assert error_of("resume", path.stem) == f"the table {path.stem} was played to its end; its record is {path}"


def test_records_to_watch(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    record = next(records(set_up("sneaky", 2, {}), 1, 1))
    file.write_text(record.text() + "\n", encoding="utf-8")
    assert "there is no seat 2: seats go from 0 to 1" in error_of("watch", str(file), "--seat", "2")
    assert f"try: beute replay {file}" in error_of("watch", str(file))
    file.write_text("\n", encoding="utf-8")
    assert "has no record" in error_of("watch", str(file))
    file.write_text(record.text().replace("* start", "* stort"), encoding="utf-8")
    assert "events[0]" in error_of("watch", str(file))


def test_the_example_in_the_documentation(shelf: Path) -> None:
    """It is what comes out; only the table's name has another time in it."""
    page = (Path(__file__).parent.parent / "docs" / "play" / "terminal.md").read_text(encoding="utf-8")
    ((told, command, shown),) = re.findall(r"```\n\$ printf '(.*?)' \| beute (.*?)\n(.*?)```", page, re.DOTALL)
    result = CliRunner().invoke(app, shlex.split(command), input=told.replace("\\n", "\n"))
    assert result.exit_code == 0, result.output
    for part in shown.split("  …\n"):
        assert re.sub(r"\d+-\d+\n", "", part) in result.output


def test_nothing_kept_yet() -> None:
    result = CliRunner().invoke(app, ["tables"])
    assert result.output == "no tables yet; start one with `beute play`\n"


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


def test_a_game_is_chosen_from_the_list_and_begun_line_by_line() -> None:
    done = run("play", "--plain", "--bots", "random", "--lang", "en", stdin="1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Which game? (1 to 3)\n> 1\n" in done.stdout
    assert "Continue with: beute resume sneaky-" in done.stdout
