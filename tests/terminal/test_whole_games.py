"""Whole games at the table, played through keys only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session
from tests.oracle.check import check
from tests.setups import COUNTS, VARIANTS
from tests.terminal.play import LARGE, SMALL, Table, at_table, begin, near_the_end

WHOLE = [
    ("sneaky", 2, 1, "52", "keys", SMALL, "de"),  # seeds that make short games
    ("schattendieb", 3, 3, "43", "arrows", SMALL, "en"),
    ("schattendieb", 7, 1, "1", "keys", SMALL, "de"),
    ("raeuber", 2, 1, "41", "keys", LARGE, "en"),
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
    assert session.shelf.finished() == [session.table.name]
    for line in session.shelf.finished_path(session.table.name).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        check(record)
        assert record["about"]["seats"] == list(session.match.names)


SEEDS = {"sneaky": "999", "schattendieb": "34567", "raeuber": "01"}  # one for each option, that make short games


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_every_number_of_players_and_option(game: str, players: int, tmp_path: Path) -> None:
    """Each number with an option, and each option with a number, as many people as players or one: the end of a game,
    as the rest is like in the whole ones."""
    number = games.about(game).SEATS.index(players) % len(VARIANTS[game])
    options = VARIANTS[game][number] | ({"games": 1} if game == "schattendieb" else {})
    people = 1 if number % 2 else players
    session = near_the_end(begin(tmp_path, game, players, people, SEEDS[game][number], **options), 20)

    async def play(table: Table) -> None:
        assert await table.play_on("arrows" if players % 2 else "keys", look=table.check) > 0
        table.at(ScoringScreen)

    at_table(play, session, language=["en", "de"][number % 2], size=[SMALL, LARGE][players % 2])
    check_finished(session)


def test_people_may_just_watch(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 3, people=0)

    async def play(table: Table) -> None:
        await table.until(ScoringScreen)

    at_table(play, session)
    check_finished(session)
