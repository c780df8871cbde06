"""The times when the sweep looks at a campaign in which no person presses a button.

A row is written in the transaction after which a campaign may go on by itself, and deleted when the sweep
has looked. So a sweep or a start reads only the campaigns in which something is due.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, delete, insert, select, type_coerce, update

from bot.store.columns import Instant
from bot.store.often import Often
from bot.store.rows import share
from bot.store.schema import wake

AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""A time before any other, even after the clock has stepped."""
NEXT_START = datetime(9999, 1, 1, tzinfo=UTC)
"""The time for a campaign that only another version of the program may continue: each start looks again."""
_MILLISECOND = timedelta(milliseconds=1)
_PUT = Often(insert(wake), "campaign_id", "at", "version")
_DUE = select(wake.c.id, wake.c.campaign_id, wake.c.version).where(wake.c.at <= bindparam("now"))


class Wake(NamedTuple):
    """A campaign that the sweep has to look at.

    :ivar version: the board whose only legal answer is due now; None: all that goes on by itself.
    """

    id: int
    campaign_id: int
    version: int | None


def put(connection: Connection, campaign_id: int, at: datetime = AT_ONCE, version: int | None = None) -> None:
    """Have the sweep look at a campaign."""
    _PUT.write(connection, {"campaign_id": campaign_id, "at": at, "version": version})


def put_once(connection: Connection, campaign_id: int, at: datetime) -> None:
    """Have the sweep look at a campaign later, once, for any number of calls."""
    connection.execute(
        delete(wake).where(wake.c.campaign_id == campaign_id, wake.c.at == at, wake.c.version.is_(None))
    )
    put(connection, campaign_id, at)


def due(connection: Connection, now: datetime) -> dict[int, list[Wake]]:
    """The rows that are due by now, by campaign."""
    by_campaign: dict[int, list[Wake]] = {}
    query = share.by_campaign(connection, _DUE.order_by(wake.c.at, wake.c.id), wake.c.campaign_id)
    for row in connection.execute(query, {"now": now}):
        by_campaign.setdefault(row.campaign_id, []).append(Wake(*row))
    return by_campaign


def done(connection: Connection, wakes: Collection[Wake]) -> None:
    """Delete the rows that were dealt with."""
    if wakes:
        connection.execute(
            delete(wake).where(wake.c.id == bindparam("of")), [{"of": each.id} for each in wakes]
        )


def put_off(connection: Connection, wakes: Collection[Wake], at: datetime) -> None:
    """Put off the rows that could not be dealt with yet."""
    if wakes:
        later = update(wake).where(wake.c.id == bindparam("of")).values(at=at)
        connection.execute(later, [{"of": each.id} for each in wakes])


def shift(connection: Connection, by: timedelta) -> None:
    """Move the answers that are due later, after the clock has stepped or stood still."""
    moved = type_coerce(type_coerce(wake.c.at, BigInteger) + by // _MILLISECOND, Instant)
    later = wake.c.at > AT_ONCE, wake.c.version.is_not(None)
    shifted = update(wake).where(*later).values(at=moved)
    connection.execute(share.by_campaign(connection, shifted, wake.c.campaign_id))


def hasten(connection: Connection) -> None:
    """Have the sweep look again at every campaign that it could not deal with."""
    put_off = wake.c.at > AT_ONCE, wake.c.version.is_(None)
    hastened = update(wake).where(*put_off).values(at=AT_ONCE)
    connection.execute(share.by_campaign(connection, hastened, wake.c.campaign_id))
