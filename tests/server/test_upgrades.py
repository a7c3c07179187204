"""Databases of all releases so far: every table goes on; one that cannot be carried out any more is frozen, alone."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import beute
from beute.play.record import Record
from beute.play.replay import replay
from beute.server.store.base import State
from tests.server.data.make import FOLDER
from tests.server.inside import Clock, Inside, in_loop, settle
from tests.server.serving import offered

RELEASES = sorted(path.name for path in FOLDER.iterdir() if (path / "tables.json").exists())
STATES: dict[str, State] = {"over": "over", "waiting": "waiting", "closed": "closed"}  # by the name of a table


def copied(release: str, tmp_path: Path) -> tuple[Path, dict[str, str], dict[str, str]]:
    """The data folder of a release, its people's tokens, and the ids of its tables."""
    data = tmp_path / "data"
    shutil.copytree(FOLDER / release, data)
    told = json.loads((data / "tables.json").read_text(encoding="utf-8"))
    return data, told["people"], told["tables"]


async def all_checked(server: Inside) -> None:
    while not server.desk.hall.upkeep.checked:
        await settle()


def clock_of(data: Path) -> Clock:
    """A moment after the last entry."""
    with sqlite3.connect(data / "beute.db") as database:
        (latest,) = database.execute("SELECT max(at) FROM entries").fetchone()
    database.close()
    return Clock(latest + 60)


def change_log(data: Path, table: str, seq: int, **changes: Any) -> None:
    """Write something else into an entry."""
    with sqlite3.connect(data / "beute.db") as database:
        where = "WHERE room = ? AND seq = ?"
        (entry,) = database.execute(f"SELECT data FROM entries {where}", (table, seq)).fetchone()
        changed = json.dumps({**json.loads(entry), **changes}).encode()
        database.execute(f"UPDATE entries SET data = ? {where}", (changed, table, seq))
    database.close()


def opening_of(data: Path, table: str) -> int:
    """Where in the log the match is opened."""
    with sqlite3.connect(data / "beute.db") as database:
        rows = database.execute("SELECT seq, data FROM entries WHERE room = ? ORDER BY seq", (table,)).fetchall()
    database.close()
    return next(int(seq) for seq, entry in rows if json.loads(entry)["entry"] in ("opened", "continued"))


async def step(server: Inside, people: dict[str, str], table: str, rng: random.Random) -> bool:
    """Whoever of the people is asked answers; whether anybody was."""
    for who in people.values():
        if (await server.ask(who, "GET", f"/api/tables/{table}")).status != 200:
            continue
        for state in await server.get(who, f"/api/tables/{table}/state"):
            if state["seat"] is not None and state["question"] and state["seat"] in state["view"]["asked"]:
                await server.answer(who, table, state, rng.choice(offered(state)))
                return True
    return False


def test_a_database_of_this_release_is_kept() -> None:
    """`python -m tests.server.data.make` makes it."""
    assert beute.__version__ in RELEASES


@pytest.mark.parametrize("release", RELEASES)
@in_loop
async def test_every_table_of_a_release_goes_on(release: str, tmp_path: Path) -> None:
    data, people, tables = copied(release, tmp_path)
    rng, ada = random.Random(1), people["Ada"]
    async with Inside(data, clock_of(data)) as server:
        await all_checked(server)
        assert not server.desk.hall.frozen
        for name, table in tables.items():
            shown = (await server.get(ada, f"/api/tables/{table}"))["table"]
            expected = next((state for part, state in STATES.items() if part in name), "playing")
            assert shown["state"] == expected, name
            if name.endswith("paused"):
                await server.post(ada, f"/api/tables/{table}/resume")
            if expected == "playing":
                for _ in range(3):
                    assert await step(server, people, table, rng) or shown["fork"] or "bot" in name, name
            if expected == "over":
                answer = await server.ask(ada, "GET", f"/api/tables/{table}/records")
                records = [Record.read(line) for line in answer.body.decode().splitlines()]
                assert records
                assert all(replay(record).over for record in records)
                assert (
                    await server.ask(ada, "GET", f"/api/tables/{table}/matches/1/games/1/replay?seat=0")
                ).status == 200
                await server.post(ada, f"/api/tables/{table}/rematch", {})
                assert (await server.get(ada, f"/api/tables/{table}"))["table"]["state"] == "playing", name
        waiting = tables["sneaky, waiting"]
        link = (await server.get(ada, f"/api/tables/{waiting}"))["you"]["link"]
        await server.post(people["Cy"], "/api/join", {"link": link, "name": "Cy"})
        await server.post(ada, f"/api/tables/{waiting}/start")
        assert await step(server, people, waiting, rng)
        await server.post(people["Bo"], f"/api/tables/{tables['raeuber, a bot stands in']}/return")


@in_loop
async def test_a_match_is_played_to_its_end_from_where_it_was(tmp_path: Path) -> None:
    data, people, tables = copied(beute.__version__, tmp_path)
    rng, table = random.Random(1), tables["raeuber, in the middle"]
    async with Inside(data, clock_of(data)) as server:
        while await step(server, people, table, rng):
            pass
        answer = await server.ask(people["Ada"], "GET", f"/api/tables/{table}/records")
        assert replay(Record.read(answer.body.decode())).over


DAMAGE: dict[str, tuple[dict[str, Any], str]] = {
    "other rules": ({"rules": 99}, "version 99 of the rules"),
    "another form of the log": ({"form": 99}, "form 99"),
    "a word that no rule knows": ({"chance": ["explode 3"]}, "is damaged"),
    "a card that cannot have been dealt": ({"chance": ["start 0", "deal 0 77"]}, "is damaged"),
}


@pytest.mark.parametrize("kind", DAMAGE)
@in_loop
async def test_a_table_that_cannot_be_carried_out_any_more_is_frozen_and_the_others_go_on(
    kind: str, tmp_path: Path
) -> None:
    data, people, tables = copied(beute.__version__, tmp_path)
    ada, frozen, rng = people["Ada"], tables["raeuber, in the middle"], random.Random(1)
    changes, why = DAMAGE[kind]
    change_log(data, frozen, opening_of(data, frozen), **changes)
    async with Inside(data, clock_of(data)) as server:
        await all_checked(server)
        health = await server.get("", "/healthz")
        assert (health["frozen"], health["status"]) == (1, "ok")
        for path in ("", "/state"):
            answer = await server.ask(ada, "GET", f"/api/tables/{frozen}{path}")
            assert (answer.status, answer.data["code"]) == (409, "frozen")
            assert "cannot be played on" in answer.data["detail"]
            assert why in answer.data["detail"]
            told = json.dumps(answer.data)
            assert not [each for each in ("explode", "77", "entry", frozen) if each in told], "a log has secrets"
            german = await server.ask(ada, "GET", f"/api/tables/{frozen}{path}", headers={"accept-language": "de"})
            assert german.data["detail"] == answer.data["detail"], "Ada reads English, whatever her browser says"
        body = {"question": "1.0", "word": "nonsense"}
        assert (await server.refused(ada, f"/api/tables/{frozen}/seats/0/answers", body))["code"] == "frozen"
        assert (await server.stream(ada, frozen)).status == 409
        listed = {each["id"]: each["state"] for each in await server.get(ada, "/api/tables")}
        assert [table for table, state in listed.items() if state == "frozen"] == [frozen]
        answer = await server.ask(ada, "GET", f"/api/tables/{frozen}/records")
        assert answer.status == 200
        (record,) = [json.loads(line) for line in answer.body.splitlines()]
        assert len(record["events"]) > 25, "all that was played can be downloaded"
        assert (await server.ask(people["Cy"], "GET", f"/api/tables/{frozen}/records")).status == 404
        for name, table in tables.items():
            if table != frozen and name.endswith("in the middle"):
                assert await step(server, people, table, rng), name
        assert (await server.ask(ada, "DELETE", f"/api/tables/{frozen}")).status == 204


@in_loop
async def test_a_damaged_log_harms_no_other_table(tmp_path: Path) -> None:
    data, people, tables = copied(beute.__version__, tmp_path)
    damaged, rng = tables["sneaky, begun"], random.Random(1)
    with sqlite3.connect(data / "beute.db") as database:
        database.execute("UPDATE entries SET data = ? WHERE room = ? AND seq = 1", (b"\xff{", damaged))
    database.close()
    async with Inside(data, clock_of(data)) as server:
        await all_checked(server)
        assert [*server.desk.hall.frozen] == [damaged]
        answer = await server.ask(people["Ada"], "GET", f"/api/tables/{damaged}/state")
        assert (answer.status, answer.data["code"]) == (409, "frozen")
        assert (await server.ask(people["Ada"], "GET", f"/api/tables/{damaged}/records")).status < 500
        for name, table in tables.items():
            if name.endswith("in the middle"):
                assert await step(server, people, table, rng), name
