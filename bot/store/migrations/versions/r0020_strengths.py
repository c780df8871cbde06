"""How well the automatic player plays a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Seats that it has get the usual strength."""
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("seat", sa.Column("strength", sa.String(6), nullable=False, server_default="normal"))
