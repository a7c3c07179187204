"""The final scoring: it can be checked line by line, and a match goes on to its end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from beute import games, replay
from beute.lab.random_games import records
from beute.play.setup import set_up
from beute.play.speech import Speech
from beute.table.scoring import ending, scoring, standings, verdicts
from beute.terminal.screens.reading import LogScreen, RulesScreen
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.screens.start import StartScreen
from tests.setups import COUNTS
from tests.terminal.play import LARGE, NAMES, SMALL, Table, at_table, begin, play_out


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_the_lines_add_up_to_the_scores(game: str, players: int) -> None:
    names = NAMES.split(",")[:players]
    for record in records(set_up(game, players, {}), 20, 1):
        over = replay(record)
        for language in "en", "de":
            seats = scoring(over, Speech(language, game, names))
            assert [score.total for score in seats] == over.scores
            assert [score.name for score in seats] == names
            for score in seats:
                assert sum(line.points for line in score.lines) == score.total
                assert all(line.clause in games.about(game).CLAUSES for line in score.lines)


def few(game: str) -> dict[str, Any]:
    return {"games": 1} if game == "schattendieb" else {}


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("game", "players"), [("sneaky", 4), ("schattendieb", 7), ("raeuber", 5)])
def test_every_line_is_on_the_screen(game: str, players: int, size: tuple[int, int], tmp_path: Path) -> None:
    """With its clause and its points; the sums below them, and who has won at the top."""
    session = play_out(begin(tmp_path, game, players, **few(game)))
    speech = session.speech("de")

    async def play(table: Table) -> None:
        table.at(ScoringScreen)
        top = " ".join(table.lines[:6])
        assert verdicts(session.match, speech)[0] in top
        assert ending(session.game, speech) in top
        shown, before = list(table.lines[:-1]), [""]
        while table.lines != before:
            before = table.lines
            await table.press("pagedown")
            shown += table.lines[:-1]
        text = " ".join(" ".join(re.sub(r"[▁▂▃▄▅▆▇█]", " ", line) for line in shown).split())
        for score in scoring(session.game, speech):
            assert score.name in text
            for line in score.lines:
                assert f"{line.clause} {line.points:+d}" in text or (line.points == 0 and f"{line.clause} 0" in text)
                assert all(word in text for word in line.text.split())
            assert f"Summe {score.total}" in text

    at_table(play, session, language="de", size=size)


def test_a_match_goes_on_to_its_end(tmp_path: Path) -> None:
    """Der Schattendieb: the points are added (SD-21)."""
    session = begin(tmp_path, "schattendieb", 3, games=3)

    async def play(table: Table) -> None:
        for number in 1, 2, 3:
            await table.asked()
            await table.settle()
            if table.app.screen is table.behind:
                assert f"game {number} of 3" in table.lines[0]
            await table.play_on()
            table.at(ScoringScreen)
            points = standings(session.match.names, session.match.points)
            assert f"The match after {number} of 3 games · {points}" in table.text
            if number < 3:
                assert "next game" in table.lines[-1]
                assert "the match!" not in table.text
                await table.press("n")
        assert "same again" in table.lines[-1]
        assert "the match!" in table.text or "win of the match" in table.text

    at_table(play, session)
    assert session.match.over
    scores = [game.scores or [] for game in session.match.games]
    assert session.match.points == [sum(each) for each in zip(*scores, strict=True)]
    kept = session.shelf.records(session.table.name)
    assert [record.match for record in kept] == [{"id": session.match.id, "game": n, "of": 3} for n in (1, 2, 3)]


def test_the_same_seats_play_again(tmp_path: Path) -> None:
    """With the same people, bots and options, and luck of its own; the match before is kept."""
    session = play_out(begin(tmp_path, "raeuber", 3, people=2, open_sums=True))

    async def play(table: Table) -> None:
        await table.press("n")
        again = table.behind.session
        assert again is not session
        assert again.table.name != session.table.name
        assert [(seat.name, seat.bot) for seat in again.table.seats] == [
            (seat.name, seat.bot) for seat in session.table.seats
        ]
        assert again.match.setup == session.match.setup
        assert again.match.secret != session.match.secret
        assert session.table.name in again.shelf.finished()
        assert again.table.name in again.shelf.tables()

    async def menu(table: Table) -> None:
        await table.press("m")
        table.at(StartScreen)

    at_table(menu, session)
    at_table(play, session)


def test_from_the_scoring_everything_can_be_looked_at(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "sneaky", 2))
    assert session.game.ending is not None

    async def play(table: Table) -> None:
        await table.press("r")
        assert table.at(ReplayScreen).record.events == session.game.events
        await table.press("escape", "g")
        table.at(LogScreen)
        assert session.log(0, "en")[-1] in table.text
        await table.press("escape", "?")
        assert table.at(RulesScreen).clause == games.about("sneaky").ENDINGS[str(session.game.ending)]
        await table.press("escape", "escape")
        assert table.table.view["ending"] == session.game.ending
        assert verdicts(session.match, session.speech("en"))[0] in table.talk
        assert "scoring" in table.lines[-1]
        await table.press("1", "u", "right")
        assert table.table.view["ending"] == session.game.ending
        await table.press("enter")
        table.at(ScoringScreen)
        await table.press("escape", "escape", "space")
        table.at(ScoringScreen)

    at_table(play, session)


def test_the_scoring_switches_the_language(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))

    async def play(table: Table) -> None:
        english = table.lines
        await table.press("l")
        assert table.lines[0] == " Räuber: die Wertung"
        assert not [line for line in table.lines if line.strip() and line in english]
        await table.press("l")
        assert table.lines == english

    at_table(play, session)
