"""Files of records that somebody opens: shown like finished games, or refused in words; and nothing of them is kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import httpx
import pytest

from beute.play.errors import BrokenRecord
from beute.play.replay import draws, replay, verify_luck
from beute.server.opened import MOST_EVENTS, MOST_RECORDS
from beute.texts import texts
from tests.server.records import GAMES, broken, continued, forged, played
from tests.server.serving import Browser, Server
from tests.server.test_finished import check_steps

LINES = {"content-type": "application/jsonl"}
RECORDS = {game: played(game, players) for game, players in GAMES}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("opened") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    """Somebody who has not said who they are."""
    with httpx.Client(base_url=server.url, timeout=60, headers=LINES) as client:
        yield client


def opened(client: httpx.Client, what: str, file: str | bytes, **query: Any) -> Any:
    answer = client.post(f"/api/opened{what}", content=file, params=query)
    assert answer.status_code == 200, answer.text
    return answer.text if what == "/record" else answer.json()


def refused(client: httpx.Client, what: str, file: str | bytes, **query: Any) -> dict[str, Any]:
    answer = client.post(f"/api/opened{what}", content=file, params=query)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    return problem


def changed(**changes: Any) -> str:
    return json.dumps({**RECORDS["raeuber"].data(), **changes})


# ---------------------------------------------------------------- good ones


@pytest.mark.parametrize("game", RECORDS)
def test_a_record_is_shown_as_each_seat_saw_the_game(stranger: httpx.Client, game: str) -> None:
    record, whole = RECORDS[game], replay(RECORDS[game])
    for seat in (None, *range(record.players)):
        query = {} if seat is None else {"seat": seat}
        found = opened(stranger, "/replay", record.text(), **query)
        check_steps(found["steps"], whole, seat)
        assert (found["seat"], found["names"]) == (seat, (record.about or {})["seats"])
        assert [score["total"] for score in found["scores"]] == whole.scores
        assert (found["fork"], found["game"]) == (0, game)
    assert opened(stranger, "/record", record.text()) == f"{record.text()}\n"


@pytest.mark.parametrize("game", RECORDS)
def test_open_everything_is_shown(stranger: httpx.Client, game: str) -> None:
    record = RECORDS[game]
    steps = opened(stranger, "/replay", record.text(), open=True)["steps"]
    middle = len(record.events) // 2
    there = replay(record, at=middle)
    assert steps[middle - 1]["view"] == json.loads(json.dumps(there.open_view()))
    assert "?" not in json.dumps([step["view"].get("hands", step["view"].get("seats")) for step in steps])


@pytest.mark.parametrize("game", RECORDS)
def test_a_step_tells_from_where_the_game_can_be_played_on(server: Server, stranger: httpx.Client, game: str) -> None:
    """Where some have chosen face down, from before: and a table goes on from exactly there."""
    record = RECORDS[game]
    found = opened(stranger, "/replay", record.text())
    goes_on = [step["goes_on"] for step in found["steps"]]
    assert goes_on[-1] is None
    for number, at in enumerate(goes_on[:-1], start=1):
        assert at == replay(record, at=number).face_down_events.start <= number
    assert any(at < number for number, at in enumerate(goes_on[:-1], start=1)) == (game == "schattendieb")
    with Browser(server) as browser:
        for number in (1, *(n for n, at in enumerate(goes_on[:-1], start=1) if at < n), len(goes_on) - 1):
            seats = ["me", *["easy"] * (record.players - 1)]
            said = {"events": record.events[:number]}
            table = browser.create(game, seats, options=found["options"], record=said)
            shown = browser.get(f"/api/tables/{table}")["table"]
            assert (shown["fork"], shown["games"]) == (goes_on[number - 1], 1)
            browser.http.delete(f"/api/tables/{table}")


def test_a_file_of_several_is_chosen_from(stranger: httpx.Client) -> None:
    no_record, other = '{"beute": 1}', '{"beute": 2}'
    file = "\n".join([RECORDS["sneaky"].text(), "", no_record, RECORDS["raeuber"].text(), other, ""])
    listed = opened(stranger, "", file, language="de")
    assert [one["line"] for one in listed] == [1, 3, 4, 5]
    assert [one["game"] for one in listed] == ["sneaky", "", "raeuber", ""]
    assert listed[2]["scores"] == list(RECORDS["raeuber"].scores or ())
    assert listed[1]["problem"] == "In der Aufzeichnung fehlt „game“."
    assert "„beute“ muss 1 sein" in listed[3]["problem"]
    assert opened(stranger, "/replay", file, line=4)["game"] == "raeuber"
    assert opened(stranger, "/record", file, line=4) == f"{RECORDS['raeuber'].text()}\n"
    assert refused(stranger, "/replay", file, line=2)["code"] == "no_such_line"
    (chess,) = opened(stranger, "", changed(game="chess"), language="de")
    assert chess["problem"] == "Es ist die Aufzeichnung eines Spiels, das dieser Server nicht hat."


def test_an_unfinished_record_is_shown_as_far_as_it_goes(stranger: httpx.Client) -> None:
    for record in RECORDS.values():
        half = replay(record, at=len(record.events) // 2).record()
        found = opened(stranger, "/replay", half.text())
        assert (len(found["steps"]), found["ending"], found["scores"]) == (len(half.events), None, [])
        assert found["steps"][-1]["goes_on"] is not None


@pytest.mark.parametrize(
    "seats", [None, 5, "Ada", [], ["Ada"], ["Ada", "Ada", "Bo"], ["Ada", "", "Bo"], ["A\x1b[31m", "B", "C"], [1, 2, 3]]
)
def test_names_that_cannot_be_shown_are_numbers(stranger: httpx.Client, seats: Any) -> None:
    found = opened(stranger, "/replay", changed(about={"seats": seats}), language="de")
    assert found["names"] == ["Spieler 1", "Spieler 2", "Spieler 3"] or len(set(found["names"])) == 3
    assert all(name.endswith(str(seat)) for seat, name in enumerate(found["names"], start=1))


# ---------------------------------------------------------------- luck


@pytest.mark.parametrize("game", RECORDS)
def test_the_luck_of_a_file_is_told_as_it_is(stranger: httpx.Client, game: str) -> None:
    record = RECORDS[game]
    luck = opened(stranger, "/luck", record.text())
    assert luck["draws"] == [draw._asdict() for draw in draws(record)]
    assert (luck["seal"], luck["secret"], luck["fork"]) == (record.about["seal"], record.about["secret"], 0)  # type: ignore[index]


@pytest.mark.parametrize("game", RECORDS)
def test_of_a_forged_file_the_number_is_not_among_those_that_lead_to_what_it_says(
    stranger: httpx.Client, game: str
) -> None:
    """The rules allow it, so it is shown; the browser finds the draw (`pages/luck.ts`), as the command line does."""
    record = forged(RECORDS[game])
    assert opened(stranger, "/replay", record.text())["ending"]
    with pytest.raises(BrokenRecord) as caught:
        verify_luck(record)
    assert caught.value.code == "loaded_die"
    told = opened(stranger, "/luck", record.text())["draws"]
    draw = next(draw for draw in told if draw["event"] == caught.value.event)
    assert draw["word"] in record.events[draw["event"]]


def test_a_record_that_goes_on_from_another_says_from_where(stranger: httpx.Client) -> None:
    record = continued(RECORDS["raeuber"], 30)
    assert opened(stranger, "/replay", record.text())["fork"] == 30
    luck = opened(stranger, "/luck", record.text())
    assert (luck["fork"], min(draw["event"] for draw in luck["draws"]) >= 30) == (30, True)


def test_without_a_secret_there_is_nothing_to_check(stranger: httpx.Client) -> None:
    luck = opened(stranger, "/luck", replace(RECORDS["sneaky"], about=None).text())
    assert luck == {"seal": None, "secret": None, "fork": 0, "draws": []}
    assert opened(stranger, "/luck", changed(about={"seal": 5}))["seal"] == "5"


@pytest.mark.parametrize(
    ("about", "code"),
    [({"secret": 5}, "wrong_secret"), ({"secret": "x"}, "wrong_secret"), ({"fork": "many"}, "wrong_form")],
)
def test_luck_that_is_none(stranger: httpx.Client, about: Mapping[str, Any], code: str) -> None:
    assert refused(stranger, "/luck", changed(about=about))["code"] == code


# ---------------------------------------------------------------- broken ones

EVENTS = RECORDS["raeuber"].events


BROKEN: list[tuple[str | bytes, str, str]] = [  # a file, the code, and a part of what is told in German
    (b"\x89PNG\r\n\x1a\n\x00", "not_utf8", "kein Text"),
    ("Räuber".encode("latin-1"), "not_utf8", "kein Text"),
    (b"<html>", "not_json", "Ab dem 1. Zeichen"),
    (b"[" * 100_000, "too_deep", "32"),
    (b'{"beute":1,"game":' + b'{"a":' * 40 + b"1" + b"}" * 41, "too_deep", "32"),
    (b"7", "not_an_object", "JSON-Objekt"),
    (b'{"beute":1,"beute":1}', "same_key", "„beute“"),
    (b'{"beute":1e999}', "not_a_number", "1e999"),
    (b'{"beute":' + b"1" * 200 + b"}", "long_number", "200"),
    (b'{"beute":1,"game":"\\ud800"}', "not_text", "Surrogat"),
    (changed(beute=2), "wrong_version", "muss 1 sein"),
    (changed(colour="red"), "unknown_key", "„colour“"),
    (changed(game="chess"), "unknown_game", "nicht hat"),
    (changed(players=9), "wrong_players", "9"),
    (changed(options={"colour": 1}), "unknown_option", "„colour“"),
    (changed(options={"open_sums": "?"}), "wrong_option", "„open_sums“"),
    (changed(players="3"), "wrong_form", "„players“"),
    (changed(events=None), "wrong_form", "„events“"),
    (changed(scores=[0, 0, 0]), "wrong_result", "„scores“ ist [0, 0, 0]"),
    (changed(legal=[None] * len(EVENTS)), "wrong_legal", "„legal“"),
    (changed(events=["fly"]), "wrong_form", "Ereignis 1 (fly): "),
    (changed(events=["0 fly"]), "chance_is_due", "Ereignis 1 (0 fly): zuerst entscheidet der Zufall."),
    (changed(events=["* start 9"]), "impossible_chance", "Ereignis 1 (* start 9): "),
    (changed(events=[*EVENTS, "0 7>26"]), "game_is_over", f"Ereignis {len(EVENTS) + 1} (0 7>26): "),
    (changed(events=[*EVENTS, "* draw 0 7"]), "chance_is_not_due", "dort entscheidet nicht der Zufall."),
    (changed(events=["* start 1"] * (MOST_EVENTS + 1)), "too_many_events", f"{MOST_EVENTS + 1}"),
]


@pytest.mark.parametrize(
    ("file", "code", "says"),
    BROKEN,
    ids=lambda value: f"{value!r:.40}" if isinstance(value, bytes) else value[-20:],
)
def test_what_is_no_record_is_refused_in_words(stranger: httpx.Client, file: str | bytes, code: str, says: str) -> None:
    for what in ("/replay", "/luck"):
        problem = refused(stranger, what, file, language="de")
        assert (problem["code"], problem["status"]) == (code, 422)
        assert says in problem["detail"]
        english = refused(stranger, what, file, language="en")["detail"]
        assert english != problem["detail"]


@pytest.mark.parametrize("game", RECORDS)
def test_a_record_that_breaks_a_rule_is_told_at_which_event_and_by_which_clause(
    stranger: httpx.Client, game: str
) -> None:
    record = broken(RECORDS[game])
    with pytest.raises(BrokenRecord) as caught:
        replay(record)
    error = caught.value
    assert error.event is not None
    assert error.clause
    for language, word in (("en", "Event"), ("de", "Ereignis")):
        problem = refused(stranger, "/replay", record.text(), language=language)
        reason = texts(language)(f"reasons.{error.code}")
        said = f"{word} {error.event + 1} ({record.events[error.event]}): {reason} ({error.clause})."
        assert problem["detail"] == said
        assert (problem["event"], problem["clause"], problem["code"]) == (error.event, error.clause, error.code)


def test_a_file_that_is_too_large_is_refused(stranger: httpx.Client) -> None:
    problem = refused(stranger, "/replay", b"x" * (1 << 20) + b"x")
    assert (problem["status"], problem["code"]) == (413, "too_large")
    many = "\n".join([RECORDS["schattendieb"].text()] * (MOST_RECORDS + 1))
    assert refused(stranger, "", many)["code"] == "too_many_records"
    assert len(opened(stranger, "", many.partition("\n")[2])) == MOST_RECORDS


def test_a_seat_that_is_not_there(stranger: httpx.Client) -> None:
    assert refused(stranger, "/replay", RECORDS["raeuber"].text(), seat=5)["code"] == "unknown_seat"
    assert refused(stranger, "/replay", RECORDS["raeuber"].text(), seat=-1)["code"] == "wrong_fields"


def test_a_file_without_a_record(stranger: httpx.Client) -> None:
    for file in (b"", b"\n\n"):
        assert refused(stranger, "", file, language="de")["detail"] == "In der Datei steht keine Aufzeichnung."
        assert refused(stranger, "/replay", file)["code"] == "no_such_line"


def test_every_sentence_about_records_is_told_by_one_of_these_tests() -> None:
    elsewhere = {"no_record", "no_such_line", "too_many_records", "missing_key", "wrong_secret"}
    elsewhere |= {"no_table", "too_many_entries"}  # test_brought.py
    assert {*texts("en").under("problems.records")} <= {code for _, code, _ in BROKEN} | elsewhere


def test_nothing_of_a_file_is_kept(server: Server, stranger: httpx.Client) -> None:
    for what in ("", "/replay", "/luck", "/record"):
        opened(stranger, what, RECORDS["raeuber"].text())
    secret = (RECORDS["raeuber"].about or {})["secret"]
    with closing(sqlite3.connect(server.data / "beute.db")) as database:
        dump = "\n".join(database.iterdump())
    assert secret not in dump
    assert secret not in server.log()
