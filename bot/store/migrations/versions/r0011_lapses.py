"""Times at which loans, offers, requests and lobbies end; people who were offered a seat in the last day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Each campaign in which anything may have ended is looked at once, as each sweep did until now."""
    op.create_table(
        "lapse",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lapse"),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_lapse_campaign_id"),
    )
    op.create_index("ix_lapse_at", "lapse", ["at"])
    op.execute(
        "INSERT INTO lapse (campaign_id, at) SELECT id, 0 FROM campaign WHERE status = 'lobby' "
        "UNION SELECT campaign_id, 0 FROM seat WHERE until IS NOT NULL OR offered_at IS NOT NULL "
        "UNION SELECT campaign_id, 0 FROM request WHERE settled_at IS NULL"
    )
    op.drop_index("ix_campaign_lobby", "campaign")
    op.drop_index("ix_seat_until", "seat")
    op.drop_index("ix_seat_offered_at", "seat")
    asked = sa.text("settled_at IS NULL")
    op.create_index("ix_request_open", "request", ["campaign_id"], sqlite_where=asked, postgresql_where=asked)
    op.create_table(
        "offer",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_offer_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", "seat", "user_id", name="pk_offer"),
    )
