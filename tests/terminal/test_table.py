"""Whole games at the table, played through keys only; and all that can happen on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.terminal.screens.reading import CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.texts import texts
from tests.oracle.check import check
from tests.setups import COUNTS, VARIANTS
from tests.terminal.play import LARGE, SMALL, Table, advance, at_table, begin, near_the_end

# ---------------------------------------------------------------- whole games

WHOLE = [
    ("sneaky", 2, 1, "52", "digits", SMALL, "de"),  # seeds that make short games
    ("sneaky", 4, 1, "15", "arrows", LARGE, "en"),
    ("schattendieb", 3, 3, "43", "arrows", SMALL, "en"),
    ("schattendieb", 7, 1, "1", "digits", SMALL, "de"),
    ("raeuber", 2, 1, "41", "digits", LARGE, "en"),
    ("raeuber", 5, 1, "17", "arrows", SMALL, "de"),
]


@pytest.mark.parametrize(("game", "players", "people", "seed", "by", "size", "language"), WHOLE)
def test_a_whole_game_through_keys_only(
    game: str, players: int, people: int, seed: str, by: str, size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, people, seed, **options)

    async def play(table: Table) -> None:
        assert await table.play_on(by, look=table.check) > 5
        table.at(ScoringScreen)

    at_table(play, session, language=language, size=size)
    check_finished(session)


def check_finished(session: Session) -> None:
    """The records that are kept hold against the second reading of the rules."""
    assert session.match.over
    assert session.shelf.tables() == []
    assert session.shelf.finished() == [session.name]
    for line in session.shelf.finished_path(session.name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        check(record)
        assert record["about"]["seats"] == list(session.match.names)


SEEDS = {"sneaky": "999", "schattendieb": "34567", "raeuber": "01"}  # one for each option, that make short games


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_every_number_of_players_and_option(game: str, players: int, tmp_path: Path) -> None:
    """With as many people as players, and with one: the end of a game, as the rest is like in the whole ones."""
    for number, (options, seed) in enumerate(zip(VARIANTS[game], SEEDS[game], strict=True)):
        options = options | ({"games": 1} if game == "schattendieb" else {})
        people = players if number == 0 else 1
        session = near_the_end(begin(tmp_path / str(number), game, players, people, seed, **options), 20)

        async def play(table: Table) -> None:
            assert await table.play_on("arrows" if players % 2 else "digits", look=table.check) > 0
            table.at(ScoringScreen)

        at_table(play, session, language=["en", "de"][number % 2], size=[SMALL, LARGE][players % 2])
        check_finished(session)


def test_people_may_just_watch(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 3, people=0)

    async def play(table: Table) -> None:
        await table.until(ScoringScreen)

    at_table(play, session)
    check_finished(session)


# ---------------------------------------------------------------- the curtain


@pytest.mark.parametrize(("game", "players"), [("schattendieb", 3), ("raeuber", 3)])
def test_between_people_there_is_a_curtain(game: str, players: int, tmp_path: Path) -> None:
    """Whoever looks sees their own cards only: nobody's while it is passed on, or while bots play."""
    options: dict[str, Any] = {"games": 1} if game == "schattendieb" else {}
    session = begin(tmp_path, game, players, people=2, **options)
    curtains = []

    def look(table: Table) -> None:
        table.check()
        asked = session.person_asked
        if isinstance(table.app.screen, CurtainScreen):
            assert asked is not None
            name = session.match.names[asked]
            curtains.append(name)
            told = " ".join(line.strip() for line in table.lines if line.strip("▒░ "))
            assert told == f"Now it is {name}'s turn. Everybody else looks away. {name} presses Enter."
            assert table.behind.seat is None
            assert table.behind.view == session.game.view(None, log=False)
            assert table.behind.spots == []
        elif isinstance(table.app.screen, TableScreen):
            assert table.table.seat == asked == table.table.view["seat"]

    async def play(table: Table) -> None:
        await table.play_on(moves=25, look=lambda: look(table))

    at_table(play, session)
    assert {"Ada", "Bob"} == set(curtains)


@pytest.mark.parametrize("game", ["schattendieb", "raeuber"])
def test_while_bots_play_nobodys_cards_are_seen(game: str, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, game, 4, people=2), 20, person=1)

    async def play(table: Table) -> None:
        await table.press("enter", *["1"] * (1 if game == "schattendieb" else 2))
        assert session.bot_asked is not None
        screen = table.table
        assert screen.seat is None
        assert screen.view == session.game.view(None, log=False)
        log = table.widget_text("log")
        assert session.log(None, "en")[-1] in log
        secrets = [line for seat in (0, 1) for line in session.log(seat, "en") if line not in session.log(None, "en")]
        assert secrets
        assert not any(line in log for line in secrets)
        assert "thinks" in table.talk

    at_table(play, session, pace=100)


def test_sneaky_has_no_curtain(tmp_path: Path) -> None:
    """It has no secrets."""
    session = begin(tmp_path, "sneaky", 3, people=3)
    seen = set()

    def look(table: Table) -> None:
        seen.add(table.table.seat)

    async def play(table: Table) -> None:
        await table.play_on(moves=40, look=lambda: look(table))

    at_table(play, session)
    assert seen == {0, 1, 2}


def test_the_curtain_opens_with_the_mouse_too_and_with_no_other_key(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 2, people=2)

    async def play(table: Table) -> None:
        table.at(CurtainScreen)
        await table.press("1", "q", "escape", "l", "u", "?", "space")
        table.at(CurtainScreen)
        await table.click_at((40, 3))
        assert table.table.seat == session.person_asked

    at_table(play, session)


# ---------------------------------------------------------------- wrong keys


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_wrong_keys_change_nothing_and_something_is_said(game: str, language: str, tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        before = session.game.events
        beyond = [key for key in "1234567890" if "1234567890".index(key) >= len(table.table.spots)]
        for key in [*beyond, "x", "Q", "ß", ",", "%", "L", "U"]:
            await table.press(key)
            assert texts(language)("terminal.no_such_key", key=key) in table.talk
        for key in "f5", "delete", "pageup", "ctrl+x", "alt+1", "escape", "backspace":
            await table.press(key)
        assert session.game.events == before
        assert table.table.spots

    at_table(play, session, language=language)


def test_keys_while_a_bot_thinks(tmp_path: Path) -> None:
    """They change nothing, but for Enter, which has it play at once."""
    session = begin(tmp_path, "sneaky", 2, people=1, seed="bot")

    async def play(table: Table) -> None:
        assert session.bot_asked == 1
        before = session.game.events
        for key in "1", "9", "0":
            await table.press(key)
            assert "Wait a moment: it is Arsène's turn." in table.talk
        await table.press("x")
        assert "Key x means nothing here." in table.talk
        await table.press("left", "right", "tab", "escape", "u")
        assert "Nothing can be taken back" in table.talk
        assert session.game.events == before
        await table.press("enter")
        await table.wait(lambda: len(session.game.events) > len(before))
        assert session.game.events[: len(before)] == before

    at_table(play, session, pace=100)


# ---------------------------------------------------------------- refusals and rules


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_choice_that_is_not_possible_says_why_and_the_rules_open_there(
    game: str, language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """The whole sentence is on the screen, and the clause it names is what `?` shows."""
    options: dict[str, Any] = {"open_sums": True} if game == "raeuber" else {}
    session = begin(tmp_path, game, 3, **options)

    async def play(table: Table) -> None:
        impossible = await find_impossible(table)
        word, before = table.spot(impossible).word, session.game.events
        await table.press(impossible)
        assert session.game.events == before
        assert word is not None
        reason = session.game.why(word, 0)
        assert reason is not None
        assert reason.clause is not None
        say = session.speech(language)
        assert say.reason(reason.code, reason.clause) in table.talk
        assert table.talk.endswith(f"({reason.clause}).")
        table.check()
        await see_rule(table, reason.clause)
        assert table.talk.endswith(f"({reason.clause}).")

    at_table(play, session, language=language, size=size)


async def find_impossible(table: Table) -> str:
    """Play on until a key would be refused: that key."""
    await table.asked()
    while not table.keys(possible=False):
        await table.choose_first()
        await table.asked()
    return table.keys(possible=False)[-1]


async def see_rule(table: Table, clause: str) -> None:
    """`?`: the clause is at the top of the screen; Esc: back to the table."""
    await table.press("?")
    await table.settle()
    assert table.at(RulesScreen).clause == clause
    place = [n for n, line in enumerate(table.lines) if f"{clause} " in line]
    assert place, table.text
    assert place[0] < 12, table.text
    await table.press("escape")
    table.at(TableScreen)


@pytest.mark.parametrize(
    ("game", "clauses"), [("sneaky", ["SN-7", "SN-11"]), ("schattendieb", ["SD-5", "SD-9"]), ("raeuber", ["RB-4"])]
)
def test_the_rules_open_at_the_question(game: str, clauses: list[str], tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)
    seen = []

    async def play(table: Table) -> None:
        for _ in range(8):
            await table.asked()
            clause = games.part(game, "story").ask(table.table.view).clause
            if clause not in seen:
                seen.append(clause)
                await see_rule(table, clause)
            await table.choose_first()

    at_table(play, session)
    assert set(clauses) <= set(seen)


def test_a_refusal_is_over_when_something_else_is_said_or_done(tmp_path: Path) -> None:
    """Then `?` is about the question again."""
    session = begin(tmp_path, "sneaky", 2)

    async def play(table: Table) -> None:
        await table.press(await find_impossible(table))
        assert table.table.clause is not None
        await table.press("x")
        await see_rule(table, games.part("sneaky", "story").ask(table.table.view).clause)

    at_table(play, session)


def test_a_card_that_fits_nowhere_any_more_is_put_down(tmp_path: Path) -> None:
    """In the game of memory every sack may be tried once; a card with no sack left is not asked about further."""
    session = advance(begin(tmp_path, "raeuber", 2), 100)

    async def play(table: Table) -> None:
        await table.asked()
        await table.press(table.keys(possible=True)[-1])
        card, tried = table.table.picked, 0
        while table.table.picked == card:
            legal = session.game.legal_for(0)
            wrong = [key for key in table.keys(possible=True) if table.spot(key).word not in legal]
            if not wrong:
                break
            await table.press(wrong[0])
            tried += 1
            assert "(RB-6)" in table.talk
            assert table.keys(possible=True), table.text
        assert tried > 1

    at_table(play, session)


# ---------------------------------------------------------------- taking back


def test_a_die_is_taken_back_and_a_roll_is_not(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))

    async def play(table: Table) -> None:
        await table.asked()
        before = session.game.events
        await table.choose_first()
        assert len(session.game.events) == len(before) + 1
        await table.press("u")
        assert session.game.events == before
        assert "Taken back." in table.talk
        await table.press("u")
        assert "Nothing can be taken back" in table.talk
        await table.choose_first()
        await table.click("again")
        rolled = session.game.events
        assert rolled[-1].startswith("* roll")
        await table.press("u")
        assert session.game.events == rolled
        assert "Nothing can be taken back" in table.talk

    at_table(play, session, pace=100)


def test_a_face_down_card_is_taken_back_until_the_last_has_chosen(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3, people=2)

    async def play(table: Table) -> None:
        await table.press("enter", "1")
        table.at(CurtainScreen)
        chosen = session.game.events
        assert chosen[-1].startswith("0 play")
        await table.press("enter")
        assert table.table.seat == 1
        await table.press("u")
        assert session.game.events == chosen[:-1]
        assert "Ada" in " ".join(table.lines)
        table.at(CurtainScreen)
        await table.press("enter")
        assert "Taken back." in table.talk
        assert table.table.seat == 0
        await table.press("2", "enter", "1")
        assert session.bot_asked == 2
        await table.press("u")  # before the bot has chosen
        table.at(CurtainScreen)
        await table.press("enter", "1", "enter")
        await table.wait(lambda: session.bot_asked is None)
        await table.asked()
        if isinstance(table.app.screen, CurtainScreen):
            await table.press("enter")
        revealed = session.game.events
        await table.press("u")
        assert session.game.events == revealed
        assert "Nothing can be taken back" in table.talk

    at_table(play, session, pace=100)


@pytest.mark.parametrize("open_sums", [False, True])
def test_in_raeuber_only_with_open_sums_and_without_a_pile(open_sums: bool, tmp_path: Path) -> None:
    """A draw reveals; and who plays from memory has learned something from every play."""
    session = advance(begin(tmp_path, "raeuber", 2, people=2, open_sums=open_sums), 108)
    assert session.game.view(None)["pile"] > 0

    async def play(table: Table) -> None:
        drew = False
        await table.press("enter")
        while not session.game.events[-1].startswith(("0", "1")):
            drawn = session.game.events
            await table.press("u")
            assert session.game.events == drawn
            assert "Nothing can be taken back" in table.talk
            drew = True
            await table.play_on(moves=1)
            while table.app.screen is not table.behind or table.table.picked is not None:
                await table.play_on(moves=1)
        assert drew
        played = session.game.events
        await table.press("u")
        assert session.game.events == (played[:-1] if open_sums else played)

    at_table(play, session)


# ---------------------------------------------------------------- the mouse


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_click_on_a_place_plays_there(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        for _ in range(6):
            screen = table.table
            spots = [spot for spot in screen.spots if spot.name in screen.look.possible]
            spot, before = spots[-1], session.game.events
            await table.click(spot.name)
            if spot.word is None:
                assert screen.picked == spot.pick
            else:
                seat = screen.session.people[0]
                assert f"{seat} {spot.word}" in session.game.events[len(before) :]
            await table.asked()
            await table.settle()

    at_table(play, session, size=size)


def test_every_place_of_a_card_is_the_card(tmp_path: Path) -> None:
    """Corners too, and nothing beside it."""
    session = advance(begin(tmp_path, "sneaky", 3))

    async def play(table: Table) -> None:
        await table.asked()
        name = table.table.spots[0].name
        places = table.places(name)
        rows = {y for _, y in places}
        columns = {x for x, _ in places}
        assert len(places) == len(rows) * len(columns) >= 4 * 14
        top, left = min(rows), min(columns)
        assert table.lines[top][left:].startswith("╭1──")
        before = session.game.events
        for beside in (left - 1, top), (left, top - 1), (max(columns) + 1, top), (left, max(rows) + 1):
            await table.click_at(beside)
            assert session.game.events == before
            assert "✗" not in table.talk
        for corner in (left, top), (max(columns), max(rows)):
            await table.click_at(corner)
            assert session.game.events != before or "✗" in table.talk
            await table.press("x")

    at_table(play, session, pace=100)


def test_the_line_with_the_keys_can_be_clicked(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 3)

    async def play(table: Table) -> None:
        await table.asked()
        await table.click("action log")
        table.at(LogScreen)
        await table.click("action back")
        await table.click("action rules")
        table.at(RulesScreen)
        await table.click("action back")
        await table.click("action language")
        assert table.app.language == "de"
        await table.click("action leave")

    said = at_table(play, session)
    assert said == f"Die Partie ist gespeichert. Weiter geht es mit: beute resume {session.name}"


# ---------------------------------------------------------------- languages


@pytest.mark.parametrize("game", games.NAMES)
def test_switching_the_language_changes_every_text(game: str, tmp_path: Path) -> None:
    """The message too; and back again it is the screen that it was."""
    session = begin(tmp_path, game, 3)
    twin = Session.resume(session.shelf, session.name)

    async def play(table: Table) -> None:
        await table.press("x")
        english = table.lines
        await table.press("l")
        german = table.lines
        for name in "talk", "keys":
            top = table.app.screen.query_one(f"#{name}").region.y
            assert english[top] != german[top]
        assert "Taste x hat hier keine Bedeutung." in table.talk
        expected.extend(german)
        await table.press("l")
        assert table.lines == english

    async def in_german(table: Table) -> None:
        await table.press("x")
        assert table.lines == expected

    expected: list[str] = []
    at_table(play, session, pace=100)
    at_table(in_german, twin, language="de", pace=100)


def test_a_refusal_is_said_again_in_the_other_language(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 3)

    async def play(table: Table) -> None:
        await table.press(await find_impossible(table))
        clause = table.table.clause
        english = table.talk
        await table.press("l")
        assert table.talk != english
        assert table.talk.endswith(f"({clause}).")
        assert table.table.clause == clause

    at_table(play, session)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_story_and_the_rules_switch_too(game: str, tmp_path: Path) -> None:
    """The rules stay at their clause."""
    session = begin(tmp_path, game, 3)

    async def play(table: Table) -> None:
        await table.asked()
        for key in "g", "?":
            await table.press(key)
            await table.settle()
            english = table.lines
            await table.press("l")
            await table.settle()
            german = table.lines
            assert english[-1] != german[-1]
            assert len(set(english) & set(german)) < 4
            if key == "g":
                assert [line.rstrip("▁▂▃▄▅▆▇█ ").strip() for line in german[:-1] if line] == session.log(0, "de")[-23:]
            else:
                clause = table.at(RulesScreen).clause
                assert any(f"{clause} " in line for line in german[:12])
            await table.press("l")
            await table.settle()
            assert table.lines == english
            await table.press("escape")

    at_table(play, session)


def test_what_is_behind_switches_too(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 3))
    german: list[str] = []

    async def at_the_table(table: Table) -> None:
        await table.press("l")
        german.extend(table.lines)

    async def behind_the_rules(table: Table) -> None:
        await table.press("?", "l", "escape")
        assert table.lines == german

    at_table(at_the_table, session)
    at_table(behind_the_rules, session)


# ---------------------------------------------------------------- the story


def test_the_story_is_told_from_the_beginning_to_the_end(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2), 60)

    async def play(table: Table) -> None:
        await table.press("g")
        story = session.log(0, "en")
        assert len(story) > 24
        assert story[-1] in table.text
        assert story[0] not in table.text
        await table.press("home")
        await table.settle()
        assert story[0] in table.text
        await table.press("g")
        assert story[-1].split()[-1] in table.widget_text("log")

    at_table(play, session)


def test_in_a_game_of_memory_the_story_goes_back_to_the_own_last_play(tmp_path: Path) -> None:
    """RB-18"""
    session = advance(begin(tmp_path, "raeuber", 3), 60)

    async def play(table: Table) -> None:
        await table.press("g")
        told = [line.strip() for line in table.lines[:-1] if line.strip()]
        assert told == session.log(0, "en")
        assert told[0].startswith("Ada ")
        assert len(told) < 12

    at_table(play, session)


# ---------------------------------------------------------------- bots that get ready


def test_while_bots_get_ready_the_table_is_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0)
    waking = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)  # until it is told to end
    monkeypatch.setattr(Session, "wake_bots", lambda session: waking)

    async def play(table: Table) -> None:
        await table.wait(lambda: "gets ready: just this once" in table.text)
        await table.press("g")
        table.at(LogScreen)
        await table.press("escape", "l")
        assert "macht sich bereit" in table.text
        events = session.game.events
        waking.communicate(b"\n")
        await table.wait(lambda: session.game.events != events)
        assert "bereit" not in table.text

    at_table(play, session)


def test_who_leaves_does_not_wait_for_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path, "sneaky", 3, people=0)
    waking = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setattr(Session, "wake_bots", lambda session: waking)

    async def play(table: Table) -> None:
        await table.press("q")

    with waking:
        at_table(play, session)
        assert waking.poll() is not None
