"""A table is what its log folds to; logs that are none are refused in words."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from beute.play.errors import BrokenRecord
from beute.table.fold import Fold
from beute.table.log import FORM, KINDS, checked
from beute.table.table import Table
from tests.table.memory import Memory
from tests.table.playing import EACH, NAME, label, log, memory, new_table, steps
from tests.table.test_keeping import everything


def loaded(entries: list[Any]) -> Table:
    """A table from entries as somebody may have written them."""
    store = Memory()
    store.logs[NAME] = [json.dumps(entry) for entry in entries]
    return Table.load(store, NAME)


# ---------------------------------------------------------------- folding


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_a_log_folds_to_the_same_table_at_every_point(game: str, players: int, options: dict[str, Any]) -> None:
    """Views, versions, stories, questions, rights to take back, points; and it goes on in the same way."""
    table = new_table(game, players, seed=players, **options)
    for n, _ in enumerate(steps(table, random.Random(players), most=120, undo=0.25)):
        if n % 7 == 0 or table.game.face_down:
            again = Table.load(table.store, NAME)
            assert everything(again) == everything(table)
            assert again.seats == table.seats
            assert again.match.points == table.match.points
            assert again.match.names == table.match.names
            assert [again.undoable(seat) for seat in table.people] == [table.undoable(seat) for seat in table.people]
            assert again.game.as_played == table.game.as_played
    alone = Table.load(memory(table).copy_of(NAME, len(log(table))), NAME)
    for luck, there in (random.Random(5), table), (random.Random(5), alone):
        for _ in steps(there, luck, most=15):
            pass
    assert everything(alone) == everything(table)
    assert log(alone) == log(table), "with the same luck"


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_a_log_says_who_did_what_in_the_order_of_play(game: str, players: int, options: dict[str, Any]) -> None:
    table = new_table(game, players, seed=players, **options)
    taken = list(steps(table, random.Random(players), most=60))
    first, *entries = log(table)
    assert first["entry"] == "opened"
    assert (first["game"], first["rules"], first["form"]) == (game, table.game.setup.about.VERSION, FORM)
    assert first["options"] == options
    assert [seat["name"] for seat in first["seats"]] == list(table.match.names)
    said = [(step.kind, step.seat, step.word) for step in taken]
    assert [(entry["entry"], entry.get("seat"), entry.get("word", "")) for entry in entries] == said


def test_the_secret_is_in_the_log_and_nowhere_else() -> None:
    table = new_table("raeuber", 2)
    first = log(table)[0]
    assert first["entry"] == "opened"
    assert first["secret"] == table.match.secret.hex()
    assert first["secret"] not in json.dumps([table.view(viewer) for viewer in (0, 1, None)])


def test_without_a_seed_every_table_has_a_secret_of_its_own() -> None:
    tables = [Table.open(Memory(), NAME, "raeuber", new_table("raeuber", 2).seats, {}) for _ in range(2)]
    assert tables[0].match.secret != tables[1].match.secret


# ---------------------------------------------------------------- what is no log


def some_log() -> list[Any]:
    return copy.deepcopy(_some_log())


@cache
def _some_log() -> list[Any]:
    table = new_table("schattendieb", 3, games=2)
    for _ in steps(table, random.Random(3), most=40):
        pass
    return list(log(table))


def changed(number: int, **values: Any) -> list[Any]:
    entries = some_log()
    entries[number] |= values
    return entries


@pytest.mark.parametrize(
    ("entries", "code", "says"),
    [
        ([], "broken_table", "it has no entries"),
        (some_log()[1:], "broken_table", "entry 0: a table is opened first, and once"),
        (some_log()[:1] * 2, "broken_table", "entry 1: a table is opened first, and once"),
        (changed(0, rules=0), "other_rules", "played by version 0 of the rules, and these are version 1"),
        (changed(0, rules=2), "other_rules", "played by version 2 of the rules, and these are version 1"),
        (changed(0, form=2), "other_form", "its log has form 2"),
        (changed(0, game="chess"), "broken_table", "no game 'chess'"),
        (changed(0, options={"games": 99}), "broken_table", "SD-21"),
        (changed(0, options={"open_sums": True}), "broken_table", "has no option 'open_sums'"),
        (changed(0, seats=[]), "broken_table", "3 to 7 players, not 0"),
        (changed(0, options={"seed": 7}), "broken_table", "has no option 'seed'"),
        (changed(0, options={"played": []}), "broken_table", "has no option 'played'"),
        (changed(0, secret="xyz"), "broken_table", "entry 0: the secret of the luck must be 1 to 64 bytes"),
        (changed(0, secret="5a" * 65), "broken_table", "entry 0: the secret of the luck must be 1 to 64 bytes"),
        (changed(0, chance=[]), "chance_is_due", "what chance did next is missing"),
        (changed(0, chance=["deal 0 W1"]), "chance_is_due", "what chance did next is missing"),
        (changed(0, chance=["deal 0 W11"]), "impossible_chance", "chance cannot have been deal 0 W11"),
        (changed(1, seat=9), "broken_table", "there is no seat 9"),
        (changed(1, seat=-1), "broken_table", "there is no seat -1"),
        (changed(1, word="play W11"), "broken_table", "entry 1: 'play W11' by seat"),
        (changed(1, chance=["draw 0 W1"]), "impossible_chance", "chance cannot have been draw 0 W1"),
        (changed(1, entry="refused"), "broken_table", "is not a try that can be refused"),
        (changed(1, entry="undone"), "broken_table", "there is no decision of seat"),
        (changed(1, entry="changed"), "broken_table", "has laid nothing face down"),
        (changed(1, entry="next_game"), "broken_table", "the game is not over yet"),
        ([*some_log(), {"entry": "seated", "seat": 3, "name": "Di", "bot": None}], "broken_table", "no seat 3"),
        ([*some_log(), {"entry": "seated", "seat": -1, "name": "Di", "bot": None}], "broken_table", "no seat -1"),
    ],
)
def test_a_log_that_cannot_be_carried_out_says_where_and_why(entries: list[Any], code: str, says: str) -> None:
    with pytest.raises(BrokenRecord, match="the table t cannot be resumed") as broken:
        loaded(entries)
    assert broken.value.code == code
    assert says in str(broken.value)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (None, "entry 7 is not an entry of a table: None"),
        ([], "is not an entry"),
        ("played", "is not an entry"),
        ({}, "is not an entry"),
        ({"entry": "danced", "seat": 0}, "is not an entry of a table"),
        ({"entry": None}, "is not an entry"),
        ({"entry": []}, "is not an entry"),
        ({"entry": {}}, "is not an entry"),
        ({"entry": "undone"}, '"seat" is missing: it must be a number'),
        ({"entry": "undone", "seat": "0"}, "\"seat\" must be a number, not '0'"),
        ({"entry": "undone", "seat": True}, '"seat" must be a number, not True'),
        ({"entry": "played", "seat": 0, "word": 7, "chance": []}, '"word" must be a text, not 7'),
        ({"entry": "played", "seat": 0, "word": "stop", "chance": "roll"}, '"chance" must be a list'),
        ({"entry": "played", "seat": 0, "word": "stop"}, '"chance" is missing: it must be a list of texts'),
        ({"entry": "seated", "seat": 0, "name": "Ada", "bot": 3}, '"bot" must be a text or null, not 3'),
        ({"entry": "opened", "form": 1}, '"game" is missing: it must be a text'),
        ({"entry": "next_game", "chance": ["roll", 7]}, "\"chance\" must be a list of texts, not ['roll', 7]"),
        ({**some_log()[0], "seats": ["Ada"]}, "\"seats\" must be a list of objects, not ['Ada']"),
        ({**some_log()[0], "seats": [{"name": "Ada"}]}, '"bot" is missing: it must be a text or null'),
        ({**some_log()[0], "seats": [{"name": 7, "bot": None}]}, '"name" must be a text, not 7'),
    ],
)
def test_an_entry_that_is_none_says_what_is_wrong(entry: Any, says: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        checked(entry, 7)
    assert broken.value.code == "broken_table"
    assert says in str(broken.value)
    assert "entry 7" in str(broken.value)


def test_an_unknown_entry_is_never_taken_for_another() -> None:
    """Also by who does not look at it when it is read."""
    strange: Any = {"entry": "danced", "seat": 0, "word": "play W1"}
    with pytest.raises(BrokenRecord, match="there is no entry 'danced'"):
        Fold.of(NAME, [*some_log(), strange])


def test_a_log_with_anything_changed_is_another_table_or_refused_in_words() -> None:
    """Never anything but BrokenRecord."""
    luck, entries, refused = random.Random(1), some_log(), 0
    values: list[Any] = [None, True, -1, 0, 2, 1e9, "", "0", "play W1", "done", [], ["x"], [5], {}, {"name": 1}, *KINDS]
    for _ in range(400):
        broken = copy.deepcopy(entries)
        number = luck.randrange(len(broken)) if luck.random() < 0.6 else 0
        key = luck.choice(list(broken[number]))
        if luck.random() < 0.2:
            del broken[number][key]
        elif isinstance(broken[number][key], list) and broken[number][key] and luck.random() < 0.5:
            broken[number][key][luck.randrange(len(broken[number][key]))] = luck.choice(values)
        else:
            broken[number][key] = luck.choice(values)
        table = loaded_or_refused(broken)
        if table is None:
            refused += 1
        else:
            everything(table)
    assert refused > 300


def loaded_or_refused(entries: list[Any]) -> Table | None:
    try:
        return loaded(entries)
    except BrokenRecord:
        return None


def test_a_log_in_which_entries_are_missing_is_refused_or_another_table() -> None:
    entries = some_log()
    found = [loaded_or_refused(entries[:n] + entries[n + 1 :]) for n in range(len(entries))]
    assert found[0] is None
    assert found.count(None) > len(found) // 2
