"""Tables that an earlier version saved: resumed, and turned into logs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.play.match import Match
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables
from tests.terminal.disks import as_nobody, files_no_longer_than, open_folder, read_only
from tests.terminal.play import advance, begin, play_anything, play_out


@pytest.mark.parametrize("game", games.NAMES)
def test_a_table_of_the_old_form_is_resumed_and_becomes_a_log(game: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 2} if game == "schattendieb" else {}
    played_before = play_out(begin(tmp_path / "before", game, 3, **options)) if options else None
    if played_before is not None:
        played_before.table.next_game()
    session = advance(played_before or begin(tmp_path / "before", game, 3, **options), 30)
    data = old_tables.saved(session.match.games, session.match.names, [None, "random", "easy"])
    shelf = Shelf(tmp_path)
    old_tables.put(shelf, "old", data)
    assert shelf.tables() == ["old"]
    assert shelf.heading("old") == (game, ["Ada", "Arsène", "Bonnie"])
    os.utime(shelf.old_path("old"), (1e9, 1e9))
    expected = Match.resumed(data["match"])
    for _ in range(2):
        resumed = Session.resume(shelf, "old")
        assert shelf.played("old").timestamp() == 1e9, "nobody has played since"
        assert [seat.bot for seat in resumed.table.seats] == [None, "random", "easy"]
        assert [game.events for game in resumed.match.games] == [game.events for game in session.match.games]
        assert resumed.match.secret == expected.secret
        assert shelf.tables() == ["old"]
        assert not shelf.old_path("old").exists()
        assert shelf.heading("old") == (game, ["Ada", "Arsène", "Bonnie"])
    while not resumed.game.over:
        seat, word = resumed.game.due[0], resumed.game.legal[0]
        resumed.table.play(seat, word)
        expected.game.play(word, seat)
        assert resumed.game.events == expected.game.events, "the luck is the same"


def test_a_table_that_becomes_a_log_meanwhile_is_listed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    session = advance(begin(shelf.folder / "before", "sneaky", 3), 10)
    old_tables.put(shelf, "old", old_tables.saved(session.match.games, session.match.names, [None, "random", "easy"]))
    glob = Path.glob

    def found(folder: Path, pattern: str) -> list[Path]:
        files = list(glob(folder, pattern))
        shelf._give_log("old")
        return files

    monkeypatch.setattr(Path, "glob", found)
    assert shelf.tables() == ["old"]


def test_the_old_form_of_a_table_is_removed_only_when_its_log_is_there(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the log is written, and killed after it."""
    session = advance(begin(tmp_path / "before", "sneaky", 2), 20)
    data = old_tables.saved(session.match.games, session.match.names, [None, "random"])
    old_tables.put(shelf, "old", data)
    with files_no_longer_than(100):
        assert Session.resume(shelf, "old").game.events == session.game.events
    assert [file.name for file in (tmp_path / "tables").iterdir()] == ["old.json"]
    Session.resume(shelf, "old")
    old_tables.put(shelf, "old", {"match": "anything"})
    assert shelf.tables() == ["old"]
    assert Session.resume(shelf, "old").game.events == session.game.events
    assert [file.name for file in (tmp_path / "tables").iterdir()] == ["old.jsonl"]


def test_a_table_of_the_old_form_in_a_folder_that_is_read_only() -> None:
    with open_folder() as folder:
        with as_nobody():
            before = advance(begin(folder / "before", "sneaky", 2), 20)
            data = old_tables.saved(before.match.games, before.match.names, [None, "random"])
            old_tables.put(Shelf(folder), "old", data)
        with read_only(folder):
            session = Session.resume(Shelf(folder), "old")
            play_anything(session)
            assert session.table.trouble is not None
        with as_nobody():
            play_anything(session)
            assert session.table.kept
            assert Session.resume(Shelf(folder), "old").game.events == session.game.events
