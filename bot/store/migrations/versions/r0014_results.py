"""Results of campaigns that are over, people's notes, and whether a server rates its players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the tables; the results of earlier campaigns are written after all steps, by `migrate`."""
    op.create_table(
        "result",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_result_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_result"),
    )
    op.create_index("ix_result_guild_id_ended_at", "result", ["guild_id", "ended_at"])
    op.create_table(
        "note",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_note_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name="pk_note"),
    )
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("guild", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()))
