"""Where tables are kept: nothing half written, nothing lost, and what is damaged is told."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime as real_datetime
from pathlib import Path
from typing import Any

import pytest

from beute.play.errors import BeuteError, BrokenRecord
from beute.terminal import shelf as module
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.play import begin
from tests.terminal.test_scoring import play_out


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Shelf().folder == tmp_path / "beute"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Shelf().folder == tmp_path / ".local" / "share" / "beute"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert Shelf().folder == tmp_path / ".local" / "share" / "beute"


def test_an_empty_shelf_is_not_made_by_looking(shelf: Shelf) -> None:
    assert (shelf.tables(), shelf.finished()) == ([], [])
    assert list(shelf.folder.iterdir()) == []


def test_what_is_written_is_read(shelf: Shelf) -> None:
    shelf.write("table", {"names": ["Arsène"], "n": 1})
    assert shelf.read("table") == {"names": ["Arsène"], "n": 1}
    shelf.write("table", {"n": 2})
    assert shelf.read("table") == {"n": 2}
    assert [file.name for file in (shelf.folder / "tables").iterdir()] == ["table.json"]


def test_the_latest_is_first(shelf: Shelf) -> None:
    for number, name in enumerate(["b", "c", "a"]):
        shelf.write(name, {})
        os.utime(shelf.path(name), (number, number))
    assert shelf.tables() == ["a", "c", "b"]


def test_tables_begun_in_the_same_second_have_different_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Still(real_datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Still:
            return cls(2026, 3, 14, 20, 15, 0)

    monkeypatch.setattr(module, "datetime", Still)
    sessions = [begin(tmp_path, "sneaky", 2, seed=str(n)) for n in range(3)]
    names = [session.name for session in sessions]
    assert names == ["sneaky-20260314-201500", "sneaky-20260314-201500-2", "sneaky-20260314-201500-3"]
    play_out(sessions[0])
    assert begin(tmp_path, "sneaky", 2).name == "sneaky-20260314-201500-4"
    for session in sessions[1:]:
        assert Session.resume(session.shelf, session.name).game.events == session.game.events


def test_a_finished_match_leaves_its_records_and_no_table(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    assert session.shelf.tables() == []
    assert session.shelf.finished() == [session.name]
    assert session.shelf.records(session.name) == session.match.records()


# ---------------------------------------------------------------- all or nothing


def test_a_write_that_fails_leaves_what_was_there(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing else: neither a half table nor a stray file."""
    shelf.write("table", {"n": 1})

    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(BeuteError, match=r"cannot keep the game in .*table.json: No space left on device") as error:
        shelf.write("table", {"n": 2})
    assert error.value.code == "cannot_write"
    assert shelf.read("table") == {"n": 1}
    assert [file.name for file in (shelf.folder / "tables").iterdir()] == ["table.json"]


def test_a_disk_that_is_full_while_writing(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.write("table", {"n": 1})
    make = tempfile.NamedTemporaryFile

    def full(*arguments: Any, **options: Any) -> Any:
        file = make(*arguments, **options)

        def write(text: str) -> int:
            raise OSError(28, "No space left on device")

        file.write = write  # type: ignore[method-assign, assignment]
        return file

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    with pytest.raises(BeuteError, match="No space left on device"):
        shelf.write("table", {"n": 2})
    assert shelf.read("table") == {"n": 1}
    assert [file.name for file in (shelf.folder / "tables").iterdir()] == ["table.json"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BeuteError, match="cannot keep the game in") as error:
        begin(tmp_path / "file", "sneaky", 2)
    assert error.value.code == "cannot_write"


def test_a_folder_that_was_lost(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 2)
    tables, elsewhere = tmp_path / "tables", tmp_path / "elsewhere"
    tables.rename(elsewhere)
    tables.write_text("")
    with pytest.raises(BeuteError, match="cannot keep the game in"):
        session.keep()
    tables.unlink()
    elsewhere.rename(tables)
    assert Session.resume(session.shelf, session.name).game.events == session.game.events


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 2)
    tables = tmp_path / "tables"
    tables.chmod(0o555)
    try:
        with pytest.raises(BeuteError, match="Permission denied"):
            session.keep()
    finally:
        tables.chmod(0o755)
    assert Session.resume(session.shelf, session.name).game.events == session.game.events


# ---------------------------------------------------------------- damaged


def test_no_such_table(shelf: Shelf) -> None:
    with pytest.raises(BeuteError, match="no table 'x' to resume; there are none"):
        shelf.read("x")
    for n in range(7):
        shelf.write(f"sneaky-{n}", {})
    with pytest.raises(BeuteError, match="did you mean 'sneaky-"):
        shelf.read("sneaky-9")
    for outside in "../sneaky-1", "tables/sneaky-1", "", ".", "sneaky-1.json":
        with pytest.raises(BeuteError, match="no table"):
            shelf.read(outside)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"null", b'"text"', b"\xff\xfe", b"\x00" * 100])
def test_a_damaged_table_is_told(content: bytes, shelf: Shelf) -> None:
    shelf.write("table", {})
    shelf.path("table").write_bytes(content)
    with pytest.raises(BrokenRecord, match="the table table cannot be"):
        Session.resume(shelf, "table")


def test_a_folder_where_a_table_should_be(shelf: Shelf) -> None:
    shelf.path("table").mkdir(parents=True)
    with pytest.raises(BrokenRecord, match="cannot be read"):
        shelf.read("table")


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
    session = begin(tmp_path, "sneaky", 2)
    saved = session.shelf.read(session.name)
    saved["match"][key] = value
    session.shelf.write(session.name, saved)
    with pytest.raises(BrokenRecord, match=f"the table {session.name} cannot be resumed: ") as error:
        Session.resume(session.shelf, session.name)
    assert "\n" not in str(error.value)
    assert session.shelf.read(session.name) == saved


@pytest.mark.parametrize(
    "bots", [[], [None], [None, "random", "random"], 7, None, "ab", [None, "genius"], [None, "search@"], [None, 7]]
)
def test_a_table_with_wrong_bots_is_told(bots: Any, tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 2)
    session.shelf.write(session.name, session.shelf.read(session.name) | {"bots": bots})
    with pytest.raises(BrokenRecord, match="cannot be resumed"):
        Session.resume(session.shelf, session.name)


@pytest.mark.parametrize("missing", ["secret", "game", "players", "names", "options", "games"])
def test_a_table_that_lacks_something_is_told(missing: str, tmp_path: Path) -> None:
    session = begin(tmp_path, "sneaky", 2)
    saved = session.shelf.read(session.name)
    del saved["match"][missing]
    session.shelf.write(session.name, saved)
    with pytest.raises(BrokenRecord, match=missing):
        Session.resume(session.shelf, session.name)


def test_damaged_records_are_told(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    path = session.shelf.finished_path(session.name)
    good = path.read_text(encoding="utf-8")
    for content in "", "{", good[:200], json.dumps({**json.loads(good), "beute": 9}):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BeuteError):
            session.shelf.records(session.name)
    path.write_bytes(b"\xff")
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.name)
    path.unlink()
    with pytest.raises(BeuteError, match="cannot read"):
        session.shelf.records(session.name)
