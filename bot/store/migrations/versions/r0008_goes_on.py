"""Who likes to be spared what is no choice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Everybody, until they say otherwise."""
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("person", sa.Column("goes_on", sa.Boolean, nullable=False, server_default=sa.true()))
