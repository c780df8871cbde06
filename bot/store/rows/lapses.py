"""The times when the sweep looks at a campaign: a loan, an offer, a request or a lobby may have ended.

As in `wakes`, a row is written when something becomes due, or may be due earlier than before. The sweep
deletes it and writes when to look again.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, exists, insert, literal, select, update

from bot.store.often import Often
from bot.store.rows import share
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import campaign, lapse, request

_PUT = Often(insert(lapse), "campaign_id", "at")
_DUE = select(lapse.c.id, lapse.c.campaign_id).where(lapse.c.at <= bindparam("now")).order_by(lapse.c.at)
_DONE = delete(lapse).where(lapse.c.id == bindparam("of"))
_ASKED = Often(
    insert(lapse).from_select(
        ["campaign_id", "at"],
        select(bindparam("of", type_=lapse.c.campaign_id.type), literal(AT_ONCE, lapse.c.at.type)).where(
            exists().where(request.c.campaign_id == bindparam("of"), request.c.settled_at.is_(None))
        ),
    )
)


def put(connection: Connection, campaign_id: int, at: datetime = AT_ONCE) -> None:
    """Have the sweep look at a campaign then."""
    _PUT.write(connection, {"campaign_id": campaign_id, "at": at})


def put_everywhere(connection: Connection, guild_id: int, title: str) -> None:
    """Have the sweep look at every running campaign of a game on a server."""
    running = campaign.c.guild_id == guild_id, campaign.c.title == title, campaign.c.status == "running"
    now = literal(AT_ONCE, lapse.c.at.type)
    connection.execute(
        insert(lapse).from_select(["campaign_id", "at"], select(campaign.c.id, now).where(*running))
    )


def put_if_asked(connection: Connection, campaign_id: int) -> None:
    """Have the sweep check the requests of a campaign after a change, if it has any."""
    _ASKED.write(connection, {"of": campaign_id})


def due(connection: Connection, now: datetime) -> dict[int, list[int]]:
    """The ids of the rows that are due by now, by campaign."""
    by_campaign: dict[int, list[int]] = {}
    query = share.by_campaign(connection, _DUE, lapse.c.campaign_id)
    for row in connection.execute(query, {"now": now}):
        by_campaign.setdefault(row.campaign_id, []).append(row.id)
    return by_campaign


def hasten(connection: Connection) -> None:
    """Have every such campaign looked at now: the clock was wrong when the times were calculated."""
    hastened = update(lapse).values(at=AT_ONCE)
    connection.execute(share.by_campaign(connection, hastened, lapse.c.campaign_id))


def done(connection: Connection, ids: Collection[int]) -> None:
    """Delete the rows that were dealt with."""
    connection.execute(_DONE, [{"of": each} for each in ids])
