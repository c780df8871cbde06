"""Packs are kept whole with the campaigns that are played with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Campaigns that began before go on with what is installed, which the bot keeps when it next starts."""
    op.create_table(
        "pack",
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("pack", sa.String(128), nullable=False),
        sa.Column("whole", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("title", "pack", name="pk_pack"),
    )
