"""People who agree that a moderator who has ruled plays a seat, apart from those who know what they saw."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Leave that was given before stays leave for what was seen."""
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("sight", sa.Column("ruled", sa.Text, nullable=False, server_default="[]"))
