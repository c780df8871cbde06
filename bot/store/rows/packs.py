"""Packs that campaigns are played with, each kept whole once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, and_, insert, select

from bot.store.schema import campaign, pack

_NAMES = select(pack.c.title, pack.c.pack)


def keep(connection: Connection, title: str, name: str, whole: bytes | None, now: datetime) -> None:
    """Keep a pack, where it is not kept yet.

    :param name: its id and digest, as campaigns have them.
    :param whole: as `data.kept` packs it; None where nobody has its files.
    """
    if whole is None or (title, name) in known(connection):
        return
    connection.execute(insert(pack).values(title=title, pack=name, whole=whole, at=now))


def known(connection: Connection) -> set[tuple[str, str]]:
    """Title and name of each pack that is kept."""
    return {(row.title, row.pack) for row in connection.execute(_NAMES)}


def of(connection: Connection, title: str, name: str) -> bytes:
    """A pack that is kept."""
    wholes = connection.scalars(select(pack.c.whole).where(pack.c.title == title, pack.c.pack == name))
    whole: bytes = wholes.one()
    return whole


def not_kept(connection: Connection) -> Iterator[tuple[str, str]]:
    """Title and name of each pack that some campaign is played with and that is not kept."""
    same = and_(pack.c.title == campaign.c.title, pack.c.pack == campaign.c.pack)
    query = select(campaign.c.title, campaign.c.pack).outerjoin(pack, same).distinct()
    for row in connection.execute(query.where(pack.c.title.is_(None), campaign.c.status != "lobby")):
        yield row.title, row.pack
