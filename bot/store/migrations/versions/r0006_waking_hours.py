"""The hours that each deadline is calculated by, missed turns, the nights of a server."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Running deadlines stay the same: the players were told of them."""
    added: dict[str, list[sa.Column[Any]]] = {
        "deadline": [
            sa.Column("told_at", sa.BigInteger),
            sa.Column("awake", sa.BigInteger, nullable=False, server_default="0"),
            sa.Column("hours", sa.Text),
            sa.Column("handed", sa.Boolean, nullable=False, server_default=sa.false()),
        ],
        "seat": [
            sa.Column("rest_hours", sa.Text),
            sa.Column("rest_handed", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("missed", sa.Integer, nullable=False, server_default="0"),
            sa.Column("played_in", sa.Integer),
        ],
        "guild": [sa.Column("nights", sa.Text)],
    }
    for name, columns in added.items():
        with op.batch_alter_table(name) as table:
            for column in columns:
                table.add_column(column)
        with op.batch_alter_table(name) as table:
            for column in columns:
                if column.server_default is not None:
                    table.alter_column(column.name, server_default=None)
    op.execute("UPDATE deadline SET told_at = since")
