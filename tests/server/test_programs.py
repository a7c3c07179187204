"""Programs that play: an account of their own, marked for all, and one stream of all their tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beute.server.problems import MEDIA_TYPE
from beute.server.streams import MOST_TABLES, read_marks
from tests.server.inside import Inside, in_loop, prepare, settle
from tests.server.serving import Event, events_of, offered
from tests.server.test_streams import kinds, last_id, match

PERSON, PROGRAM = "Di", "program.Di"  # the same, but for what the secret says
MARK = b'"program":true'


async def new_program(server: Inside, name: str = "Robo") -> str:
    """A program, by its token."""
    return str((await server.post("", "/api/programs", {"name": name}))["token"])


async def new_table(server: Inside, who: str, *seats: str, game: str = "raeuber", **more: Any) -> str:
    plan = {"game": game, "seats": [{"kind": seat} for seat in seats], **more}
    return str((await server.post(who, "/api/tables", plan))["table"]["id"])


async def join(server: Inside, who: str, host: str, table: str, name: str = "Robo") -> Any:
    link = (await server.get(host, f"/api/tables/{table}"))["you"]["link"]
    return await server.post(who, "/api/join", {"link": link, "name": name})


async def seated(server: Inside, ada: str, robo: str) -> str:
    """A table at which Ada and a program play."""
    table = await new_table(server, ada, "person", "open")
    await join(server, robo, ada, table)
    await server.post(ada, f"/api/tables/{table}/start")
    return table


async def step(server: Inside, *people: str, table: str) -> None:
    """Whoever is asked plays what is offered first."""
    for who in people:
        state = await server.state(who, table)
        if state["seat"] in state["view"]["asked"]:
            await server.answer(who, table, state, offered(state)[0])
            break
    await settle()


def told_of(events: list[Event], table: str) -> list[str]:
    """The kinds of events of one table, each once: who is here is told a moment later."""
    own = [event.kind for event in events if event.data["table" if "table" in event.data else "id"] == table]
    return list(dict.fromkeys(own))


# ---------------------------------------------------------------- accounts


@in_loop
async def test_a_program_has_a_token_and_says_what_it_is(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        answer = await server.ask("", "POST", "/api/programs", {"name": "Robo", "language": "de"})
        assert answer.status == 201
        assert "set-cookie" not in {name.decode() for name, _ in answer.headers}
        robo = answer.data["token"]
        assert answer.data == {"name": "Robo", "language": "de", "program": True, "token": robo}
        assert await server.get(robo, "/api/me") == {**answer.data, "token": None}
        renamed = await server.post(robo, "/api/me", {"name": "Robi"})
        assert (renamed["name"], renamed["program"], renamed["token"]) == ("Robi", True, None)
        assert (await server.get(robo, "/api/me"))["program"]


@in_loop
async def test_nobody_is_turned_into_a_program_nor_back(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada = await server.person("Ada")
        robo = (await server.post(ada, "/api/programs", {"name": "Robo"}))["token"]
        assert (await server.get(ada, "/api/me")) == {"name": "Ada", "language": "en", "program": False, "token": None}
        assert (await server.get(robo, "/api/me"))["name"] == "Robo", "it is somebody else"
        refused = await server.ask(robo, "POST", "/api/me/recovery")
        assert (refused.status, refused.data["code"]) == (403, "only_people")
        assert dict(refused.headers)[b"content-type"].decode() == MEDIA_TYPE
        token = (await server.post(ada, "/api/me/recovery"))["token"]
        assert not (await server.post(robo, "/api/recover", {"token": token}))["program"]
        assert (await server.get(robo, "/api/me"))["program"], "only a further secret of Ada was given"


@pytest.mark.parametrize("body", [None, {}, {"name": ""}, {"name": "Robo", "program": False}, {"name": "\u202e"}, []])
@in_loop
async def test_a_program_that_says_something_wrong_is_none(body: Any, tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        problem = await server.refused("", "/api/programs", body)
        assert problem["code"] in ("wrong_fields", "strange_name")
        assert problem["status"] == 422


@in_loop
async def test_programs_are_limited_as_all_are(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d", rate_creating="4/minute", tables_per_client=1) as server:
        robo = await new_program(server)
        await new_table(server, robo, "person", "open")
        plan = {"game": "raeuber", "seats": [{"kind": "person"}, {"kind": "open"}]}
        assert (await server.refused(robo, "/api/tables", plan))["code"] == "too_many_tables"
        await new_program(server)
        assert (await server.refused("", "/api/programs", {"name": "Robo"}))["code"] == "too_many_requests"


# ---------------------------------------------------------------- at a table


@in_loop
async def test_all_are_shown_where_a_program_sits(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        table = await new_table(server, ada, "person", "open", "bot")
        shown = (await join(server, robo, ada, table))["table"]["seats"]
        assert [(seat["kind"], seat["program"]) for seat in shown] == [
            ("person", False),
            ("person", True),
            ("bot", False),
        ]
        token = (await server.post(ada, f"/api/tables/{table}/seats/0/handover"))["token"]
        other = await new_program(server, "Other")
        await server.post(other, "/api/take-seat", {"token": token})
        seats = (await server.get(robo, f"/api/tables/{table}"))["table"]["seats"]
        assert [seat["program"] for seat in seats] == [True, True, False]
        own = (await server.get(robo, f"/api/tables/{await new_table(server, robo, 'person', 'open')}"))["table"]
        assert [seat["program"] for seat in own["seats"]] == [True, False]


@in_loop
async def test_where_programs_are_forbidden_none_comes_in(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        table = await new_table(server, ada, "person", "open", programs="forbidden")
        shown = await server.get(ada, f"/api/tables/{table}")
        assert shown["table"]["programs"] == "forbidden"
        link = shown["you"]["link"]
        seat = (await server.post(ada, f"/api/tables/{table}/seats/0/handover"))["token"]
        said = {
            "/api/join": {"link": link, "name": "Robo"},
            "/api/watch": {"link": link},
            "/api/take-seat": {"token": seat},
        }
        for path, body in said.items():
            problem = await server.refused(robo, path, body)
            assert (problem["status"], problem["code"]) == (403, "programs_forbidden")
            assert problem["detail"].startswith("Programs may not come to this table.")
        await server.post(robo, "/api/me", {"name": "Robo", "language": "de"})
        assert "dürfen keine Programme" in (await server.refused(robo, "/api/watch", {"link": link}))["detail"]
        shown = await server.post(ada, f"/api/tables/{table}/arrange", {"programs": "allowed", "limit": 60})
        assert (shown["table"]["programs"], shown["table"]["limit"]) == ("allowed", 60)
        await join(server, robo, ada, table)
        problem = await server.refused(ada, f"/api/tables/{table}/arrange", {"programs": "forbidden"})
        assert (problem["status"], problem["code"], problem["names"]) == (409, "program_sits_there", "Robo")
        problem = await server.refused(ada, f"/api/tables/{table}/arrange", {"programs": "some"})
        assert (problem["status"], problem["code"]) == (422, "wrong_fields")


# ---------------------------------------------------------------- one stream of all tables


@in_loop
async def test_a_program_follows_all_its_tables_without_naming_them(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        first = await seated(server, ada, robo)
        await new_table(server, ada, "person", "open")  # not the program's
        stream = await server.stream(robo)
        begun = stream.events()
        assert told_of(begun, first) == ["table", "you", "state"]
        assert {event.data["id"] for event in begun if event.kind == "table"} == {first}
        second = await new_table(server, ada, "person", "open")
        assert stream.events() == []
        await join(server, robo, ada, second)
        await settle()
        joined = stream.events()
        assert told_of(joined, second) == ["table", "you"], "nothing is played there yet"
        assert {*kinds(joined)} == {"table", "you"}
        await server.post(ada, f"/api/tables/{second}/start")
        await settle()
        assert told_of(stream.events(), second) == ["table", "state", "notice"]
        for table in (first, second):
            await step(server, ada, robo, table=table)
            told = stream.events()
            assert told_of(told, table) == kinds(told) == ["update"]
        own = await new_table(server, robo, "person", "open")
        await settle()
        assert told_of(stream.events(), own) == ["table", "you"]


@in_loop
async def test_it_comes_back_to_all_that_it_has_missed(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        first, second = [await seated(server, ada, robo) for _ in range(2)]
        stream = await server.stream(robo)
        last = last_id(stream.events())
        assert {table for table, _ in read_marks(last)} == {first, second}
        await step(server, ada, robo, table=first)
        (told,) = stream.events()
        await stream.close()
        third = await seated(server, ada, robo)
        await server.post(ada, f"/api/tables/{second}/seats/1/remove")
        events = (await server.stream(robo, last=last)).events()
        assert [event.text for event in events if event.kind == "update"] == [told.text]
        assert [event.data["table"] for event in events if event.kind == "state"] == [third]
        assert [event.data["table"] for event in events if event.kind == "gone"] == [second]


@in_loop
async def test_what_is_left_is_gone_and_comes_again(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        stays, leaves = [await new_table(server, ada, "person", "open") for _ in range(2)]
        for table in (stays, leaves):
            await join(server, robo, ada, table)
        stream = await server.stream(robo)
        stream.take()
        await server.post(robo, f"/api/tables/{leaves}/leave")
        await settle()
        assert stream.events()[-1].kind == "gone"
        await server.post(ada, f"/api/tables/{leaves}/arrange", {"limit": 60})
        await settle()
        assert stream.events() == [], "nothing more of a table that was left"
        await join(server, robo, ada, leaves)
        await settle()
        assert told_of(stream.events(), leaves) == ["table", "you"]
        await server.post(ada, f"/api/tables/{stays}/seats/1/remove")
        await settle()
        assert told_of(stream.events(), stays)[-1] == "gone"
        assert (await server.ask(ada, "DELETE", f"/api/tables/{leaves}")).status == 204
        await stream.until("gone")
        assert stream.events() == []


@in_loop
async def test_a_table_that_is_over_makes_room_where_there_are_too_many(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        tables = [await new_table(server, ada, "person", "open") for _ in range(MOST_TABLES + 2)]
        for table in tables[:MOST_TABLES]:
            await join(server, robo, ada, table)
            server.clock.now += 1
        stream = await server.stream(robo)
        assert {event.data["id"] for event in stream.events() if event.kind == "table"} == {*tables[:MOST_TABLES]}
        await join(server, robo, ada, tables[-2])
        await settle()
        assert stream.events() == [], "there are too many that wait to be played"
        await server.post(ada, f"/api/tables/{tables[3]}/close")
        await join(server, robo, ada, tables[-1])
        await settle()
        assert "table" in told_of(stream.events(), tables[-1])
        assert server.desk.hall.bus.listeners(tables[3]) == 0
        events = (await server.stream(robo, last=f"{tables[0]}.1=1.0 unknown.1=1.0")).events()
        followed = [event.data["id"] for event in events if event.kind == "table"]
        assert {tables[-1], tables[-2]} <= {*followed}, "those where something happened last come first"
        assert len({*followed}) == MOST_TABLES
        assert tables[0] not in followed
        assert [event.data["table"] for event in events if event.kind == "gone"] == ["unknown"]


@in_loop
async def test_a_stream_that_ends_leaves_nothing_behind(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada, robo = await server.person("Ada"), await new_program(server)
        table = await seated(server, ada, robo)
        stream = await server.stream(robo)
        bus: Any = server.desk.hall.bus
        assert len(bus._listeners) == 2
        await stream.close()
        assert bus._listeners == {}
        await settle()
        assert not (await server.get(ada, f"/api/tables/{table}"))["table"]["seats"][1]["here"]


@in_loop
async def test_people_name_the_tables_that_they_follow(tmp_path: Path) -> None:
    async with Inside(tmp_path / "d") as server:
        ada = await server.person("Ada")
        for tables in ([], ["t"] * (MOST_TABLES + 1), ["t"] * 1000):
            stream = await server.stream(ada, *tables)
            assert stream.status == 422
            (problem,) = [json.loads(piece) for piece in stream.take()]
            assert (problem["code"], problem["most"]) == ("wrong_tables", MOST_TABLES)


@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
@in_loop
async def test_a_program_is_sent_byte_for_byte_what_a_person_there_is_sent(game: str, tmp_path: Path) -> None:
    """Where they sit is all that differs: in two servers with the same luck one of both takes the same seat."""
    sent = dict[str, bytes]()
    for who in (PERSON, PROGRAM):
        await prepare(tmp_path / who, ("Ada", "Bo", "Cy", who), {"t": match(game, 3, 12)})
        async with Inside(tmp_path / who) as server:
            token = (await server.post("Bo", "/api/tables/t/seats/1/handover"))["token"]
            await server.post(who, "/api/take-seat", {"token": token})
            stream = await (server.stream(who) if who == PROGRAM else server.stream(who, "t"))
            for _ in range(4):
                for other in ("Ada", who, "Cy"):
                    await step(server, other, table="t")
            await server.post("Ada", "/api/tables/t/leave")
            await settle()
            sent[who] = b"".join(stream.sent)
    assert {*kinds(events_of(sent[PERSON]))} == {"table", "you", "state", "update", "notice"}
    assert MARK in sent[PROGRAM]
    assert sent[PROGRAM].replace(MARK, MARK.replace(b"true", b"false")) == sent[PERSON]
