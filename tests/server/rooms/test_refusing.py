"""Every refusal of a room has a code, a status and a sentence in every language; so have notices and emotes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple, get_args

import pytest

import beute
from beute.server import rooms
from beute.server.problems import STATUS
from beute.server.protocol import Emote
from beute.server.rooms.room import WHY_TOLD
from beute.texts import LANGUAGES, texts

ROOMS = Path(rooms.__path__[0])
OF_STORE = {"broken_table"}  # told as what it is to the person: that the table cannot be played on
EXPECTED = {  # by status; all others are 422
    403: "brought_alone lesson_alone not_host not_your_seat not_seated not_sat_there not_at_this_table others_play "
    "programs_forbidden",
    404: "unknown_seat nothing_to_return_to",
    409: "away_too_short begun_already bot_sits_there broken_table is_here lesson_asks_other lesson_unread "
    "match_goes_on match_is_over no_lesson no_question "
    "no_rematch_yet not_a_person not_begun not_paused nothing_offered offered_already open_seats other_game "
    "other_match own_seat paused program_sits_there seat_taken stale_undo",
    410: "closed_table",
    429: "too_many_offers too_many_pauses too_many_watchers",
}


class Refusal(NamedTuple):
    """An error that is raised somewhere: its code, and the names of its data."""

    file: Path
    code: str
    data: set[str]


def refusals(folder: Path) -> Iterator[Refusal]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Raise(exc=ast.Call(args=[_, ast.Constant(value=str(code)), *_], keywords=keywords)):
                    yield Refusal(path, code, {one.arg for one in keywords if one.arg is not None})


def told() -> set[str]:
    """The codes of all notices."""
    found = {*WHY_TOLD.values()}
    for path in ROOMS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="_tell"), args=[ast.Constant(value=str(code)), *_]):
                    found.add(code)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    codes = {refusal.code for refusal in refusals(ROOMS)}
    assert len(codes) > 30
    assert codes - {*texts(language).under("rooms.details")} == OF_STORE


def test_every_raise_names_its_code() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ROOMS.glob("*.py")]
    raised = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    assert len(raised) == len([*refusals(ROOMS)])


def test_wherever_a_code_is_raised_its_data_fill_the_sentence() -> None:
    sentences = texts("en").under("rooms.details")
    for refusal in refusals(Path(beute.__path__[0])):
        if refusal.code in sentences:
            fields = {field for _, field, _, _ in Formatter().parse(sentences[refusal.code]) if field}
            assert fields <= refusal.data, refusal


def test_every_refusal_has_its_status() -> None:
    expected = {code: status for status, codes in EXPECTED.items() for code in codes.split()}
    codes = {refusal.code for refusal in refusals(ROOMS)}
    assert {*expected} <= codes
    assert {code: STATUS.get(code, 422) for code in codes} == {code: expected.get(code, 422) for code in codes}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_and_emote_has_a_sentence_and_no_other_has(language: str) -> None:
    assert {*texts(language).under("rooms.notices")} == told()
    assert {*texts(language).under("rooms.emotes")} == {*get_args(Emote)}
