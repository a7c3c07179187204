"""The command line, right and wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import beute
from tests.command import run, start
from tests.oracle.check import check
from tests.play.test_game import play_some
from tests.setups import COUNTS
from tests.terminal.terminal import Terminal


def test_as_people_start_it() -> None:
    told = start("--version")
    assert (told.returncode, told.stdout, told.stderr) == (0, f"beute {beute.__version__}\n", "")
    assert start("replay", "-", stdin="\n").stderr == "beute: - has no record\n"
    wrong = start("simulate", "chess")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("beute: no game 'chess'; there are sneaky, schattendieb, raeuber")


def test_version_and_games() -> None:
    assert run("--version").stdout.strip() == f"beute {beute.__version__}"
    told = run("games").stdout
    for word in ("Sneaky", "Der Schattendieb", "Räuber", "bandits", "vaults", "redraw", "all_close", "open_sums"):
        assert word in told
    data = json.loads(run("games", "--json").stdout)
    assert [game["players"] for game in data] == [[2, 3, 4], [3, 4, 5, 6, 7], [2, 3, 4, 5]]


@pytest.mark.parametrize("command", [(), ("simulate",), ("replay",), ("games",)])
def test_help_has_examples(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert not command or "Example" in done.stdout


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_simulate_as_json(name: str, players: int) -> None:
    done = run("simulate", name, "--players", str(players), "--games", "50", "--seed", "3", "--json")
    data = json.loads(done.stdout)
    assert (data["game"], data["players"], data["games"]) == (name, players, 50)
    wanted = {"decisions", "seconds", "compile_seconds", "decisions_per_second", "games_per_second"}
    assert wanted | {"mean_decisions", "mean_scores", "wins", "endings"} <= set(data)
    assert len(data["mean_scores"]) == len(data["wins"]) == players


def test_simulate_as_a_table_and_with_a_picture() -> None:
    done = run("simulate", "sneaky", "--games", "20", "--picture")
    assert "sneaky, 3 players" in done.stdout
    assert "Over (last_round)" in done.stdout


def test_simulate_writes_records_that_replay_checks(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["--games", "5", "--option", "redraw=on", "--record", str(file), "--legal", "--json"]
    assert run("simulate", "schattendieb", *arguments).returncode == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for line in lines:
        check(json.loads(line))
        assert json.loads(line)["options"] == {"redraw": True}
    done = run("replay", str(file))
    assert done.returncode == 0
    assert "5 checked: 5 good, 0 bad" in done.stdout
    assert "5 checked: 5 good, 0 bad" in run("replay", "-", stdin=file.read_text(encoding="utf-8")).stdout


def game_file(path: Path, name: str = "raeuber", players: int = 2) -> Path:
    path.write_text(play_some(beute.new(name, players, seed=4), 1000).record().text() + "\n", encoding="utf-8")
    return path


def test_replay_shows_a_single_game_step_by_step(tmp_path: Path) -> None:
    file = game_file(tmp_path / "one.jsonl")
    done = run("replay", str(file), "--verify")
    assert "1 checked: 1 good, 0 bad; luck: 1 verified, 0 cannot be verified" in done.stdout
    assert "   1  * start " in done.stdout
    assert "Over (last_cards)" in done.stdout


def test_replay_as_a_seat_saw_it(tmp_path: Path) -> None:
    file = game_file(tmp_path / "one.jsonl")
    seen = run("replay", str(file), "--seat", "1").stdout
    assert "* deal 0 ?" in seen
    assert "* deal 1 ?" not in seen
    assert "Seat 0: ? ? ? ? ? ?" in seen
    at_ten = run("replay", str(file), "--at", "10").stdout
    assert at_ten.count("Pile") == 1


def test_replay_hides_what_lies_face_down(tmp_path: Path) -> None:
    file = game_file(tmp_path / "one.jsonl", "schattendieb", 3)
    seen = run("replay", str(file), "--seat", "2").stdout.splitlines()
    first = next(n for n, line in enumerate(seen) if line.strip().startswith("13 "))
    assert seen[first].split() == ["13", "…"]


def test_an_unfinished_game_of_memory_is_shown_from_the_own_last_play_on(tmp_path: Path) -> None:
    """RB-18: no replay before the end."""
    file = tmp_path / "open.jsonl"
    record = play_some(beute.new("raeuber", 2, seed=4), 9).record()
    file.write_text(record.text(), encoding="utf-8")
    last = max(n for n, event in enumerate(record.events, start=1) if event.startswith("1 "))
    seen = [
        line.split()[0] for line in run("replay", str(file), "--seat", "1").stdout.splitlines()[1:] if line[:4].strip()
    ]
    assert seen == [str(n) for n in range(last, len(record.events) + 1)]
    refused = run("replay", str(file), "--seat", "1", "--at", "5")
    assert refused.returncode == 2
    assert f"seat 1 may look back only to event {last} (RB-18)" in refused.stderr
    assert run("replay", str(file), "--at", "5").returncode == 0


def test_every_bad_record_gets_a_line_and_the_status_is_1(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    good = play_some(beute.new("sneaky", 2, seed=4), 1000).record().data()
    bad = {**good, "scores": [99, 99]}
    illegal = {**good, "events": [*good["events"][:5], "0 top G3", *good["events"][6:]]}
    texts = [json.dumps(good), "", "{", json.dumps(bad), json.dumps(illegal), "[1]"]
    file.write_text("\n".join(texts), encoding="utf-8")
    done = run("replay", str(file))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{file}:3: not JSON")
    assert lines[1].startswith(f'{file}:4: "scores" is [99, 99]')
    assert lines[2].startswith(f"{file}:5: events[5]: '0 top G3': ")
    assert lines[2].endswith(("(SN-15)", "(SN-5)"))
    assert lines[3].startswith(f"{file}:6: a record is a JSON object")
    assert lines[4] == "5 checked: 1 good, 4 bad"


def test_records_without_a_secret_cannot_be_verified_and_are_not_bad(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("simulate", "raeuber", "--games", "2", "--record", str(file))
    done = run("replay", str(file), "--verify")
    assert done.returncode == 3
    assert done.stdout.count("it tells no secret, so its luck cannot be verified") == 2
    assert done.stdout.endswith("2 checked: 2 good, 0 bad; luck: 0 verified, 2 cannot be verified\n")
    assert run("replay", str(file)).returncode == 0
    with file.open("a", encoding="utf-8") as more:
        record = play_some(beute.new("raeuber", 2, seed=4), 1000).record()
        more.write(record.text() + "\n")
        more.write(json.dumps({**record.data(), "about": {"secret": "00" * 32}}) + "\n")
    done = run("replay", str(file), "--verify")
    assert done.returncode == 1
    assert done.stdout.endswith("4 checked: 3 good, 1 bad; luck: 1 verified, 2 cannot be verified\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "chess"], "no game 'chess'; there are sneaky, schattendieb, raeuber"),
        (["simulate", "sneaky", "--players", "7"], "Sneaky is for 2 to 4 players, not 7"),
        (["simulate", "sneaky", "--players", "two"], "'--players': Input should be a valid integer"),
        (["simulate", "sneaky", "--games", "0"], "Input should be greater than or equal to 1"),
        (["simulate", "sneaky", "--games", "-5"], "Input should be greater than or equal to 1"),
        (["simulate", "sneaky", "--seed", "-1"], "Input should be greater than or equal to 0"),
        (["simulate", "sneaky", "--threads", "0"], "Input should be greater than or equal to 1"),
        (["simulate", "sneaky", "--option", "bandits"], "--option is NAME=VALUE, not 'bandits'"),
        (["simulate", "sneaky", "--option", "bandits=7"], "1223, 1123 or 1233, not '7' (SN-2)"),
        (["simulate", "sneaky", "--option", "speed=7"], "Sneaky has no option 'speed'; it has bandits"),
        (["simulate", "sneaky", "--legal"], "--legal adds to records: name a file with --record"),
        (["simulate", "sneaky", "--games", "2", "--record", "/no/such/folder/x.jsonl"], "No such file or directory"),
        (["simulate"], "Missing argument"),
        (["replay"], "Missing argument"),
        (["replay", "/no/such/file.jsonl"], "cannot read /no/such/file.jsonl: No such file or directory"),
        (["replay", "/"], "cannot read /: Is a directory"),
        (["replay", "-"], "- has no record"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_a_wrong_call_is_explained(arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seat", "2"], "there is no seat 2: seats go from 0 to 1"),
        (["--at", "9999"], "there is no event 9999: the record has"),
        (["--line", "2"], "has no record in line 2"),
    ],
)
def test_a_wrong_look_is_explained(tmp_path: Path, arguments: list[str], says: str) -> None:
    done = run("replay", str(game_file(tmp_path / "one.jsonl")), *arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "binary"
    file.write_bytes(b"\xff\xfe\x00")
    done = run("replay", str(file))
    assert done.returncode == 1
    assert f"{file}:1: it is not UTF-8 text\n" in done.stdout


ALIEN = {
    "deep": (b"[" * 200_000, "nested too deep"),
    "deep and closed": (b'{"beute":' * 200_000 + b"1" + b"}" * 200_000, "nested too deep"),
    "long number": (b'{"beute":1,"players":' + b"7" * 5_000 + b"}", "a number of 5000 digits"),
    "not a number": (b'{"beute":1,"players":NaN}', "NaN is not a number of JSON"),
    "half a sign": (b'{"beute":1,"game":"\\ud800"}', "half of a character"),
    "twice": (b'{"beute":1,"beute":1}', "has the key 'beute' twice"),
}


@pytest.mark.parametrize("what", ALIEN)
def test_json_of_others_is_refused_in_words(what: str, tmp_path: Path) -> None:
    text, says = ALIEN[what]
    file = tmp_path / "alien.jsonl"
    file.write_bytes(text + b"\n")
    checked = run("replay", str(file))
    assert checked.returncode == 1
    assert checked.stdout.startswith(f"{file}:1: ")
    assert says in checked.stdout
    watched = run("watch", str(file))
    assert watched.returncode == 2
    assert watched.stderr.startswith(f"beute: {file}:1: ")
    assert says in watched.stderr
    piped = run("replay", "-", stdin=text.decode())
    assert (piped.returncode, says in piped.stdout) == (1, True)


def test_what_is_printed_is_printed_literally(tmp_path: Path) -> None:
    """Rich would make an emoji of :100: and a style of [b]."""
    file = tmp_path / "games[b].jsonl"
    file.write_text("\n" * 99 + "{\n", encoding="utf-8")
    assert run("replay", str(file)).stdout.startswith(f"{file}:100: not JSON")
    assert "no game ':100:'" in run("simulate", ":100:").stderr
    assert "cannot read [b]:100:: " in run("replay", "[b]:100:").stderr
    assert "no language ':de:'" in run("play", "sneaky", "--lang", ":de:").stderr
    assert "No such command ':100:'" in run(":100:").stderr
    assert "'--players':" in run("simulate", "sneaky", "--players", ":100:").stderr


PLAYING = ["play", "resume", "tables", "export", "discard", "watch"]
LAB = ["simulate", "arena", "report", "replay", "rules"]
COMMANDS = [*PLAYING, "games", *LAB, "new-game", "check-game", "backup", "move-tables", "serve"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_tells_what_to_write_and_no_types_of_python(command: str) -> None:
    told = run(*command.split(), "--help").stdout
    assert "Usage: " in told
    for strange in "<bool>", "<str>", "<int", "<float", "<path>", "[[", "BOOLEAN":
        assert strange not in told, told


def test_every_command_is_looked_at() -> None:
    told = run("--help").stdout
    assert re.findall(r"^│ ([a-z][a-z-]*) ", told, re.MULTILINE) == COMMANDS


def test_an_interrupted_simulation_stops_without_a_trace() -> None:
    command = ["simulate", "raeuber", "--games", "4000000000", "--threads", "2"]
    with Terminal(command, COLUMNS="200", TERM="xterm-256color") as terminal:
        terminal.wait_for("/s")  # so many games a second: no compiler is at work that would swallow it
        terminal.send("\x03")
        terminal.rest()
    assert terminal.process.returncode == 130
    assert "Traceback" not in terminal.sent
