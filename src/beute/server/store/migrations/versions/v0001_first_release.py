"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_secrets"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_secrets_person", ondelete="CASCADE"),
    )
    op.create_index("ix_secrets_person", "secrets", ["person"])
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("host", sa.Integer(), nullable=True),
        sa.Column("link", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_rooms_host", ondelete="SET NULL"),
        sa.UniqueConstraint("link", name="uq_rooms_link"),
    )
    op.create_index("ix_rooms_host", "rooms", ["host"])
    op.create_index("ix_rooms_state", "rooms", ["state"])
    op.create_table(
        "room_people",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("room", "person", name="pk_room_people"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_people_room", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_room_people_person", ondelete="CASCADE"),
    )
    op.create_index("ix_room_people_person", "room_people", ["person"])
    op.create_table(
        "entries",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room", "seq", name="pk_entries"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_entries_room", ondelete="CASCADE"),
    )
    op.create_table(
        "records",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room", "match", "game", name="pk_records"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_records_room", ondelete="CASCADE"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("room", sa.Text(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tokens_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_tokens_room", ondelete="CASCADE"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_index("ix_tokens_room", "tokens", ["room"])
