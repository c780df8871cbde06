"""Whether a card shows a picture, which an edit may keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
SERVES = "0023"


def upgrade() -> None:
    """A card that is posted counts as one with a picture, as it did before."""
    op.add_column("card", sa.Column("pictured", sa.Boolean, nullable=False, server_default=sa.true()))
