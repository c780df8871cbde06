"""Deletes old data: interactions that can't be repeated, messages that were sent."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, or_

from bot.store.rows import conduct
from bot.store.schema import interaction, offer, outbox, request

INTERACTIONS = timedelta(days=7)
"""Discord repeats an interaction within minutes, if at all."""
OFFERS = timedelta(days=7)
"""No person is called twice for the same seat within a day."""
SAID = timedelta(days=30)
"""Messages may have names and a seat's secrets in them."""


def prune(connection: Connection, now: datetime) -> None:
    """Delete old interactions, offers, requests and sent messages, and months that count no more."""
    connection.execute(delete(interaction).where(interaction.c.at < now - INTERACTIONS))
    connection.execute(delete(offer).where(offer.c.at < now - OFFERS))
    said = now - SAID
    connection.execute(delete(outbox).where(or_(outbox.c.sent_at < said, outbox.c.given_up_at < said)))
    conduct.prune(connection, now)
    connection.execute(delete(request).where(request.c.settled_at < said))
