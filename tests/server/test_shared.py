"""Links to finished games: for anybody, to that one game and nothing else, until they are withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from beute.play.record import Record
from beute.play.replay import replay
from tests.server.serving import Browser, Server
from tests.server.test_finished import check_steps, records
from tests.server.test_lobby import friends, nearly_over, play


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("shared") / "data") as running:
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
def stranger(server: Server) -> Iterator[httpx.Client]:
    """Somebody who has not said who they are."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def share(browser: Browser, table: str, game: str = "matches/1/games/1") -> str:
    return str(browser.post(f"/api/tables/{table}/{game}/share")["link"])


def ask(client: httpx.Client, what: str, link: str, **more: Any) -> httpx.Response:
    return client.post(f"/api/shared/{what}", json={"link": link, **more})


@pytest.mark.parametrize(("game", "options"), [("sneaky", {}), ("schattendieb", {"games": 1}), ("raeuber", {})])
def test_whoever_has_the_link_sees_the_game_and_needs_no_account(
    ada: Browser, stranger: httpx.Client, game: str, options: dict[str, Any]
) -> None:
    table = ada.create(game, ["me", "me:Eva", "me:Ida"], options=options, record=nearly_over(game, 3))
    play(table, ada)
    link, (record,) = share(ada, table), records(ada, table)
    for seat in (None, 0, 2):
        found = ask(stranger, "replay", link, seat=seat).json()
        check_steps(found["steps"], replay(record), seat)
        assert found["names"] == ["Ada", "Eva", "Ida"]
    assert ask(stranger, "replay", link, open=True).json()["steps"][-1]["view"]["scores"] == list(record.scores or ())
    assert ask(stranger, "record", link).text == f"{record.text()}\n"
    assert ask(stranger, "luck", link).json()["secret"] == (record.about or {})["secret"]
    assert not stranger.cookies
    assert ask(stranger, "replay", link, seat=5).json()["code"] == "unknown_seat"


def test_it_tells_nothing_of_the_table_and_leads_to_nothing_else(ada: Browser, stranger: httpx.Client) -> None:
    table = ada.create("raeuber", ["me", "me:Eva"])
    play(table, ada)
    link = share(ada, table)
    told = "".join(ask(stranger, what, link).text for what in ("replay", "luck", "record"))
    assert table not in told
    assert ada.link(table) not in told
    for path in ("", "/state", "/records", "/matches/1/games/1/replay", "/matches/1/games/1/luck", "/report"):
        assert stranger.get(f"/api/tables/{table}{path}").status_code == 401
    with Browser(ada.server, "Cy") as cy:
        assert cy.http.get(f"/api/tables/{table}").status_code == 403
        for path in ("invitation", "join", "watch"):
            assert cy.refused(f"/api/{path}", {"link": link, "name": "Cy"})["code"] in ("unknown_link", "wrong_fields")
    assert ask(stranger, "replay", ada.link(table)).json()["code"] == "unknown_share"


def test_of_a_match_that_goes_on_only_what_is_over_can_be_shared(ada: Browser, stranger: httpx.Client) -> None:
    """The next game has a secret of its own: the first one's tells nothing of it."""
    table = ada.create("schattendieb", ["me", "me:Eva", "me:Ida"], options={"games": 2})
    first, second = "matches/1/games/1", "matches/1/games/2"
    assert ada.refused(f"/api/tables/{table}/{first}/share")["code"] == "no_such_game"
    play(table, ada)
    link = share(ada, table, first)
    told = [ask(stranger, what, link).text for what in ("replay", "luck", "record")]
    ada.post(f"/api/tables/{table}/next-game", {"game": 1})
    seal = ada.states(table)[0]["seal"]
    assert ada.refused(f"/api/tables/{table}/{second}/share")["code"] == "no_such_game"
    assert [ask(stranger, what, link).text for what in ("replay", "luck", "record")] == told
    play(table, ada)
    assert [ask(stranger, what, link).text for what in ("replay", "luck", "record")] == told
    _, two = records(ada, table)
    for hidden in (seal, (two.about or {})["secret"]):
        assert hidden not in "".join(told)
    assert share(ada, table, second) != link


def test_asked_again_it_is_the_same_until_it_is_withdrawn(ada: Browser, bo: Browser, stranger: httpx.Client) -> None:
    table = friends(ada, bo, "raeuber")
    play(table, ada, bo)
    link = share(ada, table)
    assert share(bo, table) == link
    assert len(link) > 20
    path = f"/api/tables/{table}/matches/1/games/1/share"
    assert bo.http.delete(path).status_code == 204
    assert bo.http.delete(path).status_code == 204
    answer = ask(stranger, "replay", link)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_share")
    german = stranger.post("/api/shared/replay?language=de", json={"link": link}).json()
    assert "nicht mehr freigegeben" in german["detail"]
    assert share(ada, table) != link


def test_it_is_gone_with_the_table(ada: Browser, stranger: httpx.Client) -> None:
    table = ada.create("raeuber", ["me", "me:Eva"])
    play(table, ada)
    link = share(ada, table)
    assert ask(stranger, "replay", link).status_code == 200
    ada.http.delete(f"/api/tables/{table}")
    for what in ("replay", "luck", "record"):
        assert ask(stranger, what, link).json()["code"] == "unknown_share"


def test_only_who_sat_there_may_share(server: Server, ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo, "raeuber")
    path = f"/api/tables/{table}/matches/1/games/1/share"
    with Browser(server, "Cy") as cy, Browser(server, "Di") as di:
        cy.post("/api/watch", {"link": ada.link(table)})
        play(table, ada, bo)
        assert cy.refused(path)["code"] == "not_sat_there"
        assert cy.http.delete(path).json()["code"] == "not_sat_there"
        assert di.refused(path)["code"] == "not_at_this_table"
    bo.post(f"/api/tables/{table}/leave")  # the match is over: who sat there still may
    assert share(bo, table)


def test_who_comes_for_a_later_match_may_not_share_an_earlier_one(server: Server, ada: Browser, bo: Browser) -> None:
    table = friends(ada, bo, "raeuber")
    play(table, ada, bo)
    bo.post(f"/api/tables/{table}/leave")
    with Browser(server, "Cy") as cy:
        cy.join(ada.link(table), "Cy")
        ada.post(f"/api/tables/{table}/rematch", {})
        cy.post(f"/api/tables/{table}/rematch/accept")
        play(table, ada, cy)
        assert cy.refused(f"/api/tables/{table}/matches/1/games/1/share")["code"] == "not_sat_there"
        assert share(cy, table, "matches/2/games/1")


def test_a_table_of_bots_is_its_hosts_to_share(server: Server, ada: Browser, stranger: httpx.Client) -> None:
    table = ada.create("raeuber", ["easy", "easy"])
    with Browser(server, "Cy") as cy:
        cy.post("/api/watch", {"link": ada.link(table)})
        with_events = ada.events(table)
        for event in with_events:
            if event.kind == "table" and event.data["state"] == "over":
                break
        with_events.close()
        assert cy.refused(f"/api/tables/{table}/matches/1/games/1/share")["code"] == "not_sat_there"
    found = ask(stranger, "replay", share(ada, table)).json()
    assert found["ending"]


def test_a_shared_game_is_there_after_a_restart(ada: Browser, server: Server) -> None:
    table = ada.create("raeuber", ["me", "me:Eva"])
    play(table, ada)
    link = share(ada, table)
    server.kill()
    server.restart()
    ada.moved()
    with httpx.Client(base_url=server.url, timeout=60) as client:
        assert ask(client, "replay", link).status_code == 200
    assert share(ada, table) == link


@pytest.mark.parametrize(
    "body", [None, {}, {"link": ""}, {"link": 5}, {"link": "x" * 200}, {"link": "x" * 20, "seat": 9}]
)
def test_a_request_that_is_none(stranger: httpx.Client, body: object) -> None:
    for what in ("replay", "luck", "record"):
        answer = stranger.post(f"/api/shared/{what}", json=body)
        assert answer.status_code == 422, (what, body)
        assert answer.json()["code"] == "wrong_fields"


def test_what_is_shared_is_a_record_that_opens_as_a_file(ada: Browser, stranger: httpx.Client) -> None:
    table = ada.create("raeuber", ["me", "me:Eva"])
    play(table, ada)
    text = ask(stranger, "record", share(ada, table)).text
    assert replay(Record.read(text)).over
    opened = stranger.post("/api/opened/replay?seat=1", content=text).json()
    assert opened == ask(stranger, "replay", share(ada, table), seat=1).json()
