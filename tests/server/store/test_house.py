"""Deleting, forgetting, copying, closing; and what survives a sudden end."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from beute.play.errors import BeuteError, SetupError
from beute.server.store import open_store
from beute.server.store.base import Store, TokenRow
from beute.table.store import Conflict, StoreError
from tests.server.store.notes import log, note, person, secret

APPENDING = Path(__file__).with_name("appending.py")


async def test_a_deleted_room_is_gone_with_all_of_it(store: Store) -> None:
    ann = await person(store, "Ann")
    for room in ("r", "kept"):
        await store.append(room, 0, 1.0, [b"a", b"b"], note(ann, host=ann, link=room))
        await store.finish(room, 1, 1.0, ["record"])
    await store.delete_room("r")
    await store.delete_room("r")
    with pytest.raises(BeuteError, match="no table 'r'"):
        await store.load("r")
    assert (await store.room_by_link("r"), await store.records("r")) == (None, [])
    assert [row.id for row in await store.rooms_of(ann)] == ["kept"]
    assert await log(store, "kept") == [b"a", b"b"]
    with pytest.raises(Conflict):
        await store.append("r", 2, 1.0, [b"c"])
    await store.append("r", 0, 1.0, [b"new"], note())
    assert await log(store, "r") == [b"new"]


async def test_what_is_old_is_forgotten(store: Store) -> None:
    ann = await person(store, "Ann", at=1.0)
    await person(store, "Ben", at=1.0)
    await person(store, "Eve", at=500.0)
    await store.append("over, old", 0, 10.0, [b"a"], note(state="over"))
    await store.append("closed, old", 0, 10.0, [b"a"], note(state="closed"))
    await store.append("over, new", 0, 10.0, [b"a"], note(state="over"))
    await store.append("over, new", 1, 100.0, [b"b"])
    await store.append("playing, old", 0, 10.0, [b"a"], note(state="playing"))
    await store.append("frozen, old", 0, 10.0, [b"a"], note(state="frozen"))
    await store.append("playing, newer", 0, 60.0, [b"a"], note(ann, state="playing"))
    await store.new_token(secret("old"), TokenRow("recovery", ann, None, None, 20.0))
    gone = await store.forget(before_finished=100.0, before_unfinished=50.0, before_people=400.0)
    assert sorted(gone) == ["closed, old", "frozen, old", "over, old", "playing, old"]
    assert await store.running() == ["playing, newer"]
    assert await log(store, "over, new") == [b"a", b"b"]
    found = [await store.person_by_secret(secret(name)) for name in ("Ann", "Ben", "Eve")]
    assert [each and each.name for each in found] == ["Ann", None, "Eve"]
    assert await store.take_token("recovery", secret("old"), 5.0) is None
    assert await store.forget(100.0, 50.0, 400.0) == []


# ---------------------------------------------------------------- opening and closing


async def test_what_is_stored_is_there_when_it_is_opened_again(url: str) -> None:
    for length in range(3):
        store = open_store(url)
        await store.append("r", length, 1.0, [b"%d" % length], note())
        await store.close()
    store = open_store(url)
    assert await log(store, "r") == [b"0", b"1", b"2"]
    await store.close()


async def test_closing_carries_out_what_was_asked_before(url: str) -> None:
    store = open_store(url)
    appends = [asyncio.ensure_future(store.append(f"r{k}", 0, 1.0, [b"a"], note())) for k in range(50)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*appends) == [None] * 50
    again = open_store(url)
    assert len(await again.running()) == 50
    await again.close()


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    for asked in (store.append("r", 0, 1.0, [b"a"], note()), store.load("r"), store.seen(1, 1.0)):
        with pytest.raises(StoreError, match="was closed") as error:
            await asked
        assert error.value.code == "closed_store"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "beute.db",
        "sqlite://",
        "sqlite:///:memory:",
        "oracle://scott:tiger@host/db",
        "sqlite:////tmp/x?max_bytes=much",
        "sqlite:////tmp/x?maxbytes=1",
    ],
)
def test_a_url_that_names_no_store(url: str) -> None:
    with pytest.raises(SetupError, match=r"sqlite:////folder/beute\.db") as error:
        open_store(url)
    assert "tiger" not in str(error.value)


# ---------------------------------------------------------------- a sudden end


@pytest.mark.parametrize("acknowledged", [1, 200, 1500])
async def test_what_was_acknowledged_survives_a_kill(url: str, acknowledged: int) -> None:
    """A process in which many append is killed. Each line that it printed is an entry whose append had returned."""
    with subprocess.Popen([sys.executable, str(APPENDING), url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        lines += [line for line in process.stdout.readlines() if line.endswith("\n")]
    store = open_store(url)
    try:
        longest: dict[str, int] = {}
        for line in lines:
            room, seq = line.split()
            longest[room] = max(longest.get(room, 0), int(seq) + 1)
        assert longest
        for room, length in longest.items():
            there = await log(store, room)
            assert there == [f"{room} {seq}".encode() for seq in range(len(there))]
            assert len(there) >= length
            await store.append(room, len(there), 2.0, [b"on it goes"])
    finally:
        await store.close()
