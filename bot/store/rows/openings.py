"""Campaigns that are to be opened in threads of their own.

A row is written in the transaction that decides on it; then the thread is opened and noted, then the
campaign. Whatever is missing after a crash is done by the next look.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from bot.store.errors import StoreError
from bot.store.lobbies import Opening, OpeningRow
from bot.store.rows import share
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import opening


class OpeningChanged(StoreError):
    """An opening has changed since it was read."""


ROW = select(*(opening.c[name] for name in OpeningRow.__struct_fields__))
_DUE = ROW.where(opening.c.next_at <= bindparam("now")).order_by(opening.c.next_at, opening.c.id)


def ask(connection: Connection, guild_id: int, channel_id: int, body: Opening, now: datetime) -> int:
    """Have a campaign opened; returns the id of the opening.

    :param channel_id: the channel for its thread, if the server has set none.
    """
    written = connection.execute(
        insert(opening),
        {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "body": body,
            "at": now,
            "next_at": now,
            "attempts": 0,
        },
    )
    assert written.inserted_primary_key is not None
    return int(written.inserted_primary_key[0])


def by_id(connection: Connection, opening_id: int) -> OpeningRow | None:
    """An opening."""
    row = connection.execute(ROW.where(opening.c.id == opening_id)).mappings().first()
    return None if row is None else OpeningRow(**row)


def of_campaign(connection: Connection, campaign_id: int) -> OpeningRow | None:
    """The opening that a campaign came from; None if a person began it."""
    row = connection.execute(ROW.where(opening.c.campaign_id == campaign_id)).mappings().first()
    return None if row is None else OpeningRow(**row)


def due(connection: Connection, now: datetime) -> list[OpeningRow]:
    """The openings that are to be tried by now."""
    query = share.by_server(connection, _DUE, opening.c.guild_id)
    return [OpeningRow(**row) for row in connection.execute(query, {"now": now}).mappings()]


def of_threads(connection: Connection, ids: Collection[int]) -> set[int]:
    """The threads that belong to an opening."""
    threads = connection.scalars(select(opening.c.thread_id).where(opening.c.thread_id.in_(ids)))
    return {thread for thread in threads if thread is not None}


def threaded(connection: Connection, opening_id: int, thread_id: int | None) -> None:
    """Note the thread of an opening; None if it needs another."""
    connection.execute(update(opening).where(opening.c.id == opening_id).values(thread_id=thread_id))


def opened(connection: Connection, seen: OpeningRow, campaign_id: int) -> None:
    """Note the campaign of an opening.

    :raises OpeningChanged: it asks other people than were seen, or was given up.
    """
    now = by_id(connection, seen.id)
    if now is None or now.body != seen.body or now.next_at is None:
        raise OpeningChanged(seen.id)
    connection.execute(update(opening).where(opening.c.id == seen.id).values(campaign_id=campaign_id))


def done(connection: Connection, opening_id: int) -> None:
    """Note that nothing is left to do for an opening."""
    connection.execute(update(opening).where(opening.c.id == opening_id).values(next_at=None, error=None))


def also(connection: Connection, row: OpeningRow, people: Sequence[int], zones: Sequence[str]) -> None:
    """Note the people whom an opening also asks, and the time zones that they want to be near to."""
    body = msgspec.structs.replace(
        row.body, asked=[*row.body.asked, *people], zones=[*row.body.zones, *zones]
    )
    connection.execute(update(opening).where(opening.c.id == row.id).values(body=body))


def elsewhere(connection: Connection, ids: Collection[int], channel_id: int, now: datetime) -> None:
    """Try those of these openings that are not done again, in another channel."""
    waits = opening.c.id.in_(ids), opening.c.campaign_id.is_(None)
    connection.execute(update(opening).where(*waits).values(channel_id=channel_id, next_at=now, attempts=0))


def give_up(connection: Connection, opening_id: int, why: str) -> None:
    """Give up what an opening has not opened yet.

    :raises OpeningChanged: it has a campaign.
    """
    waits = opening.c.id == opening_id, opening.c.campaign_id.is_(None)
    if connection.execute(update(opening).where(*waits).values(error=why, next_at=None)).rowcount != 1:
        raise OpeningChanged(opening_id)


def next_try(connection: Connection, ids: Collection[int]) -> datetime | None:
    """The time of the next try of some openings; None if all are done or given up."""
    query = select(opening.c.next_at).where(opening.c.id.in_(ids), opening.c.next_at.is_not(None))
    return connection.scalars(query.order_by(opening.c.next_at).limit(1)).first()


def cancelled(connection: Connection, ids: Collection[int], why: str) -> None:
    """Note that those of these openings are wanted no more that are not done."""
    waits = opening.c.id.in_(ids), opening.c.campaign_id.is_(None)
    connection.execute(update(opening).where(*waits).values(next_at=None, error=why))


def hasten(connection: Connection) -> None:
    """Try what waits for another try now: the clock was wrong when the time was calculated."""
    hastened = update(opening).where(opening.c.next_at.is_not(None)).values(next_at=AT_ONCE)
    connection.execute(share.by_server(connection, hastened, opening.c.guild_id))


def failed(connection: Connection, opening_id: int, why: str, then: datetime | None) -> None:
    """Note that an opening could not be done.

    :param then: when it is tried again; None if it is given up.
    """
    connection.execute(
        update(opening)
        .where(opening.c.id == opening_id)
        .values(attempts=opening.c.attempts + 1, error=why, next_at=then)
    )
