"""What a person may show others: the game as their seat heard it and may be reminded of it, and nothing else."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import beute
from beute import games
from tests.server.inside import Inside, in_loop
from tests.server.serving import offered

NAMES = ("Zacharias", "Wilhelmine", "Xaverius")
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("sneaky", {"bandits": "1233"}),
    ("schattendieb", {"redraw": True, "games": 2}),
    ("raeuber", {}),
    ("raeuber", {"open_sums": True}),
]


async def begun(server: Inside, game: str, options: dict[str, Any]) -> tuple[list[str], str]:
    """Three people at a table; their secrets."""
    people = [await server.person(name) for name in NAMES]
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    opened = await server.post(people[0], "/api/tables", {"game": game, "seats": seats, "options": options})
    table, link = opened["table"]["id"], opened["you"]["link"]
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        await server.post(person, "/api/join", {"link": link, "name": name})
    await server.post(people[0], f"/api/tables/{table}/start")
    return people, table


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=str)
@in_loop
async def test_it_has_what_the_seat_heard_and_may_be_reminded_of(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    luck = random.Random(game)
    async with Inside(tmp_path / "data") as server:
        people, table = await begun(server, game, options)
        whole = set[bool]()
        for _ in range(30):
            room = (await server.desk.hall.live(table)).room
            for seat, person in enumerate(people):
                report = await server.get(person, f"/api/tables/{table}/report")
                assert report == await server.get(person, f"/api/tables/{table}/report?seat={seat}")
                state = await server.state(person, table)
                assert (report["seat"], report["view"]) == (seat, state["view"])
                assert (report["match"], report["game"]) == (1, 1)
                record = report["record"]
                assert record["events"] == room.playing.game.log(seat)
                chosen = dict(room.playing.game.record().options)
                assert (record["game"], record["players"], record["options"]) == (game, 3, chosen)
                played = room.playing.game
                assert [record[key] for key in ("scores", "winners", "ending")] == [
                    played.scores,
                    played.winners,
                    played.ending,
                ]
                assert report["versions"] == {
                    "beute": beute.__version__,
                    "record": 1,
                    "rules": games.about(game).VERSION,
                }
                whole.add(record["whole"])
            if room.playing.game.over:
                break
            seat = luck.choice(room.playing.game.due)
            state = await server.state(people[seat], table)
            await server.ask(
                people[seat],
                "POST",
                f"/api/tables/{table}/seats/{seat}/answers",
                {"question": state["question"]["id"], "word": luck.choice(offered(state))},
            )
        assert (False in whole) == (game == "raeuber" and not options)  # RB-18


@in_loop
async def test_it_names_nobody_and_tells_no_secret(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        people, table = await begun(server, "raeuber", {})
        live = await server.desk.hall.live(table)
        secret = live.room.playing.game.secret.hex()
        for person in people:
            text = json.dumps(await server.get(person, f"/api/tables/{table}/report"))
            for private in (*NAMES, *people, table, str(live.room.people.link), secret):
                assert private not in text


@in_loop
async def test_it_is_only_for_one_s_own_seats_and_for_those_who_watch(tmp_path: Path) -> None:
    async with Inside(tmp_path / "data") as server:
        people, table = await begun(server, "schattendieb", {})
        path = f"/api/tables/{table}/report"
        other = await server.ask(people[0], "GET", f"{path}?seat=1")
        assert (other.status, other.data["code"]) == (403, "not_your_seat")
        stranger = await server.person("Stranger")
        assert (await server.ask(stranger, "GET", path)).data["code"] == "not_at_this_table"
        assert (await server.ask("nobody", "GET", path)).status == 401
        link = (await server.get(people[0], f"/api/tables/{table}"))["you"]["link"]
        await server.post(stranger, "/api/watch", {"link": link})
        report = await server.get(stranger, path)
        assert report["seat"] is None
        assert report["view"]["choices"] == []
        assert (await server.ask(stranger, "GET", f"{path}?seat=0")).status == 403
        one = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}, {"kind": "open"}]
        waiting = await server.post(people[0], "/api/tables", {"game": "sneaky", "seats": one})
        early = await server.ask(people[0], "GET", f"/api/tables/{waiting['table']['id']}/report")
        assert (early.status, early.data["code"]) == (409, "not_begun")
