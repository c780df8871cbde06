"""The language of a campaign, and what hangs on it: nothing was chosen yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """SQLite can't say where in a table a column is to be: there the table is copied, as in 0022."""
    language = sa.Column("language", sa.String(5), nullable=False, server_default="")
    if op.get_context().dialect.name != "sqlite":
        op.add_column("campaign", language)
        return
    copied = {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}
    with op.batch_alter_table("campaign", **copied) as table:  # type: ignore[arg-type]
        table.add_column(language, insert_after="clock")
