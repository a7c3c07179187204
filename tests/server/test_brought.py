"""A table that was saved in the terminal goes on in the browser, and the other way round: seats, log and luck."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.play.replay import verify_luck
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.server.serving import Browser, Server
from tests.server.test_finished import records
from tests.server.test_lobby import play
from tests.terminal.play import advance, begin, play_out

TABLE = {"content-type": "application/jsonl"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("brought") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with Browser(server) as found:
        yield found


def bring(browser: Browser, file: bytes) -> Any:
    answer = browser.http.post("/api/tables/brought", content=file, headers=TABLE)
    assert answer.status_code == 201, answer.text
    return answer.json()


def refused(browser: Browser, file: bytes) -> dict[str, Any]:
    answer = browser.http.post("/api/tables/brought", content=file, headers=TABLE)
    assert 400 <= answer.status_code < 500, answer.text
    problem: dict[str, Any] = answer.json()
    return problem


def take_along(browser: Browser, table: str) -> bytes:
    answer = browser.http.post(f"/api/tables/{table}/take-along")
    assert answer.status_code == 200, answer.text
    return answer.content


def exported(session: Session, folder: Path) -> bytes:
    file = folder / "table.jsonl"
    session.shelf.take_along(session.table.name, file)
    return file.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_there_and_back(game: str, server: Server, browser: Browser, tmp_path: Path) -> None:
    """What everybody is shown is the same in each place; at the end the luck is that of the seal from the start."""
    options: dict[str, Any] = {"games": 2} if game == "schattendieb" else {}
    here = advance(begin(tmp_path / "one", game, 3, people=2, bots="easy", **options), 30)
    secret, views = here.match.secret.hex(), [here.table.view(seat) for seat in range(3)]
    there = bring(browser, exported(here, tmp_path))
    assert here.shelf.tables() == []
    id = there["table"]["id"]
    assert [seat["name"] for seat in there["table"]["seats"]] == list(here.match.names)
    assert [seat["kind"] for seat in there["table"]["seats"]] == ["person", "person", "bot"]
    for state in browser.states(id):
        assert json.loads(json.dumps(views[state["seat"]])) == state["view"]
        assert secret not in json.dumps(state)
    server.stop()
    server.restart()
    browser.moved()
    asked = next(state for state in browser.states(id) if state["question"] is not None)
    word = next(choice["word"] for choice in asked["view"]["choices"] if choice["possible"] == "yes")
    browser.answer(id, asked, word)

    again = Shelf(tmp_path / "two")
    back = tmp_path / "back.jsonl"
    back.write_bytes(take_along(browser, id))
    session = Session.resume(again, again.bring(back))
    assert session.match.secret.hex() == secret
    assert session.match.setup == here.match.setup
    assert [(seat.name, seat.bot) for seat in session.table.seats] == [
        (seat.name, seat.bot) for seat in here.table.seats
    ]
    assert session.game.as_played[: here.game.length] == here.game.as_played
    assert session.game.length > here.game.length
    while not session.match.over:
        play_out(session)
        if not session.match.over:
            session.table.next_game()
    for record in again.records(session.table.name):
        verify_luck(record)


def test_it_is_played_to_its_end_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2, people=2), 30)
    id = bring(browser, exported(session, tmp_path))["table"]["id"]
    seal = browser.states(id)[0]["seal"]
    play(id, browser)
    (record,) = records(browser, id)
    verify_luck(record)
    assert (record.about or {})["seal"] == seal


def test_what_was_taken_along_is_closed_and_given_again(browser: Browser) -> None:
    id = browser.create("sneaky", ["me", "easy"])
    file = take_along(browser, id)
    assert browser.get(f"/api/tables/{id}")["table"]["state"] == "closed"
    assert take_along(browser, id) == file
    assert bring(browser, file)["table"]["state"] == "playing"


def test_only_who_plays_alone_takes_a_table_along(server: Server, browser: Browser) -> None:
    """The file has everybody's cards, and the luck to come."""
    id = browser.create("raeuber", ["me", "open"])
    assert browser.refused(f"/api/tables/{id}/take-along")["code"] == "not_begun"
    with Browser(server, "Bo") as bo:
        bo.join(browser.link(id), "Bo")
        browser.post(f"/api/tables/{id}/start")
        assert browser.refused(f"/api/tables/{id}/take-along")["code"] == "others_play"
        assert bo.refused(f"/api/tables/{id}/take-along")["code"] == "not_host"
        bo.post(f"/api/tables/{id}/leave")  # a bot stands in, and Bo may return
        assert browser.refused(f"/api/tables/{id}/take-along")["code"] == "others_play"


def test_nobody_else_plays_in_a_match_from_a_file(server: Server, browser: Browser, tmp_path: Path) -> None:
    """Who brought it may have read the luck there; in a rematch it is new."""
    session = advance(begin(tmp_path, "sneaky", 2, people=2), 10)
    id = bring(browser, exported(session, tmp_path))["table"]["id"]
    token = browser.post(f"/api/tables/{id}/seats/1/handover")["token"]
    with Browser(server, "Bo") as bo:
        assert bo.refused("/api/take-seat", {"token": token})["code"] == "brought_alone"
        bo.post("/api/watch", {"link": browser.link(id)})


def test_files_that_are_none(browser: Browser, tmp_path: Path) -> None:
    good = exported(advance(begin(tmp_path, "sneaky", 2), 10), tmp_path)
    first, *others = good.splitlines(keepends=True)
    for bad in (b"", b"\n", b"x", b"{}", b'{"beute": 1}', good[:-20], b"".join(others), first * 2, b"[]\n" * 30_000):
        problem = refused(browser, bad)
        assert problem["code"] in ("no_table", "too_many_entries"), problem
    browser.post("/api/me", {"name": "Ada", "language": "de"})
    assert refused(browser, b"x")["detail"] == "Das ist kein gespeicherter Tisch, oder er ist beschädigt."
    own = good.replace(b'"bot":"random"', b'"bot":"os:system"')
    assert refused(browser, own)["code"] == "unknown_bot"
    over = play_out(begin(tmp_path / "over", "raeuber", 2))
    whole = b"".join((json.dumps(entry) + "\n").encode() for entry in over.table.entries)
    assert refused(browser, whole)["code"] == "brought_over"
