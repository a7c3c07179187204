"""The tables of the database. A change here needs a migration in `migrations/versions`; a test compares them."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy import Text as AnyText


class _WithoutNul(TypeDecorator[str]):
    """PostgreSQL keeps no NUL in a text: one that people wrote becomes the sign for what cannot be shown."""

    impl = AnyText
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        return value and value.replace("\0", "\ufffd")


Text = AnyText().with_variant(_WithoutNul(), "postgresql")

# A constraint without a name cannot be changed by a later migration.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    # Logs of rooms name people by id: one that was deleted is never given to somebody else.
    sqlite_autoincrement=True,
)

secrets = Table(
    "secrets",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", Double, nullable=False),
    Index(None, "person"),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("host", ForeignKey("people.id", ondelete="SET NULL")),
    Column("link", LargeBinary),
    UniqueConstraint("link"),
    Index(None, "host"),
    Index(None, "state"),
)

room_people = Table(
    "room_people",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "person"),
)

# Entries of all rooms lie in the order in which they came, with an index beside them: fewer pages change in a commit
# than if each room's lay together. The primary key decides when two want to write the same entry.
entries = Table(
    "entries",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("record", Text, nullable=False),
)

shares = Table(
    "shares",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    # In clear, so that who asks again is told the same link: what it leads to is here too.
    Column("link", Text, nullable=False),
    UniqueConstraint("link"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("expires", Double, nullable=False),
    Index(None, "person"),
    Index(None, "room"),
)
