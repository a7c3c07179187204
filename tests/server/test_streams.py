"""The stream of updates: what was missed comes exactly once, and nobody is reminded of more than they may be."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from beute.server.outbox import KEPT
from beute.server.streams import ALIVE, MOST_NOTES, read_marks
from beute.table.log import Entry
from tests.server.inside import Clock, Inside, in_loop, link_to, prepare, settle
from tests.server.serving import Event, offered
from tests.table.playing import log, new_table, steps

PEOPLE = ("Ada", "Bo", "Cy", "Di")


def match(game: str, players: int, entries: int, **options: Any) -> list[Entry]:
    """The log of a match that has gone on for so many entries."""
    table = new_table(game, players, **options)
    for _ in steps(table, random.Random(1), undo=0):
        if len(log(table)) >= entries:
            break
    return log(table)


async def begun(data: Path, game: str = "raeuber", players: int = 2, entries: int = 12, **options: Any) -> Inside:
    """A server with a table `t` in mid game, at which the first people sit, and the next one watches."""
    await prepare(data, PEOPLE, {"t": match(game, players, entries, **options)})
    return Inside(data)


async def play(server: Inside, players: int = 2, times: int = 1, table: str = "t") -> list[int]:
    """Whoever is asked plays what is sure to come off; who that was."""
    seats = list[int]()
    for _ in range(times):
        states = [await server.state(PEOPLE[seat], table) for seat in range(players)]
        state = next(state for state in states if state["seat"] in state["view"]["asked"])
        sure = [choice["word"] for choice in state["view"]["choices"] if choice["possible"] == "yes"]
        await server.answer(PEOPLE[state["seat"]], table, state, (sure or offered(state))[0])
        seats.append(state["seat"])
    await settle()
    return seats


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def last_id(events: list[Event]) -> str:
    return next(event.id for event in reversed(events) if event.id)


# ---------------------------------------------------------------- resuming


@in_loop
async def test_a_new_stream_begins_with_the_table_and_the_present_state(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        events = (await server.stream("Ada", "t")).events()
        assert kinds(events)[:3] == ["table", "you", "state"]
        assert events[1].data["seats"] == [0]
        assert events[2].data == await server.state("Ada", "t")


@in_loop
async def test_who_resumes_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d", open_sums=True) as server:
        watched = await server.stream("Ada", "t")
        last = last_id(watched.events())
        broken = await server.stream("Ada", "t")
        await broken.close()
        await play(server, times=7)
        missed = [event.text for event in watched.events() if event.kind == "update"]
        assert len(missed) >= 7
        resumed = (await server.stream("Ada", "t", last=last)).events()
        assert [event.text for event in resumed if event.kind == "update"] == missed
        assert "state" not in kinds(resumed)
        by_query = (await server.stream("Ada", "t", more=f"&last={last}")).events()
        assert [event.text for event in by_query if event.kind == "update"] == missed
        latest = (await server.stream("Ada", "t", last=last_id(resumed))).events()
        assert not {"state", "update"} & {*kinds(latest)}


@in_loop
async def test_every_update_has_the_next_version_and_an_id_that_resumes_after_it(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d", open_sums=True) as server:
        watched = await server.stream("Bo", "t")
        await play(server, times=6)
        told = [event for event in watched.events() if event.id]
        for n, event in enumerate(told):
            assert event.id == f"t.1=1.{event.data['version']}"
            resumed = (await server.stream("Bo", "t", last=event.id)).events()
            assert [each.text for each in resumed if each.id] == [each.text for each in told[n + 1 :]]


@in_loop
async def test_what_is_too_old_or_not_of_this_match_gives_the_present_state(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d", open_sums=True) as server:
        last = last_id((await server.stream("Ada", "t")).events())
        await play(server, times=KEPT + 3)
        for said in (last, "t.0=2.5", "t.0=0.0", "t.0=1.99999", "t.1=1.3", "nonsense", "t.0=1", "other.0=1.3"):
            events = (await server.stream("Ada", "t", last=said)).events()
            assert [kind for kind in kinds(events) if kind in ("state", "update")] == ["state"], said


def test_marks_that_cannot_be_read_were_not_seen() -> None:
    assert read_marks("a.0=1.5 b=2.7") == {("a", 0): (1, 5), ("b", None): (2, 7)}
    assert read_marks("a.x=1.5 b=2 =. a.0=1.-5 a.0=1.5.5 a.0=²." + "9" * 20) == {}


def kept(events: list[Event]) -> list[Any]:
    """The story on a page that follows a table."""
    lines = list[Any]()
    for event in events:
        lines = event.data["told"] if event.kind == "state" else lines + event.data["told"]
        if event.kind == "update" and event.data["kept"] is not None:
            lines = lines[len(lines) - event.data["kept"] :]
    return lines


@pytest.mark.clause("RB-18")
@in_loop
async def test_without_open_sums_nobody_is_reminded_of_what_was_before_their_own_last_play(tmp_path: Path) -> None:
    """RB-18: stream, story and state go no further back than the view, for a seat and for one who watches."""
    async with await begun(tmp_path / "d", players=3, entries=16) as server:
        streams = {name: await server.stream(name, "t") for name in PEOPLE}
        told: dict[str, list[Event]] = {
            name: [event for event in streams[name].events() if event.id] for name in PEOPLE
        }
        seats = list[int]()
        for _ in range(8):
            seats += await play(server, players=3)
            for name in PEOPLE:
                told[name] += [event for event in streams[name].events() if event.id]
        for seat, name in enumerate(PEOPLE):
            allowed = seats[::-1].index(seat) + 1 if seat < 3 else 3  # steps that they may be reminded of
            for back, event in enumerate(reversed(told[name])):
                resumed = (await server.stream(name, "t", last=event.id or "")).events()
                expected = ["update"] * back if back <= allowed else ["state"]
                assert [each.kind for each in resumed if each.id] == expected, (name, back, allowed)
            state = await server.state(name, "t")
            lines = (await server.stream(name, "t")).events()[2].data["told"]
            assert state["told"] == lines
            heard = [line for event in told[name][-allowed:] for line in event.data["told"]]
            assert len(lines) <= len(heard)
            assert kept(told[name]) == lines, "updates say which older lines are to be forgotten"


# ---------------------------------------------------------------- tables, seats, languages


@in_loop
async def test_one_stream_follows_several_tables(tmp_path: Path) -> None:
    one, two = match("raeuber", 2, 12, open_sums=True), match("sneaky", 2, 20)
    await prepare(tmp_path / "d", PEOPLE, {"t": one, "u": two})
    async with Inside(tmp_path / "d") as server:
        stream = await server.stream("Ada", "t", "u", "t")
        events = stream.events()
        assert sorted(event.data["table"] for event in events if event.kind == "state") == ["t", "u"]
        last = last_id(events)
        assert {*read_marks(last)} == {("t", 0), ("u", 0)}
        await play(server, table="u")
        await play(server, table="t")
        told = [event for event in stream.events() if event.id]
        assert {event.data["table"] for event in told} == {"t", "u"}
        resumed = [event for event in (await server.stream("Ada", "t", "u", last=last)).events() if event.id]
        assert sorted(each.text for each in resumed) == sorted(each.text for each in told)
        assert {*last_id(resumed).split()} == {*last_id(told).split()}


@in_loop
async def test_nobody_follows_a_table_that_is_not_theirs(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        for who, tables in ("Di", ["t"]), ("Ada", ["t", "unknown"]), ("Ada", []), ("Ada", [f"t{n}" for n in range(21)]):
            stream = await server.stream(who, *tables)
            assert 400 <= stream.status < 500, (who, tables)
        assert len(server.desk.streams.connections) == 0
        assert server.desk.hall.bus.listeners("t") == 0


@in_loop
async def test_each_stream_has_its_language(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        english, german = await server.stream("Ada", "t"), await server.stream("Ada", "t", more="&language=de")
        await play(server)
        one, two = ([event.data for event in stream.events() if event.id][-1] for stream in (english, german))
        assert one["view"] == two["view"]
        assert [line["code"] for line in one["told"]] == [line["code"] for line in two["told"]]
        assert [line["text"] for line in one["told"]] != [line["text"] for line in two["told"]]
        other = await server.stream("Ada", "t", more="&language=xx")
        state = next(event.data for event in other.events() if event.kind == "state")
        assert state["told"] == (await server.state("Ada", "t"))["told"]


@in_loop
async def test_two_tabs_of_one_browser_are_told_the_same(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        one, two = await server.stream("Ada", "t"), await server.stream("Ada", "t")
        other = await server.stream("Bo", "t")
        other.take()
        await play(server, times=4)
        assert [event.text for event in one.events() if event.id] == [event.text for event in two.events() if event.id]
        await one.close()
        await settle()
        assert not [event for event in other.events() if event.kind == "table"], "Ada is still here"
        await two.close()
        await settle()
        (gone,) = [event.data for event in other.events() if event.kind == "table"]
        assert [seat["here"] for seat in gone["seats"]] == [False, True]


@in_loop
async def test_a_seat_that_is_handed_over_is_the_other_devices_from_then_on(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        old = await server.stream("Bo", "t")
        token = (await server.post("Bo", "/api/tables/t/seats/1/handover"))["token"]
        old.take()
        await server.post("Di", "/api/take-seat", {"token": token})
        await settle()
        assert kinds(old.events()) == ["notice", "gone"]
        new = (await server.stream("Di", "t")).events()
        assert next(event.data["seats"] for event in new if event.kind == "you") == [1]
        await play(server, times=0)
        state = await server.state("Ada", "t")
        asked = state["view"]["asked"][0]
        mover = "Ada" if asked == 0 else "Di"
        mine = await server.state(mover, "t")
        await server.answer(mover, "t", mine, offered(mine)[0])
        await settle()
        assert old.events() == [], "who has given a seat away hears nothing more of it"


@in_loop
async def test_who_is_removed_hears_that_they_are_gone_and_nothing_more(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d", players=3, entries=14) as server:
        removed, other = await server.stream("Bo", "t"), await server.stream("Cy", "t")
        removed.take()
        other.take()
        await server.post("Ada", "/api/tables/t/seats/1/remove")
        await settle()
        assert kinds(removed.events()) == ["notice", "gone"]
        assert "table" in kinds(other.events())
        await server.post("Ada", "/api/tables/t/pause")
        await server.post("Cy", "/api/tables/t/seats/2/emotes", {"code": "well_played"})
        await server.stream("Ada", "t")
        await settle()
        assert removed.take() == []
        assert (await server.ask("Bo", "GET", "/api/tables/t/state")).status == 403


@in_loop
async def test_who_watches_by_a_link_that_is_renewed_is_gone(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        watching, playing = await server.stream("Cy", "t"), await server.stream("Bo", "t")
        watching.take()
        playing.take()
        await server.post("Ada", "/api/tables/t/link")
        await settle()
        assert "gone" in kinds(watching.events())
        (you,) = [event.data for event in playing.events() if event.kind == "you"]
        assert you["link"] not in (None, link_to("t"))
        await play(server)
        assert watching.take() == []
        assert "update" in kinds(playing.events())


@in_loop
async def test_who_is_woken_while_seats_change_is_told_once_and_as_who_they_are_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await begun(tmp_path / "d", open_sums=True) as server:
        while (await server.state("Ada", "t"))["view"]["asked"] != [0]:
            await play(server)
        stays, leaves = await server.stream("Ada", "t"), await server.stream("Bo", "t")
        await settle()
        stays.take()
        leaves.take()
        storing, stored, append = asyncio.Event(), asyncio.Event(), server.desk.store.append

        async def slow(*args: Any) -> None:
            storing.set()
            await stored.wait()
            await append(*args)

        monkeypatch.setattr(server.desk.store, "append", slow)
        leaving = asyncio.create_task(server.post("Bo", "/api/tables/t/leave"))
        await storing.wait()
        for connection in server.desk.streams.connections:
            connection.beat()
        await settle()
        stored.set()
        await leaving
        await settle()
        assert [event.data["seat"] for event in stays.events() if event.id] == [0]
        assert [event.data["seat"] for event in leaves.events() if event.id] == [None], "Bo only watches now"


@in_loop
async def test_a_deleted_table_is_gone_for_all(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        stream = await server.stream("Bo", "t")
        stream.take()
        assert (await server.ask("Ada", "DELETE", "/api/tables/t")).status == 204
        await stream.until("gone")
        for connection in server.desk.streams.connections:
            connection.beat()
        await settle()
        assert stream.take() == [ALIVE]


@in_loop
async def test_who_watches_again_misses_nothing(tmp_path: Path) -> None:
    """While nobody watches, no messages need to be made for spectators; then there is no gap but a state."""
    async with await begun(tmp_path / "d", open_sums=True) as server:
        first = await server.stream("Cy", "t")
        last = last_id(first.events())
        await first.close()
        await server.post("Cy", "/api/tables/t/leave")
        await play(server, times=3)
        await server.post("Cy", "/api/watch", {"link": link_to("t")})
        await play(server)
        events = [event for event in (await server.stream("Cy", "t", last=last)).events() if event.id]
        now = await server.state("Cy", "t")
        if "update" in kinds(events):
            (before,) = [version for _, version in read_marks(last).values()]
            assert [event.data["version"] for event in events] == list(range(before + 1, now["version"] + 1))
        else:
            assert [event.data for event in events] == [now]


@in_loop
async def test_lists_of_tables_tell_when_something_was_played_also_where_nobody_watches(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d") as server:
        await server.post("Cy", "/api/tables/t/leave")
        server.clock.now += 100
        await play(server)
        assert (await server.get("Ada", "/api/tables"))[0]["updated"] == server.clock.now


# ---------------------------------------------------------------- answers


@in_loop
async def test_an_answer_that_is_repeated_is_told_so_and_counts_once(tmp_path: Path) -> None:
    async with await begun(tmp_path / "d", open_sums=True) as server:
        stream = await server.stream("Ada", "t")
        await play(server, times=2)
        state = await server.state("Ada", "t")
        if 0 not in state["view"]["asked"]:
            await play(server)
            state = await server.state("Ada", "t")
        stream.take()
        word = offered(state)[0]
        first = await server.answer("Ada", "t", state, word)
        again = await server.answer("Ada", "t", state, word)
        assert first["repeated"] is False
        assert again == {"version": first["version"], "repeated": True}
        await settle()
        told = [event for event in stream.events() if event.kind == "update"]
        assert [event.data["version"] for event in told] == [first["version"]]
        other = next(choice for choice in offered(state) if choice != word)
        path = "/api/tables/t/seats/0/answers"
        assert (await server.refused("Ada", path, {"question": state["question"]["id"], "word": other}))[
            "status"
        ] == 409


# ---------------------------------------------------------------- slow readers


@in_loop
async def test_a_slow_reader_costs_little_and_then_gets_the_present(tmp_path: Path) -> None:
    clock = Clock()
    await prepare(tmp_path / "d", PEOPLE, {"t": match("raeuber", 2, 6, open_sums=True)})
    async with Inside(tmp_path / "d", clock) as server:
        slow, quick = await server.stream("Bo", "t"), await server.stream("Ada", "t")
        slow.take()
        slow.slow()
        await play(server)
        (connection,) = [each for each in server.desk.streams.connections if each.person == 2]
        for _ in range(MOST_NOTES + 10):
            await server.post("Ada", "/api/tables/t/seats/0/emotes", {"code": "well_played"})
            await (await server.stream("Cy", "t")).close()
        versions = [event.data["version"] for event in quick.events() if event.kind == "update"]
        await play(server, times=KEPT + 5)
        versions += [event.data["version"] for event in quick.events() if event.kind == "update"]
        assert versions == list(range(versions[0], versions[0] + KEPT + 6)), "others are told everything, in order"
        assert len(connection._notes) <= MOST_NOTES
        assert len(connection._tables) == 1
        slow.read_again()
        await settle()
        events = slow.events()
        assert kinds(events).count("table") <= 2
        shown = [event for event in events if event.kind in ("state", "update")][-1]
        assert shown.kind == "state"
        assert shown.data == await server.state("Bo", "t")
        latest = [event for event in events if event.kind == "table"][-1].data
        assert latest == (await server.get("Bo", "/api/tables/t"))["table"]
