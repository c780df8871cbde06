"""A person's setting that forced steps are done for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """It is on for every person, until they turn it off."""
    # The default stays: without it SQLite would have to write the whole table anew.
    op.add_column("person", sa.Column("goes_on", sa.Boolean, nullable=False, server_default=sa.true()))
