"""Makes a database of this release, which all later ones are tested with: `python -m tests.server.data.make`.

It is made once for each release, in a folder named by its version, and never changed again. `tables.json` beside it has
the ids of its tables by what they are like, and the tokens of its people.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from pathlib import Path
from typing import Any

import beute
from beute.games.compiling import When, compile_entries
from tests.server.inside import Clock, Inside
from tests.server.serving import offered

FOLDER = Path(__file__).parent
SEED = 1


class Maker:
    """Sets up tables over the API of a server, and plays at them."""

    def __init__(self, server: Inside, people: dict[str, str]) -> None:
        self.server, self.people = server, people
        self.rng = random.Random(SEED)

    async def table(self, game: str, steps: int, host: str = "Ada", **more: Any) -> str:
        """A table at which all seats are the host's, after so many steps at random."""
        players = {"sneaky": 2, "schattendieb": 3, "raeuber": 2}[game]
        seats = [{"kind": "person", "name": f"{host} {number}"} for number in range(1, players + 1)]
        body = {"game": game, "seats": seats, "start": True, **more}
        table = (await self.server.post(self.people[host], "/api/tables", body))["table"]["id"]
        await self.play(host, table, steps)
        return str(table)

    async def play(self, host: str, table: str, steps: int) -> None:
        for _ in range(steps):
            self.server.clock.now += 1
            if not await self._step(host, table):
                return

    async def _step(self, host: str, table: str) -> bool:
        """Whether the match goes on."""
        who = self.people[host]
        states = await self.server.get(who, f"/api/tables/{table}/state")
        asked = [state for state in states if state["question"] and state["seat"] in state["view"]["asked"]]
        if asked:
            state = self.rng.choice(asked)
            await self.server.answer(who, table, state, self.rng.choice(offered(state)))
            return True
        shown = (await self.server.get(who, f"/api/tables/{table}"))["table"]
        if shown["state"] == "playing" and not states[0]["view"]["asked"]:  # not even somebody else is
            await self.server.post(who, f"/api/tables/{table}/next-game", {"game": shown["game_number"]})
        return bool(shown["state"] == "playing")

    async def do(self, who: str, table: str, deed: str, body: Any = None) -> Any:
        self.server.clock.now += 1
        return await self.server.post(self.people[who], f"/api/tables/{table}/{deed}", body)

    async def everything(self) -> dict[str, str]:
        """Tables of all games in several states."""
        found = {
            "sneaky, begun": await self.table("sneaky", 0),
            "sneaky, in the middle, with a limit": await self.table("sneaky", 30, limit=86400),
            "schattendieb, choosing face down": await self.table("schattendieb", 4),
            "schattendieb, in the middle": await self.table("schattendieb", 25),
            "schattendieb, second game": await self.table("schattendieb", 60, options={"games": 5, "redraw": True}),
            "raeuber, in the middle": await self.table("raeuber", 25),
            "raeuber, open sums": await self.table("raeuber", 25, options={"open_sums": True}),
            "raeuber, over": await self.table("raeuber", 1000),
            "schattendieb, over, second match": await self.table("schattendieb", 1000, options={"games": 2}),
            "sneaky, paused": await self.table("sneaky", 9),
            "sneaky, closed": await self.table("sneaky", 9),
        }
        await self.do("Ada", found["schattendieb, over, second match"], "rematch", {})
        await self.play("Ada", found["schattendieb, over, second match"], 1000)
        await self.do("Ada", found["raeuber, over"], "rematch", {"options": {"open_sums": True}})
        await self.play("Ada", found["raeuber, over"], 1000)
        await self.do("Ada", found["sneaky, paused"], "pause")
        await self.do("Ada", found["sneaky, closed"], "close")
        found["sneaky, undone"] = await self._undone()
        found["sneaky, waiting"] = await self._waiting()
        found["raeuber, a bot stands in"] = await self._stood_in()
        found["raeuber, two devices"] = await self._two_devices()
        found["raeuber, played on from a record"] = await self._from_a_record(found["raeuber, over"])
        return found

    async def _undone(self) -> str:
        """With something taken back."""
        table = await self.table("sneaky", 0)
        for _ in range(40):
            await self.play("Ada", table, 1)
            for state in await self.server.get(self.people["Ada"], f"/api/tables/{table}/state"):
                if state["view"]["undoable"]:
                    await self.do("Ada", table, f"seats/{state['seat']}/undo", {"version": state["version"]})
                    return table
        raise AssertionError("nothing could be taken back")

    async def _waiting(self) -> str:
        body = {"game": "sneaky", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]}
        table = await self.server.post(self.people["Ada"], "/api/tables", body)
        await self.server.post(self.people["Bo"], "/api/join", {"link": table["you"]["link"], "name": "Bo"})
        return str(table["table"]["id"])

    async def _stood_in(self) -> str:
        """Bo has left in mid game, and may return."""
        body = {"game": "raeuber", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}], "stand_in": "greedy"}
        made = await self.server.post(self.people["Ada"], "/api/tables", body)
        table = str(made["table"]["id"])
        await self.server.post(self.people["Bo"], "/api/join", {"link": made["you"]["link"], "name": "Bo"})
        await self.do("Ada", table, "start")
        await self.do("Bo", table, "leave")
        return table

    async def _two_devices(self) -> str:
        """Ada and Bo, with Cy watching; Bo's seat went to another device, and the host's rights with a new link."""
        body = {"game": "raeuber", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}]}
        made = await self.server.post(self.people["Ada"], "/api/tables", body)
        table, link = made["table"]["id"], {"link": made["you"]["link"]}
        await self.server.post(self.people["Bo"], "/api/join", {**link, "name": "Bo"})
        await self.server.post(self.people["Cy"], "/api/watch", link)
        await self.do("Ada", table, "start")
        token = (await self.do("Bo", table, "seats/1/handover"))["token"]
        await self.server.post(self.people["Di"], "/api/take-seat", {"token": token})
        await self.do("Ada", table, "seats/1/host")
        for _ in range(6):
            for who in ("Ada", "Di"):
                await self.play(who, table, 1)
        return str(table)

    async def _from_a_record(self, over: str) -> str:
        answer = await self.server.ask(self.people["Ada"], "GET", f"/api/tables/{over}/records")
        events = json.loads(answer.body.splitlines()[0])["events"][:30]
        return await self.table("raeuber", 5, record={"events": events})


async def make(folder: Path) -> None:
    async with Inside(folder, Clock()) as server:
        names = [("Ada", "en"), ("Bo", "de"), ("Cy", "en"), ("Di", "de")]
        people = {name: await server.person(name, language) for name, language in names}
        tables = await Maker(server, people).everything()
    told = {"people": people, "tables": tables}
    (folder / "cookie-id").unlink()
    (folder / "tables.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    folder = FOLDER / beute.__version__
    shutil.rmtree(folder, ignore_errors=True)
    compile_entries(When.NEVER)
    asyncio.run(make(folder))
    print(f"{folder} has {', '.join(sorted(path.name for path in folder.iterdir()))}")


if __name__ == "__main__":
    main()
