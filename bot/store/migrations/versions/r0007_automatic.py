"""Seats of the automatic player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """No seat of an old campaign is the automatic player's."""
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("seat", sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false()))
