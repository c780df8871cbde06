"""The acts of moderators, with their reasons."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select

from bot.store.records import Audit, AuditRow
from bot.store.rows import sights
from bot.store.schema import audit

_ROW = [audit.c[name] for name in AuditRow.__struct_fields__]


def put(connection: Connection, noted: Audit, now: datetime) -> None:
    """Write one act."""
    values = {name: getattr(noted, name) for name in Audit.__struct_fields__}
    connection.execute(insert(audit).values(at=now, **values))
    if noted.act in sights.RULINGS and noted.campaign_id is not None and noted.actor_id is not None:
        sights.rule(connection, noted.campaign_id, noted.actor_id)


def ruling(connection: Connection, campaign_id: int) -> set[int | None]:
    """The people who have ruled on a game as a moderator; None for a person who has been forgotten since."""
    query = select(audit.c.actor_id).where(
        audit.c.campaign_id == campaign_id, audit.c.act.in_(sights.RULINGS)
    )
    return set(connection.scalars(query.distinct()))


def of_guild(
    connection: Connection, guild_id: int, campaign_id: int | None = None, *, limit: int = 20, offset: int = 0
) -> list[AuditRow]:
    """The acts on a server, or on one campaign of it, newest first."""
    query = select(*_ROW).where(audit.c.guild_id == guild_id)
    if campaign_id is not None:
        query = query.where(audit.c.campaign_id == campaign_id)
    rows = connection.execute(query.order_by(audit.c.id.desc()).limit(limit).offset(offset))
    return [AuditRow(**row) for row in rows.mappings()]
