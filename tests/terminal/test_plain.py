"""The table line by line: in process, through a pipe, and through a terminal that can do no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from beute import games, rulebook
from beute.games.raeuber.components import CARDS, SACKS
from beute.games.views import offered
from beute.terminal.plain import Plain, ask_game, fitted, readable
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.command import run, start
from tests.terminal import tight_sacks
from tests.terminal.play import advance, anything, begin, play_anything, play_out
from tests.terminal.terminal import Terminal

CHOICE = re.compile(r"^  (\d+)  (\S+(?: \S+)?)", re.MULTILINE)
Answer = Callable[[list[str]], str | None]


def converse(session: Session, answer: Answer, language: str = "en") -> tuple[str, list[str]]:
    """Play line by line: `answer` is given all lines so far; what was said at the end, and all lines."""
    said: list[str] = []

    def write(text: str) -> None:
        said.extend(text.split("\n"))

    last = Plain(session, language, lambda: answer(said), write).run()
    return last, said


def first_choice(said: list[str]) -> str:
    return "1"


def script(*lines: str) -> Answer:
    """These answers, then the end of input."""
    rest: Iterator[str] = iter(lines)
    return lambda said: next(rest, None)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "players"), [("sneaky", 2), ("schattendieb", 3), ("raeuber", 5)])
def test_whole_games_by_numbers(game: str, players: int, language: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, **options)
    last, said = converse(session, first_choice, language)
    assert session.match.over
    assert str(session.shelf.finished_path(session.table.name)) in last
    scores = session.game.scores
    assert scores is not None
    total = "Total" if language == "en" else "Summe"
    assert [int(line.split()[0]) for line in said if line.endswith(f"  {total}")] == scores
    assert not [line for line in said if re.search(r"[{}]", line)]


def test_two_people_and_a_match_of_two_games(tmp_path: Path) -> None:
    """Each is told who is to look; a person's hand is out of sight before the next one is asked."""
    session = begin(tmp_path, "schattendieb", 3, people=2, games=2)
    _, said = converse(session, first_choice)
    assert session.match.over
    assert len(session.match.games) == 2
    passes = [n for n, line in enumerate(said) if line.startswith("Now it is ")]
    assert {said[n] for n in passes} == {
        f"Now it is {name}'s turn. Press Enter when only {name} is looking." for name in ("Ada", "Bob")
    }
    for n in passes[1:]:
        before = said[max(0, n - 30) : n]
        assert not any(before) or "Press Enter for the next game." in said[n - 40 : n]


@pytest.mark.parametrize(("people", "seed"), [(2, "7"), (3, "11")])  # that make short games
def test_every_sentence_is_told_once_to_everybody(people: int, seed: str, tmp_path: Path) -> None:
    """Sneaky has no secrets: one story for all at the keyboard."""
    session = begin(tmp_path, "sneaky", 3, people, seed)
    _, said = converse(session, first_choice)
    told = [line.strip() for line in said]
    positions = [told.index(line) for line in session.log(None, "en")[:4]]
    assert positions == sorted(positions)
    story = session.log(None, "en")
    assert sum(told.count(line) for line in set(story)) == len(story)


@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_who_looks_is_told_only_what_they_may_know(game: str, tmp_path: Path) -> None:
    """Between the pass to a person and the next one there stands nothing that the person was not to see."""
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, 3, people=2, **options)
    secrets: dict[str, set[str]] = {"Ada": set(), "Bob": set()}

    def answer(said: list[str]) -> str:
        for seat, name in enumerate(secrets):
            others = session.log(1 - seat, "en")
            secrets[name] |= {line for line in session.log(seat, "en") if line not in others}
        return "1"

    _, said = converse(session, answer)
    looking = None
    for line in said:
        if line.startswith("Now it is "):
            looking = line.split()[3].removesuffix("'s")
        elif looking is not None and not session.game.over:
            assert line.strip() not in secrets["Bob" if looking == "Ada" else "Ada"]
    assert secrets["Ada"]
    assert secrets["Bob"]


def test_the_end_is_told_without_the_whole_story_again(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=2)
    _, said = converse(session, first_choice)
    first = session.log(None, "en")[0]
    assert [line.strip() for line in said].count(first) == 2  # once for each of the two


# ---------------------------------------------------------------- going on


def test_who_goes_on_gets_a_few_reminders(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3), 100)
    story = session.log(0, "en")
    _, said = converse(Session.resume(session.shelf, session.table.name), script("quit"))
    told = [line.strip() for line in said if line.startswith("  ")]
    assert told[:5] == story[-5:]
    assert story[-6] not in told


def test_a_game_of_memory_is_not_told_to_who_leaves_and_comes_back(tmp_path: Path) -> None:
    """RB-18: nothing older than the own last play."""
    session = advance(begin(tmp_path, "raeuber", 3), 60)
    remembered = session.log(0, "en")
    _, said = converse(Session.resume(session.shelf, session.table.name), script("log", "quit"))
    told = [line.strip() for line in said if re.match(r"  \S", line) and not re.match(r"  \d", line)]
    plays = [line for line in told if re.search(r"plays|lays|adds|puts|draws", line)]
    assert plays
    assert set(plays) <= set(remembered)


def test_leaving_where_only_enter_is_wanted(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3, people=2, games=2)
    last, said = converse(session, script("quit"))
    assert "beute resume" in last
    assert said[-1] == "Now it is Ada's turn. Press Enter when only Ada is looking."
    over = begin(tmp_path, "schattendieb", 3, people=0, games=2)
    last, said = converse(over, script("QUIT"))
    assert "beute resume" in last
    assert len(over.match.games) == 1


def test_the_end_of_input_behind_the_curtain(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=2)
    last, _ = converse(session, script())
    assert last == f"The game is saved. Continue with: beute resume {session.table.name}"


# ---------------------------------------------------------------- what can be said


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3, seed="4"))
    events = session.game.events
    answers = ["help", "?", "? SN-7", "? 12", "? XX", "foo", "99", "table", "log", "lang xx", "lang de", "?", "quit"]
    last, said = converse(session, script(*answers))
    text = "\n".join(said)
    assert session.game.events == events
    assert last == f"Die Partie ist gespeichert. Weiter geht es mit: beute resume {session.table.name}"
    assert "take the latest move back" in text
    assert re.search(r"^SN-7 After", text, re.MULTILINE)
    assert re.search(r"^SN-12 When you stop", text, re.MULTILINE)
    assert re.search(r"^SN-\d+ Nach jedem Wurf", text, re.MULTILINE)
    assert "no clause 'XX'" in text
    assert "'foo' is not among the choices" in text
    assert "'99' is not among the choices" in text
    assert "There is no language 'xx', only en, de" in text
    assert text.count("Sneaky, 3 players") == 2  # when asked, and when the table was wanted


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_every_clause_is_readable_in_a_narrow_terminal(game: str, language: str) -> None:
    for clause in games.about(game).CLAUSES:
        markdown = rulebook.page(game, language).clause(clause).markdown
        text = readable(markdown)
        assert all(len(line) <= 78 for line in text.split("\n"))
        assert text.startswith(f"{clause} ")
        letters = re.sub(r"[*`>\s]", "", markdown)
        assert re.sub(r"[>\s]", "", text) == letters


def test_a_clause_line_by_line() -> None:
    example, items = "> **Example.** Two\n> lines.", "- *one*\n  thing\n- two"
    markdown = f"**XX-1** Some\nwords.\n\n{example}\n\nThen:\n{items}\n\n| a | b |\n|---|---|"
    assert readable(markdown).split("\n") == [
        "XX-1 Some words.",
        "",
        "  Example. Two lines.",
        "",
        "Then:",
        "- one thing",
        "- two",
        "",
        "| a | b |",
        "|---|---|",
    ]


def test_a_move_by_its_word_a_refusal_and_undo(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3, seed="4"))
    word = next(word for word in session.game.legal if word.startswith("put"))
    impossible = next(f"put {spot}" for spot in ("c0", "c1", "c2") if f"put {spot}" not in session.game.legal)
    before = session.game.events
    _, said = converse(session, script(impossible, word, "undo", "undo"))
    text = "\n".join(said)
    assert re.search(r"✗ a die on .* in the centre: the roll has no die of that colour left \(SN-7\)\.", text)
    assert "Taken back." in said
    assert "Nothing can be taken back" in text
    assert session.game.events == before


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_every_word_of_the_game_is_answered_at_any_time(game: str, language: str, tmp_path: Path) -> None:
    """Played, or refused with a reason; nothing that is typed ends in a trace."""
    session = begin(tmp_path, game, 3, people=3)
    for events in 0, 20, 26:
        advance(session, events)
        assert session.person_asked is not None
        legal, before = session.game.legal_for(session.person_asked), session.game.events
        words = [word for word in session.game.engine.decisions if word not in legal]
        curtain = [""] if session.needs_curtain else []
        _, said = converse(Session.resume(session.shelf, session.table.name), script(*curtain, *words), language)
        refusals = [line for line in said if line.startswith("✗ ")]
        assert len(refusals) == len(words) > 5
        assert all(re.search(r"\([A-Z]{2}-\d+\)\.$", line) for line in refusals)
        assert Session.resume(session.shelf, session.table.name).game.events == before


STRANGE = ["", " ", "0", "-1", "1.5", "9" * 5000, "²", "١x", "put", "put c9", "put  c0 c1", "\x1b[A", "{0}", "%s", "’"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("Ada rolls.\n", ["Ada rolls.", ""]),
        ("Ada: Which card do you lay face down?", ["Ada: Which card do", "you lay face down?"]),
        ("  Bob adds ring 3 to ring 7.", ["  Bob adds ring 3 to", "  ring 7."]),
        ("   1  a    b   c", ["   1  a    b   c"]),
        ("x" * 30, ["x" * 20, "x" * 10]),
    ],
)
def test_what_is_too_long_for_a_terminal_is_wrapped_between_words(text: str, lines: list[str]) -> None:
    assert fitted(text, 20).split("\n") == lines


def test_where_there_is_one_choice_no_other_number_is_offered(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3, people=3, seed="9")
    while len(session.game.legal_for(session.game.due[0])) > 1:
        play_anything(session)
    _, lines = converse(session, script("", "2", "quit"))
    assert "'2' is not among the choices: 1, its word, or help" in lines


@pytest.mark.parametrize("said", STRANGE)
def test_strange_answers_are_not_understood(said: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3))
    before = session.game.events
    _, lines = converse(session, script(said))
    assert any("is not among the choices: a number from 1 to" in line for line in lines)
    assert session.game.events == before


def test_many_choices_are_a_list_whose_numbers_stay_with_their_words(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2))
    choices = offered(session.table.view(0)["choices"])
    assert len(choices) > 12
    _, said = converse(session, script("quit"))
    assert numbered(said) == [(str(n), word) for n, word in enumerate(choices, 1)]
    assert all(len(line) <= 78 for text in said if " on " in text and ": " in text[:9] for line in text.splitlines())


LISTED = re.compile(r"^  (\w+): ((?:\d+ on \w+(?:,\s+)?)+)", re.MULTILINE)


def numbered(said: list[str]) -> list[tuple[str, str]]:
    """The choices of Räuber as they are listed: a line or two for each card, with the number of each sack for it."""
    names = {"robber": "R"}
    return [
        (number, f"{names.get(card, card)}>{sack}")
        for card, places in LISTED.findall("\n".join(said))
        for number, sack in re.findall(r"(\d+) on (\w+)", places)
    ]


def test_choices_are_listed_as_a_person_would(tmp_path: Path) -> None:
    """In the order of the table: cards from the lowest, sacks by worth; the centre first, whether to stop last."""
    session = begin(tmp_path / "raeuber", "raeuber", 2, people=2)
    _, said = converse(session, script("", "quit"))
    listed = [word.split(">") for _, word in numbered(said)]
    order = [(CARDS.index(card), [sack.name for sack in SACKS].index(sack)) for card, sack in listed]
    assert order
    assert order == sorted(order)
    session = advance(begin(tmp_path / "sneaky", "sneaky", 3, people=3), 10)
    session.table.play(*anything(session.game, (0, 1, 2)))
    _, said = converse(session, script("quit"))
    words = [word for _, word in CHOICE.findall("\n".join(said))]
    assert words == offered(session.table.view(session.person_asked)["choices"])
    assert words[-1] == "stop"
    assert [word for word in words if word.startswith("put")] == sorted(
        (word for word in words if word.startswith("put")), key=lambda word: ("put c" not in word, word)
    )


@pytest.mark.parametrize("said", ["quit", "q", "Q"])
def test_leaving(said: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    before = session.game.events
    last, _ = converse(session, script(said, "1"))
    assert session.table.name in last
    assert session.game.events == before
    assert ask_game("en", lambda: said, list[str]().append) is None


def test_rb_6_a_refused_try_is_announced_and_the_card_goes_elsewhere(tmp_path: Path) -> None:
    """It is no longer among the choices, nor is any other card; and it is told once."""
    session = tight_sacks.begin(tmp_path)
    view = session.table.view(0)
    tries = [choice for choice in view["choices"] if choice["possible"] == "try" and choice["word"].startswith("10>")]
    first, second = tries[:2]
    number = offered(view["choices"]).index(first["word"]) + 1
    _, said = converse(session, script(str(number), first["word"], "2>26", "log", second["word"]))
    announced = [line for line in said if line.startswith("✗ Bob: ")]
    assert announced == [
        f"✗ Bob: Ada's 10 does not fit into sack {choice['word'][3:]}. (RB-6)" for choice in (first, second)
    ]
    assert f"✗ 10 on Bob's sack {first['word'][3:]}: this sack has refused that card in this turn (RB-6)." in said
    assert any("the refused card must first go on another sack (RB-6)." in line for line in said)
    listed = [word for _, word in CHOICE.findall("\n".join(said[said.index(announced[0]) :]))]
    assert listed
    assert {word.partition(">")[0] for word in listed} == {"10"}
    assert first["word"] not in listed
    assert [refusal["word"] for refusal in session.game.refusals] == [first["word"], second["word"]]
    assert said.count("  " + announced[0].removeprefix("✗ ").removesuffix(" (RB-6)")) == 1  # by `log`


def test_rb_6_a_refusal_is_news_for_the_others(tmp_path: Path) -> None:
    """Told once to each of them, and not again to the one who tried."""
    session = tight_sacks.begin(tmp_path, people=2)
    legal = session.game.legal_for(0)
    tries = [choice["word"] for choice in session.table.view(0)["choices"] if choice["possible"] == "try"]
    wrong = [word for word in tries if word not in legal and word.startswith("10")]
    _, said = converse(session, script("", *wrong, "2>26", "", "1", ""))
    told = [line.strip() for line in said]
    sentences = [line.removeprefix("✗ ").removesuffix(" (RB-6)") for line in told if line.startswith("✗ Bob:")]
    assert len(sentences) == len(wrong) == 5
    bobs_turn = told.index("Now it is Bob's turn. Press Enter when only Bob is looking.")
    assert all(told[bobs_turn:].count(sentence) == 1 for sentence in sentences)
    assert not any(sentence in told[:bobs_turn] for sentence in sentences)


# ---------------------------------------------------------------- what cannot be kept, and two at one table


@pytest.mark.parametrize(
    ("language", "unsaved", "again", "lost"),
    [
        ("en", "The game is NOT being saved: ", "The game is saved again.", "The game is NOT saved: "),
        (
            "de",
            "Die Partie wird gerade NICHT gespeichert: ",
            "Die Partie wird wieder gespeichert.",
            "Die Partie ist NICHT gespeichert: ",
        ),
    ],
)
def test_what_is_not_kept_is_told_and_when_it_is_again(
    language: str, unsaved: str, again: str, lost: str, tmp_path: Path
) -> None:
    """Each once; and whoever leaves is told how it is then."""
    folder = tmp_path / "shelf"
    folder.write_text("not a folder")
    session = begin(folder, "sneaky", 2, people=2)
    last, said = converse(session, script("1", "1", "quit"), language)
    assert said[0].startswith(unsaved)
    assert sum(line.startswith(unsaved) for line in said) == 1
    assert last.startswith(lost)
    answers = iter(["1", "free", "1", "1", "quit"])

    def answer(said: list[str]) -> str | None:
        line = next(answers)
        if line == "free":
            folder.unlink()
            line = "1"
        return line

    last, said = converse(session, answer, language)
    assert said[0].startswith(unsaved)
    assert said.count(again) == 1
    assert session.table.name in last
    assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_a_game_that_could_not_be_kept_at_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.write_text("not a folder")
    session = begin(folder, "raeuber", 2, people=0)
    last, _ = converse(session, script())
    assert session.match.over
    assert last == f"The game is NOT saved: a file is where the folder should be ({folder}/tables)."


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Somebody else has continued at this table. This is how it stands now."),
        ("de", "An diesem Tisch wurde anderswo weitergespielt. So steht es jetzt."),
    ],
)
def test_who_is_overtaken_at_a_table_is_told_and_goes_on_from_there(language: str, told: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2, people=2), 20)
    other = Session.resume(Shelf(tmp_path), session.table.name)
    asked = 0

    def answer(said: list[str]) -> str | None:
        nonlocal asked
        asked += 1
        if asked == 1:
            play_anything(other)
            play_anything(other)
        return "1" if asked < 4 else None

    _, said = converse(session, answer, language)
    assert said.count(told) == 1
    assert session.game.events[: len(other.game.events)] == other.game.events
    assert Session.resume(Shelf(tmp_path), session.table.name).game.events == session.game.events


def test_a_table_that_was_finished_elsewhere_is_left_with_its_record(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2), 100)
    other = Session.resume(Shelf(tmp_path), session.table.name)

    def answer(said: list[str]) -> str | None:
        if not other.game.over:
            play_out(other)
        return session.game.legal_for(0)[0]

    last, _ = converse(session, answer)
    path = other.shelf.finished_path(session.table.name)
    assert last == f"This game was played to its end elsewhere. Its record: {path}"


def test_which_game() -> None:
    said: list[str] = []
    answers = iter(["chess", "0", "2"])
    assert ask_game("en", lambda: next(answers), said.append) == "schattendieb"
    assert "'chess' is not one of them: a number from 1 to 3" in said
    assert ask_game("de", lambda: "raeuber", said.append) == "raeuber"
    assert ask_game("de", lambda: None, said.append) is None


# ---------------------------------------------------------------- the real command


def surroundings(folder: Path) -> dict[str, str]:
    return os.environ | {"XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}


def test_a_pipe_that_ends_is_resumed_by_another(tmp_path: Path) -> None:
    """The end of input keeps the game; `beute resume` plays it to its end in German, answering what is offered."""

    def piped(*arguments: str, told: str) -> str:
        done = start(*arguments, stdin=told, XDG_DATA_HOME=str(tmp_path), LC_ALL="C.UTF-8")
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    left = piped(
        "play", "raeuber", "--bots", "random", "--players", "3", "--names", "Ada", "--seed", "7", told="1\n1\n"
    )
    name = re.search(r"beute resume (raeuber-\S+)", left)
    assert name is not None
    assert "Die Aufzeichnung: " in piped("resume", name[1], "--lang", "de", told="1\n" * 200)
    shelf = Shelf(tmp_path / "beute")
    assert shelf.tables() == []
    assert shelf.finished() == [name[1]]
    assert f"beute watch {shelf.finished_path(name[1])}" in piped("tables", told="")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_whole_games_through_a_pipe(game: str, language: str, shelf_folder: Path) -> None:
    """Answers are repeated, so that what comes out is a conversation; the script reads no more than it is told."""
    options = ["--option", "games=2"] if game == "schattendieb" else []
    told = run("play", game, "--bots", "random", "--seed", "5", "--lang", language, *options, stdin="2\n1\n" * 1000)
    assert told.returncode == 0
    (name,) = Shelf(shelf_folder).finished()
    lines = told.stdout.splitlines()
    assert f"{name}.jsonl" in lines[-1]
    assert "> 2" in lines
    assert "> 1" in lines


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "beute", "play", "sneaky", "--bots", "random", "--seed", "1"],
        input=b"\xff\xfe\nlog\n",
        capture_output=True,
        env=surroundings(tmp_path) | {"PYTHONIOENCODING": "utf-8:strict"},
        timeout=120,
        check=True,
    )
    assert told.stderr == b""
    assert "is not among the choices" in told.stdout.decode()
    assert "> log" in told.stdout.decode().splitlines()
    assert "beute resume sneaky-" in told.stdout.decode().splitlines()[-1]


@pytest.mark.parametrize(("arguments", "term"), [([], "dumb"), (["--plain"], "xterm-256color")])
def test_a_terminal_and_ctrl_c(arguments: list[str], term: str, tmp_path: Path) -> None:
    command = [
        "play",
        "schattendieb",
        "--bots",
        "random",
        "--players",
        "3",
        "--names",
        "Ada",
        "--seed",
        "1",
        *arguments,
    ]
    with Terminal(command, TERM=term, XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("help, quit")
        terminal.send("?\n")
        terminal.wait_for("SD-5 ")
        terminal.send("\x03")
        rest = terminal.rest()
        assert "The game is saved. Continue with: beute resume schattendieb-" in rest
        assert "Traceback" not in rest
        assert terminal.process.returncode == 0


@pytest.mark.parametrize("game", games.NAMES)
def test_letters_that_a_terminal_cannot_show_are_replaced(game: str) -> None:
    command = ["play", game, "--bots", "random", "--seed", "1", "--lang", "de"]
    told = run(*command, stdin="1\nquit\n", encoding="ascii")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.isascii()
