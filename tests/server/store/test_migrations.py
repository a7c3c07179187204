"""The tables of a database: made by migrations, checked when it is opened."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from beute.server.store import migrations, open_store
from beute.server.store.schema import metadata
from beute.table.store import StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "beute.db"


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """To a database, beside the store."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def open_and_close(url: str) -> None:
    asyncio.run(open_store(url).close())


def tables(url: str) -> list[str]:
    with connected(url) as connection:
        return inspect(connection).get_table_names()


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


def actions(connection: Connection, table: str) -> list[str]:
    """What happens to the rows of a table when those are deleted that they refer to."""
    return sorted(f"{each['name']} {each['options']}" for each in inspect(connection).get_foreign_keys(table))


def words(connection: Connection) -> dict[str, list[str]]:
    """Those of the statements that made the tables of SQLite, in any order: also what else is not compared."""
    if connection.dialect.name != "sqlite":
        return {table: actions(connection, table) for table in metadata.tables}
    made = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return {name: sorted(text.replace(",", " ").split()) for name, text in made if name != "alembic_version"}


def test_migrations_and_schema_agree(url: str) -> None:
    open_and_close(url)
    with connected(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        migrated = constraints(connection), words(connection)
        for table in [*metadata.tables, "alembic_version"]:
            connection.exec_driver_sql(f"DROP TABLE {table}{' CASCADE' if url.startswith('postgresql') else ''}")
        metadata.create_all(connection)
        assert (constraints(connection), words(connection)) == migrated


def test_every_constraint_has_a_name(url: str) -> None:
    open_and_close(url)
    with connected(url) as connection:
        found = constraints(connection)
    assert set(found) == set(metadata.tables)
    if url.startswith("sqlite"):
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
    open_and_close(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.HEAD,)]


def test_a_folder_with_a_percent_sign(tmp_path: Path) -> None:
    (tmp_path / "100% Beute #1").mkdir()
    store = open_store(f"sqlite:///{tmp_path / '100% Beute #1' / 'beute.db'}")
    assert asyncio.run(store.running()) == []
    asyncio.run(store.close())


def test_a_database_that_is_newer_is_refused(url: str) -> None:
    open_and_close(url)
    with connected(url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("DROP TABLE shares")
    with pytest.raises(StoreError, match=r"newer version of Beute.*9999.*update Beute") as error:
        open_store(url)
    assert error.value.code == "newer_store"
    assert "shares" not in tables(url)


def test_a_database_of_something_else_is_refused(url: str) -> None:
    with connected(url) as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="something else, with the tables recipes") as error:
        open_store(url)
    assert error.value.code == "broken_store"
    assert tables(url) == ["recipes"]


def test_a_database_that_is_refused_stays_as_it_was(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.operations import Operations

    def fail(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr(Operations, "create_index", fail)
    with pytest.raises((StoreError, OSError)):
        open_store(url)
    assert tables(url) == []
    monkeypatch.undo()
    open_and_close(url)


def test_a_database_that_is_current_needs_no_migration(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_and_close(url)
    monkeypatch.setattr(command, "upgrade", None)
    open_and_close(url)


def test_an_older_database_is_brought_up_to_date(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(migrations, "HEAD", "0001")
        open_and_close(url)
    assert "shares" not in tables(url)
    open_and_close(url)
    assert "shares" in tables(url)
