"""Brings the tables of a database to the version of this release, with Alembic, and refuses what it does not know."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, inspect, select, table
from sqlalchemy import column as named

from beute.table.store import StoreError

HERE = Path(__file__).parent
# Files are named by revision: so a database that needs no migration needs no Alembic, which takes a while to import.
REVISIONS = sorted(path.stem.split("_")[0].removeprefix("v") for path in (HERE / "versions").glob("v*.py"))
HEAD = REVISIONS[-1]

logger = logging.getLogger(__name__)


def migrate(connection: Connection) -> None:
    """Inside a transaction of the caller; StoreError for a database that is newer, or not ours."""
    found = revision_of(connection)
    if found == HEAD:
        return
    if found is not None and found not in REVISIONS:
        raise StoreError(
            f"the database was written by a newer version of Beute: its tables have version {found}, this one knows "
            f"them up to {HEAD}; update Beute, or use another database",
            "newer_store",
            found=found,
            known=HEAD,
        )
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells a great deal
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    command.upgrade(config, HEAD)
    logger.info("tables brought from version %s to %s", found or "none", HEAD)


def revision_of(connection: Connection) -> str | None:
    """None for an empty database."""
    there = inspect(connection).get_table_names()
    if "alembic_version" in there:
        return connection.scalar(select(named("version_num")).select_from(table("alembic_version")))
    if there:
        names = ", ".join(sorted(there)[:5])
        raise StoreError(f"this is a database of something else, with the tables {names}; use another", "broken_store")
    return None
