"""Tables over HTTP: friends by a link, several at one device, other devices, the host's rights, rematch, deletion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from beute.play.game import new
from beute.play.record import Record
from beute.play.replay import verify_luck
from tests.server.serving import Browser, Server, offered


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("lobby") / "data", away_after="0") as running:
        yield running
        assert "Traceback" not in running.log()


@pytest.fixture
def ada(server: Server) -> Iterator[Browser]:
    with Browser(server, "Ada") as browser:
        yield browser


@pytest.fixture
def bo(server: Server) -> Iterator[Browser]:
    with Browser(server, "Bo", "de") as browser:
        yield browser


@pytest.fixture
def cy(server: Server) -> Iterator[Browser]:
    with Browser(server, "Cy") as browser:
        yield browser


def look(browser: Browser, table: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/api/tables/{table}")
    return found


def names(shown: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in shown["table"]["seats"]]


def status(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def friends(ada: Browser, bo: Browser, game: str = "sneaky", **more: Any) -> str:
    """A table where both play."""
    table = ada.create(game, ["me", "open"], **more)
    bo.join(ada.link(table), "Bo")
    ada.post(f"/api/tables/{table}/start")
    return table


def nearly_over(game: str, players: int) -> dict[str, list[str]]:
    """A record to play on from, shortly before its end: a test need not play a whole game of Sneaky."""
    luck, found = random.Random(1), new(game, players, seed=1)
    while not found.over:
        found.play(luck.choice(found.legal))
    return {"events": list(found.events[:-12])}


def play(table: str, *browsers: Browser) -> None:
    """People play at random until the match is over."""
    luck = random.Random(table)
    while True:
        states = [(browser, state) for browser in browsers for state in browser.states(table)]
        asked = [(who, state) for who, state in states if state["question"] and state["seat"] in state["view"]["asked"]]
        if not asked:
            return
        who, state = asked[0]
        who.answer(table, state, luck.choice(offered(state)))


# ---------------------------------------------------------------- coming and going


def test_friends_come_by_a_link_and_a_spectator_sees_less(ada: Browser, bo: Browser, cy: Browser) -> None:
    table = ada.create("raeuber", ["me", "open", "easy"])
    link = ada.link(table)
    assert bo.http.get(f"/api/tables/{table}").status_code == 403
    assert bo.post("/api/invitation", {"link": link})["seats"][1]["kind"] == "open"
    assert bo.refused("/api/join", {"link": link, "name": "Ada"})["code"] == "same_name"
    joined = bo.join(link, "Bo")
    assert joined["you"] == {"table": table, "seats": [1], "host": False, "may_return": False, "link": link}
    watching = cy.post("/api/watch", {"link": link})
    assert (watching["you"]["seats"], watching["you"]["link"], watching["table"]["watchers"]) == ([], None, 1)
    assert cy.refused(f"/api/tables/{table}/pause")["code"] == "not_seated"
    ada.post(f"/api/tables/{table}/start")
    (mine,), (watched,) = ada.states(table), cy.states(table)
    assert (mine["seat"], watched["seat"]) == (0, None)
    assert watched["question"] is None
    assert watched["view"]["choices"] == []
    assert cy.refused("/api/join", {"link": link, "name": "Cy"})["code"] == "seat_taken"
    assert cy.refused("/api/join", {"link": "x" * 22, "name": "Cy"})["code"] == "unknown_link"


def test_refusals_are_in_the_readers_language(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo)
    german, english = bo.refused(f"/api/tables/{table}/close"), ada.refused(f"/api/tables/{table}/resume")
    assert (german["status"], german["code"]) == (403, "not_host")
    assert german["detail"] == "Das entscheidet, wer den Tisch leitet; frag dort nach."
    assert (english["status"], english["detail"]) == (409, "The game is not paused.")


def test_several_play_at_one_device_and_one_seat_moves_to_another(ada: Browser, bo: Browser, cy: Browser) -> None:
    table = ada.create("schattendieb", ["me", "me:Eva", "easy"], options={"games": 1})
    assert [state["seat"] for state in ada.states(table)] == [0, 1]
    token = ada.post(f"/api/tables/{table}/seats/1/handover")["token"]
    assert ada.http.post(f"/api/tables/{table}/seats/2/handover").status_code == 403
    assert bo.post("/api/take-seat", {"token": token}) == {"table": table, "seat": 1}
    assert status(cy.http.post("/api/take-seat", json={"token": token})) == (404, "unknown_token")
    assert [state["seat"] for state in ada.states(table)] == [0]
    (state,) = bo.states(table)
    assert state["seat"] == 1
    assert names(look(bo, table))[:2] == ["Ada", "Eva"]
    bo.answer(table, state, offered(state)[0])
    assert ada.refused(f"/api/tables/{table}/seats/1/emotes", {"code": "hello"})["code"] == "not_your_seat"


def test_a_recovery_link_makes_another_browser_the_same_person(ada: Browser, server: Server) -> None:
    table = ada.create("sneaky", ["me", "easy"])
    token = ada.post("/api/me/recovery")["token"]
    with Browser(server, "Somebody") as other:
        assert other.post("/api/recover", {"token": token})["name"] == "Ada"
        assert look(other, table)["you"] == look(ada, table)["you"]
    with closing(httpx.Client(base_url=server.url, timeout=60)) as program:
        found = program.post("/api/recover", json={"token": token}, headers={"Beute-Token": "true"}).json()
        program.headers["Authorization"] = f"Bearer {found['token']}"
        assert program.get(f"/api/tables/{table}").status_code == 200
        assert "set-cookie" not in program.get("/api/me").headers


def test_who_leaves_returns_and_a_host_hands_on(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo)
    link = ada.link(table)
    left = ada.post(f"/api/tables/{table}/leave")
    assert (left["you"]["host"], left["you"]["may_return"]) == (False, True)
    assert left["table"]["seats"][0]["stands_in_for"] == "Ada"
    assert look(bo, table)["you"]["host"]
    back = ada.post("/api/join", {"link": link, "name": "Ada"})
    assert (back["you"]["seats"], back["you"]["host"], names(back)[0]) == ([0], False, "Ada")
    bo.post(f"/api/tables/{table}/seats/0/host")
    assert look(ada, table)["you"]["host"]


def test_the_host_seats_a_bot_only_for_who_is_away(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo)
    with closing(bo.events(table)) as events:
        next(events)
        assert ada.refused(f"/api/tables/{table}/seats/1/bot")["code"] == "is_here"
    while look(ada, table)["table"]["seats"][1]["here"]:
        pass  # the server hears of it in a moment
    shown = ada.post(f"/api/tables/{table}/seats/1/bot")
    assert (shown["table"]["seats"][1]["kind"], shown["table"]["seats"][1]["stands_in_for"]) == ("bot", "Bo")
    assert bo.post(f"/api/tables/{table}/return")["you"]["seats"] == [1]


def test_the_host_removes_renews_the_link_and_closes(ada: Browser, bo: Browser, cy: Browser) -> None:
    table = friends(ada, bo)
    old = ada.link(table)
    cy.post("/api/watch", {"link": old})
    assert cy.refused(f"/api/tables/{table}/seats/1/remove")["code"] == "not_host"
    ada.post(f"/api/tables/{table}/seats/1/remove")
    assert status(bo.http.get(f"/api/tables/{table}")) == (403, "not_at_this_table")
    link = ada.post(f"/api/tables/{table}/link")["you"]["link"]
    assert cy.http.get(f"/api/tables/{table}").status_code == 403
    assert cy.refused("/api/watch", {"link": old})["code"] == "unknown_link"
    assert ada.post(f"/api/tables/{table}/close")["table"]["state"] == "closed"
    assert bo.refused("/api/join", {"link": link, "name": "Bo"})["code"] == "closed_table"
    assert status(ada.http.post(f"/api/tables/{table}/pause")) == (410, "closed_table")


# ---------------------------------------------------------------- settings


def test_the_host_arranges_the_table_before_a_match(ada: Browser, bo: Browser) -> None:
    table = ada.create("sneaky", ["me", "open"])
    bo.join(ada.link(table), "Bo")
    path = f"/api/tables/{table}/arrange"
    body = {"seats": [{"kind": "person", "was": 1}, {"kind": "bot", "bot": "easy"}, {"kind": "person", "was": 0}]}
    shown = ada.post(path, {**body, "limit": 20, "stand_in": "easy", "game": "raeuber"})["table"]
    assert [seat["name"] for seat in shown["seats"]][::2] == ["Bo", "Ada"]
    assert (shown["limit"], shown["stand_in"], shown["game"], shown["options"]) == (20, "easy", "raeuber", {})
    assert ada.post(path, {"no_limit": True})["table"]["limit"] is None
    assert {*names(ada.post(path, {"shuffle": True}))} >= {"Ada", "Bo"}
    assert (
        ada.refused(path, {"seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]})["code"] == "other_people"
    )
    assert status(ada.http.post(path, json={"seats": [{"kind": "open", "was": 6}] * 3})) == (404, "unknown_seat")
    assert ada.refused(path, {"limit": 5})["code"] == "wrong_limit"


@pytest.mark.parametrize(
    ("said", "kept"), [("  Ada   Maria ", "Ada Maria"), ("Zoe\u0308", "Zoë"), ("<b>x</b>", "<b>x</b>")]
)
def test_names_are_cleaned(server: Server, said: str, kept: str) -> None:
    with Browser(server, said) as browser:
        assert browser.get("/api/me")["name"] == kept
        assert names(look(browser, browser.create("sneaky", ["me", "open"])))[0] == kept
        assert browser.refused("/api/me", {"name": "x" * 13})["code"] == "long_name"
        assert browser.refused("/api/me", {"name": "a\u202eb"})["code"] == "strange_name"


def test_a_seat_is_what_it_is_said_to_be(ada: Browser) -> None:
    seats = [{"kind": "person", "bot": "easy"}, {"kind": "bot"}, {"kind": "open", "name": "X", "bot": "hard"}]
    shown = ada.post("/api/tables", {"game": "sneaky", "seats": seats, "stand_in": "easy"})["table"]["seats"]
    assert [(seat["kind"], seat["bot"]) for seat in shown] == [("person", None), ("bot", "easy"), ("open", None)]
    assert shown[2]["name"] == ""


def test_a_game_is_paused_and_resumed_and_decisions_taken_back(ada: Browser) -> None:
    table = ada.create("schattendieb", ["me", "me:Eva", "me:Ida"], options={"games": 1})
    state = ada.states(table)[0]
    ada.post(f"/api/tables/{table}/pause")
    refused = ada.refused(f"/api/tables/{table}/seats/0/answers", {"question": state["question"]["id"], "word": "x"})
    assert refused["code"] == "paused"
    ada.post(f"/api/tables/{table}/resume")
    version = ada.answer(table, state, offered(state)[0])["version"]
    assert ada.states(table)[0]["view"]["undoable"]
    assert ada.refused(f"/api/tables/{table}/seats/0/undo", {"version": version - 1})["code"] == "stale_undo"
    assert ada.post(f"/api/tables/{table}/seats/0/undo", {"version": version})["version"] == version + 1
    assert ada.refused(f"/api/tables/{table}/seats/0/undo", {"version": version + 1})["code"] == "cannot_undo"


def test_emotes_are_said_in_both_languages(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo)
    with closing(bo.events(table)) as events:
        next(events)
        ada.post(f"/api/tables/{table}/seats/0/emotes", {"code": "well_played"})
        said = next(event for event in events if event.kind == "emote").data
        assert (said["seat"], said["text"]) == (0, {"en": "Well played!", "de": "Gut gespielt!"})
        ada.post(f"/api/tables/{table}/pause")
        told = next(event for event in events if event.kind == "notice").data
        assert (told["code"], told["name"]) == ("paused", "Ada")
        assert told["text"]["de"] == "Ada hält die Partie an."
    assert ada.refused(f"/api/tables/{table}/seats/0/emotes", {"code": "curse"})["code"] == "wrong_fields"


# ---------------------------------------------------------------- rematch, playing on, deleting


def test_a_rematch_with_other_settings_keeps_the_series(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo, record=nearly_over("sneaky", 2))
    play(table, ada, bo)
    over = look(ada, table)["table"]
    assert over["state"] == "over"
    won = [seat["won"] for seat in over["seats"]]
    assert sum(won) >= 1
    seats = [{"kind": "person", "was": 1}, {"kind": "person", "was": 0}, {"kind": "bot", "bot": "easy"}]
    offer = ada.post(f"/api/tables/{table}/rematch", {"seats": seats, "limit": 60})["table"]["offer"]
    assert (offer["accepted"], offer["limit"], len(offer["seats"])) == ([0], 60, 3)
    again = bo.post(f"/api/tables/{table}/rematch/accept")
    assert (again["table"]["state"], again["table"]["match"], again["you"]["seats"]) == ("playing", 2, [0])
    assert [seat["won"] for seat in again["table"]["seats"]] == [won[1], won[0], 0]
    assert bo.states(table)[0]["seat"] == 0


def test_play_on_from_a_record(ada: Browser) -> None:
    table = ada.create("raeuber", ["me", "me:Eva", "me:Ida"])
    play(table, ada)
    record = Record.read(ada.http.get(f"/api/tables/{table}/records").text)
    half = list(record.events[: len(record.events) // 2])
    fork = ada.create("raeuber", ["me", "me:Eva", "me:Ida"], record={"events": half})
    assert look(ada, fork)["table"]["fork"] > 0
    play(fork, ada)
    other = Record.read(ada.http.get(f"/api/tables/{fork}/records").text)
    assert list(other.events[: len(half)]) == half
    assert (other.about or {})["fork"] == len(half)
    verify_luck(other)
    body = {"game": "raeuber", "seats": [{"kind": "person"}, *[{"kind": "bot"}] * 2], "record": {"events": ["0 fly"]}}
    assert ada.http.post("/api/tables", json=body).status_code == 422
    body["record"] = {"events": list(record.events)}
    assert ada.refused("/api/tables", body)["code"] == "nothing_to_go_on"


def test_tables_are_listed_and_deleted_by_their_host(ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo)
    listed = {each["id"]: each for each in bo.get("/api/tables")}[table]
    assert (listed["names"], listed["seats"], listed["state"]) == (["Ada", "Bo"], [1], "playing")
    asked = [browser for browser in (ada, bo) if {one["id"]: one for one in browser.get("/api/tables")}[table]["asked"]]
    assert len(asked) == 1
    assert bo.http.delete(f"/api/tables/{table}").status_code == 403
    with closing(bo.events(table)) as events:
        next(events)
        assert ada.http.delete(f"/api/tables/{table}").status_code == 204
        assert next(event for event in events if event.kind == "gone").data == {"table": table}
    assert status(ada.http.get(f"/api/tables/{table}")) == (404, "unknown_table")
    assert table not in [each["id"] for each in bo.get("/api/tables")]


def test_a_finished_table_is_listed_with_its_names(ada: Browser) -> None:
    table = ada.create("raeuber", ["me", "me:Eva", "me:Ida"])
    play(table, ada)
    (listed,) = [each for each in ada.get("/api/tables", most=5) if each["id"] == table]
    assert (listed["state"], listed["names"], listed["asked"]) == ("over", ["Ada", "Eva", "Ida"], False)


def test_who_deletes_themselves_leaves_no_name(server: Server, ada: Browser) -> None:
    with Browser(server, "Gone") as gone:
        alone = gone.create("sneaky", ["me", "easy"])
        table = friends(ada, gone)
        assert names(look(ada, table))[1] == "Bo"
        assert gone.http.delete("/api/me").status_code == 204
        assert gone.http.get("/api/me").status_code == 401
    shown = ada.http.get(f"/api/tables/{table}")
    assert "Bo" not in [seat["name"] for seat in shown.json()["table"]["seats"]]
    assert '"stands_in_for":"Bo"' not in shown.text
    assert ada.http.get(f"/api/tables/{alone}").status_code == 404
