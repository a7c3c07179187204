"""Files that were damaged in any way: what is wrong is said in words, and the menu opens all the same."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beute import games
from beute.play.errors import BeuteError
from beute.play.record import Record
from beute.terminal.saved import names_in
from beute.terminal.screens import start
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.start import StartScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables
from tests.terminal.play import Table, advance, at_table, begin, play_out

VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2, 99, 10**30, 1.5, "", "0", "x", "stop", "* start 0", "opened", "played", "ä\u2028"),
    *([], [7], ["x"], [None], [[]], {}, {"name": 7}, {"seed": 1}, {"games": 2}, [{}], "9" * 5000),
]
SPOILED = [b"", b"\n", b"{", b"[" * 200_000, b"7" * 5_000, b"\xff\xfe", b'{"a":NaN}', b"\x00" * 9, b'"\\ud800"\n']
OF_PYTHON = re.compile(  # how Python itself says what is wrong
    r"Traceback|Error\b|NoneType|argument|subscript|unhash|unpack|indices|iterable|attribute|\bdict\b|\bstr\b|\bint\b"
    r"|not supported|out of range|codec|Errno|cannot be \w+: (entry \d+: )?'\w+'$"
)


class Kept:
    """The files of real tables and matches, by their place in the folder."""

    def __init__(self) -> None:
        self.logs = dict[str, bytes]()
        self.old = dict[str, bytes]()
        self.records = dict[str, bytes]()
        with TemporaryDirectory() as folder:
            for game in games.NAMES:
                self._keep(Path(folder), game)

    def _keep(self, folder: Path, game: str) -> None:
        some: dict[str, Any] = {"games": 2} if game == "schattendieb" else {}
        session = advance(begin(folder, game, 3, people=2, **some), 25)
        if session.undoable is not None:
            session.table.undo(session.undoable)
        shelf, name = session.shelf, session.table.name
        self.logs[game] = shelf.path(name).read_bytes()
        old = old_tables.saved(session.match.games, session.match.names, [None, None, "random"])
        self.old[game] = json.dumps(old).encode()
        over = play_out(begin(folder, game, 3, people=1, seed="over"))
        while not over.match.over:
            over.table.next_game()
            play_out(over)
        self.records[game] = shelf.finished_path(over.table.name).read_bytes()


@cache
def kept() -> Kept:
    return Kept()


# ---------------------------------------------------------------- damage


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object with each of its indices or keys."""
    if isinstance(data, list | dict):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from places(data[key])


def spoil(data: Any, luck: random.Random) -> None:
    """One thing in it is otherwise: gone, of another kind, of another place, or there twice."""
    whole, key = luck.choice(list(places(data)))
    how = luck.randrange(5)
    if how == 0:
        del whole[key]
    elif how == 1:
        other, there = luck.choice(list(places(data)))
        whole[key], other[there] = copy.deepcopy(other[there]), copy.deepcopy(whole[key])
    elif how == 2 and isinstance(whole, list):
        whole.insert(key, copy.deepcopy(whole[key]))
    elif how == 3 and type(whole[key]) is int:
        whole[key] += luck.choice([-1, 1, 7])
    else:
        whole[key] = copy.deepcopy(luck.choice(VALUES))


def in_the_tree(text: bytes, luck: random.Random) -> bytes:
    lines: list[Any] = [json.loads(line) for line in text.splitlines()]
    for _ in range(luck.choice([1, 1, 1, 2, 5])):
        spoil(lines, luck)
        if not lines:
            break
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def in_the_bytes(text: bytes, luck: random.Random) -> bytes:
    at, end = sorted(luck.randrange(len(text) + 1) for _ in range(2))
    return luck.choice(
        [
            text[:at],
            text[at:],
            text[:at] + text[end:],
            text[:at] + luck.choice(SPOILED) + text[at:],
            text[:at] + bytes([luck.randrange(256)]) + text[at + 1 :],
        ]
    )


def in_the_lines(text: bytes, luck: random.Random) -> bytes:
    lines = text.splitlines(keepends=True)
    a, b = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[a], lines[b] = lines[b], luck.choice([lines[a], *(line + b"\n" for line in SPOILED)])
    return b"".join(lines)


DAMAGES: list[Callable[[bytes, random.Random], bytes]] = [in_the_tree, in_the_bytes, in_the_lines]
DAMAGE, LUCK, GAME = st.sampled_from(DAMAGES), st.randoms(use_true_random=False), st.sampled_from(games.NAMES)


def told(attempt: Callable[[], object]) -> str | None:
    """What is said of a file that cannot be used: nothing but our own errors, in words; None if it can be."""
    try:
        attempt()
    except BeuteError as error:
        said, code = str(error), error.code
    else:
        return None
    assert code
    assert not OF_PYTHON.search(said), said
    assert "\n" not in said
    assert len(said) < 700, said
    return said


@settings(max_examples=150)
@given(GAME, DAMAGE, LUCK, st.booleans())
def test_a_damaged_table_is_resumed_or_refused_in_words(
    game: str, damage: Callable[[bytes, random.Random], bytes], luck: random.Random, old: bool
) -> None:
    text = damage((kept().old if old else kept().logs)[game], luck)
    with TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        path = shelf.old_path("table") if old else shelf.path("table")
        path.parent.mkdir()
        path.write_bytes(text)
        listed = told(lambda: shelf.heading("table"))
        refused = told(lambda: Session.resume(shelf, "table"))
        if listed is not None:
            assert refused is not None
            assert "the table table cannot be read" in listed
        if refused is not None:
            assert shelf.tables() == ["table"]
            assert old or path.read_bytes() == text


@settings(max_examples=150)
@given(GAME, DAMAGE, LUCK)
def test_damaged_records_are_watched_or_refused_in_words(
    game: str, damage: Callable[[bytes, random.Random], bytes], luck: random.Random
) -> None:
    text = damage(kept().records[game], luck)
    with TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        path = shelf.finished_path("match")
        path.parent.mkdir()
        path.write_bytes(text)
        told(lambda: ReplayScreen(shelf.records("match")))


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        ({"bots": None}, '"bots" must be a list of texts and nulls, not None'),
        ({"bots": [None]}, '"bots" has 1 values for 3 names'),
        ({"bots": [None] * 4}, '"bots" has 4 values for 3 names'),
        ({}, '"bots" is missing: it must be a list of texts and nulls'),
    ],
)
def test_bots_that_do_not_fit_are_said_in_words(spoiled: dict[str, Any], says: str, tmp_path: Path) -> None:
    """It was said by Python: zip() argument 2 is longer, and 'bots'."""
    saved = json.loads(kept().old["sneaky"])
    old_tables.put(Shelf(tmp_path), "old", {"match": saved["match"], **spoiled})
    with pytest.raises(BeuteError, match=re.escape(f"the table old cannot be read: {says}")):
        Session.resume(Shelf(tmp_path), "old")


@pytest.mark.parametrize("name", ["\x1b[2J", "Ada\nBob", "A\x07", "\u202eadA"])
def test_a_name_that_would_command_the_terminal_is_not_shown(name: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for texts, path in (kept().logs, shelf.path("log")), (kept().old, shelf.old_path("old")):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(texts["sneaky"].replace(b'"Ada"', json.dumps(name).encode()))
        for attempt in shelf.heading, shelf.load:
            with pytest.raises(BeuteError, match="has characters that cannot be shown"):
                attempt(path.stem)
    record = Record.read(kept().records["sneaky"])
    assert names_in(replace(record, about={"seats": ["Ada", "Bob", "Cleo"]})) == ["Ada", "Bob", "Cleo"]
    assert names_in(replace(record, about={"seats": ["Ada", name, "Cleo"]})) == ["0", "1", "2"]


# ---------------------------------------------------------------- the menu


def spoil_a_shelf(shelf: Shelf) -> int:
    """Many tables and matches, all damaged; how many."""
    luck, number = random.Random(7), 0
    for kind, texts in ("tables", kept().logs), ("tables", kept().old), ("finished", kept().records):
        (shelf.folder / kind).mkdir(parents=True, exist_ok=True)
        ending = ".json" if texts is kept().old else ".jsonl"
        for game, text in texts.items():
            for damage in (*DAMAGES, *DAMAGES, *(lambda text, luck, spoiled=spoiled: spoiled for spoiled in SPOILED)):
                number += 1
                (shelf.folder / kind / f"{game}-{number}{ending}").write_bytes(damage(text, luck))
    return number


def test_the_menu_opens_whatever_lies_on_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_LISTED", 1000)
    shelf = Shelf(tmp_path)
    number = spoil_a_shelf(shelf)

    async def play(table: Table) -> None:
        menu = table.at(StartScreen)
        options = [*menu._tables(), *menu._finished()]
        assert len(options) == number
        damaged = [option for option in options if "cannot be read" in str(option.prompt)]
        assert len(damaged) > number // 2
        assert not [option for option in options if not re.search(r"cannot be read|Resume|Watch", str(option.prompt))]

    at_table(play, None, folder=tmp_path)


@pytest.mark.parametrize("ending", [".jsonl", ".json"])
@pytest.mark.parametrize("text", SPOILED, ids=lambda text: repr(text[:9]))
def test_a_damaged_table_is_listed_and_refused(text: bytes, ending: str, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / f"sad:100:[b]{ending}").write_bytes(text + b"\n")
    (tmp_path / "finished").mkdir()
    (tmp_path / "finished" / "also:100:.jsonl").write_bytes(text + b"\n")

    async def play(table: Table) -> None:
        assert "sad:100:[b] cannot be read" in table.text
        assert "also:100: cannot be read" in table.text
        for place, says in (
            (3, "This table is damaged (the table sad:100:[b] cannot be read: "),
            (4, "cannot be watched"),
        ):
            await table.press("home", *["down"] * place, "enter")
            table.at(StartScreen)
            assert says in table.widget_text("message")

    at_table(play, None, folder=tmp_path)
