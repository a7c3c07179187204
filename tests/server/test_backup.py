"""`beute backup`: a copy from a running server, and from a folder without one."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest

from beute.play.errors import BeuteError
from beute.server.backup import KEY, backup, backup_key
from beute.server.serve import LOCK
from beute.server.settings import settings_from
from beute.server.store import open_store
from tests.server.serving import Browser, Server, offered


def test_a_copy_of_a_running_server_is_a_whole_database(tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "beute.db"
    copy.parent.mkdir()
    with Server(tmp_path / "data") as server, Browser(server) as ada:
        table = ada.create("sneaky", ["me:Ada", "me:Bo"])
        state = next(state for state in ada.states(table) if state["question"])
        ada.answer(table, state, offered(state)[0])
        backup(settings_from(data=server.data), copy)
        before, cookies = ada.states(table), ada.http.cookies
        server.stop()
        (copy.parent / "cookie-id").write_text((server.data / "cookie-id").read_text())
        with (
            Server(copy.parent) as restored,
            httpx.Client(base_url=restored.url, cookies=cookies, timeout=60) as browser,
        ):
            after = browser.get(f"/api/tables/{table}/state").json()
    assert [{**state, "now": 0} for state in after] == [{**state, "now": 0} for state in before]
    assert list(tmp_path.rglob("*.part")) == []
    assert copy.stat().st_mode & 0o077 == 0, "others may read it"


def test_a_folder_without_a_server_is_copied_too(tmp_path: Path) -> None:
    settings = settings_from(data=tmp_path)
    asyncio.run(open_store(settings.database_url).close())
    backup(settings, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes().startswith(b"SQLite format 3")
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0, "others may read it"


def test_a_folder_that_keeps_nothing_is_not_copied(tmp_path: Path) -> None:
    """As when a service keeps its data elsewhere: an empty copy would pass for a backup."""
    with pytest.raises(BeuteError, match=r"there is no database .*none/beute\.db: name the data folder") as error:
        backup(settings_from(data=tmp_path / "none"), tmp_path / "copy.db")
    assert error.value.code == "no_database"
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files that belong to somebody else")
def test_root_may_copy_before_the_user_of_a_service(tmp_path: Path) -> None:
    """Else that user could not read the key, nor take the lock: there would be no copy, and no server, any more."""
    data = tmp_path / "data"
    with Server(data) as server:
        os.chown(data, 12345, 12345)
        (data / LOCK).unlink()
        backup_key(data)
        assert server.stop() == 0
    backup(settings_from(data=data), tmp_path / "copy.db")
    assert [(data / name).stat().st_uid for name in (KEY, LOCK)] == [12345, 12345]


def test_nobody_else_gets_a_copy(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for headers in ({}, {"authorization": "x"}, {"authorization": "Bearer wrong"}):
            assert httpx.get(f"{server.url}/backup", headers=headers, timeout=60).status_code == 404


def test_a_copy_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, pytest.raises(BeuteError, match="cannot write"):
        backup(settings_from(data=server.data), tmp_path / "missing" / "copy.db")


def test_postgresql_makes_its_copies_itself(tmp_path: Path, postgres_url: str) -> None:
    """The command says how, also when only the running server knows which database it is."""
    for settings in ({"data": tmp_path / "none", "database_url": postgres_url}, {"data": tmp_path / "data"}):
        with (
            Server(tmp_path / "data", database_url=postgres_url),
            pytest.raises(BeuteError, match=r"pg_dump --format=custom .*postgresql://beute@127") as error,
        ):
            backup(settings_from(**settings), tmp_path / "copy.db")
        assert "PASSWORD" not in str(error.value)
    assert not list(tmp_path.rglob("copy.db*"))
