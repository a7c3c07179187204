"""Lessons over HTTP: begun by one request, gone through, interrupted, left; and what their pupils are sent."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.lessons import PUPIL, lesson
from beute.play.record import Record
from beute.play.replay import verify_luck
from beute.texts import LANGUAGES, texts
from tests.server.serving import Browser, Server
from tests.server.test_lobby import play

PATIENCE = 60  # seconds, for a machine that is busy with other tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("lessons") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


@pytest.fixture
def ada(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


def begin(browser: Browser, game: str) -> str:
    found = browser.post("/api/lessons", {"game": game})
    assert found["you"] == {
        "table": found["table"]["id"],
        "seats": [PUPIL],
        "host": True,
        "may_return": False,
        "link": None,
    }
    return str(found["table"]["id"])


def standing(browser: Browser, table: str) -> Any:
    """Where the lesson stands, once the bots have played what is theirs."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        shown = browser.get(f"/api/tables/{table}")["table"]["lesson"]
        if shown is None or shown["unread"] or shown["words"] or shown["step"] == len(shown["titles"]):
            (state,) = browser.states(table)
            if shown is None or not shown["words"] or PUPIL in state["view"]["asked"]:
                return shown
        time.sleep(0.01)
    raise AssertionError("the lesson does not go on")


def waited_for(browser: Browser, table: str) -> None:
    """Returns once the pupil alone is asked."""
    until = time.monotonic() + PATIENCE
    while browser.states(table)[0]["view"]["asked"] != [PUPIL]:
        assert time.monotonic() < until, "others are still asked"
        time.sleep(0.01)


def go_on(browser: Browser, table: str) -> bool:
    """One thing that the pupil does; False once the lesson is through."""
    shown = standing(browser, table)
    if shown["unread"]:
        browser.post(f"/api/tables/{table}/lesson/read", {"step": shown["step"]})
    elif shown["words"]:
        (state,) = browser.states(table)
        assert state["seal"] is None
        browser.answer(table, state, shown["words"][0])
    return bool(shown["step"] < len(shown["titles"]))


@pytest.mark.parametrize("game", games.NAMES)
def test_a_lesson_is_gone_through_left_and_played_on(ada: Browser, game: str) -> None:
    table = begin(ada, game)
    while go_on(ada, table):
        pass
    left = ada.post(f"/api/tables/{table}/lesson/leave")["table"]
    assert (left["lesson"], left["fork"] > 0, left["state"]) == (None, True, "playing")
    until = time.monotonic() + PATIENCE
    while not (text := ada.http.get(f"/api/tables/{table}/records").text) and time.monotonic() < until:
        play(table, ada)  # until it is the turn of bots
    record = Record.read(text)
    assert (record.about or {})["fork"] > len(lesson(game).before)
    verify_luck(record)
    luck = ada.get(f"/api/tables/{table}/matches/1/games/1/luck")
    assert min((draw["event"] for draw in luck["draws"]), default=999) >= (record.about or {})["fork"]


def test_a_game_that_there_is_not(ada: Browser) -> None:
    problem = ada.refused("/api/lessons", {"game": "poker"})
    assert (problem["status"], problem["code"]) == (404, "unknown_game")
    assert ada.refused("/api/lessons", {"game": "sneaky", "seats": 3})["code"] == "wrong_fields"
    assert ada.refused("/api/lessons", {})["code"] == "wrong_fields"


def test_who_is_not_known_yet_begins_none(server: Server) -> None:
    with Browser(server) as stranger:
        stranger.http.cookies.clear()
        assert stranger.refused("/api/lessons", {"game": "sneaky"})["code"] == "no_person"


def test_something_else_is_refused_in_words_and_nothing_is_lost(ada: Browser) -> None:
    table = begin(ada, "sneaky")
    (state,) = ada.states(table)
    path = f"/api/tables/{table}/seats/0/answers"
    body = {"question": state["question"]["id"], "word": "put c2"}
    assert ada.refused(path, body)["code"] == "lesson_unread"
    go_on(ada, table)
    problem = ada.refused(path, body)
    assert (problem["status"], problem["code"]) == (409, "lesson_asks_other")
    assert problem["asks"] == ["put c0", "put c1", "put c1"]
    assert problem["detail"] == texts("en")("rooms.details.lesson_asks_other")
    assert ada.states(table)[0]["view"] == state["view"]
    ada.post(f"/api/tables/{table}/lesson/leave")
    ada.post(path, body)
    assert ada.refused(f"/api/tables/{table}/lesson/leave")["code"] == "no_lesson"


def test_nobody_else_sees_it(server: Server, ada: Browser) -> None:
    table = begin(ada, "raeuber")
    with Browser(server, "Bo") as bo:
        for path, body in (("read", {"step": 0}), ("leave", None)):
            problem = bo.refused(f"/api/tables/{table}/lesson/{path}", body)
            assert problem["code"] in ("not_seated", "unknown_table", "not_at_this_table")
        assert bo.http.get(f"/api/tables/{table}").status_code in (403, 404)


@pytest.mark.slow
def test_it_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, Browser(server) as ada:
        table = begin(ada, "schattendieb")
        while standing(ada, table)["step"] < 4:
            go_on(ada, table)
        waited_for(ada, table)  # the bots' steps that are still to come would be missing in what is compared
        before, states = standing(ada, table), ada.states(table)
        server.kill()
        server.restart()
        ada.moved()
        assert standing(ada, table) == before
        assert ada.states(table)[0]["view"] == states[0]["view"]
        while go_on(ada, table):
            pass
        assert "Traceback" not in server.log()


def test_the_stream_tells_where_the_lesson_stands(ada: Browser) -> None:
    table = begin(ada, "sneaky")
    with closing(ada.events(table)) as stream:
        state = next(event for event in stream if event.kind == "state")
        go_on(ada, table)
        shown = next(event.data["lesson"] for event in stream if event.kind == "table" and event.data["lesson"]["step"])
        assert (shown["step"], shown["unread"]) == (1, False)
        ada.answer(table, state.data, "put c0")
        later: dict[str, Any] = {}
        while not {"update", "table"} <= {*later}:
            event = next(stream)
            later[event.kind] = event.data
    assert later["table"]["lesson"]["words"] == ["put c1", "put c1"]
    assert later["table"]["lesson"]["version"] == later["update"]["version"]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_pupil_is_sent_nothing_of_what_is_still_to_come(ada: Browser, game: str) -> None:
    """No sentence of a later step, which would tell what others play and chance does; but for the titles."""
    table, steps = begin(ada, game), lesson(game).steps
    while True:
        shown = standing(ada, table)
        sent = [ada.http.get(f"/api/tables/{table}").text, ada.http.get(f"/api/tables/{table}/state").text]
        with closing(ada.events(table)) as stream:
            sent.append(next(event.text for event in stream if event.kind == "state"))
        for step in steps[shown["step"] + 1 :]:
            for language in LANGUAGES:
                said = texts(language).under(f"{game}.lesson.{step.name}")
                for part, sentence in said.items():
                    assert part == "title" or sentence.format(otto="Otto", lene="Lene") not in "".join(sent)
        assert all("script" not in text for text in sent)
        if not go_on(ada, table):
            break
