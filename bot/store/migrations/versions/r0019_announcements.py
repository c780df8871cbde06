"""The channel in which a server's campaigns are announced, and when its next week is told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Servers begin without such a channel."""
    op.add_column("guild", sa.Column("announce_channel", sa.BigInteger))
    op.add_column("guild", sa.Column("week_at", sa.BigInteger))
    where = sa.text("week_at IS NOT NULL")
    op.create_index("ix_guild_week", "guild", ["week_at"], sqlite_where=where, postgresql_where=where)
