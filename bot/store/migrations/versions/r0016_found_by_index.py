"""What a start, a sweep or a press looks for is found by an index, however much is stored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_ASLEEP = "paused_at IS NOT NULL AND paused_by IS NULL AND paused_as IS NULL"


def upgrade() -> None:
    """Only rows that wait for something are indexed, or those that are to be deleted by age."""
    for name, table, column, condition in (
        ("ix_campaign_asleep", "campaign", "id", _ASLEEP),
        ("ix_seat_missed", "seat", "campaign_id", "missed > 0"),
        ("ix_deadline_clock", "deadline", "campaign_id", "due_at IS NOT NULL"),
        ("ix_request_settled", "request", "settled_at", "settled_at IS NOT NULL"),
        ("ix_outbox_sent", "outbox", "sent_at", "sent_at IS NOT NULL"),
        ("ix_outbox_given_up", "outbox", "given_up_at", "given_up_at IS NOT NULL"),
    ):
        where = sa.text(condition)
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
    for table in ("interaction", "offer"):
        op.create_index(f"ix_{table}_at", table, ["at"])
    if op.get_context().dialect.name == "postgresql":
        # The notes under a prefix are a range only in the order of their characters.
        op.alter_column("meta", "key", type_=sa.String(32, collation="C"))
