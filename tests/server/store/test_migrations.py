"""The tables of a database: made by migrations, checked when it is opened."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect

from beute.server.store import migrations, open_store
from beute.server.store.schema import metadata
from beute.server.store.sqlite import SqliteStore
from beute.table.store import StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "beute.db"


def engine(path: Path) -> Engine:
    return create_engine(f"sqlite:///{path}")


def open_and_close(path: Path) -> None:
    asyncio.run(SqliteStore.open(path).close())


def constraints(connection: Connection) -> dict[str, list[str | None]]:
    """The names of all constraints and indices of each table, as the database has them."""
    there = inspect(connection)
    return {
        table: sorted(
            (
                there.get_pk_constraint(table)["name"],
                *(each["name"] for each in there.get_foreign_keys(table)),
                *(each["name"] for each in there.get_unique_constraints(table)),
                *(each["name"] for each in there.get_indexes(table)),
            ),
            key=str,
        )
        for table in there.get_table_names()
        if table != "alembic_version"
    }


def words(connection: Connection) -> dict[str, list[str]]:
    """Those of the statements that made the tables, in any order."""
    made = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return {name: sorted(text.replace(",", " ").split()) for name, text in made if name != "alembic_version"}


def test_migrations_and_schema_agree(path: Path, tmp_path: Path) -> None:
    open_and_close(path)
    with engine(path).connect() as migrated, engine(tmp_path / "made.db").begin() as made:
        metadata.create_all(made)
        context = MigrationContext.configure(migrated, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert constraints(migrated) == constraints(made)
        assert words(migrated) == words(made)  # also what neither compares: ON DELETE, AUTOINCREMENT
        migrated.engine.dispose()
        made.engine.dispose()


def test_every_constraint_has_a_name(path: Path) -> None:
    open_and_close(path)
    with engine(path).connect() as connection:
        found = constraints(connection)
        connection.engine.dispose()
    assert set(found) == set(metadata.tables)
    assert found.pop("people") == [None]  # SQLite has no name for a key that counts by itself
    assert all(name for names in found.values() for name in names)


def test_file_names_are_revisions() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.HERE))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [migrations.HEAD]
    assert sorted(each.revision for each in script.walk_revisions()) == migrations.REVISIONS


def test_an_empty_file_gets_tables(path: Path) -> None:
    path.touch()
    open_and_close(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.HEAD,)]


def test_a_folder_with_a_percent_sign(tmp_path: Path) -> None:
    (tmp_path / "100% Beute #1").mkdir()
    store = open_store(f"sqlite:///{tmp_path / '100% Beute #1' / 'beute.db'}")
    assert asyncio.run(store.running()) == []
    asyncio.run(store.close())


def test_a_database_that_is_newer_is_refused(path: Path) -> None:
    open_and_close(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer version of Beute.*9999.*update Beute") as error:
        SqliteStore.open(path)
    assert error.value.code == "newer_store"
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="something else, with the tables recipes") as error:
        SqliteStore.open(path)
    assert error.value.code == "broken_store"
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.operations import Operations

    def fail(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr(Operations, "create_index", fail)
    with pytest.raises(StoreError):
        SqliteStore.open(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    monkeypatch.undo()
    open_and_close(path)


def test_a_database_that_is_current_needs_no_migration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_and_close(path)
    monkeypatch.setattr(command, "upgrade", None)
    open_and_close(path)
