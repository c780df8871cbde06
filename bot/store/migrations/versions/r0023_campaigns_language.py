"""The language of a campaign, and which channels of campaigns that are over count as hidden."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


_HIDDEN = """
INSERT INTO meta (key, value)
SELECT DISTINCT 'hidden:' || channel_id, '' FROM campaign
WHERE ended_at IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM meta m WHERE m.key = 'hidden:' || campaign.channel_id)
"""


def upgrade() -> None:
    """Nothing was chosen yet. Of a channel that is gone nobody knows who could see it: it counts as hidden.

    That of one that is still there is known when it is deleted.
    """
    op.execute(sa.text(_HIDDEN))
    _campaign()


def _campaign() -> None:
    """SQLite can't say where in a table a column is to be: there the table is copied, as in 0022."""
    language = sa.Column("language", sa.String(5), nullable=False, server_default="")
    if op.get_context().dialect.name != "sqlite":
        op.add_column("campaign", language)
        return
    copied = {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}
    with op.batch_alter_table("campaign", **copied) as table:  # type: ignore[arg-type]
        table.add_column(language, insert_after="clock")
