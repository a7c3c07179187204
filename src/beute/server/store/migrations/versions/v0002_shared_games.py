"""Links to finished games, for others to look at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "shares",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room", "match", "game", name="pk_shares"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_shares_room", ondelete="CASCADE"),
        sa.UniqueConstraint("link", name="uq_shares_link"),
    )
