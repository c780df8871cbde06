"""Campaigns that go on without a press are rows with a time, and what the sweep looks for has an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Each campaign that runs is looked at once more, as a start did until now."""
    op.create_table(
        "wake",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_wake"),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_wake_campaign_id"),
    )
    op.create_index("ix_wake_at", "wake", ["at"])
    op.execute("INSERT INTO wake (campaign_id, at) SELECT id, 0 FROM campaign WHERE status = 'running'")
    op.create_index("ix_campaign_title_pack", "campaign", ["title", "pack"])
    lobbies, parked = sa.text("status = 'lobby'"), sa.text("parked_at IS NOT NULL")
    op.create_index(
        "ix_campaign_lobby", "campaign", ["updated_at"], sqlite_where=lobbies, postgresql_where=lobbies
    )
    op.create_index(
        "ix_campaign_parked", "campaign", ["guild_id"], sqlite_where=parked, postgresql_where=parked
    )
