"""Finished games: records with the secret of their luck, and replays as each seat saw the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from beute.play.game import Game
from beute.play.record import Record
from beute.play.replay import draws, replay, verify_luck
from tests.server.serving import Browser, Server
from tests.server.test_lobby import nearly_over, play

GAMES: list[tuple[str, dict[str, Any]]] = [("sneaky", {}), ("schattendieb", {"games": 2}), ("raeuber", {})]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("finished") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with Browser(server) as found:
        yield found


def records(browser: Browser, table: str) -> list[Record]:
    answer = browser.http.get(f"/api/tables/{table}/records")
    assert answer.headers["content-type"].startswith("application/jsonl")
    return [Record.read(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_finished_game_can_be_verified_and_watched_again(
    browser: Browser, game: str, options: dict[str, Any]
) -> None:
    record = nearly_over(game, 3) if game == "sneaky" else None
    table = browser.create(game, ["me", "me:Eva", "me:Ida"], options=options, record=record)
    seal = browser.states(table)[0]["seal"]
    assert records(browser, table) == []
    play(table, browser)
    (first,) = records(browser, table)
    verify_luck(first)
    about = first.about or {}
    assert (about["seal"], about["seats"]) == (seal, ["Ada", "Eva", "Ida"])
    luck = browser.get(f"/api/tables/{table}/matches/1/games/1/luck")
    assert (luck["seal"], luck["secret"]) == (seal, about["secret"])
    assert luck["draws"] == [draw._asdict() for draw in draws(first)]
    whole = replay(first)
    for seat in (None, 0, 2):
        query: dict[str, Any] = {"language": "de"} | ({} if seat is None else {"seat": seat})
        found = browser.get(f"/api/tables/{table}/matches/1/games/1/replay", **query)
        check_steps(found["steps"], whole, seat)
        assert [score["total"] for score in found["scores"]] == whole.scores
        assert found["names"] == ["Ada", "Eva", "Ida"]
        assert found["verdicts"]


def check_steps(steps: list[dict[str, Any]], whole: Game[Any], seat: int | None) -> None:
    """Each step shows what the seat saw then."""
    twin = Game[Any](whole.setup, None)
    for event, step in zip(whole.as_played, steps, strict=True):
        twin.play(event)
        assert step["view"] == json.loads(json.dumps(twin.view(seat)))
    if seat is None:
        assert [event for step in steps for event in step["events"]] == twin.heard(seat)


def test_a_match_of_several_games_has_a_record_for_each(browser: Browser) -> None:
    table = browser.create("schattendieb", ["me", "me:Eva", "me:Ida"], options={"games": 2})
    play(table, browser)
    browser.post(f"/api/tables/{table}/next-game", {"game": 1})
    assert browser.post(f"/api/tables/{table}/next-game", {"game": 1})["table"]["game_number"] == 2
    assert len(records(browser, table)) == 1
    play(table, browser)
    first, second = records(browser, table)
    assert [(each.match or {})["game"] for each in (first, second)] == [1, 2]
    assert (first.about or {})["secret"] != (second.about or {})["secret"]
    for path in ("matches/2/games/1", "matches/1/games/3"):
        for what in ("replay", "luck"):
            answer = browser.http.get(f"/api/tables/{table}/{path}/{what}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")
    answer = browser.http.get(f"/api/tables/{table}/matches/1/games/1/replay", params={"seat": 5})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_seat")


def test_after_each_game_the_table_tells_the_points_of_the_match(browser: Browser) -> None:
    def told() -> tuple[Any, Any]:
        with closing(browser.events(table)) as events:
            table_event = next(event for event in events if event.kind == "table")
        return table_event.data["points"], table_event.data["winners"]

    table = browser.create("schattendieb", ["me", "me:Eva", "me:Ida"], options={"games": 2})
    assert told() == ([0, 0, 0], None)
    play(table, browser)
    scores = browser.states(table)[0]["view"]["scores"]
    assert told() == (scores, None)
    browser.post(f"/api/tables/{table}/next-game", {"game": 1})
    play(table, browser)
    points, winners = told()
    assert points == [a + b for a, b in zip(scores, browser.states(table)[0]["view"]["scores"], strict=True)]
    assert winners == [seat for seat in range(3) if points[seat] == max(points)]


def test_records_are_for_those_who_were_there_and_not_before_the_end(server: Server, browser: Browser) -> None:
    table = browser.create("raeuber", ["me", "me:Eva", "me:Ida"])
    replaying, luck = (f"/api/tables/{table}/matches/1/games/1/{what}" for what in ("replay", "luck"))
    for path in (replaying, luck):
        assert browser.http.get(path).json()["code"] == "no_such_game"
    assert browser.http.get(f"/api/tables/{table}/records").text == ""
    play(table, browser)
    with Browser(server, "Stranger") as stranger:
        assert stranger.http.get(f"/api/tables/{table}/records").status_code == 403
        assert stranger.http.get(replaying).status_code == 403
        assert stranger.http.get(luck).status_code == 403
    browser.post(f"/api/tables/{table}/leave")
    assert len(records(browser, table)) == 1
