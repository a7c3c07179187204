"""Tables of data in another package: how its game is searched, what levels lack, what its value weighs, a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import beute
from beute import games
from beute.bots import search, value
from beute.bots.levels import any_game, faults_of
from beute.lessons import has_lesson, lesson
from beute.research.lacking import lacking
from beute.texts import texts
from tests import brought
from tests.server.inside import Inside, in_loop

SEARCH = "greedy = 0.5\nturns = 4\n"
VALUE = "[near]\nend = [1.5, 2]\n"
LEVEL = """
[easy]
simulations = 3
overlooks = 0.9
[medium]
simulations = 5
overlooks = 0.5
[hard]
simulations = 9
overlooks = 0.1
"""
LESSON = """
opponents = ["Otto"]
before = ["* start 0", "* draw 0 B", "* draw 1 S", "* draw 0 B", "* draw 1 S", "* draw 0 K", "* draw 1 C"]

[[steps]]
name = "goal"
clause = "XG-8"

[[steps]]
name = "lay"
clause = "XG-5"
events = ["0 keep B", "* draw 0 R", "1 keep S", "* draw 1 R"]
"""
SAID = """
[lesson.goal]
title = "What you want"
text = "You and {otto} carry trinkets."

[lesson.lay]
title = "Lay one"
text = "You hold two buttons."
task = "Lay a button"

[lesson.over]
text = "That is it."
"""


@pytest.fixture
def richer(tmp_path: Path) -> Iterator[str]:
    files = brought.magpies("richer")
    more = {"search.toml": SEARCH, "levels.toml": LEVEL, "value.toml": VALUE, "lesson.toml": LESSON}
    said = {"texts/en.toml": files["texts/en.toml"] + SAID}
    brought.package(tmp_path, "richer", "richer", files | more | said)
    with brought.installed(tmp_path):
        yield "richer"


def test_they_are_found_in_the_package(richer: str) -> None:
    assert search.settings_of(richer) == search.SearchSettings(greedy=0.5, turns=4)
    assert faults_of(richer)["hard"] == any_game.Faults(simulations=9, overlooks=0.1)
    assert value.weights(richer).tolist() == [1.5, 2.0]
    assert has_lesson(richer)
    assert [step.name for step in lesson(richer).steps] == ["goal", "lay"]


def test_ours_are_found_beside_each_other() -> None:
    for game in games.NAMES:
        assert search.settings_of(game) != search.SearchSettings()
        assert value.weights(game).size
        assert has_lesson(game)


def test_there_is_no_lesson_of_what_is_no_game() -> None:
    assert not has_lesson("../sneaky")


@in_loop
async def test_its_lesson_is_given(richer: str, tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        who = await server.person("Ada")
        listed = (await server.get("", "/api/games"))[-1]
        assert (listed["game"], listed["lesson"]) == (richer, True)
        given: Any = (await server.post(who, "/api/lessons", {"game": richer}))["table"]
        assert given["lesson"]["text"]["en"] == "You and Otto carry trinkets."
        assert given["lesson"]["text"]["de"] == given["lesson"]["text"]["en"]  # it speaks no German
        read = await server.post(who, f"/api/tables/{given['id']}/lesson/read", {"step": 0})
        assert read["table"]["lesson"]["words"] == ["keep B"]
        (state,) = await server.get(who, f"/api/tables/{given['id']}/state")
        await server.answer(who, given["id"], state, "keep B")


WRONG = {
    "search": ("greedi = 1\n", "search.toml of 'wrong_search': there are exploration, turns"),
    "levels": ("[easy]\nsimulations = 1\n", "levels.toml of 'wrong_levels' must have easy, medium, hard, each with"),
    "value": ("near = \n", "value.toml cannot be read: Invalid value"),
    "lesson": ('opponents = ["Otto"]\n', "the lesson of 'wrong_lesson' cannot be given: it lacks 'steps'"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_in_them_is_told(kind: str, tmp_path: Path) -> None:
    name, (text, told) = f"wrong_{kind}", WRONG[kind]
    brought.package(tmp_path, name, name, brought.magpies(name) | {f"{kind}.toml": text})
    read = {"search": search.settings_of, "levels": faults_of, "value": value.weights, "lesson": lesson}
    with brought.installed(tmp_path):
        with pytest.raises((games.UnusableGame, beute.SetupError)) as refused:
            read[kind](name)
        assert told in str(refused.value)
        assert told in "\n".join(lacking(name))


def test_sentences_that_a_lesson_lacks_are_told(tmp_path: Path) -> None:
    files = brought.magpies("poorer") | {"lesson.toml": LESSON}
    said = {"texts/en.toml": files["texts/en.toml"] + SAID.replace('title = "Lay one"\n', "")}
    brought.package(tmp_path, "poorer", "poorer", files | said)
    with brought.installed(tmp_path):
        assert texts("en")("poorer.lesson.goal.title") == "What you want"
        assert lacking("poorer") == ["texts/en.toml has no lesson.lay.title"]
