"""What a table agrees on beside undos, who paused a campaign, and how people ended one."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TAKE_BACK = (
    """'{"type":"take-back","campaign":' || campaign_id || ',"version":' || version """
    """|| ',"back_to":' || back_to || '}'"""
)


def upgrade() -> None:
    """Open requests stay; the people who had agreed to one are asked again."""
    _campaign()
    _request()


def _copied() -> dict[str, Any]:
    """SQLite can't say where in a table a column is to be: there the table is copied."""
    if op.get_context().dialect.name != "sqlite":
        return {}
    return {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}


def _campaign() -> None:
    copied = _copied()
    added: list[tuple[sa.Column[Any], str]] = [
        (sa.Column("several", sa.Boolean, nullable=False, server_default=sa.false()), "private"),
        (sa.Column("paused_by", sa.BigInteger), "paused_at"),
        (sa.Column("paused_as", sa.String(9)), "paused_by"),
        (sa.Column("ending", sa.Text), "outcome"),
    ]
    with op.batch_alter_table("campaign", **copied) as table:
        for column, after in added:
            if copied:
                table.add_column(column, insert_after=after)
            else:
                table.add_column(column)
    with op.batch_alter_table("campaign", **copied) as table:
        table.alter_column("several", server_default=None)


def _request() -> None:
    copied = _copied()
    with op.batch_alter_table("request", **copied) as table:
        table.add_column(sa.Column("asker_id", sa.BigInteger))
        table.add_column(sa.Column("body", sa.Text, nullable=False, server_default="{}"))
    op.execute(
        f"UPDATE request SET agreed = '[]', body = {_TAKE_BACK}, asker_id = (SELECT s.user_id FROM seat s "  # noqa: S608
        "WHERE s.campaign_id = request.campaign_id AND s.seat = request.asked_by)"
    )
    with op.batch_alter_table("request", **copied) as table:
        table.drop_column("back_to")
        table.drop_column("asked_by")
        table.alter_column("body", server_default=None)
