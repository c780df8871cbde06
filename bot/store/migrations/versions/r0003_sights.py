"""Who has seen what which seat knows, orders that are laid by while a seat is lent, offers that lapse."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_SEEN = """
INSERT INTO sight (campaign_id, seat, user_id, agreed)
SELECT DISTINCT s.campaign_id, s.seat, x.user_id, '[]'
FROM seat s
JOIN campaign c ON c.id = s.campaign_id
JOIN (
    SELECT campaign_id, seat, user_id FROM seat
    UNION SELECT campaign_id, seat, owner_id FROM seat
    UNION SELECT campaign_id, seat, user_id FROM journal WHERE kind = 'act' AND seq > 0
    UNION SELECT a.campaign_id, b.seat, a.actor_id
    FROM audit a JOIN seat b ON b.campaign_id = a.campaign_id
    WHERE (a.act = 'view' AND a.detail = b.seat)
        OR (a.act = 'see' AND a.detail LIKE b.seat || ', at board %')
        OR (a.act = 'export' AND a.detail = 'with secrets')
) x ON x.campaign_id = s.campaign_id AND x.seat = s.seat
WHERE x.user_id IS NOT NULL AND c.status <> 'lobby'
"""


def _of_seats(name: str, key: str, *columns: sa.Column[Any]) -> None:
    op.create_table(
        name,
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=f"fk_{name}_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", "seat", key, name=f"pk_{name}"),
    )


def upgrade() -> None:
    """Holders, people who have acted and moderators who have looked have seen a seat; offers begin to age."""
    _of_seats(
        "sight",
        "user_id",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
    )
    _of_seats(
        "laid_by",
        "kind",
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("given_at", sa.BigInteger, nullable=False),
    )
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("offered_at", sa.BigInteger))
        table.create_index("ix_seat_offered_at", ["offered_at"])
    op.execute(_SEEN)
    op.execute(
        "UPDATE seat SET offered_at = (SELECT c.updated_at FROM campaign c WHERE c.id = seat.campaign_id) "
        "WHERE reserved_for IS NOT NULL AND campaign_id IN "
        "(SELECT id FROM campaign WHERE status = 'running')"
    )
