"""`beute move-tables`: from a data folder into PostgreSQL, all or nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from beute.play.errors import BeuteError, SetupError
from beute.server.moving import move_tables
from beute.server.serve import folder_locked
from beute.server.store import open_store
from beute.server.store.base import Belonging, PersonRow, RoomRow, Row, SharedGame, TokenRow
from beute.server.store.schema import metadata
from beute.table.store import StoreError
from tests.command import run
from tests.server.postgres import PASSWORD
from tests.server.serving import Browser, Server, offered
from tests.server.store.notes import note, person, secret

TOKEN = TokenRow("recovery", 1, None, None, 99.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose database has something in every table."""
    folder = tmp_path / "data"
    folder.mkdir()
    asyncio.run(fill(folder))
    return folder


async def fill(folder: Path) -> None:
    store = open_store(f"sqlite:///{folder / 'beute.db'}")
    ann, ben = await person(store, "Ann"), await person(store, "Be\0n")
    await store.delete_person(await person(store, "Eve"))
    data = [b"%d \xff\0" % number for number in range(2500)]
    await store.append("r", 0, 1.0, data, note(ann, ben, host=ben, link="link"))
    await store.finish("r", 1, 3.0, ["rec\\ord\n\t", "twö"])
    await store.share("r", 1, 1, "shared")
    await store.new_token(secret("token"), TOKEN)
    await store.close()


def database(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("beute.db*")}


def test_everything_is_there_afterwards(folder: Path, postgres_url: str) -> None:
    before = database(folder)
    moved = move_tables(folder, postgres_url)
    assert moved == {
        "people": 2,
        "rooms": 1,
        "secrets": 2,
        "entries": 2500,
        "records": 2,
        "room_people": 2,
        "shares": 1,
        "tokens": 1,
    }
    assert set(moved) == set(metadata.tables)
    assert database(folder) == before
    asyncio.run(check(postgres_url))


async def check(url: str) -> None:
    """That it is what `fill` has written, and goes on from there."""
    store = open_store(url)
    assert await store.load("r") == [Row(1.0, b"%d \xff\0" % number) for number in range(2500)]
    assert await store.room("r") == RoomRow("r", "sneaky", "playing", 1.0, 1.0)
    assert await store.people_of("r") == Belonging(2, frozenset({1, 2}))
    assert await store.room_by_link("link") == "r"
    assert await store.records("r") == [(1, "rec\\ord\n\t"), (1, "twö")]
    assert await store.shared("shared") == SharedGame("r", 1, 1)
    assert await store.person_by_secret(secret("Be\0n")) == PersonRow(2, "Be\ufffdn", "en", 1.0, 1.0)
    assert await store.take_token("recovery", secret("token"), 5.0) == TOKEN
    assert await person(store, "Zoe") == 4, "the id of a person who was deleted is given again"
    await store.append("r", 2500, 9.0, [b"on it goes"])
    await store.close()


def test_a_database_that_is_not_empty_stays_as_it_is(folder: Path, postgres_url: str) -> None:
    store = open_store(postgres_url)
    asyncio.run(person(store, "Zoe"))
    asyncio.run(store.close())
    with pytest.raises(BeuteError, match="keeps something already: name an empty database") as error:
        move_tables(folder, postgres_url)
    assert error.value.code == "not_empty"
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT name FROM people").fetchall() == [("Zoe",)]


def test_a_move_that_fails_leaves_nothing(folder: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from beute.server import moving

    with monkeypatch.context() as broken:
        copy = moving._copy
        broken.setattr(
            moving, "_copy", lambda source, target: (copy(source, target), target.exec_driver_sql("DELETE FROM shares"))
        )
        with pytest.raises(StoreError, match="not everything arrived"):
            move_tables(folder, postgres_url)
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchall() == [(0,)]
    assert move_tables(folder, postgres_url)["shares"] == 1


def test_a_folder_that_a_server_uses(folder: Path, postgres_url: str) -> None:
    with Server(folder) as server, pytest.raises(BeuteError, match=f"{server.url} uses .* stop it first"):
        move_tables(folder, postgres_url)


def test_a_folder_without_a_database(tmp_path: Path, postgres_url: str) -> None:
    with pytest.raises(BeuteError, match=r"there is no database .*none/beute\.db"):
        move_tables(tmp_path / "none", postgres_url)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("url", ["", "beute", "sqlite:////tmp/beute.db", "mysql://ada:SECRET@host/db"])
def test_a_url_of_something_else(folder: Path, url: str) -> None:
    with pytest.raises(SetupError, match="postgresql://user") as error:
        move_tables(folder, url)
    assert "SECRET" not in str(error.value)


def test_a_database_that_is_no_database(folder: Path, postgres_url: str) -> None:
    (folder / "beute.db").write_text("Dear diary, " * 1000)
    with pytest.raises(StoreError, match="damaged"):
        move_tables(folder, postgres_url)


def test_the_folder_is_free_again(folder: Path, postgres_url: str) -> None:
    move_tables(folder, postgres_url)
    with folder_locked(folder) as lock:
        assert isinstance(lock, int)


def test_the_command_and_a_server_that_goes_on(tmp_path: Path, postgres_url: str) -> None:
    """People play on where they were, by the same cookies."""
    with Server(tmp_path / "data") as server, Browser(server) as ada:
        table = ada.create("sneaky", ["me:Ada", "me:Bo"])
        state = next(state for state in ada.states(table) if state["question"])
        ada.answer(table, state, offered(state)[0])
        before, cookies = ada.states(table), ada.http.cookies
        server.stop()
    done = run("move-tables", postgres_url, "--data", str(tmp_path / "data"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Moved 1 people, 1 rooms,")
    (tmp_path / "data" / "beute.db").unlink()
    with Server(tmp_path / "data", database_url=postgres_url) as server, Browser(server) as ada:
        ada.http.cookies = cookies
        assert [{**state, "now": 0} for state in ada.states(table)] == [{**state, "now": 0} for state in before]
        state = next(state for state in ada.states(table) if state["question"])
        ada.answer(table, state, offered(state)[0])
        assert PASSWORD not in server.log()
    wrong = run("move-tables", postgres_url, "--data", str(tmp_path / "none"))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("beute: there is no database")
