"""What is damaged on the shelf is told in a line, and left as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beute.play.errors import BeuteError, BrokenRecord
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables
from tests.terminal.play import begin, play_out


@pytest.mark.parametrize("form", ["old", "log"])
@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"null", b'"text"', b"\xff\xfe", b"\x00" * 100])
def test_a_damaged_table_is_told(content: bytes, end: bytes, form: str, shelf: Shelf) -> None:
    path = shelf.path("table") if form == "log" else shelf.old_path("table")
    path.parent.mkdir()
    path.write_bytes(content + end)
    with pytest.raises(BrokenRecord, match="the table table cannot be") as error:
        Session.resume(shelf, "table")
    assert error.value.code == "broken_table"
    assert "\n" not in str(error.value)
    assert path.read_bytes() == content + end
    with pytest.raises(BrokenRecord, match="the table table cannot be read"):
        shelf.heading("table")


@pytest.mark.parametrize("form", ["old", "log"])
def test_a_folder_where_a_table_should_be(form: str, shelf: Shelf) -> None:
    (shelf.path("table") if form == "log" else shelf.old_path("table")).mkdir(parents=True)
    with pytest.raises(BrokenRecord, match="cannot be read"):
        shelf.load("table")


LINES: dict[str, Any] = {  # what stands in place of the first line of a log, or after it
    "not opened": [0, {"entry": "next_game", "chance": []}],
    "opened twice": [1, None],
    "no game": [0, {"game": "chess"}],
    "another number": [0, {"seats": []}],
    "seats": [0, {"seats": [7, 8]}],
    "nameless": [0, {"seats": [{"name": "Ada"}, {"bot": None}]}],
    "no bot": [0, {"seats": [{"name": "Ada", "bot": "genius"}, {"name": "Bob", "bot": None}]}],
    "secret": [0, {"secret": "zz"}],
    "options": [0, {"options": {"speed": 1}}],
    "other rules": [0, {"rules": 99}],
    "no luck": [0, {"chance": []}],
    "other luck": [0, {"chance": ["roll YYYYYYY"]}],
    "a strange entry": [1, {"entry": "cheated", "seat": 0}],
    "not possible": [1, {"entry": "played", "seat": 0, "word": "top Y1", "chance": []}],
    "no word": [1, {"entry": "played", "seat": 0, "chance": []}],
    "no seat": [1, {"entry": "undone", "seat": 9}],
    "nothing to undo": [1, {"entry": "undone", "seat": 0}],
}


@pytest.mark.parametrize("what", LINES)
def test_a_log_that_cannot_be_carried_out_is_told(what: str, tmp_path: Path) -> None:
    """Whatever stands there: one line says what is wrong, and the log stays as it is."""
    session = begin(tmp_path, "sneaky", 2)
    name, path = session.table.name, session.shelf.path(session.table.name)
    opened = json.loads(path.read_bytes())
    place, other = LINES[what]
    line = opened if other is None else other if "entry" in other else opened | other
    lines = [line] if place == 0 else [opened, line]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BrokenRecord, match=f"the table {name} cannot be re") as error:
        Session.resume(Shelf(tmp_path), name)
    assert error.value.code == "broken_table"
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


DAMAGE: dict[str, list[Any]] = {
    "secret": ["zz", 7, None, "00" * 65],
    "game": ["chess", "kernel", 7, None, ["sneaky"]],
    "players": [0, 9, "2", None, 2.0],
    "names": [[], ["Ada"], 7, None, "Ad", [1, 2], ["Ada", None], ["Ada", "Bob", "Cleo"]],
    "options": [[], 7, None, {"speed": 1}, {"bandits": "9"}, {"names": 1}],
    "games": [
        *([], 7, None, [[], []], ["* start 0"], [7], [None], [[7]], [["hello"]]),
        *([["* start 0", "0 put c1"]], [["0 put c1"]], [["* start 9"]], [[["x"]]]),
    ],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in DAMAGE.items() for value in values], ids=str
)
def test_a_table_with_wrong_data_is_told(key: str, value: Any, tmp_path: Path) -> None:
    """Whatever stands there: one line says what is wrong."""
    shelf, saved = Shelf(tmp_path), old_table(tmp_path)
    saved["match"][key] = value
    old_tables.put(shelf, "old", saved)
    with pytest.raises(BrokenRecord, match="the table old cannot be read: ") as error:
        Session.resume(shelf, "old")
    assert "\n" not in str(error.value)
    assert json.loads(shelf.old_path("old").read_bytes()) == saved
    assert shelf.tables() == ["old"]


def old_table(folder: Path) -> dict[str, Any]:
    session = begin(folder / "before", "sneaky", 2)
    return old_tables.saved(session.match.games, session.match.names, [None, "random"])


@pytest.mark.parametrize(
    "bots", [[], [None], [None, "random", "random"], 7, None, "ab", [None, "genius"], [None, "search@"], [None, 7]]
)
def test_a_table_with_wrong_bots_is_told(bots: Any, shelf: Shelf, tmp_path: Path) -> None:
    old_tables.put(shelf, "old", old_table(tmp_path) | {"bots": bots})
    for _ in range(2):
        with pytest.raises(BrokenRecord, match="the table old cannot be re"):
            Session.resume(shelf, "old")
    assert shelf.tables() == ["old"]


@pytest.mark.parametrize("missing", ["secret", "game", "players", "names", "options", "games"])
def test_a_table_that_lacks_something_is_told(missing: str, shelf: Shelf, tmp_path: Path) -> None:
    saved = old_table(tmp_path)
    del saved["match"][missing]
    old_tables.put(shelf, "old", saved)
    with pytest.raises(BrokenRecord, match=missing):
        Session.resume(shelf, "old")


def test_damaged_records_are_told(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    path = session.shelf.finished_path(session.table.name)
    good = path.read_text(encoding="utf-8")
    for content in "", "{", good[:200], json.dumps({**json.loads(good), "beute": 9}):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BeuteError):
            session.shelf.records(session.table.name)
    path.write_bytes(b"\xff")
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.table.name)
    path.unlink()
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.table.name)
