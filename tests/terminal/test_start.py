"""Where it begins: the list of games and tables, and the form that sets a game up, by keys only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import OptionList

from beute import games
from beute.table.seats import Seat
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.screens.start import SetupScreen, StartScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from beute.texts import texts
from tests.terminal.play import Table, advance, at_table, begin, play_out

# ---------------------------------------------------------------- from the list to the table


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_list_names_every_game(language: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        for name in games.NAMES:
            about = games.about(name)
            assert f"{about.TITLE}  {about.SEATS[0]}" in table.text
            assert texts(language)(f"{name}.teaser") in " ".join(table.text.split())
        await table.press("q")

    assert at_table(play, None, folder=tmp_path, language=language) is None


@pytest.mark.parametrize("game", games.NAMES)
def test_from_the_list_through_the_form_to_the_table(game: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press(*["down"] * games.NAMES.index(game), "enter")
        form = table.at(SetupScreen)
        assert games.about(game).TITLE in table.lines[0]
        assert all(option.clause in table.text for option in form.about.OPTIONS)
        assert "medium" in table.text
        await choose_value(table, "bots", "greedy")
        await table.press("ctrl+s")
        await table.asked()
        session = table.table.session
        assert session.game.setup.game == game
        assert session.game.setup.chosen == {}
        assert session.table.people == (0,)
        assert table.app.shelf.tables() == [session.table.name]

    at_table(play, None, folder=tmp_path)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_field_opens_a_list_of_all_its_values(game: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press(*["down"] * games.NAMES.index(game), "enter")
        await go_to(table, "players")
        await table.press("enter")
        listed = [line.split("│")[1].strip() for line in table.lines if line.count("│") == 2]
        assert listed == [str(players) for players in games.about(game).SEATS]

    at_table(play, None, folder=tmp_path)


async def choose_value(table: Table, field: str, value: str) -> None:
    """Go to a field by Tab and choose a value from its list, by keys."""
    await go_to(table, field)
    await table.press("enter")
    values = table.app.screen.query_one(f"#{field}").query_one(OptionList)
    while values.highlighted_option is None or str(values.highlighted_option.prompt) != value:
        await table.press("down")
    await table.press("enter")


async def go_to(table: Table, field: str) -> None:
    while table.app.focused is None or table.app.focused.id != field:
        await table.press("tab")


def test_the_form_by_keys_only(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("down", "enter")
        await choose_value(table, "players", "4")
        await choose_value(table, "people", "2")
        await go_to(table, "names")
        await table.fill_in("Zoë,Max")
        await choose_value(table, "option-redraw", "on")
        await choose_value(table, "option-games", "2")
        await go_to(table, "start")
        await table.press("enter")
        session = table.behind.session
        assert session.match.names == ("Zoë", "Max", "Arsène", "Bonnie")
        assert session.match.setup.chosen == {"redraw": True, "games": 2}
        assert session.table.people == (0, 1)

    at_table(play, None, folder=tmp_path)


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "'1,2' is not possible (SD-3)."), ("de", "'1,2' geht nicht (SD-3).")],
)
def test_a_wrong_option_is_explained_and_the_form_stays(language: str, says: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("down", "enter")
        await go_to(table, "names")
        await table.fill_in("Ada")
        await go_to(table, "option-vaults")
        await table.fill_in("1,2")
        await table.press("ctrl+s")
        table.at(SetupScreen)
        assert says in " ".join(table.text.split())
        assert "Ada" in table.text
        table.check()
        assert table.app.shelf.tables() == []
        await table.press("ctrl+u")
        await table.fill_in("20,0,0,0,0,0,0,0,0,0,0,0")
        await table.press("ctrl+s")
        await table.asked()
        assert table.table.session.match.setup.chosen == {"vaults": [20, *[0] * 11]}
        assert table.table.session.match.names[0] == "Ada"

    at_table(play, None, folder=tmp_path, language=language)


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        ("Ada,Bob", "more names than people: 2 for 1", "mehr Namen als Menschen: 2 für 1"),
        ("Bartholomäus!", "The name 'Bartholomäus!' is too long", "Der Name 'Bartholomäus!' ist zu lang"),
    ],
)
def test_wrong_names_are_explained(names: str, english: str, german: str, tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("enter")
        await go_to(table, "names")
        await table.fill_in(names)
        await table.press("ctrl+s")
        table.at(SetupScreen)
        assert (english if table.app.language == "en" else german) in table.text
        await table.press("escape")
        table.at(StartScreen)

    for language in "en", "de":
        at_table(play, None, folder=tmp_path, language=language)


def test_too_many_people(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("enter")
        await choose_value(table, "people", "4")
        await table.press("ctrl+s")
        assert "4 people at a table for 3: that is not possible." in table.text

    at_table(play, None, folder=tmp_path)


def test_a_shelf_that_cannot_be_written_is_told_at_the_table(tmp_path: Path) -> None:
    """The game begins all the same."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")

    async def play(table: Table) -> None:
        await table.press("enter")
        await choose_value(table, "bots", "random")
        await table.press("ctrl+s")
        await table.until(TableScreen)
        await table.asked()
        await table.settle()
        assert "The game is NOT being saved: a file is where" in " ".join(table.talk.split())
        assert "Every move tries again." in table.talk
        table.check()
        await table.choose_first()
        assert "NOT being saved" in table.talk
        await table.press("q")

    assert str(at_table(play, None, folder=blocked)).startswith(
        "The game is NOT saved: a file is where the folder should be ("
    )


# ---------------------------------------------------------------- what is on the shelf


def test_tables_are_listed_resumed_and_watched(tmp_path: Path) -> None:
    left = advance(begin(tmp_path, "sneaky", 2), 20)
    over = begin(tmp_path, "raeuber", 2, people=0)
    play_out(over)

    async def play(table: Table) -> None:
        assert "Resume: Sneaky with Ada, Arsène" in table.text
        assert "Watch again: Räuber with Arsène, Bonnie" in table.text
        await table.press("down", "down", "down", "down", "enter")
        assert table.at(ReplayScreen).record.events == over.game.events
        await table.press("escape", "down", "down", "down", "enter")
        await table.asked()
        assert table.table.session.game.events == left.game.events

    at_table(play, None, folder=tmp_path)


def test_after_a_game_the_list_is_up_to_date(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=0)

    async def play(table: Table) -> None:
        await table.until(ScoringScreen)
        await table.press("m")
        table.at(StartScreen)
        assert "Watch again: Räuber" in table.text
        assert "Go on:" not in table.text
        assert table.app.screen_stack[-1] is table.app.screen

    at_table(play, session)


OPENED = """{"entry": "opened", "form": 1, "game": "sneaky", "rules": 1, "options": {}, "secret": "00", "chance": [], \
"seats": [{"name": "a", "bot": null}, {"name": "b", "bot": null}]}
"""
DAMAGED = {
    "cut": '{"match": {"game": "sneaky", "pl',
    "no-json": "hello",
    "a-list": "[1, 2]",
    "empty": "",
    "no-match": '{"bots": []}',
    "other-game": '{"match": {"game": "kernel", "names": ["a", "b"]}, "bots": []}',
    "no-game": '{"match": {"game": ["sneaky"], "names": ["a", "b"]}, "bots": []}',
    "names": '{"match": {"game": "sneaky", "names": 7}, "bots": []}',
    "numbers": '{"match": {"game": "sneaky", "names": [1, 2]}, "bots": []}',
    "log-cut": '{"entry": "opened", "form": 1, "ga',
    "log-no-json": "hello\n",
    "log-a-list": "[1, 2]\n",
    "log-empty": "",
    "log-not-opened": '{"entry": "next_game", "chance": []}\n',
    "log-other-game": OPENED.replace("sneaky", "kernel"),
    "log-no-luck": OPENED,
    "log-other-rules": OPENED.replace('"rules": 1', '"rules": 99'),
}


@pytest.mark.parametrize(("language", "part"), [("en", 0), ("de", 4), ("en", 9), ("de", 12)])
def test_a_damaged_table_is_listed_and_refused(language: str, part: int, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    kinds = list(DAMAGED)[part : part + 5]  # as many as are listed
    for kind in kinds:
        ending = "jsonl" if kind.startswith("log") else "json"
        (folder / f"{kind}.{ending}").write_text(DAMAGED[kind], encoding="utf-8")

    async def play(table: Table) -> None:
        for number, kind in enumerate(kinds):
            named = kind not in ("log-no-luck", "log-other-rules")  # these tell who sits there
            say = texts(language)
            listed = say("terminal.broken_table", table=kind) if named else say("terminal.saved.unknown")

            def is_listed(line: str = listed) -> bool:
                return line in table.text

            await table.wait(is_listed)
            await table.press("home", *["down"] * (3 + number), "enter")
            table.at(StartScreen)
            assert {"en": "This table is damaged (", "de": "Dieser Tisch ist beschädigt ("}[language] in table.text
            table.check()
            await table.press("l", "l")
        await table.press("home", "enter")
        table.at(SetupScreen)

    at_table(play, None, folder=tmp_path, language=language)


def test_a_damaged_record_is_listed_and_refused(tmp_path: Path) -> None:
    """Whatever is wrong: no text, no record, events that break the rules, a game that is not over."""
    over = begin(tmp_path, "raeuber", 2, people=0)
    unfinished = over.game.record().text()
    play_out(over)
    record = over.match.records()[0].data()
    folder = tmp_path / "finished"
    for file in folder.iterdir():
        file.unlink()
    illegal = record | {"events": [*record["events"][:20], "0 R>100", *record["events"][21:]]}
    damaged = [b"\xff\xfe", b"", b"hello", json.dumps(illegal).encode(), unfinished.encode()]
    for number, content in enumerate(damaged):
        (folder / f"table{number}.jsonl").write_bytes(content)

    async def play(table: Table) -> None:
        for number in range(len(damaged)):
            await table.press("home", *["down"] * (3 + number), "enter")
            table.at(StartScreen)
            assert table.widget_text("message")
            table.check()

    at_table(play, None, folder=tmp_path)


def test_names_are_no_markup(tmp_path: Path) -> None:
    """Brackets in a name are shown as they are, wherever it stands."""
    seats = [Seat("[/b]Ada"), Seat("[red]Bo", "random")]
    session = Session.begin(Shelf(tmp_path), "raeuber", seats, {}, "table")
    advance(session, 115)

    async def play(table: Table) -> None:
        assert "Resume: Räuber with [/b]Ada, [red]Bo" in table.text
        await table.press("down", "down", "down", "enter")
        await table.asked()
        assert "[/b]Ada" in table.text
        assert "[red]Bo" in table.text
        await table.press("g")
        assert "[red]Bo" in table.text
        await table.press("escape")
        await table.play_on()
        assert "[/b]Ada" in table.text
        await table.press("m")
        assert "Watch again: Räuber with [/b]Ada, [red]Bo" in table.text

    at_table(play, None, folder=tmp_path)


def test_the_start_switches_the_language(tmp_path: Path) -> None:
    advance(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        await table.wait(lambda: "…" not in table.text)
        await table.settle()
        english = table.lines
        await table.press("l")
        assert "Beute: drei diebische Spiele" in table.text
        assert "Weiterspielen: Sneaky mit Ada, Arsène" in table.text
        await table.press("enter")
        assert "Eine Partie Sneaky" in table.text
        await table.press("escape", "l")
        await table.wait(lambda: table.lines == english)

    at_table(play, None, folder=tmp_path)


def test_the_start_behind_a_table_switches_too(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=0)

    async def play(table: Table) -> None:
        await table.until(ScoringScreen)
        await table.press("l", "m")
        assert "Beute: drei diebische Spiele" in table.text

    at_table(play, session)


def test_a_table_that_is_left_is_there_next_time(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.press("enter", "ctrl+s")
        await table.until(TableScreen)
        await table.press("q")

    said = at_table(play, None, folder=tmp_path)
    (name,) = Shelf(tmp_path).tables()
    assert said == f"The game is saved. Continue with: beute resume {name}"
    assert not Session.resume(Shelf(tmp_path), name).game.over
