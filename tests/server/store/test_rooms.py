"""Logs of rooms, and what is listed of them."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from beute.play.errors import BeuteError
from beute.server.store.base import Belonging, RoomRow, Row, SharedGame, State, Store
from beute.table.store import Conflict
from tests.server.store.notes import log, note, person


async def test_a_log_is_loaded_as_it_was_appended(store: Store) -> None:
    data = ['{"ä":1}'.encode(), b"", bytes(range(256)), b"x" * 100_000]
    await store.append("r", 0, 2.5, data[:2], note())
    await store.append("other", 0, 2.5, [b"other"], note())
    await store.append("r", 2, 3.25, data[2:])
    assert await store.load("r") == [Row(2.5, data[0]), Row(2.5, data[1]), Row(3.25, data[2]), Row(3.25, data[3])]


async def test_an_unknown_room(store: Store) -> None:
    with pytest.raises(BeuteError, match="no table 'nowhere'") as error:
        await store.load("nowhere")
    assert error.value.code == "unknown_table"
    assert await store.room("nowhere") is None
    assert await store.people_of("nowhere") == Belonging(None, frozenset())


async def test_of_several_logs_what_is_new(store: Store) -> None:
    for n in range(1, 6):
        await store.append(f"r{n}", 0, 1.0, [b"%d" % k for k in range(n)], note())
        await store.append(f"r{n}", n, 2.0, [b"new"])
    found = await store.load_new({"r1": 1, "r2": 3, "r3": 1, "r5": 4, "gone": 7})
    assert found == {
        "r1": [Row(2.0, b"new")],
        "r2": [],
        "r3": [Row(1.0, b"1"), Row(1.0, b"2"), Row(2.0, b"new")],
        "r5": [Row(1.0, b"4"), Row(2.0, b"new")],
    }
    assert await store.load_new({}) == {}


async def test_the_first_append_needs_a_note(store: Store) -> None:
    with pytest.raises(BeuteError) as error:
        await store.append("r", 0, 1.0, [b"a"])
    assert error.value.code == "unknown_table"
    await store.append("r", 0, 1.0, [], note())
    await store.append("r", 0, 1.0, [b"a"])
    assert await log(store, "r") == [b"a"]


@pytest.mark.parametrize("after", [0, 1, 3, 100])
async def test_a_log_of_another_length_is_a_conflict(store: Store, after: int) -> None:
    await store.append("r", 0, 1.0, [b"a", b"b"], note(state="waiting"))
    with pytest.raises(Conflict) as error:
        await store.append("r", after, 2.0, [b"c"], note(state="over"))
    assert error.value.data == {"table": "r", "after": after, "there": 2}
    assert await log(store, "r") == [b"a", b"b"]
    assert await store.room("r") == RoomRow("r", "sneaky", "waiting", 1.0, 1.0)
    await store.append("r", 2, 3.0, [b"c"])
    assert await log(store, "r") == [b"a", b"b", b"c"]


async def test_a_conflict_at_a_room_that_is_not_there(store: Store) -> None:
    with pytest.raises(Conflict) as error:
        await store.append("r", 4, 1.0, [b"a"], note())
    assert error.value.data["there"] == 0
    assert await store.room("r") is None


async def test_of_two_who_append_at_once_one_is_refused(store: Store) -> None:
    await asyncio.gather(*(store.append(f"r{k}", 0, 1.0, [b"first"], note()) for k in range(5)))
    racing = [store.append(f"r{k}", 1, 2.0, [who]) for k in range(5) for who in (b"ann", b"ben", b"eve")]
    results = await asyncio.gather(*racing, return_exceptions=True)
    for k in range(5):
        mine = results[3 * k : 3 * k + 3]
        assert [type(result) for result in mine].count(Conflict) == 2
        winner = (b"ann", b"ben", b"eve")[mine.index(None)]
        assert await log(store, f"r{k}") == [b"first", winner]


async def test_many_append_at_once(store: Store) -> None:
    """Each its own room, again and again; every log has exactly what was acknowledged."""

    async def appender(room: str) -> None:
        for k in range(20):
            await store.append(room, k, float(k), [f"{room} {k}".encode()], note() if k == 0 else None)

    await asyncio.gather(*(appender(f"r{number}") for number in range(100)))
    for number in range(100):
        assert await log(store, f"r{number}") == [f"r{number} {k}".encode() for k in range(20)]


async def test_several_of_one_room_in_order(store: Store) -> None:
    """What one loop asks for first is stored first, also in one transaction."""
    appends = [store.append("r", k, 1.0, [b"%d" % k], note() if k == 0 else None) for k in range(50)]
    await asyncio.gather(*appends)
    assert await log(store, "r") == [b"%d" % k for k in range(50)]


async def test_a_cancelled_append_disturbs_nobody(store: Store) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    waiting = asyncio.ensure_future(store.append("r", 1, 1.0, [b"b"]))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.append("other", 0, 1.0, [b"a"], note())
    assert await log(store, "r") in ([b"a"], [b"a", b"b"])


# ---------------------------------------------------------------- what is listed


async def test_the_latest_note_and_the_latest_entry_are_listed(store: Store) -> None:
    await store.append("r", 0, 5.0, [b"a"], note(state="waiting", created=4.0))
    assert await store.room("r") == RoomRow("r", "sneaky", "waiting", 4.0, 5.0)
    await store.append("r", 1, 6.0, [b"b"])
    assert await store.room("r") == RoomRow("r", "sneaky", "waiting", 4.0, 6.0)
    await store.append("r", 2, 7.0, [], note(state="over", created=99.0))
    assert await store.room("r") == RoomRow("r", "sneaky", "over", 4.0, 6.0)


async def test_the_state_can_change_alone(store: Store) -> None:
    ann = await person(store, "Ann")
    await store.append("r", 0, 5.0, [b"a"], note(ann, state="over", created=4.0, host=ann, link="link"))
    await store.append("r", 1, 6.0, [b"b"], "playing")
    assert (await store.room("r"), await store.room_by_link("link")) == (
        RoomRow("r", "sneaky", "playing", 4.0, 6.0),
        "r",
    )
    assert (await store.people_of("r")).host == ann


async def test_a_state_alone_makes_no_room(store: Store) -> None:
    with pytest.raises(BeuteError) as error:
        await store.append("r", 0, 1.0, [b"a"], "playing")
    assert error.value.code == "unknown_table"


async def test_a_link_leads_to_its_room_until_it_is_renewed(store: Store) -> None:
    await store.append("r", 0, 1.0, [b"a"], note(link="first"))
    await store.append("none", 0, 1.0, [b"a"], note())
    await store.append("none too", 0, 1.0, [b"a"], note())
    assert await store.room_by_link("first") == "r"
    await store.append("r", 1, 1.0, [], note(link="second"))
    assert await store.room_by_link("first") is None
    assert await store.room_by_link("second") == "r"
    assert await store.room_by_link("") is None


async def test_the_rooms_of_a_person(store: Store) -> None:
    ann, ben = await person(store, "Ann"), await person(store, "Ben")
    await store.append("old", 0, 1.0, [b"a"], note(ann, ben, host=ben))
    await store.append("new", 0, 2.0, [b"a"], note(ann, host=ann))
    await store.append("left", 0, 3.0, [b"a"], note(ann))
    await store.append("left", 1, 4.0, [b"b"], note(ben))
    assert [row.id for row in await store.rooms_of(ann)] == ["new", "old"]
    assert [row.id for row in await store.rooms_of(ben)] == ["left", "old"]
    await store.append("old", 1, 9.0, [b"b"])
    assert [row.id for row in await store.rooms_of(ann)] == ["old", "new"]
    assert await store.rooms_of(ann, limit=1) == [RoomRow("old", "sneaky", "playing", 1.0, 9.0)]
    assert await store.people_of("old") == Belonging(ben, frozenset({ann, ben}))


async def test_people_who_are_gone_are_left_out_of_a_note(store: Store) -> None:
    ann, ben = await person(store, "Ann"), await person(store, "Ben")
    await store.delete_person(ben)
    await store.append("r", 0, 1.0, [b"a"], note(ann, ben, host=ben))
    assert await store.people_of("r") == Belonging(None, frozenset({ann}))


async def test_running_and_hosted_rooms(store: Store) -> None:
    ann = await person(store, "Ann")
    for at, state in enumerate(get_args(State)):
        await store.append(state, 0, float(at), [b"a"], note(ann, state=state, host=ann))
    assert await store.running() == ["playing", "waiting"]
    assert await store.hosted(ann) == 2
    await store.append("waiting", 1, 10.0, [b"b"])
    assert await store.running() == ["waiting", "playing"]


async def test_records_of_finished_matches(store: Store) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    await store.finish("r", 2, 3.0, ["later"])
    await store.finish("r", 1, 2.0, ["one", "twö"])
    assert await store.records("r") == [(1, "one"), (1, "twö"), (2, "later")]
    assert await store.records("r", 1) == [(1, "one"), (1, "twö")]
    await store.finish("r", 1, 2.0, ["one again"])
    assert await store.records("r", 1) == [(1, "one again")]
    with pytest.raises(BeuteError) as error:
        await store.finish("nowhere", 1, 1.0, ["x"])
    assert error.value.code == "unknown_table"


async def test_a_shared_game_has_one_link_until_it_is_withdrawn_or_the_room_deleted(store: Store) -> None:
    for room in ("r", "s"):
        await store.append(room, 0, 1.0, [b"a"], note())
    assert await store.share("r", 1, 2, "link") == "link"
    assert await store.share("r", 1, 2, "another") == "link"
    assert await store.share("r", 1, 1, "other") == "other"
    assert await store.share("s", 1, 2, "of s") == "of s"
    assert await store.shared("link") == SharedGame("r", 1, 2)
    assert await store.shared("another") is None
    await store.withdraw("r", 1, 2)
    await store.withdraw("r", 1, 2)
    assert await store.shared("link") is None
    assert await store.shared("other") == SharedGame("r", 1, 1)
    await store.delete_room("r")
    assert await store.shared("other") is None
    assert await store.shared("of s") == SharedGame("s", 1, 2)
    with pytest.raises(BeuteError) as error:
        await store.share("r", 1, 1, "late")
    assert error.value.code == "unknown_table"
