"""Messages that may be sent now, each with what its poster needs, as both stood at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from bot.store.records import Campaign, CardRow, OutboxRow
from bot.store.rows import campaigns, outbox


class Due(OutboxRow, frozen=True, kw_only=True):
    """A message that may be sent now, with what else its poster needs.

    :ivar campaign: the campaign, as it stood together with the message.
    :ivar hanging: the card of the message's chapter.
    :ivar older: older messages for the same card that still wait, oldest first.
    """

    campaign: Campaign
    hanging: CardRow | None
    older: Sequence[int] = ()

    @property
    def due_at(self) -> datetime:
        """Since when it may be sent."""
        return self.not_before or self.created_at


class Committed(NamedTuple):
    """A campaign after a commit, and its next message that may be sent, both read in the same transaction."""

    campaign: Campaign
    due: Due | None


class Sent(NamedTuple):
    """What is read in the transaction that marks a message as sent."""

    due: Due | None
    """The campaign's next message that may be sent."""
    noted: str | None
    """The note that was asked for."""


def all_due(connection: Connection, now: datetime, limit: int, but: Sequence[int]) -> list[Due]:
    """Messages that may be sent, as `outbox.due` finds them, each with what its poster needs."""
    waiting = outbox.due(connection, now, limit, but)
    present = {of: campaigns.by_id(connection, of) for of in {row.campaign_id for row in waiting}}
    return [_due(connection, row, campaign) for row in waiting if (campaign := present[row.campaign_id])]


def next_due(
    connection: Connection, campaign_id: int, now: datetime, campaign: Campaign | None = None
) -> Due | None:
    """The next message of a campaign that may be sent, with what its poster needs.

    :param campaign: the campaign, if this transaction has read it.
    """
    row = outbox.following(connection, campaign_id, now)
    campaign = campaign or (None if row is None else campaigns.by_id(connection, campaign_id))
    return None if row is None or campaign is None else _due(connection, row, campaign)


def _due(connection: Connection, row: OutboxRow, campaign: Campaign) -> Due:
    of, chapter = row.campaign_id, row.chapter
    hanging = None if chapter is None else outbox.hanging(connection, of, chapter)
    older: Sequence[int] = ()
    if row.kind == "card" and chapter is not None:
        older = outbox.older_cards(connection, of, chapter, row.id)
    return Due(**msgspec.structs.asdict(row), campaign=campaign, hanging=hanging, older=older)
