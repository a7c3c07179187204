"""Whole games over HTTP: every game and number of players, to the final score."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from beute.play.record import Record
from beute.play.replay import replay, verify_luck
from tests.server.serving import Browser, Server, offered
from tests.setups import COUNTS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
        assert running.stop() == 0
        assert "error" not in running.log()


def play(browser: Browser, table: str, rng: random.Random) -> dict[str, Any]:
    """All seats of one device play until the match is over, by what the stream tells them; the table then."""
    answered, over = set[tuple[int, str]](), set[int]()
    for event in browser.events(table):
        if event.kind not in ("state", "update"):
            continue
        told = event.data
        question, seat, game = told["question"], told["seat"], told["game"]
        if told["view"]["ending"] is not None and game not in over:
            over.add(game)
            now: dict[str, Any] = browser.get(f"/api/tables/{table}")["table"]
            if now["state"] == "over":
                return now
            browser.post(f"/api/tables/{table}/next-game", {"game": game})
        elif question is not None and seat in told["view"]["asked"] and (seat, question["id"]) not in answered:
            answered.add((seat, question["id"]))
            browser.answer(table, told, sensible(offered(told), rng))
    raise AssertionError("the stream ended before the match")


def sensible(words: list[str], rng: random.Random) -> str:
    """At random, but in Sneaky mostly dice are placed and then the turn is ended: otherwise games take long."""
    puts = [word for word in words if word.startswith("put")]
    if puts and rng.random() < 0.9:
        return rng.choice(puts)
    return "stop" if "stop" in words else rng.choice(words)


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_a_whole_match_is_played_and_its_luck_can_be_verified(server: Server, game: str, players: int) -> None:
    options = {"games": 2} if game == "schattendieb" else {}
    with Browser(server) as browser:
        table = browser.create(game, [f"me:P{seat}" for seat in range(players)], options=options)
        over = play(browser, table, random.Random(players))
        lines = browser.http.get(f"/api/tables/{table}/records").text.splitlines()
    assert len(lines) == over["games"]
    for line in lines:
        record = Record.read(line)
        assert replay(record).over
        verify_luck(record)
    assert sum(seat["won"] for seat in over["seats"]) >= 1


@pytest.mark.slow
def test_a_bot_decides_for_who_lets_the_time_run_out(server: Server) -> None:
    """With the shortest limit there is: the countdown is told, then that it is over, then a step, and then another."""
    with Browser(server) as browser:
        table = browser.create("raeuber", ["me:Ada", "me:Bob"], limit=10, stand_in="easy")
        told = list[object]()
        for event in browser.events(table):
            if event.kind == "state":
                assert list(event.data["deadlines"]) == [str(event.data["view"]["asked"][0])]
            elif event.kind == "update":
                told.append(event.data["view"]["version"])
            elif event.kind == "notice":
                told.append(event.data["code"])
                break
        assert told[-1] == "time_ran_out"
        assert len(told) > 1, "what the bot did is told before"
        assert browser.get(f"/api/tables/{table}")["table"]["state"] == "playing"
