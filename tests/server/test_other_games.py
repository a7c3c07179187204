"""A game of another package at the server: listed, played, told in words, and no more than a view shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beute.games.views import offered
from beute.server.protocol import OtherView
from tests import brought
from tests.games.test_others import TEXTS, WHOLE
from tests.server.inside import Inside, in_loop

SEATS = [{"kind": "person", "name": name} for name in ("Ada", "Bob", "Cleo")]


@pytest.fixture(autouse=True)
def gazza() -> Iterator[None]:
    with brought.installed(brought.gazza()):
        yield


@in_loop
async def test_it_is_listed_with_its_sentences(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        ours, game = (await server.get("", "/api/games"))[-2:]
    assert ours["texts"] is None
    assert (game["game"], game["players"], game["minutes"], game["lesson"]) == ("gazza", [2, 3, 4], 10, False)
    assert [level["name"] for level in game["levels"]] == ["easy", "medium", "hard", "master"]
    assert game["options"][0]["meaning"] == {"en": "Trinkets in a hand", "de": "Stücke auf der Hand"}
    assert game["texts"]["de"]["gazza.things.K"] == "Krone"
    assert game["texts"]["en"]["reasons.own_nest"] == "your own nest is not stolen from"


@in_loop
async def test_it_is_played_to_the_end(tmp_path: Path) -> None:
    """By one person at all seats, who answers what each is offered."""
    async with Inside(tmp_path / "data") as server:
        who = await server.person("Ada")
        table = (await server.post(who, "/api/tables", {"game": "gazza", "seats": SEATS, "start": True}))["table"]["id"]
        while True:
            states = await server.get(who, f"/api/tables/{table}/state")
            asked = next((state for state in states if state["question"] is not None), None)
            if asked is None:
                break
            check(asked["view"])
            await server.answer(who, table, asked, offered(asked["view"]["choices"])[-1])
        assert states[0]["view"]["ending"] == "all_laid"
        path = f"/api/tables/{table}/matches/1/games/1/replay"
        replay = (await server.ask(who, "GET", f"{path}?seat=0")).data
        assert replay["steps"][-1]["view"]["sheet"]["table"][0]["words"] == ["0"]
        assert [score["total"] for score in replay["scores"]] == states[0]["view"]["scores"]


def check(view: Any) -> None:
    """All that the type of such a view says; what others hold is not in it."""
    assert OtherView.__annotations__.keys() - view.keys() == set()
    seat, hands = view["seat"], view["hands"]
    assert all(set(hand) <= {"?"} for other, hand in enumerate(hands) if other != seat)
    shown = [entry for entry in view["sheet"]["seats"][(seat + 1) % 3] if entry["label"] == "Hand"]
    assert set(shown[0]["words"]) <= {"face down"}
    assert set(view["words"]) == {choice["word"] for choice in view["choices"]}
    assert {choice["pick"]["name"] for choice in view["choices"]} == set(view["called"])


@in_loop
async def test_in_the_readers_language(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        who = await server.person("Ada", "de")
        table = (await server.post(who, "/api/tables", {"game": "gazza", "seats": SEATS, "start": True}))["table"]["id"]
        states = (await server.ask(who, "GET", f"/api/tables/{table}/state", language="de")).data
        state = next(state for state in states if state["question"] is not None)
        assert state["view"]["sheet"]["table"] == [{"label": "Stapel", "words": ["21"], "cards": False}]
        assert state["question"]["text"].startswith("Welches Stück legst du")
        word = next(one["word"] for one in state["view"]["choices"] if one["possible"] == "no")
        problem = await server.refused(
            who,
            f"/api/tables/{table}/seats/{state['seat']}/answers",
            {"question": state["question"]["id"], "word": word},
        )
        assert problem["detail"] == "dort liegt kein gleiches Stück allein (GZ-7)"


@in_loop
async def test_its_rules_are_read_and_it_has_no_lesson(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        who = await server.person("Ada")
        rules = await server.get(who, "/api/games/gazza/rules")
        assert [block["clause"] for block in rules["blocks"] if block["clause"]][-1] == "GZ-10"
        problem = await server.refused(who, "/api/lessons", {"game": "gazza"})
    assert (problem["status"], problem["code"]) == (404, "no_first_lesson")
    assert problem["detail"] == "There are lessons of sneaky, schattendieb, raeuber."


@in_loop
async def test_bots_of_every_level_play_it(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        who = await server.person("Ada")
        seats = [SEATS[0], {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "master"}]
        made = await server.post(who, "/api/tables", {"game": "gazza", "seats": seats, "start": True})
        assert [seat["bot"] for seat in made["table"]["seats"]] == [None, "easy", "master"]
        problem = await server.refused(
            who, "/api/tables", {"game": "gazza", "seats": [SEATS[0], {"kind": "bot", "bot": "greedy"}]}
        )
    assert problem["code"] == "unknown_bot"


@in_loop
async def test_a_broken_game_is_not_listed_and_refused_in_words(tmp_path: Path) -> None:
    """One whose rules are missing: nobody can tell before they are loaded."""
    brought.package(tmp_path / "site", "lame", "lame", {"__init__.py": WHOLE, "texts/en.toml": TEXTS})
    with brought.installed(tmp_path / "site", brought.gazza()):
        async with Inside(tmp_path / "data") as server:
            assert [game["game"] for game in await server.get("", "/api/games")][-2:] == ["raeuber", "gazza"]
            who = await server.person("Ada")
            problem = await server.refused(who, "/api/tables", {"game": "lame", "seats": SEATS, "start": True})
    assert (problem["status"], problem["code"]) == (422, "unusable_game")
    assert "'lame' cannot be played: importing 'lame.rules' failed" in problem["detail"]
