"""Campaigns that are over for long: their journals are packed, and what only a running game needs goes."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update

from bot.store.records import Message
from bot.store.rows import journal as journals
from bot.store.rows import outbox, people, share
from bot.store.schema import (
    campaign,
    card,
    chapter_start,
    deadline,
    guest,
    guild,
    journal,
    laid_by,
    offer,
    request,
    sight,
    standing_order,
)
from bot.store.spectator_tables import archive, follower, spectators

_SPENT = (
    chapter_start,
    deadline,
    follower,
    guest,
    laid_by,
    offer,
    request,
    sight,
    spectators,
    standing_order,
)
"""Tables of which a campaign that is over needs no rows; old messages are pruned anyway."""
NOTES = ("talks:", "asked:")
"""Notes on a campaign, by what stands before its number."""
# As the indexes say it, or SQLite does not use them.
_KEPT = text("campaign.ended_at IS NOT NULL AND campaign.archived_at IS NULL")
_WANTED = text("guild.keep_days IS NOT NULL")


def wanted(connection: Connection) -> dict[int, int]:
    """The servers that archive campaigns, and after how many days."""
    query = share.by_server(connection, select(guild.c.id, guild.c.keep_days).where(_WANTED), guild.c.id)
    return dict(connection.execute(query).tuples().all())


def due(
    connection: Connection, guild_id: int, before: datetime, most: int, but: Collection[int] = ()
) -> list[int]:
    """Ids of campaigns of a server that have been over since then, and are not archived; the oldest first.

    :param but: campaigns that are left out.
    """
    theirs = _KEPT, campaign.c.guild_id == guild_id, campaign.c.ended_at <= before
    query = select(campaign.c.id).where(*theirs).order_by(campaign.c.ended_at, campaign.c.id).limit(most)
    return list(connection.scalars(query.where(campaign.c.id.not_in(but)) if but else query))


def pack(connection: Connection, campaign_id: int, said: Sequence[Message], now: datetime) -> None:
    """Archive a campaign that is over, once: seats, result, last board and record stay.

    The last entry stays in its table: it has the number by which the journal is known to be whole.

    :param said: messages about it.
    """
    mark = update(campaign).where(campaign.c.id == campaign_id, _KEPT).values(archived_at=now)
    if connection.execute(mark).rowcount != 1:
        return
    entries = [
        msgspec.structs.replace(row, user_id=None)
        for row in journals.entries(connection, campaign_id, 0, None)
    ]
    if entries:
        whole = zlib.compress(msgspec.json.encode(entries), 9)
        connection.execute(insert(archive), {"campaign_id": campaign_id, "journal": whole})
        own = journal.c.campaign_id == campaign_id
        connection.execute(delete(journal).where(own, journal.c.seq < entries[-1].seq))
        connection.execute(update(journal).where(own).values(user_id=None))
    for table in _SPENT:
        connection.execute(delete(table).where(table.c.campaign_id == campaign_id))
    newest = select(func.max(card.c.chapter)).where(card.c.campaign_id == campaign_id).scalar_subquery()
    connection.execute(delete(card).where(card.c.campaign_id == campaign_id, card.c.chapter < newest))
    for before in NOTES:
        people.unnote(connection, f"{before}{campaign_id}")
    for chapter in people.noted_under(connection, f"scene/{campaign_id}/"):
        people.unnote(connection, f"scene/{campaign_id}/{chapter}")
    outbox.add(connection, campaign_id, said, now)
