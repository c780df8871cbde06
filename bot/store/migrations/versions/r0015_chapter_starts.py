"""The positions in which chapters began."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """The table is filled as the positions are asked for."""
    op.create_table(
        "chapter_start",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("chapter", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_chapter_start_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", "chapter", name="pk_chapter_start"),
    )
