"""What need not be kept for ever: interactions that can't come again, messages that were said."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, or_

from bot.store.schema import interaction, offer, outbox, request

INTERACTIONS = timedelta(days=7)
"""Discord tells an interaction again within minutes, if at all."""
OFFERS = timedelta(days=7)
"""Nobody is called twice for the same seat within a day."""
SAID = timedelta(days=30)
"""Messages may have secrets of a seat in them, and names."""


def prune(connection: Connection, now: datetime) -> None:
    """Drop old interactions and offers, messages that were sent or given up, requests that are settled."""
    connection.execute(delete(interaction).where(interaction.c.at < now - INTERACTIONS))
    connection.execute(delete(offer).where(offer.c.at < now - OFFERS))
    said = now - SAID
    connection.execute(delete(outbox).where(or_(outbox.c.sent_at < said, outbox.c.given_up_at < said)))
    connection.execute(delete(request).where(request.c.settled_at < said))
